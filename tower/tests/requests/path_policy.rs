//! The layer's action on a request, in each mode.

use std::convert::Infallible;
use std::task::Poll;

use http::request::Parts;
use http::{HeaderValue, Request, Response, StatusCode, Uri};
use percent_simd::path::{
    self, EmptySegments, EscapedPercent, PathErrorKind, PathPolicy, Reserved,
};
use percent_simd_tower::{
    Judged, OnChanged, OnRefused, PathPolicyLayer, RedirectStatus, Refusal, Verdict,
};
use tower::{Layer, Service, service_fn};

/// The inner service's request, or the layer's response.
#[derive(Debug)]
enum Seen {
    Inner(Uri, Option<Judged>),
    Layer(Response<String>),
}

async fn ask<F: OnRefused<String, Body = String> + Clone>(
    layer: PathPolicyLayer<F>,
    target: &str,
) -> Seen {
    let (sender, receiver) = std::sync::mpsc::channel();
    let inner = service_fn(move |request: Request<&'static str>| {
        assert_eq!(*request.body(), "body");
        let judged = request.extensions().get::<Judged>().cloned();
        sender.send((request.uri().clone(), judged)).unwrap();
        async { Ok::<_, Infallible>(Response::new(String::from("inner"))) }
    });
    let response = layer.layer(inner).call(Request::post(target).body("body").unwrap()).await;
    match receiver.try_recv() {
        Ok((uri, judged)) => {
            assert_eq!(response.unwrap().body(), "inner");
            Seen::Inner(uri, judged)
        }
        Err(_) => Seen::Layer(response.unwrap()),
    }
}

async fn forwarded(layer: PathPolicyLayer, target: &str) -> (String, Option<Judged>) {
    match ask(layer, target).await {
        Seen::Inner(uri, judged) => (uri.to_string(), judged),
        Seen::Layer(response) => panic!("{target}: {response:?}"),
    }
}

async fn answered(layer: PathPolicyLayer, target: &str) -> (StatusCode, String) {
    match ask(layer, target).await {
        Seen::Inner(uri, _) => panic!("{target} is forwarded as {uri}"),
        Seen::Layer(response) => {
            assert_eq!(response.body(), "");
            let location = response.headers().get("location");
            let location = location.map_or("", |location| location.to_str().unwrap());
            (response.status(), location.to_owned())
        }
    }
}

#[tokio::test]
async fn changed_paths_are_rewritten() {
    for (target, rewritten) in [
        ("/a/./b//c/../d/", "/a/b/d/"),
        ("/%61", "/a"),
        ("/a%3bb", "/a%3Bb"),
        ("/caf%c3%a9?q=%61#f", "/caf%C3%A9?q=%61"),
        ("/x/../%22a%22?", "/%22a%22?"),
        ("/\"a\"", "/%22a%22"),
        ("https://example.org/x/../a?b", "https://example.org/a?b"),
        ("https://example.org?b", "https://example.org/?b"),
    ] {
        let (uri, judged) = forwarded(PathPolicyLayer::new(path::STRICT), target).await;
        assert_eq!(uri, rewritten, "{target}");
        let judged = judged.unwrap();
        let raw: Uri = target.parse().unwrap();
        assert_eq!((judged.raw_uri(), judged.verdict()), (&raw, Verdict::Changed), "{target}");
        assert_eq!(judged.raw_path(), raw.path());
        assert_eq!(judged.resolved(), path::STRICT.resolve(raw.path()).ok());
        // A second proxy forwards the request unchanged.
        assert!(forwarded(PathPolicyLayer::new(path::STRICT), &uri).await.1.is_none(), "{uri}");
    }
}

#[tokio::test]
async fn resolved_paths_are_left_alone() {
    for target in [
        "/",
        "/a/b?c=%61/../d",
        "/caf%C3%A9/100%25/%22",
        "/a;v=1/b%3Bc",
        "http://example.org/",
        "http://example.org:8080/a?b",
    ] {
        let layer = PathPolicyLayer::new(path::STRICT);
        for layer in [layer, layer.on_changed(OnChanged::Refuse)] {
            let (uri, judged) = forwarded(layer, target).await;
            assert_eq!((uri.as_str(), judged.is_none()), (target, true));
        }
        let (uri, judged) = forwarded(layer.annotate(true), target).await;
        assert_eq!(uri, target);
        let judged = judged.unwrap();
        assert_eq!(judged.verdict(), Verdict::Unchanged);
        assert_eq!(judged.raw_uri(), target);
    }
}

