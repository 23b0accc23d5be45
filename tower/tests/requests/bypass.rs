//! A router with a protected `/admin` behind a real server: no spelling gets through.

use std::net::SocketAddr;
use std::slice::EscapeAscii;

use axum::Router;
use axum::body::Body;
use axum::routing::any;
use http::request::Parts;
use http::{Request, Response, Uri};
use percent_simd::path::{self, PathPolicy, Prefix};
use percent_simd_tower::{PathPolicyLayer, Refusal};
use tower::Layer;

use crate::client::{Answer, Http1, get_http2};
use crate::server;
use support::spellings::{self, SERVERS, Server};
use support::targets;

const SECRET: &str = "secret";
const FORBIDDEN: &str = "forbidden";

/// The routes keep clients out of `/admin`. A server that decodes and resolves paths answers all
/// other requests.
fn router(server: Server) -> Router {
    let forbidden = any(async || FORBIDDEN);
    let fallback = async move |request: Request<Body>| {
        let path = request.uri().path();
        if server.serves_admin(path) { SECRET.to_owned() } else { format!("path {path}") }
    };
    Router::new()
        .route("/admin", forbidden.clone())
        .route("/admin/", forbidden.clone())
        .route("/admin/{*rest}", forbidden)
        .fallback(fallback)
}

fn explain(refusal: Refusal, _parts: &Parts) -> Response<Body> {
    Response::builder().status(400).body(Body::from(refusal.to_string())).unwrap()
}

/// The answers over HTTP/1 and over HTTP/2.
fn answers(
    address: SocketAddr,
    targets: &[Vec<u8>],
) -> impl Iterator<Item = (EscapeAscii<'_>, &[u8], Answer)> {
    let mut client = Http1::new(address);
    let first: Vec<Answer> = targets.iter().map(|target| client.get(target)).collect();
    let both = first.into_iter().chain(get_http2(address, targets));
    let targets = targets.iter().chain(targets);
    targets.zip(both).map(|(target, answer)| (target.escape_ascii(), &**target, answer))
}

fn secrets(address: SocketAddr, targets: &[Vec<u8>]) -> usize {
    answers(address, targets).filter(|(_, _, answer)| answer.as_deref() == Some(SECRET)).count()
}

fn of_admin() -> Vec<Vec<u8>> {
    spellings::all().into_iter().map(String::into_bytes).collect()
}

/// The verdict of `path` on a target, in the wrapped router's words. `Uri` drops the fragment.
fn expected(policy: PathPolicy, server: Server, target: &[u8]) -> Answer {
    let uri = Uri::try_from(target).ok()?;
    Some(match policy.resolve(uri.path()) {
        Err(error) => error.to_string(),
        Ok(resolved) if resolved.is_under(&Prefix::new("/admin").unwrap()) => FORBIDDEN.to_owned(),
        Ok(_) => {
            let path = policy.target(uri.path()).unwrap();
            assert!(!server.serves_admin(&path), "{path} is /admin for this server");
            format!("path {path}")
        }
    })
}

/// Each policy, with the most permissive server it may protect.
const PAIRS: [(PathPolicy, Server); 5] = [
    (path::STRICT, SERVERS[1]),
    (path::UNKNOWN, SERVERS[4]),
    (path::SPRING, SERVERS[4]),
    (path::NGINX, SERVERS[0]),
    (path::TOMCAT, SERVERS[2]),
];

#[test]
fn a_wrapped_router_is_not_bypassed() {
    let targets = of_admin();
    assert!(targets.len() > 20_000, "{}", targets.len());
    for (policy, server) in PAIRS {
        // The first policy has all targets. The others, whose verdicts `path` tests, have a third.
        let step = if policy == path::STRICT { 1 } else { 3 };
        let targets: Vec<Vec<u8>> = targets.iter().step_by(step).cloned().collect();
        let layer = PathPolicyLayer::new(policy).on_refused(explain);
        let address = server::start(layer.layer(router(server)));
        let (mut forbidden, mut refused, mut unparsed) = (0, 0, 0);
        for (shown, target, answer) in answers(address, &targets) {
            assert_ne!(answer.as_deref(), Some(SECRET), "{shown}");
            assert_eq!(answer, expected(policy, server, target), "{shown}");
            match answer.as_deref() {
                None => unparsed += 1,
                Some(FORBIDDEN) => forbidden += 1,
                Some(text) => refused += usize::from(text.starts_with("path refused")),
            }
        }
        println!(
            "of 2 * {}: {forbidden} forbidden, {refused} refused, {unparsed} by hyper",
            targets.len()
        );
        // SPRING accepts only one spelling of each path.
        assert!(forbidden > 10 && refused > 1_000);
    }
}

/// The test above can fail: without the layer, and with the layer after the routes.
#[test]
fn other_routers_are_bypassed() {
    let targets: Vec<Vec<u8>> = of_admin().into_iter().step_by(10).collect();
    let (policy, server) = PAIRS[0];
    assert!(secrets(server::start(router(server)), &targets) > 1_000);
    let layer = PathPolicyLayer::new(policy);
    let inner = router(server).layer(layer.inside_router(true));
    assert!(secrets(server::start(inner), &targets) > 100);
    // The layer detects that a route was chosen first.
    if cfg!(feature = "axum") {
        assert_eq!(secrets(server::start(router(server).layer(layer)), &targets), 0);
    }
}

/// The targets that `ci/servers` sends to nginx, httpd, HAProxy, and Tomcat: each verdict equals
/// that of `path`, on both versions of HTTP.
#[test]
fn verdicts_are_those_of_path() {
    let mut targets = targets::all();
    targets.retain(|target| target.starts_with(b"/"));
    assert!(targets.len() > 30_000, "{}", targets.len());
    let (policy, server) = PAIRS[0];
    let layer = PathPolicyLayer::new(policy).on_refused(explain);
    let address = server::start(layer.layer(router(server)));
    let mut unparsed = 0;
    for (shown, target, answer) in answers(address, &targets) {
        // hyper refuses more than `Uri`, for example terminators of a line or a target.
        match answer {
            Some(_) => assert_eq!(answer, expected(policy, server, target), "{shown}"),
            None => unparsed += 1,
        }
    }
    println!("of 2 * {}: {unparsed} refused by hyper", targets.len());
    assert!(unparsed < 5_000, "{unparsed}");
}
