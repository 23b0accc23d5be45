//! A reverse proxy in front of one server: it forwards the resolved path, and answers hostile
//! targets with 400. It shows the layer's place; a proxy for production also limits time and size.
//!
//! ```sh
//! cargo run -p percent-simd-tower --features axum --example proxy -- 127.0.0.1:8080 127.0.0.1:9000
//! curl --path-as-is http://127.0.0.1:8080/icons/.%2e/%2e%2e/etc/passwd
//! ```

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::uri::{Authority, Scheme, Uri};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Version, header};
use axum::response::IntoResponse;
use axum::{Router, ServiceExt};
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::TokioExecutor;
use percent_simd::path::UNKNOWN;
use percent_simd_tower::{PathPolicyLayer, PathPolicyService};
use tokio::net::TcpListener;
use tower::Layer;

#[derive(Clone)]
struct Upstream {
    authority: Authority,
    client: Client<HttpConnector, Body>,
}

async fn forward(State(upstream): State<Upstream>, mut request: Request) -> Response<Body> {
    // `OPTIONS *` asks this proxy. `CONNECT` asks for a tunnel; in HTTP/2 it may have a path.
    let target = request.uri().path_and_query().filter(|target| *target != "*").cloned();
    let Some(target) = target.filter(|_| request.method() != Method::CONNECT) else {
        return StatusCode::NOT_IMPLEMENTED.into_response();
    };
    from_http2(&mut request);
    let uri = Uri::builder().scheme(Scheme::HTTP).authority(upstream.authority);
    *request.uri_mut() = uri.path_and_query(target).build().expect("the parts of a URI");
    *request.version_mut() = Version::HTTP_11;
    remove_hop_by_hop(request.headers_mut());
    match upstream.client.request(request).await {
        Ok(mut response) => {
            remove_hop_by_hop(response.headers_mut());
            response.map(Body::new)
        }
        Err(error) => {
            eprintln!("502: {error}");
            StatusCode::BAD_GATEWAY.into_response()
        }
    }
}

/// Converts fields from HTTP/2 to HTTP/1.1: `:authority` becomes `Host` (RFC 9113 8.3.1), and all
/// `Cookie` fields become one (8.2.3).
fn from_http2(request: &mut Request) {
    let host = request.uri().authority().map(|authority| HeaderValue::from_str(authority.as_str()));
    if let Some(Ok(host)) = host {
        request.headers_mut().entry(header::HOST).or_insert(host);
    }
    let cookies = request.headers().get_all(header::COOKIE).iter();
    let cookies: Vec<&[u8]> = cookies.map(HeaderValue::as_bytes).collect();
    if let [_, _, ..] = cookies[..]
        && let Ok(cookie) = HeaderValue::from_bytes(&cookies.join(&b"; "[..]))
    {
        request.headers_mut().insert(header::COOKIE, cookie);
    }
}

/// Removes the fields of one connection (RFC 9110 7.6.1). hyper frames the message anew.
fn remove_hop_by_hop(headers: &mut HeaderMap) {
    let listed: Vec<String> = headers
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(',').map(|name| name.trim().to_owned()))
        .collect();
    let known =
        ["connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade"];
    for name in known.into_iter().chain(listed.iter().map(String::as_str)) {
        headers.remove(name);
    }
}

/// The proxy in front of this upstream.
pub(crate) fn proxy(upstream: Authority) -> PathPolicyService<Router> {
    let client = Client::builder(TokioExecutor::new()).build_http();
    let router =
        Router::new().fallback(forward).with_state(Upstream { authority: upstream, client });
    // `STRICT`, or the preset of the upstream's server, refuses less.
    PathPolicyLayer::new(UNKNOWN).layer(router)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(listen), Some(upstream)) = (arguments.next(), arguments.next()) else {
        return Err("usage: proxy LISTEN UPSTREAM, each HOST:PORT".into());
    };
    let app = ServiceExt::<Request>::into_make_service(proxy(upstream.parse()?));
    Ok(axum::serve(TcpListener::bind(listen).await?, app).await?)
}
