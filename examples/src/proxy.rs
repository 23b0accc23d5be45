//! A reverse proxy that forwards only what it has understood: the request target is split, checked,
//! and normalized under one [`PathPolicy`], and the upstream receives the result instead of what
//! the client wrote.
//!
//! hyper splits the line first, and is less strict in one thing: it drops a `#` and what follows
//! it, where [`RequestLine::parse`] would refuse it.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Empty, combinators::BoxBody};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::http::uri::{Authority, PathAndQuery, Scheme, Uri};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode, Version};
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use percent_simd::path::{PathPolicy, TARGET};
use percent_simd::request_line::{self, RequestLine, Target};
use tokio::net::TcpListener;

/// What is sent to the client.
type Body = BoxBody<Bytes, hyper::Error>;

/// How long a client may take to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);

/// How long to wait after a failure to accept a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Headers from which some servers (IIS, Symfony) take another path than that of the target, which
/// nobody has checked.
const OTHER_TARGETS: [HeaderName; 2] =
    [HeaderName::from_static("x-original-url"), HeaderName::from_static("x-rewrite-url")];

/// Headers that apply to one connection and are never forwarded (RFC 9110 7.6.1), in addition to
/// those that `Connection` names.
const HOP_BY_HOP: [HeaderName; 6] = [
    header::CONNECTION,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
    header::TE,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
];

/// What to do with a request, judged by its target.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Forward it to the upstream with this path and query, and with this host if the target names
    /// one.
    Forward {
        /// Replaces the target.
        target: PathAndQuery,
        /// Replaces the `Host` field (RFC 9112 3.2.2). Without it, the field is forwarded as it
        /// was checked.
        host: Option<HeaderValue>,
    },
    /// Redirect the client.
    Redirect(HeaderValue),
    /// Answer 400. The reason is for the log, not for the client.
    Refuse(String),
    /// Answer 501: a method that a reverse proxy does not implement, `CONNECT` or `OPTIONS *` (in
    /// either spelling).
    NotImplemented,
}

/// Decides on a request line; the line ending is optional.
pub fn judge(policy: PathPolicy, line: &[u8]) -> Verdict {
    decide(policy, line).unwrap_or_else(Verdict::Refuse)
}

fn decide(policy: PathPolicy, line: &[u8]) -> Result<Verdict, String> {
    let line = RequestLine::parse(line).map_err(|error| error.to_string())?;
    let Some(path) = line.target.path() else { return Ok(Verdict::NotImplemented) };
    // This means `*`, too (RFC 9112 3.2.4); hyper writes an empty path as `/`.
    if line.method == b"OPTIONS"
        && matches!(line.target, Target::Absolute { path: b"" | b"/", query: None, .. })
    {
        return Ok(Verdict::NotImplemented);
    }
    let host = match line.target {
        Target::Absolute { scheme, authority, .. } => {
            // The connection is not secured, so https is refused as well (RFC 9110 7.4).
            if !scheme.eq_ignore_ascii_case(b"http") {
                return Err("a scheme that is not http".to_owned());
            }
            Some(forwarded_host(authority)?)
        }
        _ => None,
    };

    let resolved = policy.resolve(path).map_err(|error| error.to_string())?;
    // Escape again what a path may not contain. The query is forwarded as it is: the upstream
    // decides on its `+`.
    let mut target = TARGET.encode(&resolved.path).into_owned().into_bytes();
    if let Some(query) = line.target.query() {
        target.push(b'?');
        target.extend_from_slice(query);
    }
    if resolved.redirect {
        // A policy that does not merge slashes: here `//` would mean another host.
        if target.starts_with(b"//") {
            return Err("a redirect to a path that begins with `//`".to_owned());
        }
        return Ok(Verdict::Redirect(
            HeaderValue::try_from(target).map_err(|error| error.to_string())?,
        ));
    }
    Ok(Verdict::Forward {
        target: PathAndQuery::try_from(target).map_err(|error| error.to_string())?,
        host,
    })
}

/// An authority as a `Host` field: decoded once and checked, without an empty port.
fn forwarded_host(authority: request_line::Authority<'_>) -> Result<HeaderValue, String> {
    let domain = authority.domain().map_err(|error| error.to_string())?;
    if !domain.is_ascii() {
        return Err("a host that needs IDNA to become ASCII".to_owned());
    }
    let port = authority.port_number().map_or(String::new(), |port| format!(":{port}"));
    HeaderValue::try_from(format!("{domain}{port}")).map_err(|error| error.to_string())
}

