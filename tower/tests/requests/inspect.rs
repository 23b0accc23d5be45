//! Flags of requests.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use http::{Request, Response, StatusCode, Uri};
use percent_simd::{Flags, form, inspect};
use percent_simd_tower::{InspectLayer, Inspected, PathPolicyLayer, Refusal};
use tower::{Layer, Service, service_fn};

use support::spellings;

async fn found(request: Request<()>) -> Result<Response<Option<Inspected>>, Infallible> {
    Ok(Response::new(request.extensions().get().copied()))
}

#[tokio::test]
async fn flags_are_found_counted_and_refused() {
    let counted = Arc::new(Mutex::new(Vec::new()));
    let counts = Arc::clone(&counted);
    let layer = InspectLayer::new(Flags::NESTED | Flags::DOT_SEGMENT).refuse(Flags::NUL).on_flags(
        move |found: &Inspected, uri: &Uri| {
            counts.lock().unwrap().push((found.flags(), uri.to_string()));
        },
    );
    let mut service = layer.clone().layer(service_fn(found));
    let none = Flags::EMPTY;
    for (target, expected) in [
        ("/", None),
        ("/a/../b?c=../d", None), // raw, and not watched
        ("/%20?q=%20", None),
        ("/%252e", Some((Flags::NESTED | Flags::DOT_SEGMENT, none))),
        ("/a?b=%252e", Some((none, Flags::NESTED | Flags::DOT_SEGMENT))),
        ("/a?b=..%2fc", Some((none, Flags::DOT_SEGMENT))),
        ("/a?b=c&..%2F=d", Some((none, Flags::DOT_SEGMENT))),
        ("/%2e/?a=%2525", Some((Flags::DOT_SEGMENT, Flags::NESTED))),
    ] {
        let response = service.call(Request::get(target).body(()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        let expected = expected.map(|(path, query)| Inspected { path, query });
        assert_eq!(*response.body(), expected, "{target}");
        let counted: Vec<_> = counted.lock().unwrap().drain(..).collect();
        let expected = expected.map(|found| (found.flags(), target.to_owned()));
        assert_eq!(counted, Vec::from_iter(expected), "{target}");
    }
    for target in ["/a%00", "/a?b=%00", "/?%00=b&c=%252e"] {
        let response = service.call(Request::get(target).body(()).unwrap()).await.unwrap();
        assert_eq!((response.status(), *response.body()), (StatusCode::BAD_REQUEST, None));
        assert_eq!(counted.lock().unwrap().drain(..).count(), 1, "{target}");
    }
    let mut always = layer.annotate(true).layer(service_fn(found));
    let response = always.call(Request::get("/").body(()).unwrap()).await.unwrap();
    assert_eq!(*response.body(), Some(Inspected::default()));
}

#[tokio::test]
async fn a_closure_answers() {
    let layer = InspectLayer::new(Flags::EMPTY).refuse(Flags::OVERLONG).on_refused(
        |refusal: Refusal, _: &http::request::Parts| {
            assert_eq!(refusal.to_string(), "the path or the query has the flags overlong");
            Response::new(None)
        },
    );
    let mut service = layer.layer(service_fn(found));
    let request = Request::get("/%C0%AF").body(()).unwrap();
    assert_eq!(service.call(request).await.unwrap().status(), StatusCode::OK);
}

/// The flags are those of `inspect` on the path and on each name and value.
#[test]
fn flags_are_those_of_each_part() {
    for target in spellings::all() {
        let part = target.trim_start_matches('/').split(['?', '#']).next().unwrap();
        for target in [target.clone(), format!("/?a={part}&{part}=b"), format!("/?{part}")] {
            let uri: Uri = target.parse().unwrap();
            let found = Inspected::of(&uri, Flags::ALL);
            assert_eq!(found.path, inspect(uri.path()).flags(), "{target}");
            let query = form::parse(uri.query().unwrap_or_default());
            let parts = query.flat_map(|pair| [pair.name_raw(), pair.value_raw()]);
            let flags = parts.fold(Flags::EMPTY, |all, part| all | inspect(part).flags());
            assert_eq!(found.query, flags, "{target}");
        }
    }
}

/// Windows names in a path and in a query's path; a space at the end of a value makes none.
#[test]
fn names_that_windows_reads_as_others() {
    for (target, path, query) in [
        ("/private%20/x?q=rock%20", true, false),
        ("/private%2E", true, false),
        ("/a%20b?to=http%3A%2F%2Fa.example&at=12%3A30", false, false),
        ("/a?file=/private%20&b", false, true),
        ("/a?co%6E", false, true),
    ] {
        let found = Inspected::of(&target.parse().unwrap(), Flags::WINDOWS_NAME);
        assert_eq!((!found.path.is_empty(), !found.query.is_empty()), (path, query), "{target}");
    }
}

/// Outside the other layer, this one sees the received request; inside, the rewritten one.
#[tokio::test]
async fn the_order_of_the_layers_matters() {
    let flags = InspectLayer::new(Flags::ALL);
    let policy = PathPolicyLayer::new(percent_simd::path::STRICT);
    let request = || Request::get("/x/%2e%2e/a").body(()).unwrap();
    let mut outside = flags.layer(policy.layer(service_fn(found)));
    let seen = outside.call(request()).await.unwrap().into_body().unwrap();
    assert!(seen.path.contains(Flags::DOT_SEGMENT));
    let mut inside = policy.layer(flags.layer(service_fn(found)));
    assert_eq!(inside.call(request()).await.unwrap().into_body(), None);
}
