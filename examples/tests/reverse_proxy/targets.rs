//! Request targets: what is refused, what is forwarded and how, what is redirected.

use percent_simd::path;

use crate::servers::Servers;

/// Targets that [`path::STRICT`] and the proxy must refuse, each with status 400, whoever of hyper
/// and the policy does it.
const HOSTILE: &[&[u8]] = &[
    // Above the root, in every spelling; CVE-2021-41773.
    b"/../etc/passwd",
    b"/..",
    b"/a/../../b",
    b"/%2e%2e/etc/passwd",
    b"/.%2e/etc/passwd",
    b"/%2E./etc/passwd",
    b"/icons/.%2e/%2e%2e/%2e%2e/etc/passwd",
    b"//../a",
    // Malformed triplets that decode into a dot at the second time, CVE-2021-42013, and others.
    b"/icons/.%%32%65/.%%32%65/etc/passwd",
    b"/icons/%%32%65%%32%65/etc/passwd",
    b"/a%",
    b"/a%4",
    b"/a%zz",
    b"/a%u002e",
    b"/a%+1",
    // Slashes that some see and others do not, CVE-2021-29492.
    b"/public%2F..%2Fadmin",
    b"/public%5C..%5Cadmin",
    b"/a%2fb",
    b"/a\\b",
    b"/a\\..\\..\\b",
    b"\\\\evil\\share",
    // NUL and controls; a header in a path.
    b"/a%00",
    b"/a.php%00.jpg",
    b"/a%0d%0aSet-Cookie:%20x=1",
    b"/a%0A",
    b"/a%1b[31m",
    b"/a%7F",
    b"/a\x01b",
    b"/a\x7Fb",
    b"/a\tb",
    b"/a b",
    // What is not UTF-8: overlong slashes and dots, a surrogate, a byte alone.
    b"/%c0%af",
    b"/%c0%ae%c0%ae/etc/passwd",
    b"/%e0%80%af",
    b"/%ed%a0%80",
    b"/%ff",
    b"/\xE9",
    "/é".as_bytes(),
    // Parameters of a dot segment, for Tomcat behind.
    b"/..;/manager/html",
    b"/a/..;x=1/b",
    b"/a/%2e%2e%3b/b",
    b"/a/.;/b",
    // Other forms than a server takes, and what only looks like one.
    b"*",
    b"a",
    b"%2Fa",
    b"example.com:80",
    b"http://user@evil.example/",
    b"http://good.example@evil.example/",
    b"http:///a",
    b"http://a%2fb/",
    b"http://[::1/",
    b"http://example.com/../a",
    b"http://caf%C3%A9.example/",
];

#[tokio::test]
async fn hostile_targets_get_400_and_go_no_further() {
    let servers = Servers::start(path::STRICT).await;
    assert!(HOSTILE.len() >= 30);
    for target in HOSTILE {
        let answer = servers.get(target).await;
        assert_eq!(answer.status, 400, "{}", target.escape_ascii());
        assert_eq!(answer.body, "", "the reason is not for the client: {}", target.escape_ascii());
    }
    assert_eq!(servers.forwarded(), 0, "the upstream sees none of them");
}

#[tokio::test]
async fn a_connection_goes_on_behind_a_400() {
    let servers = Servers::start(path::STRICT).await;
    let mut client = servers.connect().await;
    for target in [&b"/icons/.%2e/%2e%2e/etc/passwd"[..], b"/a%00", b"/a%2fb", b"/..;/manager/html"]
    {
        let answer = client.get(target).await;
        assert_eq!((answer.status, answer.closes()), (400, false));
        assert_eq!(client.get("/good").await.line(), "GET /good HTTP/1.1");
    }
    assert_eq!(servers.forwarded(), 4);
}

