//! The forms of a request target with their methods and fields, through a real server.

use axum::body::Body;
use http::request::Parts;
use http::{Method, Request, Response, StatusCode};
use hyper::body::Incoming;
use hyper_util::rt::TokioIo;
use percent_simd::path::STRICT;
use percent_simd_tower::{Judged, OnOtherHost, PathPolicyLayer, Refusal};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tower::{Layer, service_fn};

use crate::client::{Answer, Fields, Http1, ask_http2};
use crate::server;

/// Answers with the received method, the URI, and the verdict; and echoes the bytes after an
/// upgrade.
async fn show(mut request: Request<Incoming>) -> Result<Response<Body>, std::convert::Infallible> {
    let judged = request.extensions().get::<Judged>().unwrap();
    let shown = format!("{} {} {:?}", request.method(), request.uri(), judged.verdict());
    if request.headers().contains_key("upgrade") {
        let upgraded = hyper::upgrade::on(&mut request);
        tokio::spawn(async move {
            let mut stream = TokioIo::new(upgraded.await.unwrap());
            let mut bytes = [0; 5];
            stream.read_exact(&mut bytes).await.unwrap();
            stream.write_all(&bytes).await.unwrap();
        });
        let response = Response::builder().status(101).header("upgrade", "echo");
        return Ok(response.header("x-seen", shown).body(Body::empty()).unwrap());
    }
    let mut response = Response::new(Body::from(shown));
    if let Some(host) = request.headers().get("host") {
        response.headers_mut().insert("x-host", host.clone());
    }
    if request.method() == Method::CONNECT {
        // A 200 would have no body.
        *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    }
    Ok(response)
}

fn explain(refusal: Refusal, _parts: &Parts) -> Response<Body> {
    Response::builder().status(refusal.status()).body(Body::from(refusal.to_string())).unwrap()
}

fn start() -> std::net::SocketAddr {
    server::start(
        PathPolicyLayer::new(STRICT).annotate(true).on_refused(explain).layer(service_fn(show)),
    )
}

/// Sends each method, target, and further fields, and compares the answer.
fn check(cases: &[(&str, &str, Result<&str, Refusal>)]) {
    let address = start();
    let mut client = Http1::new(address);
    for (line, fields, expected) in cases {
        let answer = client.ask(format!("{line} HTTP/1.1\r\n{fields}\r\n").as_bytes());
        let expected = expected.map_or_else(|refusal| refusal.to_string(), str::to_owned);
        assert_eq!(answer, Some(expected), "{line} {fields}");
    }
}

#[test]
fn origin_form() {
    check(&[
        ("GET /a?b", "Host: x\r\n", Ok("GET /a?b Unchanged")),
        ("GET /a/../b?c", "Host: x\r\n", Ok("GET /b?c Changed")),
        ("OPTIONS /a/../b", "Host: x\r\n", Ok("OPTIONS /b Changed")),
        // Any `Host` passes: by default the layer compares it with a target alone.
        ("GET /a", "Host: x\r\nHost: y@z\r\n", Ok("GET /a Unchanged")),
        ("GET //x/a", "Host: x\r\n", Ok("GET /x/a Changed")),
    ]);
}

#[test]
fn absolute_form() {
    let target = |text: &'static str| {
        Refusal::Target(percent_simd::request_line::Target::parse(text).unwrap_err())
    };
    check(&[
        ("GET http://x/a/../b?c", "Host: x\r\n", Ok("GET http://x/b?c Changed")),
        ("GET http://x", "Host: x\r\n", Ok("GET http://x/ Unchanged")),
        ("GET http://x?q", "Host: x\r\n", Ok("GET http://x/?q Changed")),
        ("OPTIONS http://x", "Host: x\r\n", Ok("OPTIONS http://x/ Unchanged")),
        ("GET https://x:443/%61", "Host: X\r\n", Ok("GET https://x:443/a Changed")),
        ("GET http://x:80/", "Host: x:\r\n", Ok("GET http://x:80/ Unchanged")),
        ("GET http://x/", "Host: x:80\r\n", Ok("GET http://x/ Unchanged")),
        ("GET http://x/", "", Ok("GET http://x/ Unchanged")),
        ("GET http://x/", "Host: x\r\nHost: y\r\n", Err(Refusal::Hosts)),
        ("GET http://x/", "Host: x\r\nHost: x\r\n", Err(Refusal::Hosts)),
        ("GET http://u@x/", "Host: x\r\n", Err(target("http://u@x/"))),
        ("GET http://x:65536/", "Host: x\r\n", Err(target("http://x:65536/"))),
    ]);
}

