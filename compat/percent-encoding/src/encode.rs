//! Encoding: bytes and a set give pieces of ASCII.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String};
use core::fmt;

use crate::AsciiSet;

/// The triplet of any byte, in upper-case hex (RFC 3986 2.1).
///
/// ```
/// use percent_encoding::percent_encode_byte;
/// assert_eq!(percent_encode_byte(b' '), "%20");
/// assert_eq!(percent_encode_byte(b'a'), "%61");
/// ```
#[inline]
pub fn percent_encode_byte(byte: u8) -> &'static str {
    percent_simd::triplet(byte)
}

/// Encodes bytes: members of `ascii_set` and every byte >= 0x80 become triplets.
///
/// The result is an iterator over pieces, implements `Display`, and converts into a `Cow<str>`: see
/// [`PercentEncode`].
///
/// ```
/// use percent_encoding::{NON_ALPHANUMERIC, percent_encode};
/// # #[cfg(feature = "alloc")]
/// assert_eq!(percent_encode(b"50% \xE9", NON_ALPHANUMERIC).to_string(), "50%25%20%E9");
/// ```
#[inline]
pub fn percent_encode<'a>(input: &'a [u8], ascii_set: &'static AsciiSet) -> PercentEncode<'a> {
    PercentEncode { bytes: input, ascii_set }
}

/// Encodes the UTF-8 bytes of the text, as [`percent_encode`] does.
///
/// ```
/// use percent_encoding::{CONTROLS, utf8_percent_encode};
/// # #[cfg(feature = "alloc")]
/// assert_eq!(utf8_percent_encode("über", CONTROLS).to_string(), "%C3%BCber");
/// ```
#[inline]
pub fn utf8_percent_encode<'a>(input: &'a str, ascii_set: &'static AsciiSet) -> PercentEncode<'a> {
    percent_encode(input.as_bytes(), ascii_set)
}

/// Bytes to encode, returned by [`percent_encode`] and [`utf8_percent_encode`].
///
/// * As an iterator it yields runs of unchanged bytes (each as long as possible) and triplets.
/// * `Display` writes the whole remaining result; `to_string` is the fastest way to a `String`.
#[cfg_attr(
    feature = "alloc",
    doc = "* As a [`Cow`] it is borrowed where that is one piece: no byte is escaped, or the only one is."
)]
///
/// ```
/// use percent_encoding::{CONTROLS, utf8_percent_encode};
///
/// let mut pieces = utf8_percent_encode("a b\u{1}\u{2}c", CONTROLS);
/// assert_eq!(pieces.next(), Some("a b"));
/// assert_eq!(pieces.next(), Some("%01"));
/// # #[cfg(feature = "alloc")]
/// assert_eq!(pieces.to_string(), "%02c");
/// # #[cfg(feature = "alloc")]
/// assert!(matches!(utf8_percent_encode("a b", CONTROLS).into(), std::borrow::Cow::Borrowed("a b")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PercentEncode<'a> {
    bytes: &'a [u8],
    ascii_set: &'static AsciiSet,
}

impl<'a> Iterator for PercentEncode<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let (&first, rest) = self.bytes.split_first()?;
        if self.ascii_set.escapes(first) {
            self.bytes = rest;
            return Some(percent_encode_byte(first));
        }
        let (run, rest) = self.ascii_set.split_unescaped(self.bytes);
        self.bytes = rest;
        Some(run)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(!self.bytes.is_empty()), Some(self.bytes.len()))
    }

    #[inline]
    fn fold<B, F: FnMut(B, &'a str) -> B>(self, init: B, mut f: F) -> B {
        if self.bytes.len() > 2 * FEW {
            return self.ascii_set.encoder().pieces(self.bytes).fold(init, f);
        }
        let mut folded = init;
        for piece in self {
            folded = f(folded, piece);
        }
        folded
    }
}

impl fmt::Display for PercentEncode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.only_piece_of_few() {
            Some("") => Ok(()),
            Some(only) => f.write_str(only),
            None => self.ascii_set.encoder().encode_write(self.bytes, f),
        }
    }
}

/// Up to this many bytes, a test of each is faster than a kernel.
const FEW: usize = 8;

impl<'a> PercentEncode<'a> {
    /// The only piece of a short input, if there is just one: a common case.
    #[inline(always)]
    fn only_piece_of_few(&self) -> Option<&'a str> {
        if self.bytes.len() > FEW {
            return None;
        }
        match self.ascii_set.split_unescaped(self.bytes) {
            (run, []) => Some(run),
            ("", &[byte]) => Some(percent_encode_byte(byte)),
            _ => None,
        }
    }

    #[cfg(feature = "alloc")]
    #[inline(never)]
    fn encode_many(self) -> Cow<'a, str> {
        self.ascii_set.encoder().encode(self.bytes)
    }

    #[cfg(feature = "alloc")]
    #[inline(never)]
    fn encode_few(self) -> String {
        let mut text = String::with_capacity(3 * self.bytes.len());
        self.ascii_set.encoder().encode_append(self.bytes, &mut text);
        text
    }
}

/// Borrows if the result is one piece.
#[cfg(feature = "alloc")]
impl<'a> From<PercentEncode<'a>> for Cow<'a, str> {
    fn from(pieces: PercentEncode<'a>) -> Self {
        match pieces.only_piece_of_few() {
            Some(only) => Cow::Borrowed(only),
            None if pieces.bytes.len() > FEW => pieces.encode_many(),
            None => Cow::Owned(pieces.encode_few()),
        }
    }
}
