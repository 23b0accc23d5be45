//! Decoded text under the policy's [`Utf8`], without memory of its own: checked, or formatted.

use core::fmt;

use super::{Decoder, Utf8};
use crate::error::DecodeError;
use crate::kernel;
use crate::text;

impl Decoder {
    /// Checks that the input decodes to text under this policy; nothing is allocated.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy.
    #[inline]
    pub fn check_utf8<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Result<(), DecodeError> {
        self.check_slice_utf8(input.as_ref())
    }

    /// The decoded text as something to format: no allocation, and it never fails. Input that the
    /// policy refuses is written as it is; bytes that are not UTF-8 as U+FFFD, or under
    /// [`Utf8::KeepEscaped`] as triplets. A width, a precision and a fill have no effect.
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

    #[inline]
    pub(super) fn check_slice_utf8(&self, input: &[u8]) -> Result<(), DecodeError> {
        let refused = kernel::decode::decoded_len(self.backend(), input, &self.rules).err();
        let error =
            if self.utf8 == Utf8::Strict { self.first_error(input, refused) } else { refused };
        error.map_or(Ok(()), Err)
    }

    /// The first error under [`Utf8::Strict`], given the first of another kind: only ill-formed UTF-8
    /// before that can be it.
    #[inline]
    pub(super) fn first_error(
        &self,
        input: &[u8],
        refused: Option<DecodeError>,
    ) -> Option<DecodeError> {
        let before = refused.map_or(input, |error| &input[..error.position()]);
        text::ill_formed::<false>(self.backend(), &self.rules.infallible(), before).or(refused)
    }

    /// The policy as one that gives text whatever the input.
    #[inline]
    pub(crate) fn text(self) -> text::Policy {
        text::Policy {
            backend: self.backend(),
            rules: self.rules.infallible(),
            keep_escaped: self.utf8 == Utf8::KeepEscaped,
        }
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
