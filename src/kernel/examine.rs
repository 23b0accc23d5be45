//! What is in a path, as far as it matters for resolving it.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "alloc")]
use super::append::new_vec;
use super::dispatch::dispatch;
#[cfg(feature = "alloc")]
use super::path_rules::DECODED_PATH;
use super::path_rules::{Examined, PathRules};
use super::scalar;
#[cfg(feature = "alloc")]
use super::text::Buffer;
use crate::backend::Backend;
use crate::sets::AsciiSet;

/// Looks at all of a path, up to the first odd byte or triplet.
#[inline]
pub(crate) fn examine(backend: Backend, path: &[u8], rules: &PathRules) -> Examined {
    debug_assert!(rules.raw.is_subset(PathRules::RAW) && rules.raw.contains(b'%'));
    debug_assert!(!(rules.utf8 && rules.non_ascii));
    // SAFETY: `path` is a slice, of which at most `path.len()` bytes are read; nothing is written.
    unsafe { dispatch!(backend, examine(path, rules), scalar::examine(path, 0, rules)) }
}

/// A short path, decoded.
#[cfg(feature = "alloc")]
pub(crate) struct DecodedPath(Buffer<DECODED_PATH>);

#[cfg(feature = "alloc")]
impl DecodedPath {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self(Buffer::new())
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
        let dst = self.0.0.as_mut_ptr().cast::<u8>();
        let _ = dst;
        // SAFETY: `path` is a slice, of which at most `path.len()` bytes are read; `dst` is the
        // `DECODED_PATH` bytes of the buffer, which is borrowed mutably.
        unsafe {
            dispatch!(
                backend,
                examine_decoding(path, rules, keep, dst),
                scalar::examine_decoding(path, 0, rules, keep, &mut self.0.0)
            )
        }
    }

    /// The decoded path, which [`examine`](Self::examine) has found.
    pub(crate) fn to_vec(&self, seen: Examined) -> Vec<u8> {
        debug_assert!(seen.has(Examined::DECODED));
        new_vec(&self.0.0[..seen.read])
    }
}
