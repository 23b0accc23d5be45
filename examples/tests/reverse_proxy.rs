//! The proxy between raw TCP and an upstream that says what it was asked for.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response, server::conn::http1};
use hyper_util::rt::TokioIo;
use percent_simd::path::{self, PathPolicy};
use percent_simd_examples::proxy::{Proxy, Verdict, judge};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const LOOPBACK: (&str, u16) = ("127.0.0.1", 0);

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
];

/// Answers with the method, the target, the `Host`, the `Via` and the body that it has got.
async fn start_upstream() -> (SocketAddr, Arc<AtomicUsize>) {
    let listener = TcpListener::bind(LOOPBACK).await.unwrap();
    let address = listener.local_addr().unwrap();
    let requests = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&requests);
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let count = Arc::clone(&count);
            tokio::spawn(async move {
                let service = service_fn(|request: Request<Incoming>| {
                    count.fetch_add(1, Ordering::Relaxed);
                    async move {
                        let field = |name: &str| {
                            request
                                .headers()
                                .get(name)
                                .map_or("", |value| value.to_str().unwrap())
                                .to_owned()
                        };
                        let (host, via) = (field("host"), field("via"));
                        let secret =
                            ["x-secret", "x-original-url", "X-Rewrite-URL"].map(field).concat();
                        let start = format!(
                            "{} {} host={host} via={via} secret={secret} body=",
                            request.method(),
                            request.uri()
                        );
                        let body = request.into_body().collect().await?.to_bytes();
                        Ok::<_, hyper::Error>(Response::new(Full::new(Bytes::from(
                            [start.as_bytes(), &body].concat(),
                        ))))
                    }
                });
                let _closed =
                    http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
            });
        }
    });
    (address, requests)
}

struct Servers {
    proxy: SocketAddr,
    requests: Arc<AtomicUsize>,
}

async fn start(policy: PathPolicy) -> Servers {
    let (upstream, requests) = start_upstream().await;
    let listener = TcpListener::bind(LOOPBACK).await.unwrap();
    let proxy = listener.local_addr().unwrap();
    tokio::spawn(Proxy::new(policy, upstream.to_string().parse().unwrap()).serve(listener));
    Servers { proxy, requests }
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

/// One connection to the proxy.
struct Client(TcpStream);

impl Client {
    async fn connect(servers: &Servers) -> Self {
        Self(TcpStream::connect(servers.proxy).await.unwrap())
    }

    async fn get(&mut self, target: &[u8]) -> Answer {
        self.send(&[b"GET ", target, b" HTTP/1.1\r\nHost: proxy.example\r\n\r\n"].concat()).await
    }

    /// Writes that, and reads one response.
    async fn send(&mut self, request: &[u8]) -> Answer {
        let exchange = async {
            self.0.write_all(request).await.unwrap();
            let mut bytes = Vec::new();
            let head_len = loop {
                if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
                    break at + 4;
                }
                assert!(
                    self.0.read_buf(&mut bytes).await.unwrap() > 0,
                    "closed within a head: {}",
                    bytes.escape_ascii()
                );
            };
            let head = String::from_utf8(bytes[..head_len].to_vec()).unwrap().to_ascii_lowercase();
            let len = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: "))
                .map_or(0, |len| len.parse().unwrap());
            while bytes.len() < head_len + len {
                assert!(self.0.read_buf(&mut bytes).await.unwrap() > 0, "closed within a body");
            }
            let body = String::from_utf8(bytes[head_len..].to_vec()).unwrap();
            let status = head
                .split(' ')
                .nth(1)
                .and_then(|status| status.parse().ok())
                .expect("a status line");
            Answer { status, head, body }
        };
        let what = request.escape_ascii();
        tokio::time::timeout(Duration::from_secs(20), exchange)
            .await
            .unwrap_or_else(|_| panic!("no answer to {what}"))
    }
}

#[tokio::test]
async fn hostile_targets_get_400_and_go_no_further() {
    let servers = start(path::STRICT).await;
    assert!(HOSTILE.len() >= 30);
    for target in HOSTILE {
        let answer = Client::connect(&servers).await.get(target).await;
        assert_eq!(answer.status, 400, "{}", target.escape_ascii());
        assert_eq!(answer.body, "", "the reason is not for the client: {}", target.escape_ascii());
    }
    assert_eq!(servers.requests.load(Ordering::Relaxed), 0, "the upstream sees none of them");
}

#[tokio::test]
async fn a_connection_goes_on_behind_a_400() {
    let servers = start(path::STRICT).await;
    let mut client = Client::connect(&servers).await;
    for target in [&b"/icons/.%2e/%2e%2e/etc/passwd"[..], b"/a%00", b"/a%2fb", b"/..;/manager/html"]
    {
        let answer = client.get(target).await;
        assert_eq!(answer.status, 400);
        assert!(!answer.head.contains("connection: close"), "{}", answer.head);
        let answer = client.get(b"/good").await;
        assert_eq!((answer.status, answer.body.starts_with("GET /good ")), (200, true));
    }
    assert_eq!(servers.requests.load(Ordering::Relaxed), 4);
}