#[tokio::test]
async fn good_targets_reach_the_upstream_normalized() {
    let servers = Servers::start(path::STRICT).await;
    let mut client = servers.connect().await;
    for (target, forwarded) in [
        ("/", "/"),
        ("/a/b.c", "/a/b.c"),
        ("/a/./b//c/../d/", "/a/b/d/"),
        ("/a/%2E%2e/b", "/b"),
        ("/%41%7e%62", "/A~b"),
        ("/caf%C3%A9", "/caf%C3%A9"),
        ("/caf%c3%a9/%20x", "/caf%C3%A9/%20x"),
        ("/what%3F%23", "/what%3F%23"),
        ("/b/libc%2b%2B.rpm", "/b/libc%2B%2B.rpm"),
        ("/b/a+b/a%40b/a@b", "/b/a+b/a%40b/a@b"),
        ("/100%25/%252e%252e/x", "/100%25/%252e%252e/x"),
        ("/a;v=1/b", "/a;v=1/b"),
        ("/a?q=1+1%2B1%20%2F..%00", "/a?q=1+1%2B1%20%2F..%00"),
        ("/a/?", "/a/?"),
        ("//evil.example/a", "/evil.example/a"),
    ] {
        let answer = client.get(target).await;
        assert_eq!(answer.line(), format!("GET {forwarded} HTTP/1.1"), "{target}");
        assert_eq!(answer.field("host"), ["proxy.example"]);
        assert_eq!(answer.field("via"), ["1.1 percent-simd-example"]);
        assert_eq!(answer.content(), "");
    }
}

#[tokio::test]
async fn absolute_forms() {
    let servers = Servers::start(path::STRICT).await;
    let mut client = servers.connect().await;
    // The target's host replaces the field (RFC 9112 3.2.2).
    let answer = client.get("http://other.example:81/x/../y?z").await;
    assert_eq!(answer.line(), "GET /y?z HTTP/1.1");
    assert_eq!(answer.field("host"), ["other.example:81"]);
    let answer = client.get("http://other.example").await;
    assert_eq!((answer.line(), answer.field("host")), ("GET / HTTP/1.1", vec!["other.example"]));
    // What is asked for is not here, and userinfo is no error with every scheme.
    for target in ["ftp://user@other.example/a", "x://other.example/a", "https://other.example/a"] {
        assert_eq!(servers.get(target).await.status, 400, "{target}");
    }
    // An absolute target does not excuse the field (RFC 9112 3.2).
    for fields in ["", "Host: a\r\nHost: b\r\n", "Host: a b\r\n"] {
        let request = format!("GET http://other.example/ HTTP/1.1\r\n{fields}\r\n");
        assert_eq!(servers.ask(request).await.status, 400, "{fields:?}");
    }
}

#[tokio::test]
async fn methods_and_versions() {
    let servers = Servers::start(path::STRICT).await;
    for target in ["*", "http://other.example", "http://other.example/"] {
        let request = format!("OPTIONS {target} HTTP/1.1\r\nHost: a\r\n\r\n");
        assert_eq!(servers.ask(request).await.status, 501, "{target}");
    }
    let answer = servers.ask("OPTIONS http://other.example/? HTTP/1.1\r\nHost: a\r\n\r\n").await;
    assert_eq!(answer.line(), "OPTIONS /? HTTP/1.1");
    let answer = servers.ask("CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n").await;
    assert_eq!(answer.status, 501);
    let answer = servers.ask("GET /a HTTP/1.0\r\nHost: a\r\n\r\n").await;
    assert_eq!(answer.line(), "GET /a HTTP/1.1");
    assert_eq!(answer.field("via"), ["1.0 percent-simd-example"]);
}

#[tokio::test]
async fn escaped_slashes_by_redirect() {
    let servers = Servers::start(path::ENVOY_REDIRECT).await;
    let mut client = servers.connect().await;
    for (target, location) in [
        ("/public%2F..%2Fadmin?x=1", "/admin?x=1"),
        ("/a%5Cb%20c", "/a/b%20c"),
        // Never a reference to another host.
        ("/%2Fevil.example/a", "/evil.example/a"),
        ("/%5C/evil.example", "/evil.example"),
        ("/x%2F..%2F/%5cevil.example", "/evil.example"),
        ("/a%2F%0d%0ab", "/a/%0d%0ab"),
    ] {
        let answer = client.get(target).await;
        assert_eq!(answer.status, 308, "{target}");
        let location = format!("location: {location}\r\n");
        assert!(answer.head.contains(&location), "{target}: {}", answer.head);
    }
    assert_eq!(servers.forwarded(), 0);
    // A `//` that a policy keeps is no place to send a client to.
    let keeps = Servers::start(path::ENVOY_REDIRECT.merge_slashes(false)).await;
    assert_eq!(keeps.get("/%2Fevil.example").await.status, 400);
    // As there is no slash to unescape now, the client gets through.
    assert_eq!(client.get("/admin?x=1").await.line(), "GET /admin?x=1 HTTP/1.1");
}
