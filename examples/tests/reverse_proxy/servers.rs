//! A proxy, the server behind it, and a client that writes what it likes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response, server::conn::http1};
use hyper_util::rt::TokioIo;
use percent_simd::path::PathPolicy;
use percent_simd_examples::proxy::{Limits, Proxy};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

pub(crate) const LOOPBACK: (&str, u16) = ("127.0.0.1", 0);

/// Longer than anything here takes, unless something hangs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Answers with what it has got: the request line, a line for each field, an empty one, the body,
/// and after it a line for each trailer.
async fn echo(request: Request<Incoming>) -> Result<Response<Full<Bytes>>, hyper::Error> {
    let (head, body) = request.into_parts();
    let mut seen = format!("{} {} {:?}\n", head.method, head.uri, head.version).into_bytes();
    let line = |name: &hyper::header::HeaderName, value: &hyper::header::HeaderValue| {
        [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\n"].concat()
    };
    for (name, value) in &head.headers {
        seen.extend(line(name, value));
    }
    seen.push(b'\n');
    let body = body.collect().await?;
    let trailers = body.trailers().cloned().unwrap_or_default();
    seen.extend(body.to_bytes());
    for (name, value) in &trailers {
        seen.extend([b"\ntrailer ", &*line(name, value)].concat());
    }
    Ok(Response::new(Full::new(Bytes::from(seen))))
}

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
                let service = service_fn(|request| {
                    count.fetch_add(1, Ordering::Relaxed);
                    echo(request)
                });
                let _closed =
                    http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
            });
        }
    });
    (address, requests)
}

/// An upstream that answers every connection with these bytes once it has read something, and then
/// says nothing more.
pub(crate) async fn start_upstream_that_says(answer: &'static [u8]) -> SocketAddr {
    let listener = TcpListener::bind(LOOPBACK).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            tokio::spawn(async move {
                let mut head = [0; 1024];
                if stream.read(&mut head).await.is_ok_and(|len| len > 0) {
                    stream.write_all(answer).await.unwrap();
                    // Until the proxy closes.
                    while stream.read(&mut head).await.is_ok_and(|len| len > 0) {}
                }
            });
        }
    });
    address
}

pub(crate) struct Servers {
    proxy: SocketAddr,
    requests: Arc<AtomicUsize>,
}

impl Servers {
    /// A proxy before the upstream that says what it was asked for.
    pub(crate) async fn start(policy: PathPolicy) -> Self {
        Self::with_limits(policy, Limits::default()).await
    }

    pub(crate) async fn with_limits(policy: PathPolicy, limits: Limits) -> Self {
        let (upstream, requests) = start_upstream().await;
        let proxy = start_proxy(policy, limits, upstream).await;
        Self { proxy, requests }
    }

    /// A proxy before another upstream.
    pub(crate) async fn before(upstream: SocketAddr, limits: Limits) -> Self {
        let proxy = start_proxy(percent_simd::path::STRICT, limits, upstream).await;
        Self { proxy, requests: Arc::default() }
    }

    /// How many requests the upstream has got.
    pub(crate) fn forwarded(&self) -> usize {
        self.requests.load(Ordering::Relaxed)
    }

    pub(crate) async fn connect(&self) -> Client {
        Client(TcpStream::connect(self.proxy).await.unwrap())
    }

    /// One exchange on a connection of its own.
    pub(crate) async fn ask(&self, request: impl AsRef<[u8]>) -> Answer {
        self.connect().await.send(request).await
    }

    pub(crate) async fn get(&self, target: impl AsRef<[u8]>) -> Answer {
        self.connect().await.get(target).await
    }
}

async fn start_proxy(policy: PathPolicy, limits: Limits, upstream: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind(LOOPBACK).await.unwrap();
    let address = listener.local_addr().unwrap();
    let proxy = Proxy { policy, upstream: upstream.to_string().parse().unwrap(), limits };
    tokio::spawn(proxy.serve(listener));
    address
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    /// In lower case.
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// The request line that the upstream has got.
    #[track_caller]
    pub(crate) fn line(&self) -> &str {
        assert_eq!(self.status, 200, "{}", self.head);
        self.body.lines().next().unwrap_or("")
    }

    /// All that the upstream has got of a field, or of a trailer.
    #[track_caller]
    pub(crate) fn field(&self, name: &str) -> Vec<&str> {
        assert_eq!(self.status, 200, "{}", self.head);
        self.body
            .lines()
            .filter_map(|line| line.split_once(": "))
            .filter(|(found, _)| found.trim_start_matches("trailer ") == name)
            .map(|(_, value)| value)
            .collect()
    }

    /// The body that the upstream has got, and what follows it.
    #[track_caller]
    pub(crate) fn content(&self) -> &str {
        assert_eq!(self.status, 200, "{}", self.head);
        self.body.split_once("\n\n").map_or("", |(_, content)| content)
    }

    pub(crate) fn closes(&self) -> bool {
        self.head.contains("\r\nconnection: close\r\n")
    }
}

/// One connection to the proxy.
pub(crate) struct Client(TcpStream);

impl Client {
    pub(crate) async fn get(&mut self, target: impl AsRef<[u8]>) -> Answer {
        let target = target.as_ref();
        self.send([b"GET ", target, b" HTTP/1.1\r\nHost: proxy.example\r\n\r\n"].concat()).await
    }

    /// Writes that, and reads one response.
    pub(crate) async fn send(&mut self, request: impl AsRef<[u8]>) -> Answer {
        let request = request.as_ref();
        let exchange = async {
            self.write(request).await;
            self.read().await
        };
        let what = request[..request.len().min(200)].escape_ascii();
        timeout(PATIENCE, exchange).await.unwrap_or_else(|_| panic!("no answer to {what}"))
    }

    /// Writes; the proxy may have closed the connection before it has read all.
    pub(crate) async fn write(&mut self, bytes: &[u8]) {
        let _closed = self.0.write_all(bytes).await;
    }

    /// Reads one response.
    pub(crate) async fn read(&mut self) -> Answer {
        let mut bytes = Vec::new();
        let head_len = loop {
            if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
                break at + 4;
            }
            let len = self.0.read_buf(&mut bytes).await.unwrap();
            assert!(len > 0, "closed within a head: {}", bytes.escape_ascii());
        };
        let head = String::from_utf8(bytes[..head_len].to_vec()).unwrap().to_ascii_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let len = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "))
            .map_or(0, |len| len.parse().unwrap());
        while bytes.len() < head_len + len {
            assert!(self.0.read_buf(&mut bytes).await.unwrap() > 0, "closed within a body");
        }
        let body = String::from_utf8(bytes[head_len..].to_vec()).unwrap();
        Answer { status: status.expect("a status line"), head, body }
    }

    /// Everything until the proxy closes the connection.
    pub(crate) async fn read_to_end(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let end = self.0.read_to_end(&mut bytes);
        let _reset = timeout(PATIENCE, end).await.expect("the proxy closes the connection");
        bytes
    }
}