/// One upstream, and the policy for what it receives.
pub struct Proxy {
    policy: PathPolicy,
    upstream: Authority,
    client: Client<HttpConnector, Incoming>,
}

impl Proxy {
    /// A proxy for the server at this host and port.
    #[must_use]
    pub fn new(policy: PathPolicy, upstream: Authority) -> Self {
        Self { policy, upstream, client: Client::builder(TokioExecutor::new()).build_http() }
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
                connection.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
                // hyper itself refuses what is not HTTP at all.
                if let Err(error) = connection.serve_connection(TokioIo::new(stream), service).await
                {
                    eprintln!("{client}: {error}");
                }
            });
        }
    }

    async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        // hyper has split the line and checked the bytes of the target. One parser and one policy
        // decide what the target means, whatever its form.
        let line = format!("{} {} {:?}", request.method(), request.uri(), request.version());
        let (field, verdict) = match host_field(&request) {
            Ok(field) => (field, judge(self.policy, line.as_bytes())),
            Err(reason) => (None, Verdict::Refuse(reason)),
        };
        match verdict {
            Verdict::Forward { target, host } => {
                self.forward(request, target, host.or(field)).await
            }
            Verdict::Redirect(location) => {
                let mut response = empty(StatusCode::PERMANENT_REDIRECT);
                response.headers_mut().insert(header::LOCATION, location);
                response
            }
            Verdict::Refuse(reason) => {
                eprintln!("400 {line:?}: {reason}");
                empty(StatusCode::BAD_REQUEST)
            }
            Verdict::NotImplemented => empty(StatusCode::NOT_IMPLEMENTED),
        }
    }

    async fn forward(
        &self,
        mut request: Request<Incoming>,
        target: PathAndQuery,
        host: Option<HeaderValue>,
    ) -> Response<Body> {
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
        remove_hop_by_hop(headers);
        for name in &OTHER_TARGETS {
            headers.remove(name);
        }
        // Even if `Connection` named it.
        if let Some(host) = host {
            headers.insert(header::HOST, host);
        }
        headers.append(header::VIA, HeaderValue::from_static(via));
        match self.client.request(request).await {
            Ok(mut response) => {
                remove_hop_by_hop(response.headers_mut());
                response.map(BodyExt::boxed)
            }
            Err(error) => {
                eprintln!("502 from {}: {error}", self.upstream);
                empty(StatusCode::BAD_GATEWAY)
            }
        }
    }
}

/// The `Host` field (RFC 9112 3.2): an HTTP/1.1 request has one, no request has two, and it is the
/// authority of an http URI without userinfo.
fn host_field(request: &Request<Incoming>) -> Result<Option<HeaderValue>, String> {
    let mut fields = request.headers().get_all(header::HOST).iter();
    let field = match (fields.next(), fields.next()) {
        (Some(field), None) => field,
        (None, _) if request.version() < Version::HTTP_11 => return Ok(None),
        (None, _) => return Err("no Host".to_owned()),
        _ => return Err("more than one Host".to_owned()),
    };
    // The same parser as for the authority of a target.
    match Target::parse(&[b"http://", field.as_bytes()].concat()) {
        Ok(Target::Absolute { authority, path: b"", query: None, .. }) => {
            forwarded_host(authority).map(Some)
        }
        _ => Err("an invalid Host".to_owned()),
    }
}

fn remove_hop_by_hop(headers: &mut HeaderMap) {
    // Bytes >= 0x80 beside a name do not hide it.
    let listed = headers
        .get_all(header::CONNECTION)
        .iter()
        .flat_map(|value| value.as_bytes().split(|&byte| byte == b','));
    let named: Vec<HeaderName> =
        listed.filter_map(|name| HeaderName::from_bytes(name.trim_ascii()).ok()).collect();
    for name in named.iter().chain(&HOP_BY_HOP) {
        headers.remove(name);
    }
}

fn empty(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Empty::new().map_err(|never| match never {}).boxed());
    *response.status_mut() = status;
    response
}
