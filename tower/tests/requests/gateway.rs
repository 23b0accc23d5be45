//! A gateway in front of an object store. Like S3 and CouchDB, the store names objects by the raw
//! path, and reads `+` as a space.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use axum::body::Body;
use http::{Method, Request, Response, StatusCode};
use http_body_util::BodyExt;
use percent_simd::path::{self, EmptySegments, EscapedSlashes, PathPolicy, Prefix, Reserved};
use percent_simd_tower::{Judged, OnChanged, PathPolicyLayer};
use support::spellings;
use tower::{Layer, Service, service_fn};

use crate::client::Http1;
use crate::server;

#[derive(Clone, Default)]
struct Store(Arc<Mutex<HashMap<Vec<u8>, String>>>);

/// The name of an object in a path: the rest after the bucket, read as a form.
fn name(path: &str) -> Vec<u8> {
    let mut name = Vec::new();
    let mut bytes = path.strip_prefix("/bucket/").expect("the bucket").bytes();
    while let Some(byte) = bytes.next() {
        name.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || char::from(bytes.next().unwrap()).to_digit(16).unwrap() as u8;
                16 * digit() + digit()
            }
            byte => byte,
        });
    }
    name
}

impl Store {
    async fn answer(self, request: Request<Body>) -> Result<Response<Body>, Infallible> {
        let (parts, body) = request.into_parts();
        let name = name(parts.uri.path());
        let mut response = Response::new(Body::empty());
        if parts.method == Method::PUT {
            let body = body.collect().await.unwrap().to_bytes();
            let body = String::from_utf8(body.to_vec()).unwrap();
            self.0.lock().unwrap().insert(name, body);
        } else {
            match self.0.lock().unwrap().get(&name) {
                Some(object) => *response.body_mut() = Body::from(object.clone()),
                None => *response.status_mut() = StatusCode::NOT_FOUND,
            }
        }
        Ok(response)
    }
}

/// Each object, and a path that names it.
const OBJECTS: [(&str, &str); 8] = [
    ("a+b", "/bucket/a%2Bb"),
    ("a b", "/bucket/a%20b"),
    ("a b+", "/bucket/a+b%2b"),
    ("a%2Bb", "/bucket/a%252Bb"),
    ("é", "/bucket/%C3%A9"),
    ("a:b", "/bucket/a%3Ab"),
    ("a@b", "/bucket/a@b"),
    ("d/a+b", "/bucket/d/a%2Bb"),
];

/// Puts and gets every object through the gateway, and returns those that come back wrong.
async fn lost(policy: PathPolicy, on_changed: OnChanged) -> Vec<&'static str> {
    let store = Store::default();
    let upstream = store.clone();
    let inner = service_fn(move |request: Request<Body>| upstream.clone().answer(request));
    let mut gateway = PathPolicyLayer::new(policy).on_changed(on_changed).layer(inner);
    // A raw `+` is left out under `OBJECTS`, which reads it as a plus.
    let is_asked = |path: &&(&str, &str)| policy.changes_segments(path.1) == Ok(false);
    for (object, path) in OBJECTS.iter().filter(is_asked) {
        let request = Request::put(*path).body(Body::from(*object)).unwrap();
        assert_eq!(gateway.call(request).await.unwrap().status(), StatusCode::OK);
    }
    let mut lost = Vec::new();
    for (object, path) in OBJECTS.iter().filter(is_asked) {
        let request = Request::get(*path).body(Body::empty()).unwrap();
        let body = gateway.call(request).await.unwrap().into_body().collect().await.unwrap();
        let is_stored =
            store.0.lock().unwrap().get(object.as_bytes()).is_some_and(|is| is == object);
        if !is_stored || body.to_bytes() != object {
            lost.push(*object);
        }
    }
    lost
}

#[tokio::test]
async fn every_object_comes_back_as_itself() {
    for (name, policy) in path::PRESETS {
        for action in [OnChanged::Rewrite, OnChanged::Keep] {
            assert!(lost(*policy, action).await.is_empty(), "{name}");
        }
        // SPRING and UNKNOWN refuse `%25`; all the others accept every path.
        let accepted = OBJECTS.iter().filter(|(_, path)| policy.check(path).is_ok()).count();
        let refuses_percent = matches!(*name, "spring" | "unknown");
        assert_eq!(accepted, OBJECTS.len() - usize::from(refuses_percent), "{name}");
        // The test can fail: with one spelling for each path, `+` is a space for the store.
        let one = lost(policy.reserved(Reserved::Decode), OnChanged::Rewrite).await;
        assert!(one.contains(&"a+b") && !one.contains(&"a b"), "{name}: {one:?}");
    }
}

