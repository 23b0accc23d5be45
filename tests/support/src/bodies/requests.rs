//! Requests through the layers of `percent-simd-tower`.

use std::convert::Infallible;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use http::request::Parts;
use http::{Method, Request, Response, Uri, Version};
use percent_encoding::{percent_decode, percent_decode_str};
use percent_simd::path::{PRESETS, PathPolicy, Reserved};
use percent_simd::{AsciiSet, Flags, encode, form, inspect};
use percent_simd_tower::{
    Inspected, Judged, OnChanged, OnRefused, PathPolicyLayer, Refusal, Verdict,
};
use tower::{Layer, Service, service_fn};

/// The first byte selects the preset and the spelling of reserved characters. The second one
/// selects the method, the version, and the check of `Host`; the third one the treatment of changed
/// paths. The target follows, and after each line feed a `Host` field.
pub fn requests(data: &[u8]) {
    let [preset, kind, action, rest @ ..] = data else { return };
    let (_, policy) = PRESETS[usize::from(*preset) % PRESETS.len()];
    let policy =
        policy.reserved(if preset & 0x80 == 0 { Reserved::Keep } else { Reserved::Decode });
    let methods = [Method::GET, Method::OPTIONS, Method::CONNECT, Method::POST];
    let method = &methods[usize::from(kind % 4)];
    let version = if kind & 4 == 0 { Version::HTTP_11 } else { Version::HTTP_2 };
    let mut lines = rest.splitn(3, |&byte| byte == b'\n');
    let Ok(uri) = Uri::try_from(lines.next().unwrap_or_default()) else { return };
    let mut request = Request::builder().method(method).version(version).uri(uri.clone());
    let mut hosts = 0;
    for host in lines {
        request = request.header("host", host);
        hosts += 1;
    }
    let Ok(request) = request.body(()) else { return };
    flags(&uri);
    let actions = [OnChanged::Rewrite, OnChanged::Redirect, OnChanged::Refuse, OnChanged::Keep];
    let action = actions[usize::from(action % 4)];
    let checks_host = kind & 8 != 0;
    let layer = PathPolicyLayer::new(policy).annotate(true).on_changed(action);
    let layer = layer.check_host(checks_host);
    let answer = ask(layer.on_refused(keep), request.clone());
    let resolved = policy.resolve(uri.path());
    let forwarded = match &answer {
        Answer::Forwarded(forwarded) => forwarded,
        Answer::Refused(refusal) => {
            if let Refusal::Path(error) = refusal {
                assert_eq!(resolved, Err(*error), "{uri}");
            }
            return;
        }
        Answer::Redirected(location) => {
            assert!(location.starts_with('/') && !location.starts_with("//"), "{location}");
            let target = target(policy, &uri).expect("a path that is accepted");
            assert_eq!(*location, encode(&target, AsciiSet::EMPTY));
            return;
        }
    };
    let judged = forwarded.extensions().get::<Judged>().expect("every request is annotated");
    assert_eq!(*judged.raw_uri(), uri);
    assert_eq!(forwarded.uri().scheme(), uri.scheme());
    assert_eq!(forwarded.uri().authority(), uri.authority());
    if uri.authority().is_some() || checks_host {
        assert!(hosts < 2 && (hosts == 1 || !checks_host || version != Version::HTTP_11));
    }
    if let (Some(authority), Some(host)) = (uri.authority(), forwarded.headers().get("host")) {
        let host = host.to_str().expect("it is that of the authority, or its other spelling");
        let name = host.get(..authority.host().len()).expect("it has the same host");
        assert!(name.eq_ignore_ascii_case(authority.host()) && !host.contains('@'), "{host} {uri}");
    }
    match judged.verdict() {
        Verdict::NoPath => {
            assert!(uri.path() == "*" || uri.path().is_empty(), "{uri}");
            assert_eq!(*forwarded.uri(), uri);
            return;
        }
        verdict if action == OnChanged::Keep => {
            let raw = uri.path_and_query().map(|raw| raw.as_str().to_owned());
            assert_eq!(verdict == Verdict::Unchanged, raw == target(policy, &uri), "{uri}");
            assert_eq!(*forwarded.uri(), uri);
            let resolved = resolved.expect("a path that is accepted").path;
            assert!(percent_decode_str(uri.path()).eq(percent_decode(&resolved)), "{uri}");
            return;
        }
        verdict => {
            let found = forwarded.uri().path_and_query().map(|found| found.as_str().to_owned());
            assert_eq!(found, target(policy, &uri), "{uri}");
            let is_same = uri.path_and_query().map(|raw| raw.as_str().to_owned()) == found;
            assert_eq!(verdict == Verdict::Unchanged, is_same, "{uri}");
        }
    }
    // A second proxy with the same policy forwards the same target.
    let mut again = request;
    *again.uri_mut() = forwarded.uri().clone();
    match ask(layer.on_refused(keep), again) {
        Answer::Forwarded(again) => {
            let judged = again.extensions().get::<Judged>().expect("every request is annotated");
            assert_eq!((judged.verdict(), again.uri()), (Verdict::Unchanged, forwarded.uri()));
        }
        _ => panic!("{} is not forwarded again", forwarded.uri()),
    }
}

/// The target of the path, and the query.
fn target(policy: PathPolicy, uri: &Uri) -> Option<String> {
    let path = policy.target(uri.path()).ok()?;
    let query = uri.query().map_or(String::new(), |query| format!("?{query}"));
    Some(format!("{path}{query}"))
}

enum Answer {
    Forwarded(Request<()>),
    Refused(Refusal),
    Redirected(String),
}

type Body = Option<Request<()>>;

fn keep(refusal: Refusal, _parts: &Parts) -> Response<Body> {
    let mut response = Response::new(None);
    response.extensions_mut().insert(refusal);
    response
}

fn ask<F: OnRefused<Body, Body = Body> + Clone>(
    layer: PathPolicyLayer<F>,
    request: Request<()>,
) -> Answer {
    let mut service = layer.layer(service_fn(|request: Request<()>| {
        std::future::ready(Ok::<_, Infallible>(Response::new(Some(request))))
    }));
    let future = pin!(service.call(request));
    let Poll::Ready(Ok(response)) = future.poll(&mut Context::from_waker(Waker::noop())) else {
        panic!("nothing waits here")
    };
    if let Some(refusal) = response.extensions().get::<Refusal>() {
        return Answer::Refused(*refusal);
    }
    if let Some(location) = response.headers().get("location") {
        return Answer::Redirected(location.to_str().expect("it is escaped").to_owned());
    }
    Answer::Forwarded(response.into_body().expect("a response without a request is a refusal"))
}

/// The flags of the path, and of each name and value of the query.
fn flags(uri: &Uri) {
    let found = Inspected::of(uri, Flags::ALL);
    assert_eq!(found.path, inspect(uri.path()).flags(), "{uri}");
    let parts = form::parse(uri.query().unwrap_or_default())
        .flat_map(|pair| [pair.name_raw(), pair.value_raw()])
        .fold(Flags::EMPTY, |flags, part| flags | inspect(part).flags());
    assert_eq!(found.query, parts, "{uri}");
}
