//! Room on the stack.

use super::trust::{EMPTY, Slot};

/// Room for `N` bytes, of which none is initialised yet.
pub(crate) struct Buffer<const N: usize>(pub(crate) [Slot; N]);

impl<const N: usize> Buffer<N> {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self([EMPTY; N])
    }
}