#[tokio::test]
async fn good_targets_reach_the_upstream_normalized() {
    let servers = start(path::STRICT).await;
    let mut client = Client::connect(&servers).await;
    for (target, forwarded) in [
        ("/", "/"),
        ("/a/b.c", "/a/b.c"),
        ("/a/./b//c/../d/", "/a/b/d/"),
        ("/a/%2E%2e/b", "/b"),
        ("/%41%7e%62", "/A~b"),
        ("/caf%C3%A9", "/caf%C3%A9"),
        ("/caf%c3%a9/%20x", "/caf%C3%A9/%20x"),
        ("/what%3F%23", "/what%3F%23"),
        ("/100%25/%252e%252e/x", "/100%25/%252e%252e/x"),
        ("/a;v=1/b", "/a;v=1/b"),
        ("/a?q=1+1%2B1%20%2F..%00", "/a?q=1+1%2B1%20%2F..%00"),
        ("/a/?", "/a/?"),
        ("//evil.example/a", "/evil.example/a"),
    ] {
        let answer = client.get(target.as_bytes()).await;
        let expected = format!(
            "GET {forwarded} host=proxy.example via=1.1 percent-simd-example secret= body="
        );
        assert_eq!((answer.status, &*answer.body), (200, &*expected), "{target}");
    }
}

