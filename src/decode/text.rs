//! Decoded text under the policy's [`Utf8`], without memory of its own: checked, formatted, or given piece
//! by piece from a small buffer.

use core::fmt;

use super::{Decoder, Utf8};
use crate::backend::Backend;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::kernel;
use crate::kernel::rules::DecodeRules;
use crate::kernel::scalar::{self, Unit};
use crate::kernel::trust::EMPTY;

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
        ill_formed::<false>(self.backend(), &self.rules.infallible(), before).or(refused)
    }

    /// The policy, but input that it refuses stays as it is written.
    #[inline]
    pub(crate) const fn lenient(self) -> Self {
        Self { rules: self.rules.infallible(), ..self }
    }

    /// Gives the decoded text, piece by piece, to `write` until it returns false; ill-formed UTF-8 as
    /// U+FFFD, or under [`Utf8::KeepEscaped`] as triplets. Returns true if all of it was written. The
    /// policy is [lenient](Self::lenient).
    #[inline]
    pub(super) fn while_written(&self, input: &[u8], write: &mut dyn FnMut(&str) -> bool) -> bool {
        kernel::text::decode_chunks::<false>(
            self.backend(),
            &self.rules,
            input,
            &mut |_, encoded, decoded| {
                let decoded = match decoded {
                    Ok(text) => return write(text),
                    Err(bytes) => bytes,
                };
                if self.utf8 != Utf8::KeepEscaped {
                    let mut buffer = [EMPTY; kernel::lossy::text_room(kernel::chunks::CHUNK)];
                    return write(kernel::lossy::replace_ill_formed(
                        self.backend(),
                        decoded,
                        &mut buffer,
                    ));
                }
                // The part of `encoded` whose decoded bytes have not been written yet.
                let mut source = Source { rest: encoded, rules: &self.rules };
                decoded.utf8_chunks().all(|piece| {
                    write(piece.valid()) && {
                        if !piece.invalid().is_empty() {
                            source.skip(piece.valid().len());
                        }
                        piece.invalid().iter().all(|&byte| source.write_escaped(byte, write))
                    }
                })
            },
        )
    }

    /// Gives the decoded text, piece by piece, to a function that cannot fail. The policy is
    /// [lenient](Self::lenient).
    #[cfg(feature = "alloc")]
    pub(crate) fn each_piece(&self, input: &[u8], mut call: impl FnMut(&str)) {
        self.while_written(input, &mut |piece| {
            call(piece);
            true
        });
    }
}

/// Writes decoded text when it is formatted; made by [`Decoder::display`]. Two of them are
/// equal if their policies and their inputs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeDisplay<'a> {
    decoder: Decoder,
    input: &'a [u8],
}

impl fmt::Display for DecodeDisplay<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decoder = self.decoder.lenient();
        if let Some(text) = kernel::text::plain_ascii(decoder.backend(), self.input, &decoder.rules)
        {
            return f.write_str(text);
        }
        let is_written = decoder.while_written(self.input, &mut |piece| f.write_str(piece).is_ok());
        is_written.then_some(()).ok_or(fmt::Error)
    }
}

/// The first ill-formed UTF-8 in the decoded bytes, as an error. The rules refuse nothing; `PLAIN`
/// repeats that they are plain.
pub(super) fn ill_formed<const PLAIN: bool>(
    backend: Backend,
    rules: &DecodeRules,
    input: &[u8],
) -> Option<DecodeError> {
    let mut ill_formed = None;
    kernel::text::decode_chunks::<PLAIN>(backend, rules, input, &mut |start, encoded, decoded| {
        let valid = decoded.or_else(core::str::from_utf8);
        if let Err(error) = valid {
            let mut source = Source { rest: encoded, rules };
            source.skip(error.valid_up_to());
            let position = start + encoded.len() - source.rest.len();
            ill_formed = Some(DecodeError::new(position, DecodeErrorKind::Utf8));
        }
        ill_formed.is_none()
    });
    ill_formed
}

/// The input that decoded bytes come from, walked in step with them.
struct Source<'a> {
    rest: &'a [u8],
    rules: &'a DecodeRules,
}

impl Source<'_> {
    /// Skips the input of this many decoded bytes.
    #[inline]
    fn skip(&mut self, decoded: usize) {
        let mut left = decoded;
        while left > 0 {
            let unit = scalar::unit(self.rest, self.rules);
            self.rest = &self.rest[unit.len()..];
            left -= if unit == Unit::Kept { 3 } else { 1 };
        }
    }

    /// Skips the input of one decoded byte >= 0x80, and writes it as a triplet: as it is, or in
    /// upper case if it was raw.
    #[inline]
    fn write_escaped(&mut self, byte: u8, write: &mut dyn FnMut(&str) -> bool) -> bool {
        let unit = scalar::unit(self.rest, self.rules);
        let (written, rest) = self.rest.split_at(unit.len());
        self.rest = rest;
        match core::str::from_utf8(written) {
            Ok(triplet) => write(triplet),
            Err(_) => write(kernel::encode::triplet(byte, false)),
        }
    }
}
