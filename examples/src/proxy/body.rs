//! Bodies as the proxy forwards them.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use tokio::time::Sleep;

/// What ends a body early.
pub(super) type BodyError = Box<dyn Error + Send + Sync>;

/// A body that did not arrive in time.
#[derive(Debug)]
pub(super) struct TimedOut;

impl Display for TimedOut {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("the body did not arrive in time")
    }
}

impl Error for TimedOut {}

impl TimedOut {
    /// Whether this is the cause of an error.
    pub(super) fn caused(error: &(dyn Error + 'static)) -> bool {
        error.is::<Self>() || error.source().is_some_and(Self::caused)
    }
}

/// A body that fails if it takes too long, and has no trailers: a recipient may take a trailer for
/// a field of the head (RFC 9110 6.5.1), and nobody has checked it as one.
pub(super) struct Timed {
    body: Incoming,
    deadline: Pin<Box<Sleep>>,
}

impl Timed {
    pub(super) fn new(body: Incoming, limit: Duration) -> Self {
        Self { body, deadline: Box::pin(tokio::time::sleep(limit)) }
    }
}

impl Body for Timed {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        match Pin::new(&mut self.body).poll_frame(context) {
            Poll::Ready(Some(Ok(frame))) if frame.is_trailers() => Poll::Ready(None),
            Poll::Ready(frame) => Poll::Ready(frame.map(|frame| frame.map_err(Into::into))),
            Poll::Pending => {
                ready!(self.deadline.as_mut().poll(context));
                Poll::Ready(Some(Err(TimedOut.into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
