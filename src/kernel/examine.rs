//! What is in a path, as far as it matters for resolving it.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "alloc")]
use super::append::new_vec;
use super::scalar;
#[cfg(feature = "alloc")]
use super::text::Buffer;
use super::vector::dispatch;
use crate::backend::Backend;
use crate::sets::AsciiSet;

/// What is odd in a path. For the order of the fields see [`EncodeRules`](super::EncodeRules).
///
/// An odd byte or triplet is refused, or (raw bytes and malformed triplets) only to be looked at
/// closely: a kernel stops before it, and the caller knows more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub(crate) struct PathRules {
    /// `%`, and the raw bytes that are odd: some of [`Self::RAW`].
    pub(crate) raw: AsciiSet,
    /// The values whose triplets are odd.
    pub(crate) values: AsciiSet,
    /// Whether raw bytes >= 0x80 are as good as others. Not with `utf8`.
    pub(crate) non_ascii: bool,
    /// Whether values that are not UTF-8 are odd.
    pub(crate) utf8: bool,
}

impl PathRules {
    /// What may be odd as a raw byte.
    pub(crate) const RAW: AsciiSet = crate::sets::CONTROLS.union(AsciiSet::from_bytes(b"%?#\\;"));

    /// Whether the triplet of this value may be a slash or a dot in another spelling.
    pub(crate) const fn is_spelling(value: u8) -> bool {
        matches!(value, b'.' | b'/' | b'\\')
    }
}

/// What [`examine`] has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Examined {
    /// No odd byte or triplet ends before this place. But a sequence of UTF-8 that ends up to three
    /// bytes before it may be ill-formed, and one that ends there incomplete.
    /// Where the path is [`Self::DECODED`], it is the length of that.
    pub(crate) read: usize,
    /// [`Self::ESCAPES`] and the constants after it, in bits.
    pub(crate) found: u8,
}

impl Examined {
    /// A triplet.
    pub(crate) const ESCAPES: u8 = 1;
    /// A `/` or `.` after a `/`.
    pub(crate) const DOTS: u8 = 2;
    /// Something odd, before which the kernel has stopped: it says nothing about the rest.
    pub(crate) const ODD: u8 = 4;
    /// A slash or dot in another spelling ([`PathRules::is_spelling`]), which is not odd.
    pub(crate) const SPELLED: u8 = 8;
    /// Nothing: the path is decoded.
    #[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "there is no memory for it"))]
    pub(crate) const DECODED: u8 = 16;

    /// Whether it was found.
    #[inline]
    pub(crate) const fn has(self, what: u8) -> bool {
        self.found & what != 0
    }
}

/// Looks at all of a path, up to the first odd byte or triplet.
#[inline]
pub(crate) fn examine(backend: Backend, path: &[u8], rules: &PathRules) -> Examined {
    debug_assert!(rules.raw.is_subset(PathRules::RAW) && rules.raw.contains(b'%'));
    debug_assert!(!(rules.utf8 && rules.non_ascii));
    // Memory: `path` is a slice, of which at most `path.len()` bytes are read; nothing is written.
    dispatch!(backend, examine(path, rules), scalar::examine(path, 0, rules))
}

/// Kernels decode a path of up to this many bytes where they examine it.
#[cfg(feature = "alloc")]
pub(crate) const SHORT_PATH: usize = 128;
/// The room for that, and for whole registers past it.
#[cfg(feature = "alloc")]
pub(crate) const DECODED_PATH: usize = SHORT_PATH + 64;

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
        // Memory: `path` is a slice, of which at most `path.len()` bytes are read; `dst` is the
        // `DECODED_PATH` bytes of the buffer, which is borrowed mutably.
        dispatch!(
            backend,
            examine_decoding(path, rules, keep, dst),
            scalar::examine_decoding(path, 0, rules, keep, &mut self.0.0)
        )
    }

    /// The decoded path, which [`examine`](Self::examine) has found.
    pub(crate) fn to_vec(&self, seen: Examined) -> Vec<u8> {
        debug_assert!(seen.has(Examined::DECODED));
        new_vec(&self.0.0[..seen.read])
    }
}