#[tokio::test]
async fn refused_paths_are_answered() {
    let refused = [
        ("/a%2Fb", PathErrorKind::EscapedSlash(b'/')),
        ("/../a", PathErrorKind::ClimbsAboveRoot),
        ("/a/..;/b", PathErrorKind::HiddenDotSegment),
        ("/a%00", PathErrorKind::Control(0)),
        ("/a%", PathErrorKind::Truncated),
        ("/caf\u{e9}", PathErrorKind::NonAscii(0xC3)),
    ];
    for (target, kind) in refused {
        let layer = PathPolicyLayer::new(path::STRICT);
        assert_eq!(answered(layer, target).await, (StatusCode::BAD_REQUEST, String::new()));
        let explains = layer.on_refused(move |refusal: Refusal, parts: &Parts| {
            let Refusal::Path(error) = refusal else { panic!("{refusal}") };
            assert_eq!((error.kind(), parts.uri.to_string().as_str()), (kind, target));
            Response::builder().status(404).body(refusal.to_string()).unwrap()
        });
        let Seen::Layer(response) = ask(explains, target).await else { panic!("{target}") };
        assert_eq!(response.status(), 404);
        assert!(response.body().starts_with("path refused at byte "), "{}", response.body());
    }
}

/// The status 3 is INVALID_ARGUMENT; clients of gRPC report the HTTP status 400 as INTERNAL.
#[tokio::test]
async fn grpc_clients_get_a_status_of_grpc() {
    let layer = PathPolicyLayer::new(path::STRICT).on_refused(|_: Refusal, _: &Parts| {
        let response = Response::builder().header("content-type", "application/grpc");
        response.header("grpc-status", "3").body(String::new()).unwrap()
    });
    let Seen::Layer(response) = ask(layer, "/pkg.Service/a%2Fb").await else { panic!() };
    assert_eq!(
        (response.status(), &response.headers()["grpc-status"]),
        (StatusCode::OK, &HeaderValue::from_static("3"))
    );
}

#[tokio::test]
async fn other_spellings_are_refused_or_redirected_on_request() {
    let layer = PathPolicyLayer::new(path::STRICT);
    let refuses = layer.on_changed(OnChanged::Refuse);
    assert_eq!(answered(refuses, "//a").await, (StatusCode::BAD_REQUEST, String::new()));
    let redirects = layer.on_changed(OnChanged::Redirect);
    let location = String::from("/a?q=%61");
    let temporary = (StatusCode::TEMPORARY_REDIRECT, location.clone());
    assert_eq!(answered(redirects, "/x/../%61?q=%61").await, temporary);
    assert_eq!(answered(redirects, "http://example.org//a?q=%61").await, temporary);
    let permanent = redirects.redirect_status(RedirectStatus::Permanent);
    assert_eq!(answered(permanent, "//a?q=%61").await, (StatusCode::PERMANENT_REDIRECT, location));
    assert_eq!(answered(redirects, "/%").await, (StatusCode::BAD_REQUEST, String::new()));
}

/// The URL Standard does not escape these in a path.
#[tokio::test]
async fn raw_characters_of_browsers_are_not_refused() {
    for (target, forwarded_as) in [
        ("/a[1]|b?c[]=1|2", "/a%5B1%5D%7Cb?c[]=1|2"),
        ("/[", "/%5B"),
        ("/x^2/%5B]", "/x%5E2/%5B%5D"),
        ("http://x/caf%C3%A9/|", "http://x/caf%C3%A9/%7C"),
    ] {
        for action in [OnChanged::Refuse, OnChanged::Rewrite] {
            let layer = PathPolicyLayer::new(path::STRICT).on_changed(action);
            let (uri, judged) = forwarded(layer, target).await;
            assert_eq!((uri.as_str(), judged.is_some()), (forwarded_as, true), "{target}");
        }
    }
    for target in
        ["/a[1]//b", "/%5b[", "/|/../a", "/./|", "/{|}", "/\"[", "/%61|", "/|;/..", "/[%7C%7c"]
    {
        let layer = PathPolicyLayer::new(path::STRICT).on_changed(OnChanged::Refuse);
        assert_eq!(answered(layer, target).await.0, StatusCode::BAD_REQUEST, "{target}");
    }
}

