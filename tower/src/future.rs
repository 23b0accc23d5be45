//! The response of the inner service, or one that the layer makes itself.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use http::Response;
use pin_project_lite::pin_project;

pin_project! {
    /// The future of this crate's services.
    #[derive(Debug)]
    pub struct ResponseFuture<F, B> {
        #[pin]
        state: State<F, B>,
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

impl<F, B> ResponseFuture<F, B> {
    pub(crate) fn inner(future: F) -> Self {
        Self { state: State::Inner { future } }
    }

    pub(crate) fn ready(response: Response<B>) -> Self {
        Self { state: State::Ready { response: Some(response) } }
    }
}

impl<F, B, E> Future for ResponseFuture<F, B>
where
    F: Future<Output = Result<Response<B>, E>>,
{
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.project().state.project() {
            StateProjection::Inner { future } => future.poll(context),
            StateProjection::Ready { response } => {
                Poll::Ready(Ok(response.take().expect("a future is not polled once it is ready")))
            }
        }
    }
}