/// RFC 9112 3.2.2: `Host` is ignored, and the forwarded request has the server of the target.
#[test]
fn an_absolute_form_replaces_host() {
    let layer = PathPolicyLayer::new(STRICT).annotate(true).on_refused(explain);
    let refuses = layer.on_other_host(OnOtherHost::Refuse).layer(service_fn(show));
    let tries = layer.annotate_only().layer(service_fn(show));
    let addresses = [layer.layer(service_fn(show)), refuses, tries].map(server::start);
    let [mut replaces, mut refuses, mut tries] = addresses.map(Http1::new);
    for (target, version, host, replaced) in [
        ("http://x/", "1.1", "y", "x"),
        ("http://x/a/../b", "1.1", "y", "x"),
        ("http://x/", "1.0", "y", "x"),
        ("http://x/", "1.1", "x:443", "x"),
        ("http://x:8080/", "1.1", "x", "x:8080"),
        ("http://x", "1.1", "", "x"),
        ("http://x/", "1.1", "x.", "x"),
        ("http://x/", "1.1", "u@x", "x"),
        ("http://x/", "1.1", "x, y", "x"),
        ("https://[::1]:8443/", "1.1", "[::1]", "[::1]:8443"),
        ("wss://x/", "1.1", "x:80", "x"),
        ("ws://x:1/", "1.1", "y", "x:1"),
        ("ftp://u@x:1/", "1.1", "y", "x:1"),
        // The servers are the same, so nothing changes.
        ("http://x/", "1.1", "X:80", "X:80"),
        ("ws://x:80/", "1.1", "x", "x"),
        ("wss://x/", "1.1", "x:443", "x:443"),
    ] {
        let head = format!(
            "GET {target} HTTP/{version}\r\nHost: {host}\r\nConnection: keep-alive\r\n\r\n"
        );
        let host_in = |client: &mut Http1| {
            let (head, body) = client.exchange(head.as_bytes()).unwrap();
            let host = head.lines().find_map(|line| line.strip_prefix("x-host: "));
            (host.map(str::to_owned), body)
        };
        let (seen, body) = host_in(&mut replaces);
        assert_eq!(seen.as_deref(), Some(replaced), "{target} {host}: {body}");
        assert!(body.starts_with("GET "), "{body}");
        let (seen, body) = host_in(&mut refuses);
        match host == replaced {
            true => assert_eq!(seen.as_deref(), Some(host)),
            false => assert_eq!((seen, body), (None, Refusal::Host.to_string()), "{target} {host}"),
        }
        assert_eq!(host_in(&mut tries).0.unwrap_or_default(), host);
    }
    // No field to replace; an origin form names no server.
    for (line, fields, seen) in
        [("GET http://x/", "", None), ("GET //x/", "Host: y\r\n", Some("y"))]
    {
        let head = format!("{line} HTTP/1.1\r\n{fields}\r\n");
        let (head, _) = replaces.exchange(head.as_bytes()).unwrap();
        assert_eq!(head.lines().find_map(|line| line.strip_prefix("x-host: ")), seen);
    }
}

