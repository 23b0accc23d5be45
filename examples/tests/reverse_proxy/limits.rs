//! What takes too long or is too much, and an upstream that fails.

use std::time::Duration;

use percent_simd::path;
use percent_simd_examples::proxy::Limits;
use tokio::net::TcpListener;

use crate::servers::{LOOPBACK, PATIENCE, Servers, start_upstream_that_says};

const SOON: Duration = Duration::from_millis(100);
/// Only the limit that a test is about is reached.
const NEVER: Limits =
    Limits { head: PATIENCE, body: PATIENCE, answer: PATIENCE, connection: PATIENCE };

#[tokio::test]
async fn a_head_that_is_not_complete_in_time() {
    let servers = Servers::with_limits(path::STRICT, Limits { head: SOON, ..NEVER }).await;
    for part in ["", "GET", "GET /a HTTP/1.1\r\nHost: a\r\n", "GET /a HTTP/1.1\r\nHost: a\r\nX: "] {
        let mut client = servers.connect().await;
        client.write(part.as_bytes()).await;
        let answer = client.read_to_end().await;
        assert!(!answer.starts_with(b"HTTP/1.1 2"), "{part:?}: {}", answer.escape_ascii());
    }
    assert_eq!(servers.forwarded(), 0);
}

#[tokio::test]
async fn a_body_that_is_not_complete_in_time() {
    let servers = Servers::with_limits(path::STRICT, Limits { body: SOON, ..NEVER }).await;
    for (fields, part) in [
        ("Content-Length: 5", "hell"),
        ("Content-Length: 5", ""),
        ("Transfer-Encoding: chunked", "5\r\nhello\r\n"),
        ("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\nX: y\r\n"),
    ] {
        let mut client = servers.connect().await;
        let request = format!("POST /a HTTP/1.1\r\nHost: a\r\n{fields}\r\n\r\n{part}");
        let answer = client.send(request).await;
        assert_eq!((answer.status, answer.closes()), (408, true), "{fields}: {}", answer.head);
        assert_eq!(client.read_to_end().await, b"");
    }
}

#[tokio::test]
async fn an_answer_that_does_not_come_in_time() {
    let limits = Limits { answer: SOON, body: SOON, ..NEVER };
    let silent = start_upstream_that_says(b"").await;
    assert_eq!(Servers::before(silent, limits).await.get("/a").await.status, 504);
    // The head is there, and the client has it; then all that can be done is to close.
    let half = start_upstream_that_says(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell").await;
    let mut client = Servers::before(half, limits).await.connect().await;
    client.write(b"GET /a HTTP/1.1\r\nHost: a\r\n\r\n").await;
    let answer = client.read_to_end().await;
    assert!(answer.starts_with(b"HTTP/1.1 200 OK\r\n"), "{}", answer.escape_ascii());
    assert!(answer.ends_with(b"\r\n\r\nhell"), "{}", answer.escape_ascii());
}

/// Whatever a client does, such as nothing.
#[tokio::test]
async fn a_connection_that_lasts_too_long() {
    let servers = Servers::with_limits(path::STRICT, Limits { connection: SOON, ..NEVER }).await;
    let mut client = servers.connect().await;
    assert_eq!(client.read_to_end().await, b"");
}

#[tokio::test]
async fn a_head_that_is_too_large() {
    let servers = Servers::start(path::STRICT).await;
    let long = "a".repeat(1 << 20);
    for (request, status) in [
        (format!("GET /a HTTP/1.1\r\nHost: a\r\nX: {long}\r\n\r\n"), 431),
        (format!("GET /a HTTP/1.1\r\nHost: a\r\n{long}: x\r\n\r\n"), 431),
        (format!("GET /a HTTP/1.1\r\nHost: a\r\n{}\r\n", "X: y\r\n".repeat(101)), 431),
        (format!("GET /{} HTTP/1.1\r\nHost: a\r\n\r\n", &long[..1 << 16]), 414),
    ] {
        let mut client = servers.connect().await;
        client.write(request.as_bytes()).await;
        let answer = String::from_utf8(client.read_to_end().await).unwrap();
        // The proxy may have to close while it is still being written to, which loses its answer.
        let refused = answer.starts_with(&format!("HTTP/1.1 {status} "));
        assert!(answer.is_empty() || refused, "{status}: {answer}");
    }
    assert_eq!(servers.forwarded(), 0);
}

#[tokio::test]
async fn an_upstream_that_fails() {
    let nobody = TcpListener::bind(LOOPBACK).await.unwrap();
    let away = nobody.local_addr().unwrap();
    drop(nobody);
    assert_eq!(Servers::before(away, NEVER).await.get("/a").await.status, 502);
    let answers: [&[u8]; 4] = [
        b"no HTTP\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n",
    ];
    for answer in answers {
        let servers = Servers::before(start_upstream_that_says(answer).await, NEVER).await;
        assert_eq!(servers.get("/a").await.status, 502, "{}", answer.escape_ascii());
    }
}

/// The client gets neither fields of the upstream's connection nor its trailers.
#[tokio::test]
async fn what_the_upstream_says_of_its_connection() {
    let upstream = start_upstream_that_says(
        b"HTTP/1.1 200 OK\r\nConnection: x-secret\r\nX-Secret: 1\r\nKeep-Alive: timeout=5\r\n\
          Trailer: X\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n",
    )
    .await;
    let mut client = Servers::before(upstream, NEVER).await.connect().await;
    client
        .write(b"GET /a HTTP/1.1\r\nHost: a\r\nTE: trailers\r\nConnection: TE, close\r\n\r\n")
        .await;
    let answer = String::from_utf8(client.read_to_end().await).unwrap().to_ascii_lowercase();
    assert!(answer.starts_with("http/1.1 200 ok\r\n"), "{answer}");
    assert!(answer.ends_with("\r\n\r\n5\r\nhello\r\n0\r\n\r\n"), "{answer}");
    for name in ["x-secret", "keep-alive", "trailer"] {
        assert!(!answer.contains(&format!("\r\n{name}:")), "{answer}");
    }
}
