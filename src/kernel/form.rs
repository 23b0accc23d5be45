//! A look at a form: its separators, and which of its text decoding does not change.

use core::ops::Range;

use super::find::places;
use super::marks::PLACES;
use super::trust::text;
use crate::backend::Backend;

/// Some bytes of a form, and masks of the first [`PLACES`] of them, a bit for each byte: the first
/// byte is the lowest bit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FormMarks<'a> {
    bytes: &'a [u8],
    /// The ends of pairs. The end of the bytes is one, if it is near.
    pub(crate) ends: u64,
    pub(crate) equals: u64,
    /// `%`, `+`, and bytes >= 0x80.
    escapes: u64,
}

impl<'a> FormMarks<'a> {
    pub(crate) const NONE: Self = Self { bytes: &[], ends: 0, equals: 0, escapes: 0 };

    /// Marks the bytes; pairs end at `&` and at the separator. (It stores the marks itself: a result would
    /// be stored by eights and loaded by sixteens, for which store forwarding fails.)
    #[inline(always)]
    pub(crate) fn look(&mut self, backend: Backend, bytes: &'a [u8], separator: u8) {
        self.bytes = bytes;
        [self.ends, self.equals, self.escapes] = places(backend, bytes, || {
            let (ends, escapes) = ([b'&', separator, separator], [b'%', b'+', b'+']);
            [(ends, false), ([b'='; 3], false), (escapes, true)]
        });
        if bytes.len() < PLACES {
            self.ends |= 1 << bytes.len();
        }
    }

    /// The part in the range, which ends at a byte that has marks.
    ///
    /// # Panics
    /// If it ends elsewhere.
    #[inline(always)]
    pub(crate) fn part(&self, range: Range<usize>) -> Part<'a> {
        assert!(range.end < PLACES, "the marks reach no further");
        let is_plain = self.escapes & !(u64::MAX << range.end) & u64::MAX << range.start == 0;
        Part { bytes: &self.bytes[range], is_plain }
    }
}

/// A name or a value as it is written.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    bytes: &'a [u8],
    /// It is known to be ASCII without `%` and `+`.
    is_plain: bool,
}

impl<'a> Part<'a> {
    /// Bytes of which nothing is known.
    #[inline]
    pub(crate) const fn unknown(bytes: &'a [u8]) -> Self {
        Self { bytes, is_plain: false }
    }

    #[inline(always)]
    pub(crate) const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The text, if it is known that decoding does not change it.
    #[inline(always)]
    pub(crate) fn plain(self) -> Option<&'a str> {
        self.is_plain
            .then(|| text!(self.bytes, "no byte of them has a mark, as those >= 0x80 have"))
    }

    /// The part in the range.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn part(self, range: Range<usize>) -> Self {
        Self { bytes: &self.bytes[range], ..self }
    }
}
