//! A reverse proxy that forwards only what it has understood. The layers of `percent-simd-tower`
//! check the request target and rewrite its path to the resolved one. What is left for a proxy is
//! here: the fields that say where a message ends and whom it is for, and limits of time.

mod body;
mod fields;

use std::convert::Infallible;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, combinators::BoxBody};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::http::request::Parts;
use hyper::http::uri::{Authority, Scheme, Uri};
use hyper::server::conn::http1;
use hyper::{Method, Request, Response, StatusCode, Version};
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use percent_simd::Flags;
use percent_simd::path::PathPolicy;
use percent_simd_tower::{InspectLayer, Inspected, PathPolicyLayer, RedirectStatus, Refusal};
use tokio::net::TcpListener;
use tokio::time::timeout;
use tower::util::BoxCloneService;
use tower::{Layer, ServiceExt, service_fn};

use body::{BodyError, Timed, TimedOut};
use fields::{is_chunked, max_forwards, remove_unforwarded, replace_host};

/// What is sent to the client.
type Body = BoxBody<Bytes, BodyError>;

/// The service that forwards, inside the layers.
type Layered = BoxCloneService<Request<Incoming>, Response<Body>, Infallible>;

/// How long to wait after a failure to accept a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Logged, and forwarded in a query: the upstream decides what its parameters mean.
const SUSPICIOUS: Flags = Flags::NESTED.union(Flags::OVERLONG).union(Flags::NUL);

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

/// One upstream, the policy for the paths it receives, and the limits.
#[derive(Clone, Debug)]
pub struct Proxy {
    /// What it accepts.
    pub policy: PathPolicy,
    /// Host and port of the server that requests are sent to.
    pub upstream: Authority,
    /// How long things may take.
    pub limits: Limits,
}

impl Proxy {
    /// Serves every connection that the listener accepts. If it cannot accept one (too many are
    /// open), it waits and continues.
    pub async fn serve(self, listener: TcpListener) -> Infallible {
        let Self { policy, upstream, limits } = self;
        let client = Client::builder(TokioExecutor::new()).build_http();
        let forwarder = Arc::new(Forwarder { upstream, client, limits });
        let forward = service_fn(move |request| {
            let forwarder = Arc::clone(&forwarder);
            async move { Ok::<_, Infallible>(forwarder.forward(request).await) }
        });
        let policy = PathPolicyLayer::new(policy).redirect_status(RedirectStatus::Permanent);
        let inspect = InspectLayer::new(SUSPICIOUS).on_flags(log_flags);
        let layered = inspect.layer(policy.on_refused(refuse).layer(forward)).boxed_clone();
        loop {
            let (stream, client) = match listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    eprintln!("accept: {error}");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                    continue;
                }
            };
            let layered = layered.clone();
            tokio::spawn(async move {
                let service = service_fn(move |request| answer(layered.clone(), request));
                let service = TowerToHyperService::new(service);
                let mut connection = http1::Builder::new();
                connection.timer(TokioTimer::new()).header_read_timeout(limits.head);
                let served = connection.serve_connection(TokioIo::new(stream), service);
                match timeout(limits.connection, served).await {
                    Ok(Ok(())) => {}
                    // hyper itself refuses what is not HTTP at all.
                    Ok(Err(error)) => eprintln!("{client}: {error}"),
                    Err(_elapsed) => eprintln!("{client}: the connection has lasted too long"),
                }
            });
        }
    }
}

/// Checks the fields; the layers check the target.
async fn answer(
    layered: Layered,
    mut request: Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    if let Err(reason) = is_chunked(request.headers()) {
        // Where the next request begins is as doubtful as where this one ends.
        return Ok(closing(refused(request.method(), request.uri(), &reason)));
    }
    match replace_host(&mut request) {
        Ok(()) => layered.oneshot(request).await,
        Err(reason) => Ok(refused(request.method(), request.uri(), &reason)),
    }
}

/// The service inside the layers.
struct Forwarder {
    upstream: Authority,
    client: Client<HttpConnector, Timed>,
    limits: Limits,
}

impl Forwarder {
    async fn forward(&self, request: Request<Incoming>) -> Response<Body> {
        let (is_options, uri) = (request.method() == Method::OPTIONS, request.uri());
        let target = match uri.path_and_query() {
            // `OPTIONS *`, and the same in absolute form (RFC 9112 3.2.4).
            Some(target) if target == "*" => None,
            Some(target) if target == "/" && is_options && uri.authority().is_some() => None,
            // None with `CONNECT`.
            target => target.cloned(),
        };
        let Some(target) = target else { return empty(StatusCode::NOT_IMPLEMENTED) };
        let forwards = match max_forwards(&request) {
            Ok(forwards) => forwards,
            Err(reason) => return refused(request.method(), uri, &reason),
        };
        // The last recipient, who answers itself (RFC 9110 7.6.2).
        if forwards == Some(0) {
            return empty(if is_options { StatusCode::OK } else { StatusCode::NOT_IMPLEMENTED });
        }
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
        let is_chunked = headers.contains_key(header::TRANSFER_ENCODING);
        remove_unforwarded(headers);
        if is_chunked {
            // Otherwise hyper sends no body with a GET.
            headers.insert(header::TRANSFER_ENCODING, HeaderValue::from_static("chunked"));
        }
        if let Some(forwards) = forwards {
            headers.insert(header::MAX_FORWARDS, HeaderValue::from(forwards - 1));
        }
        headers.append(header::VIA, HeaderValue::from_static(via));
        let limit = self.limits.body + self.limits.answer;
        match timeout(limit, self.client.request(request)).await {
            // No upgrade was asked for.
            Ok(Ok(response)) if response.status() == StatusCode::SWITCHING_PROTOCOLS => {
                self.bad_gateway("101 without an upgrade")
            }
            Ok(Ok(response)) => self.answered(response),
            Ok(Err(error)) if TimedOut::caused(&error) => {
                closing(empty(StatusCode::REQUEST_TIMEOUT))
            }
            Ok(Err(error)) => self.bad_gateway(&error),
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
            Err(reason) => return self.bad_gateway(reason),
        }
        remove_unforwarded(response.headers_mut());
        response.map(|body| Timed::new(body, self.limits.body).boxed())
    }

    fn bad_gateway(&self, reason: impl Display) -> Response<Body> {
        eprintln!("502 from {}: {reason}", self.upstream);
        empty(StatusCode::BAD_GATEWAY)
    }
}

fn log_flags(found: &Inspected, uri: &Uri) {
    eprintln!("{uri}: flags {}", found.flags());
}

fn refuse(refusal: Refusal, parts: &Parts) -> Response<Body> {
    refused(&parts.method, &parts.uri, &refusal)
}

/// The reason is for the log, not for the client.
fn refused(method: &Method, uri: &Uri, reason: &dyn Display) -> Response<Body> {
    eprintln!("400 {method} {uri}: {reason}");
    empty(StatusCode::BAD_REQUEST)
}

/// The same response, and then the end of the connection.
fn closing(mut response: Response<Body>) -> Response<Body> {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

fn empty(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::default());
    *response.status_mut() = status;
    response
}
