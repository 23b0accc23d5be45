//! The response to a refused request.

use http::Response;
use http::request::Parts;
use http_body_util::Either;

use crate::refusal::Refusal;

/// Makes the responses of a layer, around a service with the body `B`. Implementors are closures
/// from a [`Refusal`] and the head of the request, [`EmptyResponse`] and [`EitherBody`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` makes no response with the body `{B}`",
    note = "for a body without `Default`, such as hyper's `Incoming`, write `.on_refused(EitherBody)`"
)]
pub trait OnRefused<B> {
    /// The body of all responses.
    type Body;

    /// The response to a refused request. `parts` is the received head.
    fn respond(&self, refusal: Refusal, parts: &Parts) -> Response<Self::Body>;

    /// The body of a redirect.
    fn empty() -> Self::Body;

    /// Converts a response of the service.
    fn forward(response: Response<B>) -> Response<Self::Body>;
}

/// The methods for responses with the service's body type.
macro_rules! same_body {
    () => {
        type Body = B;

        fn empty() -> B {
            B::default()
        }

        fn forward(response: Response<B>) -> Response<B> {
            response
        }
    };
}

impl<B: Default, F: Fn(Refusal, &Parts) -> Response<B>> OnRefused<B> for F {
    same_body!();

    fn respond(&self, refusal: Refusal, parts: &Parts) -> Response<B> {
        self(refusal, parts)
    }
}

/// The default response: the status of the [`Refusal`], and an empty body. Only
/// [`Refusal::RoutedBefore`], with an axum body, has a text: the remedy, for the author of the
/// program.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmptyResponse;

impl<B: Default + 'static> OnRefused<B> for EmptyResponse {
    same_body!();

    fn respond(&self, refusal: Refusal, _parts: &Parts) -> Response<B> {
        let mut response = Response::new(B::default());
        *response.status_mut() = refusal.status();
        #[cfg(feature = "axum")]
        if refusal == Refusal::RoutedBefore
            && let Some(body) = <dyn std::any::Any>::downcast_mut(response.body_mut())
        {
            *body = axum::body::Body::from(format!("{refusal}\n"));
        }
        response
    }
}

/// The responses of [`EmptyResponse`] around a service whose body has no [`Default`], such as
/// hyper's `Incoming`. The body is [`Either`] the service's or the layer's.
///
/// ```
/// use http::{Request, Response};
/// use hyper::body::Incoming;
/// use percent_simd::path::STRICT;
/// use percent_simd_tower::{EitherBody, PathPolicyLayer};
/// use tower::Layer;
///
/// // A client is a service; this one sends requests that a server receives.
/// use hyper_util::{client::legacy::Client, rt::TokioExecutor};
/// let client: Client<_, Incoming> = Client::builder(TokioExecutor::new()).build_http();
/// let service = PathPolicyLayer::new(STRICT).on_refused(EitherBody).layer(client);
/// // For hyper's server.
/// let service = hyper_util::service::TowerToHyperService::new(service);
/// # fn is_service<B>(_: impl hyper::service::Service<Request<Incoming>, Response = Response<B>>) {}
/// # is_service(service);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct EitherBody;

impl<B> OnRefused<B> for EitherBody {
    type Body = Either<B, String>;

    fn respond(&self, refusal: Refusal, _parts: &Parts) -> Response<Self::Body> {
        let mut response = Response::new(<Self as OnRefused<B>>::empty());
        *response.status_mut() = refusal.status();
        response
    }

    fn empty() -> Self::Body {
        Either::Right(String::new())
    }

    fn forward(response: Response<B>) -> Response<Self::Body> {
        response.map(Either::Left)
    }
}