/// A connection gives the same results: hyper changes no target.
#[test]
fn targets_arrive_as_the_client_wrote_them() {
    let inner = service_fn(async |request: Request<hyper::body::Incoming>| {
        Ok::<_, Infallible>(Response::new(Body::from(request.uri().path().to_owned())))
    });
    let address = server::start(PathPolicyLayer::new(path::STRICT).layer(inner));
    let mut client = Http1::new(address);
    for (_, path) in OBJECTS {
        let written = path.replace("%2b", "%2B");
        assert_eq!(client.get(path.as_bytes()).as_deref(), Some(&*written));
    }
}

/// True if a store that decodes the path once reads the bucket's `private` in it, or a key below:
/// literally, or with merged slashes.
fn is_private(path: &str, merges_slashes: bool) -> bool {
    let path = percent_encoding::percent_decode_str(path).collect::<Vec<u8>>();
    let segments = path.split(|&byte| byte == b'/').skip(1);
    let segments = segments.filter(|segment| !(merges_slashes && segment.is_empty()));
    segments.take(2).eq([&b"bucket"[..], b"private"])
}

/// A rule on a prefix of keys, written after the page of `Judged`.
#[tokio::test]
async fn no_spelling_passes_a_rule_on_a_prefix_of_keys() {
    const PRIVATE: Prefix<'_> = match Prefix::new("/bucket/private") {
        Ok(prefix) => prefix,
        Err(_) => panic!("not a prefix"),
    };
    // The key with some of its bytes escaped, slashes included.
    let escaped = |mask: usize| {
        let mut target = String::from("/bucket");
        for (at, byte) in "/private/key".bytes().enumerate() {
            match mask >> at & 1 {
                0 => target.push(char::from(byte)),
                _ => target.push_str(&format!("%{byte:02x}")),
            }
        }
        target
    };
    let mut targets: Vec<String> = (0..1 << 12).map(escaped).collect();
    // Spellings that some server reads as the key.
    let names = ["private", "%70rivate", "privat%65", "%50rivate", "private%00", "private;x"];
    for bucket in
        ["/bucket", "/%62ucket", "/x/../bucket", "/bucket/y/..", "/bucket%2F.", "/bucket%5C"]
    {
        let below = spellings::of(&names).into_iter().step_by(5);
        targets.extend(below.map(|below| format!("{bucket}{below}/key")));
    }
    targets.retain(|target| target.starts_with('/') && target.parse::<http::Uri>().is_ok());
    let store = service_fn(async |request: Request<Body>| {
        let judged = request.extensions().get::<Judged>().unwrap();
        let forbidden = judged.resolved().is_none_or(|path| path.is_under(&PRIVATE));
        let secret = |merges_slashes| is_private(request.uri().path(), merges_slashes);
        let body = match (forbidden, secret(false), secret(true)) {
            (true, ..) => "forbidden",
            (_, true, _) => "secret",
            (.., true) => "merged",
            _ => "public",
        };
        Ok::<_, Infallible>(Response::new(Body::from(body)))
    });
    for (policy, action) in [
        (path::OBJECTS, OnChanged::Rewrite),
        (path::OBJECTS, OnChanged::Keep),
        (path::OBJECTS.empty_segments(EmptySegments::Reject), OnChanged::Rewrite),
        (path::OBJECTS.empty_segments(EmptySegments::Reject), OnChanged::Keep),
        (path::STRICT, OnChanged::Keep),
        // This option guards no prefix (see its documentation).
        (path::OBJECTS.escaped_slashes(EscapedSlashes::Keep), OnChanged::Rewrite),
        (path::OBJECTS.escaped_slashes(EscapedSlashes::Keep), OnChanged::Keep),
    ] {
        let mut gateway =
            PathPolicyLayer::new(policy).on_changed(action).annotate(true).layer(store);
        let mut counts = HashMap::new();
        for target in &targets {
            let request = Request::get(target).body(Body::empty()).unwrap();
            let body = gateway.call(request).await.unwrap().into_body();
            let body = body.collect().await.unwrap().to_bytes();
            *counts.entry(String::from_utf8(body.to_vec()).unwrap()).or_insert(0) += 1;
        }
        let [secret, merged, forbidden, public, refused] =
            ["secret", "merged", "forbidden", "public", ""]
                .map(|body| counts.remove(body).unwrap_or(0));
        println!(
            "{action:?}: {secret} secret, {merged} by a store that merges, {forbidden} forbidden, {public} public, {refused} refused"
        );
        // `EmptySegments::Keep` does not guard a store that merges slashes.
        assert_eq!(merged > 0, policy.check("/a//b").is_ok() && policy != path::STRICT);
        assert_eq!(secret > 0, policy == path::OBJECTS.escaped_slashes(EscapedSlashes::Keep));
        assert!(forbidden > 10 && public > 10 && refused > 1_000);
    }
    assert!(targets.iter().filter(|target| is_private(target, false)).count() > 4_096);
}
