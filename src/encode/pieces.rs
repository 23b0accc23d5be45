//! Encoding piece by piece: runs that stay, and the output of the bytes between them.

use core::iter::FusedIterator;

use super::Encoder;
use crate::kernel;
use crate::kernel::pieces::Pieces;
use crate::sets::AsciiSet;

impl Encoder {
    /// The encoded input piece by piece, without allocation: runs of bytes that stay as they are,
    /// each as long as possible, and the encoded form of each other byte.
    ///
    /// For the text rather than its pieces, [`display`](Self::display) and
    /// [`encode_write`](Self::encode_write) write whole blocks: ten times as fast if every other byte
    /// is escaped.
    ///
    /// ```
    /// # use percent_simd::{Encoder, sets};
    /// let mut pieces = Encoder::new(sets::URL_PATH).pieces("/a b");
    /// assert_eq!((pieces.next(), pieces.next()), (Some("/a"), Some("%20")));
    /// assert_eq!(pieces.rest(), b"b");
    /// ```
    #[must_use]
    #[inline]
    pub fn pieces<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> EncodePieces<'_> {
        EncodePieces { encoder: self, pieces: Pieces::new(input.as_ref()) }
    }
}

/// The pieces of encoded bytes; made by [`Encoder::pieces`]. Linear time, whatever the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodePieces<'a> {
    encoder: Encoder,
    pieces: Pieces<'a>,
}

impl<'a> EncodePieces<'a> {
    /// The input that is not in a piece yet.
    #[must_use]
    #[inline]
    pub const fn rest(&self) -> &'a [u8] {
        self.pieces.rest
    }
}

impl<'a> Iterator for EncodePieces<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        self.pieces.next(&self.encoder.rules, self.encoder.backend)
    }

    /// At least one piece if there is input, at most one for each byte.
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.rest().len();
        (len.min(1), Some(len))
    }

    #[inline]
    fn fold<B, F: FnMut(B, &'a str) -> B>(self, init: B, f: F) -> B {
        self.pieces.fold(&self.encoder.rules, self.encoder.backend, init, f)
    }
}

impl FusedIterator for EncodePieces<'_> {}

impl AsciiSet {
    /// The longest start of the input that stays as it is where members and bytes >= 0x80 are
    /// escaped, as text; and the rest, which is empty or begins with an escaped byte. Fast for
    /// short runs and for long ones.
    ///
    /// ```
    /// use percent_simd::sets;
    /// assert_eq!(sets::URL_PATH.split_unescaped("/a b"), ("/a", &b" b"[..]));
    /// assert_eq!(sets::URL_PATH.split_unescaped("/a"), ("/a", &b""[..]));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn split_unescaped<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> (&str, &[u8]) {
        kernel::encode::split_unescaped(input.as_ref(), &self)
    }
}

/// The triplet of a byte, in upper-case hex (RFC 3986 2.1).
///
/// ```
/// use percent_simd::triplet;
/// assert_eq!((triplet(b' '), triplet(b'a'), triplet(0xFF)), ("%20", "%61", "%FF"));
/// ```
#[must_use]
#[inline]
pub fn triplet(byte: u8) -> &'static str {
    kernel::encode::triplet(byte, false)
}
