//! The response of the inner service or of the layer.

use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};

use http::Response;
use pin_project_lite::pin_project;

use crate::respond::OnRefused;

pin_project! {
    /// The future of this crate's services. The parameters are the inner service's future, the
    /// layer's responses, and the body.
    #[derive(Debug)]
    pub struct ResponseFuture<F, R, B> {
        #[pin]
        state: State<F, B>,
        responds: PhantomData<fn() -> R>,
    }
}

pin_project! {
    #[project = StateProjection]
    #[derive(Debug)]
    enum State<F, B> {
        Inner { #[pin] future: F },
        Ready { response: Option<Response<B>> },
    }
}

impl<F, R, B> ResponseFuture<F, R, B> {
    pub(crate) fn inner(future: F) -> Self {
        Self { state: State::Inner { future }, responds: PhantomData }
    }

    pub(crate) fn ready(response: Response<B>) -> Self {
        let state = State::Ready { response: Some(response) };
        Self { state, responds: PhantomData }
    }
}

impl<F, R, B, I, E> Future for ResponseFuture<F, R, B>
where
    F: Future<Output = Result<Response<I>, E>>,
    R: OnRefused<I, Body = B>,
{
    type Output = Result<Response<B>, E>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.project().state.project() {
            StateProjection::Inner { future } => future.poll(context).map_ok(R::forward),
            StateProjection::Ready { response } => {
                Poll::Ready(Ok(response.take().expect("a future is not polled once it is ready")))
            }
        }
    }
}