/// RFC 9112 3.2: one field, with a host and optionally a port.
#[test]
fn host_is_checked_on_request() {
    let layer = PathPolicyLayer::new(STRICT).annotate(true).on_refused(explain);
    let checks = layer.check_host(true).layer(service_fn(show));
    let addresses = [checks, layer.layer(service_fn(show))].map(server::start);
    let [mut checks, mut ignores] = addresses.map(Http1::new);
    let invalid = |host: &str| {
        let error = percent_simd::request_line::Authority::parse_host(host).unwrap_err();
        Err(Refusal::HostField(error))
    };
    let mut check = |line: &str, fields: &str, expected: Result<(), Refusal>| {
        let head = format!("{line}\r\n{fields}Connection: keep-alive\r\n\r\n");
        let answer = checks.ask(head.as_bytes()).unwrap();
        match expected {
            Ok(()) => {
                assert!(answer.ends_with("Unchanged") || answer.ends_with("NoPath"), "{answer}")
            }
            Err(refusal) => assert_eq!(answer, refusal.to_string(), "{line} {fields}"),
        }
        let answer = ignores.ask(head.as_bytes()).unwrap();
        assert!(
            line.contains("://") || answer.ends_with("Unchanged") || answer.ends_with("NoPath")
        );
    };
    for host in [
        "x",
        "X.example:8080",
        "127.0.0.1",
        "[::1]:80",
        "x:",
        "x.",
        "x.:443",
        "a_b",
        "x%41",
        "1.2.3.4.5",
    ] {
        check("GET / HTTP/1.1", &format!("Host: {host}\r\n"), Ok(()));
        check("GET / HTTP/1.0", &format!("Host:   {host}  \r\n"), Ok(()));
    }
    for host in [
        "u@x", "@x", "x/", "x/@y", "x?y", "x#y", "x, y", "x y", "x:80:80", "x:65536", "x:-1",
        "x:8o", "::1", "[::1", "[]", "[::1]x", "x\\y", "http://x", "x%", "x%0", "", ":80", "<x>",
        "x;y", "x\ty",
    ] {
        // A name may contain `;` (RFC 3986 3.2.2).
        let expected = if host == "x;y" { Ok(()) } else { invalid(host) };
        check("GET / HTTP/1.1", &format!("Host: {host}\r\n"), expected);
        check("OPTIONS /* HTTP/1.0", &format!("Host: {host}\r\n"), expected);
    }
    for line in ["GET / HTTP/1.1", "GET / HTTP/1.0", "OPTIONS * HTTP/1.1"] {
        check(line, "Host: x\r\nHost: x\r\n", Err(Refusal::Hosts));
        check(line, "Host: x\r\nAccept: a\r\nhost:\r\n", Err(Refusal::Hosts));
        check(line, "", if line.ends_with('1') { Err(Refusal::NoHost) } else { Ok(()) });
        let empty = if line.contains('*') { Ok(()) } else { invalid("") };
        check(line, "Host:\r\n", empty);
    }
    // A `Host` that an absolute form overrides is checked, too.
    check("GET http://x/ HTTP/1.1", "Host: y z\r\n", invalid("y z"));
    check("GET http://x/ HTTP/1.1", "Host: y\r\n", Ok(()));
    check("GET http://x/ HTTP/1.1", "", Err(Refusal::NoHost));
    check("GET http://x/ HTTP/1.1", "Host:\r\n", invalid(""));
    // `:authority` is enough.
    let address = server::start(layer.check_host(true).layer(service_fn(show)));
    let answer = ask_http2(address, [request("GET", "/"), request("OPTIONS", "*")]).unwrap();
    let expected = ["GET http://x/ Unchanged", "OPTIONS http://x* NoPath"];
    assert_eq!(answer, expected.map(|line| Some(line.to_owned())));
}

