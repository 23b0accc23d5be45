//! Where a message ends: what two servers may see two messages in.

use percent_simd::path;

use percent_simd_examples::proxy::Limits;

use crate::servers::{Servers, start_upstream_that_says};

#[tokio::test]
async fn where_a_body_ends_is_said_once() {
    let servers = Servers::start(path::STRICT).await;
    for fields in [
        "Transfer-Encoding: chunked, x",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: chunked, chunked",
        "Transfer-Encoding: chunked,",
        "Transfer-Encoding: identity, chunked",
        "Transfer-Encoding: chunked;q=1",
        "Transfer-Encoding: \"chunked\"",
        "Transfer-Encoding: x\u{b}chunked",
        "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: identity\r\nContent-Length: 5",
        "Content-Length: 3\r\nContent-Length: 5",
        "Content-Length: 5, 5",
        "Content-Length: +5",
        "Content-Length: -5",
        "Content-Length: 0x5",
        "Content-Length: 5 5",
        "Content-Length:",
        "Content-Length: 99999999999999999999",
        "X: y\r\n z",
        "X: y\r\n\tz",
        "X : y",
        "X\t: y",
        " X: y",
        "X",
        ": y",
        "X: a\0b",
        "X: a\rb",
    ] {
        let request = format!(
            "POST /a HTTP/1.1\r\nHost: a\r\n{fields}\r\n\r\n5\r\nhello\r\n0\r\n\r\n\
             GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"
        );
        let mut client = servers.connect().await;
        let answer = client.send(request).await;
        assert_eq!((answer.status, answer.closes()), (400, true), "{fields:?}: {}", answer.head);
        assert_eq!(client.read_to_end().await, b"", "{fields:?}");
    }
    // HTTP/1.0 has no codings.
    let request = "POST /a HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    assert_eq!(servers.ask(request).await.status, 400);
    assert_eq!(servers.forwarded(), 0);
}

/// Both sides go by the chunks, and nothing that follows is a request.
#[tokio::test]
async fn a_length_beside_chunks_does_not_count() {
    let servers = Servers::start(path::STRICT).await;
    let (coding, length) = ("Transfer-Encoding: chunked", "Content-Length: 3");
    for fields in [format!("{coding}\r\n{length}"), format!("{length}\r\n{coding}")] {
        let request = format!(
            "POST /a HTTP/1.1\r\nHost: a\r\n{fields}\r\n\r\n5\r\nhello\r\n0\r\n\r\n\
             GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"
        );
        let mut client = servers.connect().await;
        let answer = client.send(request).await;
        assert_eq!((answer.content(), answer.closes()), ("hello", true), "{fields}");
        assert!(answer.field("content-length").is_empty(), "{}", answer.body);
        assert_eq!(client.read_to_end().await, b"", "{fields}");
    }
    assert_eq!(servers.forwarded(), 2);
}

#[tokio::test]
async fn bodies_are_forwarded_with_every_method() {
    let servers = Servers::start(path::STRICT).await;
    let mut client = servers.connect().await;
    for method in ["GET", "DELETE", "OPTIONS", "POST", "PUT", "x-method"] {
        for (fields, body) in [
            ("Content-Length: 5", "hello"),
            ("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n\r\n"),
            ("Transfer-Encoding: CHUNKED", "2\r\nhe\r\n003\r\nllo\r\n0\r\n\r\n"),
            ("Content-Length: 5\r\nContent-Length: 5", "hello"),
        ] {
            let request = format!("{method} /p%6Fst HTTP/1.1\r\nHost: a\r\n{fields}\r\n\r\n{body}");
            let answer = client.send(request).await;
            assert_eq!(answer.line(), format!("{method} /post HTTP/1.1"));
            assert_eq!(answer.content(), "hello", "{method} {fields}");
            let said =
                answer.field("transfer-encoding").len() + answer.field("content-length").len();
            assert_eq!(said, 1, "{}", answer.body);
        }
    }
}

