//! The response to a request that is refused.

use http::Response;
use http::request::Parts;

use crate::refusal::Refusal;

/// Makes the response to a refused request. Closures from a [`Refusal`] and the head of the request
/// implement it, and so does [`EmptyResponse`].
pub trait OnRefused<B> {
    /// The response. `parts` is the head of the request as the layer received it.
    fn respond(&self, refusal: Refusal, parts: &Parts) -> Response<B>;
}

impl<B, F: Fn(Refusal, &Parts) -> Response<B>> OnRefused<B> for F {
    fn respond(&self, refusal: Refusal, parts: &Parts) -> Response<B> {
        self(refusal, parts)
    }
}

/// The default response: the status of the [`Refusal`], and an empty body. To the author of the
/// program, [`Refusal::RoutedBefore`] says in an axum body what to change.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmptyResponse;

impl<B: Default + 'static> OnRefused<B> for EmptyResponse {
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
