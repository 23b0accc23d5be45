//! The findings in a path that matter for resolving it.

use super::dispatch::dispatch;
#[cfg(feature = "alloc")]
use super::memory::DECODED_PATH;
use super::rules::{Decoding, Examined, PathRules};
use super::scalar;
#[cfg(feature = "alloc")]
use super::trust::{EMPTY, Slot, initialised};
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

/// A short path, decoded.
#[cfg(feature = "alloc")]
pub(crate) struct DecodedPath {
    buffer: [Slot; DECODED_PATH],
    seen: Examined,
}

#[cfg(feature = "alloc")]
impl DecodedPath {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self { buffer: [EMPTY; DECODED_PATH], seen: Examined { read: 0, found: 0 } }
    }

    /// [`examine`], which may also decode a short path, but for the triplets in `keep`. If it has,
    /// and something has changed, then it has [found](Examined) `DECODED`.
    #[inline]
    pub(crate) fn examine(
        &mut self,
        backend: Backend,
        path: &[u8],
        rules: &PathRules,
        keep: &AsciiSet,
    ) -> Examined {
        let mut decoding = Decoding { keep, slots: &mut self.buffer };
        self.seen = examine(backend, path, rules, Some(&mut decoding));
        self.seen
    }

    /// The decoded path, which [`examine`](Self::examine) has found.
    #[inline]
    pub(crate) fn bytes(&mut self) -> &[u8] {
        assert!(self.seen.has(Examined::DECODED), "callers have asked for that");
        initialised!(
            self.buffer,
            self.seen.read,
            "a kernel that answers `DECODED` has initialised `read` slots"
        )
    }
}
