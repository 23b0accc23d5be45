//! A reverse proxy that forwards only what it has understood: the request target is split, checked,
//! and normalized under one [`PathPolicy`], and the upstream receives the result instead of what
//! the client wrote. So it is with the fields that say where a message ends and whom it is for.
//!
//! hyper splits the line first, and is less strict in one thing: it drops a `#` and what follows
//! it, where [`RequestLine::parse`](percent_simd::request_line::RequestLine::parse) would refuse
//! it.

mod body;
mod fields;
mod verdict;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Empty, combinators::BoxBody};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::http::uri::{Authority, PathAndQuery, Scheme, Uri};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode, Version};
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use percent_simd::path::PathPolicy;
use tokio::net::TcpListener;
use tokio::time::timeout;

use body::{BodyError, Timed, TimedOut};
use fields::{host_field, is_chunked, max_forwards, remove_unforwarded};
pub use verdict::{Verdict, judge};

/// What is sent to the client.
type Body = BoxBody<Bytes, BodyError>;

/// How long to wait after a failure to accept a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// How long things may take, so that nobody holds a connection for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The head of a request, from the first byte or from the end of the exchange before.
    pub head: Duration,
    /// A body, whether the client or the upstream sends it.
    pub body: Duration,
    /// The head of the upstream's answer, after the time that the body of the request may take.
    pub answer: Duration,
    /// A connection of a client, whatever happens on it; a client that does not read is bounded by
    /// this alone.
    pub connection: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(30),
            body: Duration::from_secs(60),
            answer: Duration::from_secs(60),
            connection: Duration::from_secs(600),
        }
    }
}

/// One upstream, and the policy for what it receives.
pub struct Proxy {
    policy: PathPolicy,
    upstream: Authority,
    client: Client<HttpConnector, Timed>,
    limits: Limits,
}

impl Proxy {
    /// A proxy for the server at this host and port.
    #[must_use]
    pub fn new(policy: PathPolicy, upstream: Authority) -> Self {
        let client = Client::builder(TokioExecutor::new()).build_http();
        Self { policy, upstream, client, limits: Limits::default() }
    }

