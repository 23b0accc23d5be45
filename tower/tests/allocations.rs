//! The allocations of a request.

use std::convert::Infallible;
use std::future::{Ready, ready};

use allocation_counter::measure;
use http::{Request, Response};
use percent_simd::{Flags, path::STRICT};
use percent_simd_tower::{InspectLayer, OnChanged, PathPolicyLayer};
use tower::{Layer, Service, service_fn};

/// Keeps the request, so that the count includes no deallocation.
fn keep(request: Request<()>) -> Ready<Result<Response<Request<()>>, Infallible>> {
    ready(Ok(Response::new(request)))
}

/// The number of allocations that the layer makes for `GET` of this target.
fn allocations<L, S>(layer: L, target: &str) -> u64
where
    L: Layer<Keep, Service = S>,
    S: Service<Request<()>>,
{
    let mut service = layer.layer(service_fn(keep as fn(_) -> _));
    let request = Request::get(target).body(()).unwrap();
    let mut future = None;
    let counted = measure(|| future = Some(service.call(request)));
    counted.count_total
}

type Kept = Ready<Result<Response<Request<()>>, Infallible>>;
type Keep = tower::util::ServiceFn<fn(Request<()>) -> Kept>;

const RESOLVED: [&str; 6] = [
    "/",
    "/caf%C3%A9/100%25/a%20b",
    "/%D0%9F%D1%80%D0%BE%D1%86%D0%B5%D0%BD%D1%82/%D0%9F%D1%80%D0%BE%D1%86%D0%B5%D0%BD%D1%82/index.html",
    "/a/b/c.html;v=1?q=%61&r=../..",
    "http://example.org/a",
    "/static/assets/images/logo-2026-11-23.min.png?version=12345",
];

#[test]
fn a_resolved_path_allocates_nothing() {
    let layer = PathPolicyLayer::new(STRICT);
    let long = format!("/{}", "%C3%A9/a".repeat(1_000));
    for target in RESOLVED.into_iter().chain([&*long]) {
        assert_eq!(allocations(layer, target), 0, "{target}");
        assert_eq!(allocations(layer.on_changed(OnChanged::Redirect), target), 0, "{target}");
    }
}

#[test]
fn flags_that_are_not_there_allocate_nothing() {
    for target in RESOLVED {
        assert_eq!(allocations(InspectLayer::new(Flags::NESTED), target), 0, "{target}");
    }
}

#[test]
fn refusing_allocates_nothing() {
    assert_eq!(allocations(PathPolicyLayer::new(STRICT), "/a/../../b"), 0);
    assert_eq!(allocations(InspectLayer::new(Flags::ALL).refuse(Flags::NUL), "/a%00"), 0);
}

/// The documented cost: an extension takes the map, its table, the value, and the URI's shared
/// buffer.
#[test]
fn requests_that_allocate() {
    let layer = PathPolicyLayer::new(STRICT);
    assert_eq!(allocations(layer.annotate(true), "/a"), 4);
    // The resolved path, the target, and an extension.
    assert!(allocations(layer, "/x/../a") <= 7);
}
