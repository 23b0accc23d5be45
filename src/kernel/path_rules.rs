//! The odd bytes of a path, and a kernel's findings in one.

use super::memory::DECODED_PATH;
use super::trust::Slot;
use crate::sets::AsciiSet;

/// The odd bytes and triplets of a path. For the order of the fields see
/// [`EncodeRules`](super::rules::EncodeRules).
///
/// An odd byte or triplet is refused, or (raw bytes and malformed triplets) only to be looked at
/// closely: a kernel stops before it, and the caller knows more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub(crate) struct PathRules {
    /// `%`, and the raw bytes that are odd.
    pub(crate) raw: AsciiSet,
    /// The values whose triplets are odd.
    pub(crate) values: AsciiSet,
    /// Raw bytes >= 0x80 are not odd. Not with `utf8`.
    pub(crate) non_ascii: bool,
    /// Values that are not UTF-8 are odd.
    pub(crate) utf8: bool,
}

impl PathRules {
    /// Returns whether the triplet of this value may be a slash or a dot in another spelling.
    pub(crate) const fn is_spelling(value: u8) -> bool {
        matches!(value, b'.' | b'/' | b'\\')
    }
}

/// Room in which a short path is decoded while it is examined, but for the triplets in `keep`.
pub(crate) struct Decoding<'a> {
    pub(crate) keep: &'a AsciiSet,
    pub(crate) slots: &'a mut [Slot; DECODED_PATH],
}

/// The findings of `examine`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Examined {
    /// No odd byte or triplet ends before this place, except by its UTF-8: a sequence that ends up
    /// to three bytes before it may be ill-formed, and one that ends at it incomplete. For a
    /// [`Self::DECODED`] path, this is the decoded length.
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

    /// Returns whether `what` was found.
    #[inline]
    pub(crate) const fn has(self, what: u8) -> bool {
        self.found & what != 0
    }
}
