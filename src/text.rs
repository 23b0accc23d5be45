//! Decoded bytes as text: chunk by chunk in a small buffer, so that nothing is allocated.

use crate::backend::Backend;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::kernel::out;
use crate::kernel::scalar::{self, Unit};
use crate::kernel::{self, DecodeRules};

/// Bytes of input that are decoded at a time.
const CHUNK: usize = 512;

/// A policy that gives text whatever the input.
#[derive(Clone, Copy)]
pub(crate) struct Policy {
    pub(crate) backend: Backend,
    /// They refuse nothing.
    pub(crate) rules: DecodeRules,
    /// What is not UTF-8 stays as triplets; else it becomes U+FFFD.
    pub(crate) keep_escaped: bool,
}

impl Policy {
    /// Gives the decoded text, piece by piece, to `write`.
    pub(crate) fn for_each<E>(self, input: &[u8], mut write: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
        for_each_chunk(self.backend, &self.rules, input, |_, encoded, decoded| {
            // Where in `encoded` the decoded bytes come from that have not been written yet.
            let mut source = Source { rest: encoded, rules: &self.rules };
            for piece in decoded.utf8_chunks() {
                write(piece.valid())?;
                if !self.keep_escaped {
                    if !piece.invalid().is_empty() {
                        write("\u{FFFD}")?;
                    }
                    continue;
                }
                if !piece.invalid().is_empty() {
                    source.skip(piece.valid().len());
                    for &byte in piece.invalid() {
                        source.write_escaped(byte, &mut write)?;
                    }
                }
            }
            Ok(())
        })
    }
}

#[cfg(feature = "alloc")]
impl Policy {
    /// Gives the decoded text, piece by piece, to a function that cannot fail.
    pub(crate) fn each(self, input: &[u8], mut call: impl FnMut(&str)) {
        let Ok(()) = self.for_each(input, |piece| {
            call(piece);
            Ok::<(), core::convert::Infallible>(())
        });
    }
}

/// An error where the decoded bytes are not UTF-8. The rules refuse nothing.
pub(crate) fn check(backend: Backend, rules: DecodeRules, input: &[u8]) -> Result<(), DecodeError> {
    for_each_chunk(backend, &rules, input, |start, encoded, decoded| {
        core::str::from_utf8(decoded).map(|_| ()).map_err(|error| {
            let mut source = Source { rest: encoded, rules: &rules };
            source.skip(error.valid_up_to());
            DecodeError::new(start + encoded.len() - source.rest.len(), DecodeErrorKind::Utf8)
        })
    })
}

/// Appends the decoded text, or some of it and an error where it is not UTF-8. The rules refuse nothing.
#[cfg(all(feature = "alloc", not(feature = "simd")))]
pub(crate) fn append(backend: Backend, rules: DecodeRules, input: &[u8], output: &mut alloc::string::String) -> Result<(), core::str::Utf8Error> {
    for_each_chunk(backend, &rules, input, |_, _, decoded| core::str::from_utf8(decoded).map(|text| output.push_str(text)))
}

/// Decodes the input in chunks that end neither inside a triplet nor inside a UTF-8 sequence of the output that may still become whole, and calls
/// `visit` with each chunk's offset, its input and its output. The rules refuse nothing.
fn for_each_chunk<E>(
    backend: Backend,
    rules: &DecodeRules,
    input: &[u8],
    mut visit: impl FnMut(usize, &[u8], &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut buffer = [0; CHUNK];
    let mut start = 0;
    while start < input.len() {
        let rest = &input[start..];
        let mut chunk = rest;
        let mut unfinished = 0;
        if rest.len() > CHUNK {
            chunk = &rest[..kernel::split_point(rest, CHUNK)];
        }
        let mut decoded = kernel::decode(backend, chunk, out::slots(&mut buffer), rules).expect("the rules refuse nothing");
        if chunk.len() < rest.len() {
            unfinished = unfinished_sequence(&buffer[..decoded]);
            decoded -= unfinished;
        }
        // Back over what makes the unfinished sequence: valid triplets never overlap, so one that ends here is where the last byte comes from.
        for _ in 0..unfinished {
            let end = chunk.len();
            let escaped = end >= 3 && scalar::is_triplet(&chunk[end - 3..]);
            chunk = &chunk[..end - if escaped { 3 } else { 1 }];
        }
        visit(start, chunk, &buffer[..decoded])?;
        start += chunk.len();
    }
    Ok(())
}

/// How many bytes at the end are the beginning of a UTF-8 sequence that more bytes may make whole: 0 to 3.
pub(crate) fn unfinished_sequence(bytes: &[u8]) -> usize {
    for len in 1..=bytes.len().min(3) {
        let byte = bytes[bytes.len() - len];
        // A lead byte decides; a continuation byte belongs to what stands before it.
        if byte >= 0xC0 {
            let tail = core::str::from_utf8(&bytes[bytes.len() - len..]);
            return if tail.is_err_and(|error| error.error_len().is_none()) { len } else { 0 };
        }
        if byte < 0x80 {
            break;
        }
    }
    0
}

/// The input that decoded bytes come from, walked in step with them.
struct Source<'a> {
    rest: &'a [u8],
    rules: &'a DecodeRules,
}

impl Source<'_> {
    /// Passes over what makes so many decoded bytes.
    fn skip(&mut self, decoded: usize) {
        let mut left = decoded;
        while left > 0 {
            let unit = scalar::unit(self.rest, self.rules);
            self.rest = &self.rest[unit.len()..];
            left -= if unit == Unit::Kept { 3 } else { 1 };
        }
    }

    /// Passes over what makes one byte of 80 or above, and writes it as its triplet: as it stands, or in upper case if it was raw.
    fn write_escaped<E>(&mut self, byte: u8, write: &mut impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
        let unit = scalar::unit(self.rest, self.rules);
        let (written, rest) = self.rest.split_at(unit.len());
        self.rest = rest;
        match core::str::from_utf8(written) {
            Ok(triplet) => write(triplet),
            Err(_) => {
                let digit = |nibble: u8| b"0123456789ABCDEF"[usize::from(nibble)];
                let triplet = [b'%', digit(byte >> 4), digit(byte & 15)];
                write(core::str::from_utf8(&triplet).expect("a triplet is ASCII"))
            }
        }
    }
}

/// Whether decoding to text gives the input back.
#[cfg(feature = "alloc")]
pub(crate) fn is_unchanged(policy: Policy, input: &[u8]) -> bool {
    let mut rest = input;
    let compared = policy.for_each(input, |piece| {
        rest = rest.strip_prefix(piece.as_bytes()).ok_or(())?;
        Ok::<(), ()>(())
    });
    compared.is_ok() && rest.is_empty()
}
