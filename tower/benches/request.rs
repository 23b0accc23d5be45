//! A request of 60 bytes: without a layer, with `PathPolicyLayer`, and with `NormalizePathLayer`.
//! All rows reset the request's URI and drop its extensions. The rows `without` do nothing else, so
//! the cost of a layer is the difference from them.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use criterion::{Criterion, criterion_group, criterion_main};
use http::{Extensions, Request, Response, Uri};
use percent_simd::{Flags, path::STRICT};
use percent_simd_tower::{InspectLayer, PathPolicyLayer};
use tower::{Service, layer::Layer, layer::util::Identity, service_fn};
use tower_http::normalize_path::NormalizePathLayer;

/// 60 bytes each.
const TARGETS: [(&str, &str); 4] = [
    ("resolved", "/static/assets/images/2026/11/23/logo-of-the-company.min.png"),
    ("escapes", "/wiki/%D0%9F%D1%80%D0%BE%D1%86%D0%B5%D0%BD%D1%82/index.html/"),
    ("trailing slash", "/static/assets/images/2026/11/23/logo-of-the-company.min.pn/"),
    ("dot segments", "/static/assets/../images/./2026//11/23/logo-of-company.min.p"),
];

type Reply = Ready<Result<Response<Request<()>>, Infallible>>;

/// Returns the request, which the next round reuses.
fn keep(request: Request<()>) -> Reply {
    ready(Ok(Response::new(request)))
}

fn context() -> Context<'static> {
    Context::from_waker(Waker::noop())
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
        let uri: Uri = target.parse().unwrap();
        let mut kept = Some(Request::new(()));
        group.bench_function(kind, |bencher| {
            bencher.iter(|| {
                let mut request = kept.take().unwrap();
                request.uri_mut().clone_from(&uri);
                *request.extensions_mut() = Extensions::new();
                let future = pin!(service.call(black_box(request)));
                let Poll::Ready(Ok(response)) = future.poll(&mut context()) else { panic!() };
                kept = Some(response.into_body());
            });
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
