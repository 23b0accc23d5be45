//! The layer that searches path and query for flags.

use std::task::{Context, Poll};

use http::{Request, Response, Uri};
use percent_simd::{Flags, form, inspect};
use tower_layer::Layer;
use tower_service::Service;

use crate::future::ResponseFuture;
use crate::refusal::Refusal;
use crate::respond::{EmptyResponse, OnRefused};

/// The flags of a request, as its extension.
///
/// By default, only requests with a watched flag have the extension; with
/// [`annotate`](InspectLayer::annotate) all have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Inspected {
    /// The watched flags of the path.
    pub path: Flags,
    /// The watched flags of the query: those of each name and value, decoded separately as a
    /// program decodes them.
    pub query: Flags,
}

impl Inspected {
    /// The watched flags of a URI.
    ///
    /// ```
    /// use http::Uri;
    /// use percent_simd::Flags;
    /// use percent_simd_tower::Inspected;
    ///
    /// let uri = Uri::from_static("/a%00?file=..%2fetc");
    /// let found = Inspected::of(&uri, Flags::NUL | Flags::DOT_SEGMENT);
    /// assert_eq!((found.path, found.query), (Flags::NUL, Flags::DOT_SEGMENT));
    /// ```
    #[must_use]
    pub fn of(uri: &Uri, watched: Flags) -> Self {
        let query = uri.query().map_or(Flags::EMPTY, flags_of_query);
        Self {
            path: inspect(uri.path()).flags().intersection(watched),
            query: query.intersection(watched),
        }
    }

    /// The flags of the path and of the query.
    #[must_use]
    pub fn flags(self) -> Flags {
        self.path.union(self.query)
    }
}

fn flags_of_query(query: &str) -> Flags {
    let whole = inspect(query);
    if whole.flags().is_empty() && whole.triplets() == 0 && whole.malformed_count() == 0 {
        // Without `%`, the parts have no flags beyond those of the whole.
        return Flags::EMPTY;
    }
    let parts = form::parse(query).flat_map(|pair| [pair.name_raw(), pair.value_raw()]);
    parts.fold(Flags::EMPTY, |flags, part| flags.union(inspect(part).flags()))
}

/// Searches the path and the query of every request for [`Flags`]. It reports requests with these
/// flags, and refuses those with the flags of [`refuse`](Self::refuse).
///
/// Put the layer outside a [`PathPolicyLayer`](crate::PathPolicyLayer), so that it sees the
/// received path. Targets without a path have no flags.
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// use http::{Request, Response, StatusCode, Uri};
/// use percent_simd::Flags;
/// use percent_simd_tower::{InspectLayer, Inspected};
/// use tower::{Layer, Service, service_fn};
///
/// static NESTED: AtomicUsize = AtomicUsize::new(0);
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() {
/// let layer = InspectLayer::new(Flags::NESTED | Flags::NUL).refuse(Flags::NUL).on_flags(
///     |found: &Inspected, _uri: &Uri| {
///         NESTED.fetch_add(found.flags().contains(Flags::NESTED).into(), Ordering::Relaxed);
///     },
/// );
/// let mut service = layer.layer(service_fn(async |request: Request<()>| {
///     let found = request.extensions().get::<Inspected>().unwrap();
///     Ok::<_, std::convert::Infallible>(Response::new(found.query.to_string()))
/// }));
///
/// let request = Request::get("/x?file=%252e%252e%252f").body(()).unwrap();
/// assert_eq!(service.call(request).await.unwrap().body(), "nested");
/// assert_eq!(NESTED.load(Ordering::Relaxed), 1);
///
/// let request = Request::get("/x?name=a%00b").body(()).unwrap();
/// assert_eq!(service.call(request).await.unwrap().status(), StatusCode::BAD_REQUEST);
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct InspectLayer<F = EmptyResponse, C = fn(&Inspected, &Uri)> {
    options: Options,
    on_refused: F,
    on_flags: C,
}

#[derive(Clone, Copy, Debug)]
struct Options {
    watched: Flags,
    refused: Flags,
    annotates: bool,
}

impl InspectLayer {
    /// A layer that watches for these flags.
    #[must_use]
    pub fn new(watched: Flags) -> Self {
        let options = Options { watched, refused: Flags::EMPTY, annotates: false };
        Self { options, on_refused: EmptyResponse, on_flags: |_, _| {} }
    }
}

impl<F, C> InspectLayer<F, C> {
    /// Refuses requests with any of these flags, which are watched, too: [`Refusal::Flags`].
    #[must_use]
    pub fn refuse(mut self, refused: Flags) -> Self {
        self.options.refused = refused;
        self.options.watched = self.options.watched.union(refused);
        self
    }

    /// Gives every request the extension [`Inspected`] if `always` is true. By default, only requests
    /// with a watched flag get it, because an extension costs allocations.
    #[must_use]
    pub fn annotate(mut self, always: bool) -> Self {
        self.options.annotates = always;
        self
    }

    /// Calls `on_flags` for each request with a watched flag, before the request is refused or
    /// passed on. Use it for counters.
    #[must_use]
    pub fn on_flags<D>(self, on_flags: D) -> InspectLayer<F, D>
    where
        D: Fn(&Inspected, &Uri),
    {
        InspectLayer { options: self.options, on_refused: self.on_refused, on_flags }
    }

    /// The response to refused requests; see
    /// [`PathPolicyLayer::on_refused`](crate::PathPolicyLayer::on_refused).
    #[must_use]
    pub fn on_refused<G>(self, on_refused: G) -> InspectLayer<G, C> {
        InspectLayer { options: self.options, on_refused, on_flags: self.on_flags }
    }
}

impl<S, F: Clone, C: Clone> Layer<S> for InspectLayer<F, C> {
    type Service = InspectService<S, F, C>;

    fn layer(&self, inner: S) -> Self::Service {
        InspectService {
            inner,
            options: self.options,
            on_refused: self.on_refused.clone(),
            on_flags: self.on_flags.clone(),
        }
    }
}

/// The service that an [`InspectLayer`] makes.
#[derive(Clone, Copy, Debug)]
pub struct InspectService<S, F = EmptyResponse, C = fn(&Inspected, &Uri)> {
    inner: S,
    options: Options,
    on_refused: F,
    on_flags: C,
}

impl<S, F, C, B, R> Service<Request<B>> for InspectService<S, F, C>
where
    S: Service<Request<B>, Response = Response<R>>,
    F: OnRefused<R>,
    C: Fn(&Inspected, &Uri),
{
    type Response = Response<F::Body>;
    type Error = S::Error;
    type Future = ResponseFuture<S::Future, F, F::Body>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        let found = Inspected::of(request.uri(), self.options.watched);
        let flags = found.flags();
        if !flags.is_empty() {
            (self.on_flags)(&found, request.uri());
        }
        let refused = flags.intersection(self.options.refused);
        if !refused.is_empty() {
            let (parts, _body) = request.into_parts();
            let response = self.on_refused.respond(Refusal::Flags(refused), &parts);
            return ResponseFuture::ready(response);
        }
        if self.options.annotates || !flags.is_empty() {
            request.extensions_mut().insert(found);
        }
        ResponseFuture::inner(self.inner.call(request))
    }
}
