//! Decoded text as something to format.

use core::fmt;

use super::Decoder;
use crate::kernel;

impl Decoder {
    /// The decoded text as something to format: no allocation, and it never fails. Input that the
    /// policy refuses is written as it is; bytes that are not UTF-8 as U+FFFD, or under
    /// [`Utf8::KeepEscaped`](crate::Utf8::KeepEscaped) as triplets. A width, a precision and a fill
    /// have no effect.
    ///
    /// ```
    /// # use percent_simd::Decoder;
    /// let shown = format!("<{}>", Decoder::new().display("%C3%A9 %E9 100%"));
    /// assert_eq!(shown, "<é \u{FFFD} 100%>");
    /// ```
    #[must_use]
    #[inline]
    pub fn display<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> DecodeDisplay<'_> {
        DecodeDisplay { decoder: self, input: input.as_ref() }
    }
}

/// Writes decoded text when it is formatted: what [`Decoder::display`] returns. Two of them are
/// equal if their policies and their inputs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeDisplay<'a> {
    decoder: Decoder,
    input: &'a [u8],
}

impl fmt::Display for DecodeDisplay<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let policy = self.decoder.text();
        match kernel::text::plain_ascii(policy.backend, self.input, &policy.rules) {
            Some(text) => f.write_str(text),
            None => policy.for_each(self.input, |piece| f.write_str(piece)),
        }
    }
}
