//! The fields of a head: whom it is for, what would overrule the path, what stays on a connection.

use percent_simd::path;

use crate::servers::Servers;

#[tokio::test]
async fn the_host_field_is_checked_and_stays() {
    let servers = Servers::start(path::STRICT).await;
    let ask = async |host: &[u8]| {
        servers.ask([b"GET /a HTTP/1.1\r\nHost:", host, b"\r\n\r\n"].concat()).await
    };
    let bad: [&[u8]; 14] = [
        b"",
        b"u@a",
        b"good@evil/..",
        b"a/b",
        b"a?",
        b"a#b",
        b"a, b",
        b"a b",
        b"a:b",
        b"a:65536",
        b"a\\b",
        b"a%00",
        b"a\xff",
        b"[::1",
    ];
    for host in bad {
        assert_eq!(ask(host).await.status, 400, "{}", host.escape_ascii());
    }
    assert_eq!(servers.ask("GET / HTTP/1.1\r\n\r\n").await.status, 400);
    for fields in ["Host: a\r\nHost: b", "Host: a\r\nHost: a", "Host: a\r\nX: y\r\nhOST: a"] {
        let answer = servers.ask(format!("GET / HTTP/1.1\r\n{fields}\r\n\r\n")).await;
        assert_eq!(answer.status, 400, "{fields:?}");
    }
    assert_eq!(servers.forwarded(), 0);
    for (host, forwarded) in [
        ("a.example", "a.example"),
        (" A_b:80 ", "A_b:80"),
        ("a:", "a"),
        ("ex%61mple", "example"),
        ("[::1]:8080", "[::1]:8080"),
    ] {
        assert_eq!(ask(host.as_bytes()).await.field("host"), [forwarded], "{host}");
    }
}

/// A variable of a CGI program, or what WSGI and PHP make of it, has the same name for all of these.
#[tokio::test]
async fn no_spelling_of_a_field_overrules_the_path() {
    let servers = Servers::start(path::STRICT).await;
    for name in [
        "X-Original-URL",
        "x-rewrite-url",
        "X_Original_URL",
        "X-Rewrite_URL",
        "X_REWRITE-URL",
        "X.Original.URL",
        "x!original|url",
        // Nor do they bring back what the proxy decides.
        "Content_Length",
        "Transfer_Encoding",
    ] {
        let request = format!("GET /a HTTP/1.1\r\nHost: a\r\n{name}: /admin\r\n\r\n");
        let answer = servers.ask(request).await;
        assert_eq!(answer.line(), "GET /a HTTP/1.1");
        assert!(answer.field(&name.to_ascii_lowercase()).is_empty(), "{name}: {}", answer.body);
    }
    // Other fields with such names are forwarded.
    let answer = servers.ask("GET / HTTP/1.1\r\nHost: a\r\nX_Other_URL: /a\r\n\r\n").await;
    assert_eq!(answer.field("x_other_url"), ["/a"]);
}

#[tokio::test]
async fn what_connection_names_stays_on_its_connection() {
    let servers = Servers::start(path::STRICT).await;
    for listed in ["x-secret", "x-other, X-Secret", "\u{ff}, x-secret", "close,\tX-SECRET\t,"] {
        let request =
            format!("GET / HTTP/1.1\r\nHost: a\r\nConnection: {listed}\r\nX-Secret: 1\r\n\r\n");
        let answer = servers.ask(request).await;
        assert!(answer.field("x-secret").is_empty(), "{listed}: {}", answer.body);
        assert!(answer.field("connection").is_empty(), "{listed}: {}", answer.body);
    }
    // It cannot take away whom a message is for, or where it ends.
    let answer = servers.ask("GET / HTTP/1.1\r\nHost: a\r\nConnection: close, host\r\n\r\n").await;
    assert_eq!(answer.field("host"), ["a"]);
    for method in ["GET", "POST"] {
        let answer = servers
            .ask(format!(
                "{method} / HTTP/1.1\r\nHost: a\r\nConnection: content-length, transfer-encoding\r\n\
                 Content-Length: 5\r\n\r\nhello"
            ))
            .await;
        assert_eq!((answer.field("content-length"), answer.content()), (vec!["5"], "hello"));
    }
}

#[tokio::test]
async fn nothing_is_upgraded() {
    let servers = Servers::start(path::STRICT).await;
    for upgrade in ["websocket", "h2c", "TLS/1.0"] {
        let answer = servers
            .ask(format!(
                "GET /a HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: {upgrade}\r\n\
                 HTTP2-Settings: AAMAAABkAAQAAP__\r\nSec-WebSocket-Key: x\r\n\r\n"
            ))
            .await;
        assert_eq!(answer.line(), "GET /a HTTP/1.1");
        for name in ["connection", "upgrade", "http2-settings"] {
            assert!(answer.field(name).is_empty(), "{upgrade}: {}", answer.body);
        }
    }
    // The beginning of HTTP/2.
    let mut client = servers.connect().await;
    client.write(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
    assert!(!client.read_to_end().await.starts_with(b"HTTP/1.1 2"));
    assert_eq!(servers.forwarded(), 3);
}

/// The client is told to go on only if the request is forwarded.
#[tokio::test]
async fn an_expectation_is_answered_after_the_checks() {
    let servers = Servers::start(path::STRICT).await;
    let head = |target: &str| {
        format!(
            "POST {target} HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"
        )
    };
    assert_eq!(servers.ask(head("/../a")).await.status, 400);
    assert_eq!(servers.forwarded(), 0);
    let mut client = servers.connect().await;
    assert_eq!(client.send(head("/a")).await.status, 100);
    assert_eq!(client.send("hello").await.content(), "hello");
}

/// RFC 9110 7.6.2: with 0 the proxy is the last recipient, and each step before it takes one away.
#[tokio::test]
async fn max_forwards_is_counted() {
    let servers = Servers::start(path::STRICT).await;
    let ask = async |method: &str, fields: &str| {
        servers.ask(format!("{method} /a HTTP/1.1\r\nHost: a\r\n{fields}\r\n")).await
    };
    assert_eq!(ask("TRACE", "Max-Forwards: 0\r\n").await.status, 501);
    assert_eq!(ask("TRACE", "Max-Forwards: 000\r\n").await.status, 501);
    let answer = ask("OPTIONS", "Max-Forwards: 0\r\n").await;
    assert_eq!((answer.status, answer.body.as_str()), (200, ""));
    for value in ["", "-1", "+1", "1, 1", "x", "1\r\nMax-Forwards: 0"] {
        let answer = ask("OPTIONS", &format!("Max-Forwards: {value}\r\n")).await;
        assert_eq!(answer.status, 400, "{value:?}");
    }
    assert_eq!(servers.forwarded(), 0);
    for (value, forwarded) in
        [("1", "0"), ("010", "9"), ("99999999999999999999", "18446744073709551614")]
    {
        for method in ["TRACE", "OPTIONS"] {
            let answer = ask(method, &format!("Max-Forwards: {value}\r\n")).await;
            assert_eq!(answer.field("max-forwards"), [forwarded], "{method} {value}");
        }
    }
    // It is for those two.
    assert_eq!(ask("GET", "Max-Forwards: 0\r\n").await.field("max-forwards"), ["0"]);
    assert_eq!(ask("OPTIONS", "").await.field("max-forwards"), [""; 0]);
}
