//! The layer that applies a path policy.

use std::io::Write;
use std::sync::Once;
use std::task::{Context, Poll};

use http::{Request, Response};
use percent_simd::path::PathPolicy;
use tower_layer::Layer;
use tower_service::Service;

use crate::decision::{Decision, OnChanged, OnOtherHost, Options, RedirectStatus};
use crate::future::ResponseFuture;
use crate::refusal::Refusal;
use crate::respond::{EmptyResponse, OnRefused};

/// Applies a [`PathPolicy`] to every request: inner services see a path without dot segments,
/// repeated slashes and needless escapes.
///
/// By default a refused path is answered with 400. Every other path is rewritten to its
/// [target](PathPolicy::target), in which reserved characters stay as the client wrote them. If the
/// policy asks for a redirect, the client gets a 307. The [crate](crate) documentation lists the
/// treatment of each form of target.
///
/// ```
/// use http::{Request, Response, StatusCode};
/// use percent_simd::path::STRICT;
/// use percent_simd_tower::PathPolicyLayer;
/// use tower::{Layer, Service, service_fn};
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() {
/// let inner = service_fn(async |request: Request<()>| {
///     Ok::<_, std::convert::Infallible>(Response::new(request.uri().to_string()))
/// });
/// let mut service = PathPolicyLayer::new(STRICT).layer(inner);
///
/// let request = Request::get("/public/%2e%2e//%61dmin?q=%61").body(()).unwrap();
/// assert_eq!(service.call(request).await.unwrap().body(), "/admin?q=%61");
///
/// let request = Request::get("/public/..%2Fadmin").body(()).unwrap();
/// assert_eq!(service.call(request).await.unwrap().status(), StatusCode::BAD_REQUEST);
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PathPolicyLayer<F = EmptyResponse> {
    options: Options,
    on_refused: F,
}

impl PathPolicyLayer {
    /// A layer with this policy and the defaults.
    #[must_use]
    pub fn new(policy: PathPolicy) -> Self {
        let options = Options {
            policy,
            on_changed: OnChanged::Rewrite,
            redirect_status: RedirectStatus::Temporary,
            on_other_host: OnOtherHost::Replace,
            checks_host: false,
            annotates: false,
            acts: true,
            is_inside_router: false,
        };
        Self { options, on_refused: EmptyResponse }
    }
}

impl<F> PathPolicyLayer<F> {
    /// Sets the action for an accepted path that differs from its [target](PathPolicy::target). The
    /// default rewrites the URI.
    #[must_use]
    pub fn on_changed(mut self, action: OnChanged) -> Self {
        self.options.on_changed = action;
        self
    }

    /// Sets the status of redirects. The default is 307.
    #[must_use]
    pub fn redirect_status(mut self, status: RedirectStatus) -> Self {
        self.options.redirect_status = status;
        self
    }

    /// Sets the action for an absolute form of HTTP/1 with another server than `Host`. The default
    /// replaces `Host`. Two `Host` fields with an authority are always refused, and so is another
    /// `Host` than `:authority` of HTTP/2, or than the target of `CONNECT`.
    ///
    /// ```
    /// use http::{Request, Response};
    /// use percent_simd::path::STRICT;
    /// use percent_simd_tower::PathPolicyLayer;
    /// use tower::{Layer, Service, service_fn};
    ///
    /// # #[tokio::main(flavor = "current_thread")] async fn main() {
    /// let mut service = PathPolicyLayer::new(STRICT).layer(service_fn(async |request: Request<()>| {
    ///     assert_eq!(request.headers()["host"], "example.org:8080");
    ///     Ok::<_, std::convert::Infallible>(Response::new(()))
    /// }));
    /// let request = Request::get("http://example.org:8080/a").header("host", "proxy.example");
    /// service.call(request.body(()).unwrap()).await.unwrap();
    /// # }
    /// ```
    #[must_use]
    pub fn on_other_host(mut self, action: OnOtherHost) -> Self {
        self.options.on_other_host = action;
        self
    }

    /// Sets whether `Host` is checked (RFC 9112 3.2), for services that read it. By default `Host`
    /// is only compared with an authority in the target. A request is refused unless it has exactly
    /// one field, with `host` or `host:port`:
    ///
    /// * several fields: [`Refusal::Hosts`];
    /// * no field: [`Refusal::NoHost`], in HTTP/1.1 alone;
    /// * userinfo, a path, a list, a port above 65535, brackets without an IP address, or an empty
    ///   field (except with `OPTIONS *`): [`Refusal::HostField`].
    ///
    /// A name with the root's dot passes, and is another text: a rule on `example.com` does not
    /// match `example.com.`, though DNS reads both as one name.
    ///
    /// ```
    /// use http::{Request, Response, StatusCode};
    /// use percent_simd::path::STRICT;
    /// use percent_simd_tower::PathPolicyLayer;
    /// use tower::{Layer, Service, service_fn};
    ///
    /// # #[tokio::main(flavor = "current_thread")] async fn main() {
    /// let inner = service_fn(async |_: Request<()>| {
    ///     Ok::<_, std::convert::Infallible>(Response::new(()))
    /// });
    /// let mut service = PathPolicyLayer::new(STRICT).check_host(true).layer(inner);
    /// let request = Request::get("/a").header("host", "a.example/@b.example");
    /// let response = service.call(request.body(()).unwrap()).await.unwrap();
    /// assert_eq!(response.status(), StatusCode::BAD_REQUEST);
    /// # }
    /// ```
    #[must_use]
    pub fn check_host(mut self, yes: bool) -> Self {
        self.options.checks_host = yes;
        self
    }

    /// Sets whether every request gets the extension [`Judged`](crate::Judged). By default, only
    /// requests with a changed URI get it, because an extension costs allocations. Under
    /// [`OnChanged::Keep`] requests whose URI would change get it.
    #[must_use]
    pub fn annotate(mut self, always: bool) -> Self {
        self.options.annotates = always;
        self
    }

    /// Sets whether the layer is inside a Router of axum on purpose, as in `Router::nest_service`
    /// around another Router. By default a rewrite after routing is answered with 500
    /// ([`Refusal::RoutedBefore`]), because axum chooses the route before the layers of
    /// `Router::layer` run. The first one also writes a message to standard error.
    #[must_use]
    pub fn inside_router(mut self, yes: bool) -> Self {
        self.options.is_inside_router = yes;
        self
    }

    /// Passes every request on unchanged, with the extension [`Judged`](crate::Judged): no request
    /// is refused, redirected or rewritten. Use this to try a policy on real traffic.
    #[must_use]
    pub fn annotate_only(mut self) -> Self {
        self.options.annotates = true;
        self.options.acts = false;
        self
    }

    /// Sets the response to refused requests: a closure makes it from the [`Refusal`] and the head
    /// of the request. The default has the refusal's status, and no body except for
    /// [`Refusal::RoutedBefore`].
    ///
    /// ```
    /// use http::{Response, request::Parts};
    /// use percent_simd::path::STRICT;
    /// use percent_simd_tower::{PathPolicyLayer, Refusal};
    ///
    /// // The status of a gRPC client: INVALID_ARGUMENT.
    /// let layer = PathPolicyLayer::new(STRICT).on_refused(|refusal: Refusal, parts: &Parts| {
    ///     eprintln!("{}: {refusal}", parts.uri);
    ///     let response = Response::builder().header("content-type", "application/grpc");
    ///     response.header("grpc-status", "3").body(String::new()).unwrap()
    /// });
    /// # let _ = layer;
    /// ```
    #[must_use]
    pub fn on_refused<G>(self, on_refused: G) -> PathPolicyLayer<G> {
        PathPolicyLayer { options: self.options, on_refused }
    }
}

impl<S, F: Clone> Layer<S> for PathPolicyLayer<F> {
    type Service = PathPolicyService<S, F>;

    fn layer(&self, inner: S) -> Self::Service {
        PathPolicyService { inner, options: self.options, on_refused: self.on_refused.clone() }
    }
}

/// The service of a [`PathPolicyLayer`].
#[derive(Clone, Copy, Debug)]
pub struct PathPolicyService<S, F = EmptyResponse> {
    inner: S,
    options: Options,
    on_refused: F,
}

impl<S, F, B, R> Service<Request<B>> for PathPolicyService<S, F>
where
    S: Service<Request<B>, Response = Response<R>>,
    F: OnRefused<R>,
{
    type Response = Response<F::Body>;
    type Error = S::Error;
    type Future = ResponseFuture<S::Future, F, F::Body>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        match self.options.decide(&mut request) {
            Decision::Forward => ResponseFuture::inner(self.inner.call(request)),
            Decision::Redirect(location) => {
                ResponseFuture::ready(self.options.redirect(location, F::empty()))
            }
            Decision::Refuse(refusal) => {
                if refusal == Refusal::RoutedBefore {
                    static REPORT: Once = Once::new();
                    // A failed write to standard error must not affect the request.
                    REPORT.call_once(|| {
                        let _ = writeln!(std::io::stderr(), "{refusal}");
                    });
                }
                let (parts, _body) = request.into_parts();
                ResponseFuture::ready(self.on_refused.respond(refusal, &parts))
            }
        }
    }
}
