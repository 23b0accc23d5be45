//! The example proxy, over HTTP/1 and HTTP/2.

use std::convert::Infallible;
use std::future::ready;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use http::{Request, Response};
use hyper::body::Incoming;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use percent_simd::{Flags, path::ENVOY_REDIRECT};
use percent_simd_tower::{EitherBody, InspectLayer, PathPolicyLayer};
use tower::{Layer, ServiceExt, service_fn};

use crate::client::{Answer, Fields, Http1, ask_http2};
use crate::server;

#[allow(dead_code, reason = "its main is not called")]
#[path = "../../examples/proxy.rs"]
mod example;

/// The address of a proxy, and the number of requests that its upstream received and shows.
fn start() -> (SocketAddr, Arc<AtomicUsize>) {
    let count = Arc::new(AtomicUsize::new(0));
    let counter = count.clone();
    let upstream = server::start(service_fn(move |request: Request<Incoming>| {
        counter.fetch_add(1, Ordering::Relaxed);
        let all = |name| {
            let values = request.headers().get_all(name).iter();
            values.map(|value| value.to_str().unwrap()).collect::<Vec<_>>()
        };
        let shown = format!("{} {:?} {:?}", request.uri(), all("host"), all("cookie"));
        ready(Ok::<_, Infallible>(Response::new(Body::from(shown))))
    }));
    (server::start(example::proxy(upstream.to_string().parse().unwrap())), count)
}

fn over_http2(address: SocketAddr, fields: &[(&'static str, &'static str)]) -> Answer {
    let fields: Fields<'_> = fields.iter().map(|(name, value)| (*name, value.as_bytes())).collect();
    ask_http2(address, [fields]).unwrap().remove(0)
}

/// RFC 9113 8.3.1 and 8.2.3.
#[test]
fn the_upstream_gets_host_and_one_cookie() {
    let (address, _) = start();
    let get = [(":method", "GET"), (":scheme", "http"), (":path", "/x/../a?q")];
    for (further, seen) in [
        (&[(":authority", "a.example:81")][..], r#"/a?q ["a.example:81"] []"#),
        (&[(":authority", "x"), ("host", "X:80")], r#"/a?q ["X:80"] []"#),
        (&[("host", "a.example")], r#"/a?q ["a.example"] []"#),
        (
            &[(":authority", "x"), ("cookie", "a=1"), ("cookie", "b=2"), ("cookie", "c=3")],
            r#"/a?q ["x"] ["a=1; b=2; c=3"]"#,
        ),
        (&[(":authority", "x"), ("host", "y")], ""),
    ] {
        let answer = over_http2(address, &[&get, further].concat());
        assert_eq!(answer.as_deref(), Some(seen), "{further:?}");
    }
    let mut client = Http1::new(address);
    for (head, seen) in [
        ("GET /x/../a HTTP/1.1\r\nHost: y\r\n\r\n", r#"/a ["y"] []"#),
        ("GET http://x:81/a HTTP/1.1\r\nHost: y\r\n\r\n", r#"/a ["x:81"] []"#),
        (
            "GET http://x/ HTTP/1.0\r\nConnection: keep-alive\r\nCookie: a=1\r\n\r\n",
            r#"/ ["x"] ["a=1"]"#,
        ),
    ] {
        assert_eq!(client.ask(head.as_bytes()).as_deref(), Some(seen), "{head}");
    }
}

/// For a proxy, Node sends the absolute form with the `Host` of its connection or of the caller.
#[test]
fn clients_of_node_pass() {
    let (address, _) = start();
    let script = format!(
        "const http = require('http');
        const ask = (host) => http.get({{
            host: '{}', port: {}, path: 'http://example.org/a/../b', headers: host ? {{ host }} : {{}},
        }}, (answer) => {{
            let body = '';
            answer.on('data', (part) => body += part);
            answer.on('end', () => console.log(answer.statusCode, body));
        }}).on('error', (error) => console.log(error));
        ask(); ask('other.example:8080');",
        address.ip(),
        address.port()
    );
    match std::process::Command::new("node").args(["-e", &script]).output() {
        Err(error) => println!("skipped: no node ({error})"),
        Ok(output) => {
            let line = "200 /b [\"example.org\"] []\n";
            assert_eq!(String::from_utf8_lossy(&output.stdout), line.repeat(2), "{output:?}");
        }
    }
}

/// A tunnel is not a request to forward, with a path (RFC 8441) or without.
#[test]
fn connect_is_not_implemented() {
    let tunnel = [
        (":method", "CONNECT"),
        (":protocol", "websocket"),
        (":scheme", "http"),
        (":authority", "x"),
        (":path", "/chat"),
    ];
    let (address, count) = start();
    assert_eq!(over_http2(address, &tunnel).as_deref(), Some(""));
    let mut client = Http1::new(address);
    let (head, _) = client.exchange(b"CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 501"), "{head}");
    assert_eq!(count.load(Ordering::Relaxed), 0);
}

/// hyper's client is a service whose body has no `Default`.
#[test]
fn the_layers_go_around_a_client_of_hyper() {
    let upstream = server::start(service_fn(async |request: Request<Incoming>| {
        Ok::<_, Infallible>(Response::new(Body::from(request.uri().path().to_owned())))
    }));
    let client: Client<_, Incoming> = Client::builder(TokioExecutor::new()).build_http();
    let client = client.map_request(move |mut request: Request<Incoming>| {
        let target = request.uri().path_and_query().unwrap();
        *request.uri_mut() = format!("http://{upstream}{target}").parse().unwrap();
        request
    });
    let layer = PathPolicyLayer::new(ENVOY_REDIRECT).on_refused(EitherBody);
    let inspect = InspectLayer::new(Flags::EMPTY).refuse(Flags::NESTED).on_refused(EitherBody);
    let service = inspect.layer(layer.layer(client));
    // `server::start` serves this body type.
    let service = service.map_response(|response| response.map(Body::new));
    let mut client = Http1::new(server::start(service.map_err(|error| panic!("{error}"))));
    for (target, status, body) in [
        ("/x/../a", 200, "/a"),
        ("/a%00", 400, ""),
        ("/a%2Fb", 307, ""),
        ("/%252e", 400, ""),
        ("/b", 200, "/b"),
    ] {
        let head = format!("GET {target} HTTP/1.1\r\nHost: x\r\n\r\n");
        let (head, found) = client.exchange(head.as_bytes()).unwrap();
        assert!(head.starts_with(&format!("HTTP/1.1 {status}")), "{target}: {head}");
        assert_eq!(found, body, "{target}");
    }
}
