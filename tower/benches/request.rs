//! A request of 60 bytes: without a layer, with `PathPolicyLayer`, and with `NormalizePathLayer`.
//! What it costs to make the request is in all rows; the first row is that alone.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Waker};

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use http::{Request, Response};
use percent_simd::{Flags, path::STRICT};
use percent_simd_tower::{InspectLayer, PathPolicyLayer};
use tower::{Service, layer::Layer, layer::util::Identity, service_fn};
use tower_http::normalize_path::NormalizePathLayer;

/// 60 bytes each, but for the query.
const TARGETS: [(&str, &str); 4] = [
    ("resolved", "/static/assets/images/2026/11/23/logo-of-the-company.min.png"),
    ("escapes", "/wiki/%D0%9F%D1%80%D0%BE%D1%86%D0%B5%D0%BD%D1%82/index.html/"),
    ("trailing slash", "/static/assets/images/2026/11/23/logo-of-the-company.min.pn/"),
    ("dot segments", "/static/assets/../images/./2026//11/23/logo-of-company.min.p"),
];

type Reply = Ready<Result<Response<Request<()>>, Infallible>>;

/// The request is dropped outside of what is timed.
fn keep(request: Request<()>) -> Reply {
    ready(Ok(Response::new(request)))
}

fn time<L, S>(criterion: &mut Criterion, name: &str, layer: L)
where
    L: Layer<tower::util::ServiceFn<fn(Request<()>) -> Reply>, Service = S>,
    S: Service<Request<()>, Response = Response<Request<()>>, Error = Infallible>,
{
    let mut service = layer.layer(service_fn(keep as fn(_) -> _));
    let mut group = criterion.benchmark_group(name);
    for (kind, target) in TARGETS {
        assert_eq!(target.len(), 60, "{kind}");
        group.bench_function(kind, |bencher| {
            bencher.iter_batched(
                || Request::get(target).body(()).unwrap(),
                |request| {
                    let mut future = pin!(service.call(black_box(request)));
                    let mut context = Context::from_waker(Waker::noop());
                    future.as_mut().poll(&mut context)
                },
                BatchSize::SmallInput,
            );
        });
    }
}

fn benches(criterion: &mut Criterion) {
    time(criterion, "without", Identity::new());
    time(criterion, "PathPolicyLayer", PathPolicyLayer::new(STRICT));
    time(criterion, "PathPolicyLayer, annotating", PathPolicyLayer::new(STRICT).annotate(true));
    time(criterion, "InspectLayer", InspectLayer::new(Flags::ALL));
    time(criterion, "NormalizePathLayer", NormalizePathLayer::trim_trailing_slash());
}

criterion_group!(all, benches);
criterion_main!(all);