#[tokio::test]
async fn the_policy_asks_for_redirects() {
    let layer = PathPolicyLayer::new(path::ENVOY_REDIRECT);
    for (target, location) in [
        ("/a%2Fb", "/a/b"),
        ("/public%2f..%5Cadmin?q=%2F", "/admin?q=%2F"),
        ("/a%2F%20\u{e9}?q=\u{e9}|%c3", "/a/%20%C3%A9?q=%C3%A9|%c3"),
    ] {
        let redirect = (StatusCode::TEMPORARY_REDIRECT, location.to_owned());
        assert_eq!(answered(layer, target).await, redirect);
        assert_eq!(answered(layer.on_changed(OnChanged::Redirect), target).await, redirect);
        let refused = (StatusCode::BAD_REQUEST, String::new());
        assert_eq!(answered(layer.on_changed(OnChanged::Refuse), target).await, refused);
        let (uri, judged) = forwarded(layer.annotate_only(), target).await;
        assert_eq!(uri.parse::<Uri>().unwrap(), target.parse::<Uri>().unwrap());
        assert_eq!(judged.unwrap().verdict(), Verdict::Redirect);
        // The target of a redirect does not redirect again.
        assert!(forwarded(layer, location).await.1.is_none());
    }
    assert_eq!(forwarded(layer, "/a//b").await.0, "/a/b");
    // `Location: //evil.example/` would lead to another host.
    const KEEPS: PathPolicy = path::ENVOY_REDIRECT.empty_segments(EmptySegments::Keep);
    for target in ["/%2Fevil.example/", "//evil.example%2F"] {
        let Seen::Layer(response) =
            ask(PathPolicyLayer::new(KEEPS).on_refused(explain), target).await
        else {
            panic!("{target}")
        };
        assert_eq!(*response.body(), Refusal::Redirect.to_string());
    }
}

fn explain(refusal: Refusal, _parts: &Parts) -> Response<String> {
    Response::builder().status(refusal.status()).body(refusal.to_string()).unwrap()
}

#[tokio::test]
async fn annotating_alone_changes_nothing() {
    let layer = PathPolicyLayer::new(path::STRICT).annotate_only();
    for target in ["/", "/a/../b", "//a", "/a%2Fb", "/..", "http://x@y/a", "/caf\u{e9}"] {
        let (uri, judged) = forwarded(layer, target).await;
        let judged = judged.unwrap();
        assert_eq!((uri.as_str(), judged.raw_uri().to_string().as_str()), (target, target));
        let verdict = match path::STRICT.resolve(judged.raw_path()) {
            _ if target.contains('@') => {
                assert!(matches!(judged.verdict(), Verdict::Refused(Refusal::Target(_))));
                continue;
            }
            Ok(resolved) if *resolved.path == *target.as_bytes() => Verdict::Unchanged,
            Ok(_) => Verdict::Changed,
            Err(error) => Verdict::Refused(Refusal::Path(error)),
        };
        assert_eq!(judged.verdict(), verdict, "{target}");
    }
}

#[tokio::test]
async fn a_target_that_grows_too_long_is_refused() {
    let target = format!("/{}", "\"".repeat(40_000));
    let answer = answered(PathPolicyLayer::new(path::STRICT), &target).await;
    assert!(answer == (StatusCode::URI_TOO_LONG, String::new()));
}

/// The target holds `%25` under every policy, so the next server decodes the judged path.
#[tokio::test]
async fn a_policy_that_decodes_percent_forwards_it_escaped() {
    let layer = PathPolicyLayer::new(path::STRICT.escaped_percent(EscapedPercent::Decode));
    let (uri, judged) = forwarded(layer, "/x/../%2541/%252e%252e").await;
    assert_eq!(uri, "/%2541/%252e%252e");
    assert_eq!(judged.unwrap().resolved().unwrap().path_str(), Some("/%41/%2e%2e"));
}

/// RFC 3986 2.2: other spellings name other resources.
#[tokio::test]
async fn reserved_characters_stay_as_they_were_written() {
    for target in ["/b/libc%2B%2B.rpm", "/b/libc++.rpm", "/users/a%40b.example", "/x%3Acancel"] {
        for action in [OnChanged::Rewrite, OnChanged::Redirect, OnChanged::Refuse, OnChanged::Keep]
        {
            let layer = PathPolicyLayer::new(path::STRICT).on_changed(action);
            assert_eq!(forwarded(layer, target).await.0, target);
        }
    }
    let decode = PathPolicyLayer::new(path::STRICT.reserved(Reserved::Decode));
    assert_eq!(forwarded(decode, "/%40admin").await.0, "/@admin");
    let redirect = PathPolicyLayer::new(path::STRICT).on_changed(OnChanged::Redirect);
    let location = (StatusCode::TEMPORARY_REDIRECT, String::from("/b/libc%2B%2B.rpm"));
    assert_eq!(answered(redirect, "/b/./libc%2b%2B.rpm").await, location);
}