#[tokio::test]
async fn trailers_and_extensions_of_chunks_are_dropped() {
    let servers = Servers::start(path::STRICT).await;
    let mut client = servers.connect().await;
    for trailers in
        ["X-Original-URL: /admin\r\n", "Host: evil\r\nX-Rewrite_URL: /admin\r\n", "X: y\r\n"]
    {
        let answer = client
            .send(format!(
                "POST /a HTTP/1.1\r\nHost: a\r\nTE: trailers\r\nConnection: TE\r\n\
                 Trailer: X-Original-URL, Host, X, X-Rewrite_URL\r\nTransfer-Encoding: chunked\r\n\r\n\
                 5;x=\"y\"\r\nhello\r\n0\r\n{trailers}\r\n"
            ))
            .await;
        assert_eq!(answer.content(), "hello", "{trailers}");
        assert_eq!(answer.field("host"), ["a"]);
        for name in ["trailer", "te"] {
            assert!(answer.field(name).is_empty(), "{}", answer.body);
        }
    }
}

/// Chunks that some read in another way; the body is not complete for anybody then.
#[tokio::test]
async fn malformed_chunks_are_not_a_body() {
    let servers = Servers::start(path::STRICT).await;
    for chunks in [
        "5\nhello\r\n0\r\n\r\n",
        "5\r\nhello\n0\r\n\r\n",
        "5\r\nhelloX\r\n0\r\n\r\n",
        "5;a\nb\r\nhello\r\n0\r\n\r\n",
        "0x5\r\nhello\r\n0\r\n\r\n",
        "+5\r\nhello\r\n0\r\n\r\n",
        "-5\r\nhello\r\n0\r\n\r\n",
        "\r\nhello\r\n0\r\n\r\n",
        "10000000000000005\r\nhello\r\n0\r\n\r\n",
        "g\r\nhello\r\n0\r\n\r\n",
    ] {
        let request = format!(
            "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n{chunks}\
             GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"
        );
        let mut client = servers.connect().await;
        client.write(request.as_bytes()).await;
        let answers = client.read_to_end().await;
        let text = String::from_utf8_lossy(&answers);
        assert!(!text.contains("HTTP/1.1 200"), "{chunks:?}: {text}");
        assert!(text.matches("HTTP/1.1 ").count() <= 1, "{chunks:?}: {text}");
    }
}

/// A line feed alone ends a line for some (RFC 9112 2.2); the upstream gets lines as they should be.
#[tokio::test]
async fn bare_line_feeds_are_not_forwarded() {
    let servers = Servers::start(path::STRICT).await;
    let answer = servers.ask("GET /a HTTP/1.1\nHost: a\nX: y\n\n").await;
    assert_eq!((answer.line(), answer.field("x")), ("GET /a HTTP/1.1", vec!["y"]));
    for line in
        ["GET  /a HTTP/1.1", "GET /a  HTTP/1.1", "GET\t/a HTTP/1.1", "GET /a HTTP/1.1 ", "GET /a"]
    {
        let answer = servers.ask(format!("{line}\r\nHost: a\r\n\r\n")).await;
        assert_eq!(answer.status, 400, "{line:?}");
    }
    assert_eq!(servers.forwarded(), 1);
}

/// RFC 9112 6.3: the chunks count, and the length is not forwarded. With it, the client would get
/// three of five bytes, and take the rest for the next answer.
#[tokio::test]
async fn a_length_beside_chunks_of_an_upstream_does_not_count() {
    for answer in [
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n\
         5\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: Chunked\r\n\r\n\
         5\r\nhello\r\n0\r\n\r\n",
    ] {
        let upstream = start_upstream_that_says(answer.as_bytes()).await;
        let servers = Servers::before(upstream, Limits::default()).await;
        let mut client = servers.connect().await;
        client.write(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").await;
        let received = String::from_utf8(client.read_to_end().await).unwrap();
        let (head, body) = received.split_once("\r\n\r\n").unwrap();
        let head = head.to_ascii_lowercase();
        assert!(!head.contains("content-length") && head.contains("transfer-encoding: chunked"));
        assert_eq!(body, "5\r\nhello\r\n0\r\n\r\n", "{head}");
    }
}

/// The proxy sends no `TE`, so no upstream may send another coding (RFC 9112 7.4). Without its
/// label, the client would take gzip for text.
#[tokio::test]
async fn other_codings_of_an_upstream_are_refused() {
    for answer in [
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n\
         5\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\nConnection: close\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 5\r\n\r\nhello",
    ] {
        let upstream = start_upstream_that_says(answer.as_bytes()).await;
        let servers = Servers::before(upstream, Limits::default()).await;
        let found = servers.get("/").await;
        assert_eq!((found.status, found.body.as_str()), (502, ""), "{answer}");
    }
}
