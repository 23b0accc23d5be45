//! The findings in a path that matter for resolving it.

use super::dispatch::dispatch;
#[cfg(feature = "alloc")]
use super::memory::{REGISTER, SHORT_PATH};
use super::rules::{Decoding, Examined, PathRules};
use super::scalar;
#[cfg(feature = "alloc")]
use super::trust::{EMPTY, initialised};
use crate::backend::Backend;
#[cfg(feature = "alloc")]
use crate::sets::AsciiSet;

/// Looks at all of a path, up to the first odd byte or triplet, and may decode a short one.
#[inline(always)]
pub(crate) fn examine(
    backend: Backend,
    path: &[u8],
    rules: &PathRules,
    decoding: Option<&mut Decoding<'_>>,
) -> Examined {
    dispatch!(
        backend,
        K,
        // SAFETY: no memory is relied on: all of it is in slices.
        unsafe { K::examine(path, rules, decoding) },
        scalar::examine::<true>(path, rules, decoding)
    )
}

#[cfg(feature = "alloc")]
impl<'a> Decoding<'a> {
    #[inline(always)]
    pub(crate) const fn new(keep: &'a AsciiSet) -> Self {
        let examined = Examined { read: 0, found: 0 };
        Self { keep, slots: [EMPTY; SHORT_PATH + REGISTER], examined }
    }

    /// [`examine`], which may also decode a short path. [`DECODED`](Examined) is set if the path was
    /// decoded and changed.
    #[inline]
    pub(crate) fn examine(&mut self, backend: Backend, path: &[u8], rules: &PathRules) -> Examined {
        self.examined = examine(backend, path, rules, Some(self));
        self.examined
    }

    /// The decoded path, which [`examine`](Self::examine) has found.
    #[inline]
    pub(crate) fn bytes(&mut self) -> &[u8] {
        assert!(self.examined.has(Examined::DECODED), "callers have asked for that");
        initialised!(
            self.slots,
            self.examined.read,
            "a kernel that answers `DECODED` has initialised `read` slots"
        )
    }
}