/// Signed targets arrive unchanged, and hostile ones do not arrive.
#[tokio::test]
async fn accepted_targets_are_kept_as_received() {
    let keep = |policy| PathPolicyLayer::new(policy).on_changed(OnChanged::Keep);
    for target in
        ["/%21room%3ah.example/%24ev?a=%2f/..", "/caf%c3%a9", "http://x?q", "/%61", "/\"a\""]
    {
        // A rule sees the judged path without `annotate`.
        let (uri, judged) = forwarded(keep(path::STRICT), target).await;
        assert_eq!(uri, target.parse::<Uri>().unwrap().to_string());
        assert_eq!(judged.unwrap().verdict(), Verdict::Changed);
    }
    assert_eq!(answered(keep(path::STRICT), "/a/../../b").await.0, StatusCode::BAD_REQUEST);
    // Redirects of the policy are not made.
    assert_eq!(forwarded(keep(path::ENVOY_REDIRECT), "/a%2Fb").await.0, "/a%2Fb");
    assert_eq!(forwarded(keep(path::OBJECTS), "/a%2f/b;c%5C//%61").await.0, "/a%2f/b;c%5C//%61");
}

/// A server that resolves nothing would read another path than the judged one.
#[tokio::test]
async fn other_segments_are_not_kept_as_received() {
    for (policy, targets) in [
        (
            path::STRICT,
            &["/a/../b", "/a/./b", "/a/%2E", "/.%2e/a/..", "/a//b", "//a", "/a/b//"][..],
        ),
        (path::TOMCAT, &["/admin;x", "/a;/b", "/;/a", "/a/..;/b"]),
        (path::ENVOY_KEEP, &["/a\\b", "/a/..\\b"]),
        (path::ENVOY_UNESCAPE, &["/a%5Cb", "/a%2F%2Fb", "/a%2f..%2fb"]),
        (path::APACHE_UNESCAPE, &["/a%2F../b", "/a%2f%2e"]),
        (path::NGINX, &["/a%2F../b", "/a/%2F"]),
        // Amazon S3 reads `+` as a space.
        (path::OBJECTS, &["/bucket/a+b", "/bucket/%61+"]),
    ] {
        let layer = PathPolicyLayer::new(policy).on_changed(OnChanged::Keep).on_refused(explain);
        for target in targets {
            let refused = match ask(layer, target).await {
                Seen::Inner(uri, _) => panic!("{target} is forwarded as {uri}"),
                Seen::Layer(response) => response,
            };
            let expected = match policy.check(target) {
                Ok(()) => Refusal::Segments,
                Err(error) => Refusal::Path(error),
            };
            assert_eq!(*refused.body(), expected.to_string(), "{target}");
            assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
        }
    }
}

/// Decodes once, and keeps malformed triplets.
fn decoded(path: &[u8]) -> Vec<u8> {
    percent_encoding::percent_decode(path).collect()
}

/// Under every preset, a server that decodes the forwarded path, and does nothing else, reads the
/// judged one.
#[tokio::test]
async fn the_kept_path_is_the_judged_one() {
    let mut targets = support::spellings::all();
    targets.extend(
        support::targets::all().into_iter().filter_map(|target| String::from_utf8(target).ok()),
    );
    targets.retain(|target| target.starts_with('/') && target.parse::<Uri>().is_ok());
    for (number, (name, policy)) in path::PRESETS.iter().enumerate() {
        let layer = PathPolicyLayer::new(*policy).on_changed(OnChanged::Keep).annotate(true);
        let (mut kept, mut refused) = (0, 0);
        for target in targets.iter().skip(number % 3).step_by(3) {
            let Seen::Inner(uri, judged) = ask(layer, target).await else {
                refused += 1;
                continue;
            };
            let judged = judged.unwrap();
            let resolved = judged.resolved().unwrap();
            assert_eq!(decoded(uri.path().as_bytes()), decoded(&resolved.path), "{name}: {target}");
            kept += 1;
        }
        assert!(kept > 100 && refused > 1_000, "{name}: {kept} kept, {refused} refused");
    }
}

/// A service that is ready once is called once, whatever requests the layer answers itself.
#[tokio::test]
async fn readiness_is_that_of_the_inner_service() {
    #[derive(Clone)]
    struct Busy;
    impl Service<Request<()>> for Busy {
        type Response = Response<()>;
        type Error = &'static str;
        type Future = std::future::Ready<Result<Response<()>, &'static str>>;
        fn poll_ready(&mut self, _: &mut std::task::Context<'_>) -> Poll<Result<(), &'static str>> {
            Poll::Ready(Err("busy"))
        }
        fn call(&mut self, _: Request<()>) -> Self::Future {
            std::future::ready(Err("called"))
        }
    }
    let mut service = PathPolicyLayer::new(path::STRICT).layer(Busy);
    let ready = std::future::poll_fn(|context| service.poll_ready(context)).await;
    assert_eq!(ready, Err("busy"));
    let answer = service.call(Request::get("/a").body(()).unwrap()).await;
    assert_eq!(answer.unwrap_err(), "called");
}
