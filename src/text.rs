//! Decoded bytes as text: chunk by chunk in a small buffer, so that nothing is allocated.

use crate::backend::Backend;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::kernel;
use crate::kernel::memory::Buffer;
use crate::kernel::rules::DecodeRules;
use crate::kernel::scalar::{self, Unit};

/// A policy under which every input gives text.
#[derive(Clone, Copy)]
pub(crate) struct Policy {
    pub(crate) backend: Backend,
    /// Rules that refuse nothing.
    pub(crate) rules: DecodeRules,
    /// Ill-formed UTF-8 stays as triplets; else it becomes U+FFFD.
    pub(crate) keep_escaped: bool,
}

impl Policy {
    /// Gives the decoded text, piece by piece, to `write`.
    pub(crate) fn for_each<E>(
        self,
        input: &[u8],
        mut write: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut result = Ok(());
        self.while_written(input, &mut |piece| {
            result = write(piece);
            result.is_ok()
        });
        result
    }

    /// Gives the decoded text, piece by piece, to `write` until it returns false. Returns true if
    /// all of it was written.
    #[inline]
    pub(crate) fn while_written(self, input: &[u8], write: &mut dyn FnMut(&str) -> bool) -> bool {
        kernel::text::decode_chunks::<false>(
            self.backend,
            &self.rules,
            input,
            &mut |_, encoded, decoded| {
                let decoded = match decoded {
                    Ok(text) => return write(text),
                    Err(bytes) => bytes,
                };
                if !self.keep_escaped {
                    let mut buffer =
                        Buffer::<{ kernel::lossy::text_room(kernel::chunks::CHUNK) }>::new();
                    return write(kernel::lossy::replace_ill_formed(
                        self.backend,
                        decoded,
                        &mut buffer.0,
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
}

#[cfg(feature = "alloc")]
impl Policy {
    /// Gives the decoded text, piece by piece, to a function that cannot fail.
    pub(crate) fn each(self, input: &[u8], mut call: impl FnMut(&str)) {
        self.while_written(input, &mut |piece| {
            call(piece);
            true
        });
    }
}

/// The first ill-formed UTF-8 in the decoded bytes, as an error. The rules refuse nothing; `PLAIN`
/// repeats that they are plain.
pub(crate) fn ill_formed<const PLAIN: bool>(
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

/// The input, if decoding to text does not change it. (Raw bytes that are not UTF-8 by
/// themselves may be UTF-8 together with decoded triplets.)
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn unchanged(policy: Policy, input: &[u8]) -> Option<&str> {
    let text = core::str::from_utf8(input).ok()?;
    let mut rest = text;
    let is_start = policy.while_written(input, &mut |piece| match rest.strip_prefix(piece) {
        Some(after) => {
            rest = after;
            true
        }
        None => false,
    });
    (is_start && rest.is_empty()).then_some(text)
}