#[tokio::test]
async fn forms_methods_and_headers() {
    let servers = start(path::STRICT).await;
    let mut client = Client::connect(&servers).await;
    // The target's host replaces the field (RFC 9112 3.2.2).
    let answer = client.get(b"http://other.example:81/x/../y?z").await;
    assert_eq!(
        answer.body,
        "GET /y?z host=other.example:81 via=1.1 percent-simd-example secret= body="
    );
    let answer = client.get(b"http://other.example").await;
    assert!(answer.body.starts_with("GET / host=other.example "), "{}", answer.body);

    let answer =
        client.send(b"POST /p%6Fst HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello").await;
    assert!(
        answer.body.starts_with("POST /post ") && answer.body.ends_with(" body=hello"),
        "{}",
        answer.body
    );
    // What `Connection` names stays on its connection.
    for listed in [&b"x-secret"[..], b"x-other, X-Secret", b"\xff, x-secret"] {
        let request =
            [b"GET / HTTP/1.1\r\nHost: a\r\nConnection: ", listed, b"\r\nX-Secret: 1\r\n\r\n"]
                .concat();
        let answer = client.send(&request).await;
        assert!(answer.body.contains(" secret= "), "{}", answer.body);
    }
    // What would overrule the path that was checked.
    for name in ["X-Original-URL", "x-rewrite-url"] {
        let answer = client
            .send(format!("GET /a HTTP/1.1\r\nHost: a\r\n{name}: /admin\r\n\r\n").as_bytes())
            .await;
        assert!(
            answer.body.starts_with("GET /a ") && answer.body.contains(" secret= "),
            "{}",
            answer.body
        );
    }
    for target in ["*", "http://other.example", "http://other.example/"] {
        assert_eq!(
            client
                .send(format!("OPTIONS {target} HTTP/1.1\r\nHost: a\r\n\r\n").as_bytes())
                .await
                .status,
            501
        );
    }
    assert!(
        client
            .send(b"OPTIONS http://other.example/? HTTP/1.1\r\nHost: a\r\n\r\n")
            .await
            .body
            .starts_with("OPTIONS /? ")
    );
    let answer = Client::connect(&servers).await.send(b"GET /a HTTP/1.0\r\nHost: a\r\n\r\n").await;
    assert!(answer.body.contains(" via=1.0 percent-simd-example "), "{}", answer.body);
    // What is asked for is not here, and userinfo is no error with every scheme.
    for target in
        [&b"ftp://user@other.example/a"[..], b"x://other.example/a", b"https://other.example/a"]
    {
        assert_eq!(Client::connect(&servers).await.get(target).await.status, 400);
    }
    // No `Host`, and two.
    assert_eq!(Client::connect(&servers).await.send(b"GET / HTTP/1.1\r\n\r\n").await.status, 400);
    assert_eq!(
        Client::connect(&servers)
            .await
            .send(b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
            .await
            .status,
        400
    );
    assert_eq!(
        Client::connect(&servers)
            .await
            .send(b"CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n")
            .await
            .status,
        501
    );
}

#[tokio::test]
async fn the_host_field_is_checked_and_stays() {
    let servers = start(path::STRICT).await;
    let ask = async |host: &[u8], more: &str| {
        let request =
            [b"GET /a HTTP/1.1\r\nHost:", host, b"\r\n", more.as_bytes(), b"\r\n"].concat();
        Client::connect(&servers).await.send(&request).await
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
        assert_eq!(ask(host, "").await.status, 400, "{}", host.escape_ascii());
    }
    assert_eq!(servers.requests.load(Ordering::Relaxed), 0);
    for (host, forwarded) in [
        ("a.example", "a.example"),
        (" A_b:80 ", "A_b:80"),
        ("a:", "a"),
        ("ex%61mple", "example"),
        ("[::1]:8080", "[::1]:8080"),
    ] {
        let answer = ask(host.as_bytes(), "").await;
        assert!(
            answer.body.starts_with(&format!("GET /a host={forwarded} ")),
            "{host}: {}",
            answer.body
        );
    }
    // `Connection` cannot take it away, or the upstream would see its own name.
    assert!(ask(b"a", "Connection: close, host\r\n").await.body.starts_with("GET /a host=a "));
}

/// What two servers may see two messages in: a length beside chunks, chunks that are not the last
/// coding, a folded line, space before the colon.
#[tokio::test]
async fn where_a_body_ends_is_said_once() {
    let servers = start(path::STRICT).await;
    let chunked = "Transfer-Encoding: chunked\r\n";
    for fields in
        [format!("Content-Length: 3\r\n{chunked}"), format!("{chunked}Content-Length: 3\r\n")]
    {
        let request = format!("POST /a HTTP/1.1\r\nHost: a\r\n{fields}\r\n5\r\nhello\r\n0\r\n\r\n");
        assert!(
            Client::connect(&servers)
                .await
                .send(request.as_bytes())
                .await
                .body
                .ends_with(" body=hello"),
            "{fields}"
        );
    }
    for fields in [
        "Transfer-Encoding: chunked, x\r\n",
        "Content-Length: 3\r\nContent-Length: 5\r\n",
        "X: y\r\n z\r\n",
        "X : y\r\n",
    ] {
        let request = format!("POST /a HTTP/1.1\r\nHost: a\r\n{fields}\r\nhello");
        assert_eq!(
            Client::connect(&servers).await.send(request.as_bytes()).await.status,
            400,
            "{fields}"
        );
    }
}

#[tokio::test]
async fn escaped_slashes_by_redirect() {
    let servers = start(path::ENVOY_REDIRECT).await;
    let mut client = Client::connect(&servers).await;
    for (target, location) in [
        ("/public%2F..%2Fadmin?x=1", "/admin?x=1"),
        ("/a%5Cb%20c", "/a/b%20c"),
        // Never a reference to another host.
        ("/%2Fevil.example/a", "/evil.example/a"),
        ("/%5C/evil.example", "/evil.example"),
        ("/x%2F..%2F/%5cevil.example", "/evil.example"),
        ("/a%2F%0d%0ab", "/a/%0d%0ab"),
    ] {
        let answer = client.get(target.as_bytes()).await;
        assert_eq!(answer.status, 308, "{target}");
        let location = format!("location: {location}\r\n");
        assert!(answer.head.contains(&location), "{target}: {}", answer.head);
    }
    assert_eq!(servers.requests.load(Ordering::Relaxed), 0);
    // As there is no slash to unescape now, the client gets through.
    assert!(client.get(b"/admin?x=1").await.body.starts_with("GET /admin?x=1 "));
}

#[tokio::test]
async fn an_upstream_that_is_away_is_502() {
    let nobody = TcpListener::bind(LOOPBACK).await.unwrap();
    let away = nobody.local_addr().unwrap();
    drop(nobody);
    let listener = TcpListener::bind(LOOPBACK).await.unwrap();
    let servers = Servers { proxy: listener.local_addr().unwrap(), requests: Arc::default() };
    tokio::spawn(Proxy::new(path::STRICT, away.to_string().parse().unwrap()).serve(listener));
    assert_eq!(Client::connect(&servers).await.get(b"/a").await.status, 502);
}

/// What is refused, and why, without a network: every preset, though not all refuse all of it.
#[test]
fn verdicts() {
    let line = |target: &[u8]| [b"GET ", target, b" HTTP/1.1"].concat();
    for target in HOSTILE {
        assert!(
            matches!(judge(path::STRICT, &line(target)), Verdict::Refuse(reason) if reason.contains("byte")),
            "{}",
            target.escape_ascii()
        );
    }
    let reason =
        Verdict::Refuse("path refused at byte 2: control character 0x00; remove it".to_owned());
    assert_eq!(judge(path::STRICT, &line(b"/a%00")), reason);
    // A `//` that a policy keeps is no place to send a client to.
    let keeps = path::ENVOY_REDIRECT.merge_slashes(false);
    assert!(matches!(judge(keeps, &line(b"/%2Fevil.example")), Verdict::Refuse(_)));
    assert!(matches!(judge(path::STRICT, &line(b"http://caf%C3%A9.example/")), Verdict::Refuse(_)));
}