    /// The same with other limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Serves every connection that the listener accepts. If it cannot accept one (too many are
    /// open), it waits and continues.
    pub async fn serve(self, listener: TcpListener) -> Infallible {
        let proxy = Arc::new(self);
        loop {
            let (stream, client) = match listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    eprintln!("accept: {error}");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                    continue;
                }
            };
            let proxy = Arc::clone(&proxy);
            tokio::spawn(async move {
                let service = service_fn(|request| {
                    let proxy = Arc::clone(&proxy);
                    async move { Ok::<_, hyper::Error>(proxy.answer(request).await) }
                });
                let mut connection = http1::Builder::new();
                connection.timer(TokioTimer::new()).header_read_timeout(proxy.limits.head);
                let served = connection.serve_connection(TokioIo::new(stream), service);
                match timeout(proxy.limits.connection, served).await {
                    Ok(Ok(())) => {}
                    // hyper itself refuses what is not HTTP at all.
                    Ok(Err(error)) => eprintln!("{client}: {error}"),
                    Err(_elapsed) => eprintln!("{client}: the connection has lasted too long"),
                }
            });
        }
    }

    async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        // hyper has split the line and checked the bytes of the target. One parser and one policy
        // decide what the target means, whatever its form.
        let line = format!("{} {} {:?}", request.method(), request.uri(), request.version());
        let is_chunked = match is_chunked(request.headers()) {
            Ok(is_chunked) => is_chunked,
            // Where the next request begins is as doubtful as where this one ends.
            Err(reason) => return closing(refused(&line, &reason)),
        };
        let field = match host_field(&request) {
            Ok(field) => field,
            Err(reason) => return refused(&line, &reason),
        };
        let forwards = match max_forwards(&request) {
            Ok(forwards) => forwards,
            Err(reason) => return refused(&line, &reason),
        };
        match judge(self.policy, line.as_bytes()) {
            // The last recipient, who answers itself (RFC 9110 7.6.2).
            Verdict::Forward { .. } if forwards == Some(0) => {
                empty(if request.method() == Method::OPTIONS {
                    StatusCode::OK
                } else {
                    StatusCode::NOT_IMPLEMENTED
                })
            }
            Verdict::Forward { target, host } => {
                let fields = Fields { is_chunked, forwards, host: host.or(field) };
                self.forward(request, target, fields).await
            }
            Verdict::Redirect(location) => {
                let mut response = empty(StatusCode::PERMANENT_REDIRECT);
                response.headers_mut().insert(header::LOCATION, location);
                response
            }
            Verdict::Refuse(reason) => refused(&line, &reason),
            Verdict::NotImplemented => empty(StatusCode::NOT_IMPLEMENTED),
        }
    }

    async fn forward(
        &self,
        request: Request<Incoming>,
        target: PathAndQuery,
        fields: Fields,
    ) -> Response<Body> {
        let mut request = request.map(|body| Timed::new(body, self.limits.body));
        let uri = Uri::builder()
            .scheme(Scheme::HTTP)
            .authority(self.upstream.clone())
            .path_and_query(target)
            .build();
        *request.uri_mut() = uri.expect("scheme, authority and path make a URI");
        // The version of the request as received (RFC 9110 7.6.3).
        let via = if request.version() == Version::HTTP_10 {
            "1.0 percent-simd-example"
        } else {
            "1.1 percent-simd-example"
        };
        *request.version_mut() = Version::HTTP_11;
        let headers = request.headers_mut();
        remove_unforwarded(headers);
        if fields.is_chunked {
            // Otherwise hyper sends no body with a GET.
            headers.insert(header::TRANSFER_ENCODING, HeaderValue::from_static("chunked"));
        }
        if let Some(forwards) = fields.forwards {
            headers.insert(header::MAX_FORWARDS, HeaderValue::from(forwards - 1));
        }
        if let Some(host) = fields.host {
            headers.insert(header::HOST, host);
        }
        headers.append(header::VIA, HeaderValue::from_static(via));
        let limit = self.limits.body + self.limits.answer;
        match timeout(limit, self.client.request(request)).await {
            // No upgrade was asked for.
            Ok(Ok(response)) if response.status() == StatusCode::SWITCHING_PROTOCOLS => {
                eprintln!("502 from {}: 101 without an upgrade", self.upstream);
                empty(StatusCode::BAD_GATEWAY)
            }
            Ok(Ok(response)) => self.answered(response),
            Ok(Err(error)) if TimedOut::caused(&error) => {
                closing(empty(StatusCode::REQUEST_TIMEOUT))
            }
            Ok(Err(error)) => {
                eprintln!("502 from {}: {error}", self.upstream);
                empty(StatusCode::BAD_GATEWAY)
            }
            Err(_elapsed) => {
                eprintln!("504 from {}: no answer in {limit:?}", self.upstream);
                empty(StatusCode::GATEWAY_TIMEOUT)
            }
        }
    }

    /// The upstream's answer as it is forwarded.
    fn answered(&self, mut response: Response<Incoming>) -> Response<Body> {
        match is_chunked(response.headers()) {
            Ok(false) => {}
            // The chunks count (RFC 9112 6.3).
            Ok(true) => drop(response.headers_mut().remove(header::CONTENT_LENGTH)),
            Err(reason) => {
                eprintln!("502 from {}: {reason}", self.upstream);
                return empty(StatusCode::BAD_GATEWAY);
            }
        }
        remove_unforwarded(response.headers_mut());
        response.map(|body| Timed::new(body, self.limits.body).boxed())
    }
}

/// What the checked fields of a request say.
struct Fields {
    is_chunked: bool,
    /// At least 1.
    forwards: Option<u64>,
    host: Option<HeaderValue>,
}

/// The reason is for the log, not for the client.
fn refused(line: &str, reason: &str) -> Response<Body> {
    eprintln!("400 {line:?}: {reason}");
    empty(StatusCode::BAD_REQUEST)
}

/// The same response, and then the end of the connection.
fn closing(mut response: Response<Body>) -> Response<Body> {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

fn empty(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Empty::new().map_err(|never| match never {}).boxed());
    *response.status_mut() = status;
    response
}