#[test]
fn authority_form() {
    let error = |text: &'static str| {
        Refusal::Target(percent_simd::request_line::Target::parse(text).unwrap_err())
    };
    check(&[
        ("CONNECT x:443", "Host: x:443\r\n", Ok("CONNECT x:443 NoPath")),
        // RFC 9112 3.2.3 has this example.
        (
            "CONNECT www.example.com:80",
            "Host: www.example.com\r\n",
            Ok("CONNECT www.example.com:80 NoPath"),
        ),
        ("CONNECT [::1]:443", "Host: [::1]\r\n", Ok("CONNECT [::1]:443 NoPath")),
        ("CONNECT x:8443", "Host: x\r\n", Err(Refusal::Host)),
        ("CONNECT x:443", "Host: x:80\r\n", Err(Refusal::Host)),
        ("CONNECT x:443", "Host: y:443\r\n", Err(Refusal::Host)),
        ("CONNECT x:443", "Host: x:443\r\nHost: x:443\r\n", Err(Refusal::Hosts)),
        ("CONNECT x:0", "Host: x:0\r\n", Err(error("x:0"))),
        ("CONNECT /admin", "Host: x\r\n", Err(Refusal::Form)),
        ("CONNECT http://x/admin", "Host: x\r\n", Err(Refusal::Form)),
        ("CONNECT *", "Host: x\r\n", Err(Refusal::Form)),
        ("GET x:443", "Host: x:443\r\n", Err(Refusal::Form)),
    ]);
    let mut client = Http1::new(start());
    for line in ["CONNECT x", "GET admin", "GET x@y:80"] {
        let answer = client.ask(format!("{line} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes());
        assert!(answer.is_none_or(|answer| answer.contains("refused at byte")), "{line}");
    }
}

#[test]
fn asterisk_form() {
    check(&[
        ("OPTIONS *", "Host: x\r\n", Ok("OPTIONS * NoPath")),
        ("GET *", "Host: x\r\n", Err(Refusal::Form)),
        ("POST *", "Host: x\r\n", Err(Refusal::Form)),
        // A path, not an asterisk form.
        ("GET /*", "Host: x\r\n", Ok("GET /* Unchanged")),
    ]);
}

/// hyper's `Uri` drops the fragment, so no inner service sees it.
#[test]
fn fragments_are_dropped() {
    check(&[
        ("GET /a#/../b", "Host: x\r\n", Ok("GET /a Unchanged")),
        ("GET /a?b#c", "Host: x\r\n", Ok("GET /a?b Unchanged")),
        ("GET /a/%2e%2e#", "Host: x\r\n", Ok("GET / Changed")),
    ]);
    assert_eq!(http2(&[request("GET", "/a?b#c")]), [Some("GET http://x/a?b Unchanged".to_owned())]);
}

fn request<'a>(method: &'a str, path: &'a str) -> Fields<'a> {
    fields(&[(":method", method), (":scheme", "http"), (":authority", "x"), (":path", path)])
}

fn fields<'a>(fields: &[(&'a str, &'a str)]) -> Fields<'a> {
    fields.iter().map(|(name, value)| (*name, value.as_bytes())).collect()
}

fn http2(requests: &[Fields<'_>]) -> Vec<Answer> {
    ask_http2(start(), requests.iter().cloned()).expect("no error of the connection")
}

#[test]
fn forms_of_http2() {
    let with = |mut fields: Fields<'static>, field: (&'static str, &'static str)| {
        fields.push((field.0, field.1.as_bytes()));
        fields
    };
    for (sent, expected) in [
        (request("GET", "/a/../b?c"), Ok("GET http://x/b?c Changed")),
        (request("OPTIONS", "*"), Ok("OPTIONS http://x* NoPath")),
        (
            fields(&[
                (":method", "OPTIONS"),
                (":scheme", "http"),
                (":authority", "u@x"),
                (":path", "*"),
            ]),
            Err(Refusal::Target(
                percent_simd::request_line::Target::parse("http://u@x/").unwrap_err(),
            )),
        ),
        (request("GET", "*"), Err(Refusal::Form)),
        (request("GET", "?q"), Ok("GET http://x/?q Changed")),
        (with(request("GET", "/"), ("host", "X:80")), Ok("GET http://x/ Unchanged")),
        (with(request("GET", "/"), ("host", "y")), Err(Refusal::Host)),
        (with(request("GET", "/"), ("host", "x.")), Err(Refusal::Host)),
        (with(request("GET", "/"), ("host", "")), Err(Refusal::Host)),
        (with(with(request("GET", "/"), ("host", "x")), ("host", "x")), Err(Refusal::Hosts)),
        // Without an authority there is no scheme in the URI.
        (
            fields(&[(":method", "GET"), (":scheme", "http"), (":path", "//a"), ("host", "x")]),
            Ok("GET /a Changed"),
        ),
        (fields(&[(":method", "CONNECT"), (":authority", "x:443")]), Ok("CONNECT x:443 NoPath")),
        (
            fields(&[(":method", "CONNECT"), (":authority", "x:80"), ("host", "x")]),
            Ok("CONNECT x:80 NoPath"),
        ),
        (
            fields(&[(":method", "CONNECT"), (":authority", "x:8080"), ("host", "x")]),
            Err(Refusal::Host),
        ),
        // RFC 8441: a WebSocket over HTTP/2 has a path.
        (
            fields(&[
                (":method", "CONNECT"),
                (":protocol", "websocket"),
                (":scheme", "http"),
                (":authority", "x"),
                (":path", "/chat/../%61"),
            ]),
            Ok("CONNECT http://x/a Changed"),
        ),
        // gRPC.
        (
            with(request("POST", "/pkg.Service/Method"), ("content-type", "application/grpc")),
            Ok("POST http://x/pkg.Service/Method Unchanged"),
        ),
        (
            with(
                request("POST", "/pkg.Open/../pkg.Ad%6Din/Drop"),
                ("content-type", "application/grpc"),
            ),
            Ok("POST http://x/pkg.Admin/Drop Changed"),
        ),
    ] {
        let expected = expected.map_or_else(|refusal| refusal.to_string(), str::to_owned);
        assert_eq!(http2(std::slice::from_ref(&sent)), [Some(expected)], "{sent:?}");
    }
}

#[test]
fn an_upgrade_goes_through() {
    let mut client = Http1::new(start());
    let head =
        "GET /chat/../echo HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n";
    let (head, _) = client.exchange(head.as_bytes()).unwrap();
    assert!(
        head.starts_with("HTTP/1.1 101") && head.contains("x-seen: GET /echo Changed"),
        "{head}"
    );
    assert_eq!(client.echo(b"hello"), b"hello");
}
