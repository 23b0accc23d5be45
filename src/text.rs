//! Decoded bytes as text: chunk by chunk in a small buffer, so that nothing is allocated.

use crate::backend::Backend;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::kernel::scalar::{self, Unit};
use crate::kernel::{self, DecodeRules};

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
        kernel::decode_chunks(self.backend, &self.rules, input, |_, encoded, decoded| {
            if let Some(text) = kernel::text(self.backend, decoded) {
                return write(text);
            }
            if !self.keep_escaped {
                let mut buffer = [0; 3 * kernel::CHUNK];
                let len = replace_ill_formed(self.backend, decoded, &mut buffer);
                return write(kernel::text(self.backend, &buffer[..len]).expect("what was ill-formed is replaced"));
            }
            // Where in `encoded` the decoded bytes come from that have not been written yet.
            let mut source = Source { rest: encoded, rules: &self.rules };
            for piece in decoded.utf8_chunks() {
                write(piece.valid())?;
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
    kernel::decode_chunks(backend, &rules, input, |start, encoded, decoded| {
        if kernel::is_utf8(backend, decoded) {
            return Ok(());
        }
        core::str::from_utf8(decoded).map(|_| ()).map_err(|error| {
            let mut source = Source { rest: encoded, rules: &rules };
            source.skip(error.valid_up_to());
            DecodeError::new(start + encoded.len() - source.rest.len(), DecodeErrorKind::Utf8)
        })
    })
}

/// Bytes that [`replace_ill_formed`] validates at a time, and copies as they are if they are text.
const WINDOW: usize = 64;

/// Writes the bytes as text to the front of `output`, which is three times as long, and returns the
/// length of that: each maximal subpart of an ill-formed sequence becomes U+FFFD (Unicode 3.9,
/// *U+FFFD Substitution of Maximal Subparts*).
fn replace_ill_formed(backend: Backend, mut rest: &[u8], output: &mut [u8]) -> usize {
    let mut written = 0;
    while !rest.is_empty() {
        let mut window = rest;
        if rest.len() > WINDOW {
            window = &rest[..WINDOW];
            window = &rest[..WINDOW - kernel::unfinished_sequence(window)];
        }
        rest = &rest[window.len()..];
        if kernel::is_utf8(backend, window) {
            output[written..written + window.len()].copy_from_slice(window);
            written += window.len();
        } else {
            written += replace_each(window, &mut output[written..]);
        }
    }
    written
}

/// The same, sequence by sequence.
fn replace_each(input: &[u8], output: &mut [u8]) -> usize {
    const REPLACEMENT: [u8; 3] = *b"\xEF\xBF\xBD";
    let (mut read, mut written) = (0, 0);
    while read < input.len() {
        // Eight bytes are copied at a time; what is not ASCII of them is written over.
        if let Some(eight) = input[read..].first_chunk::<8>()
            && let Some(room) = output[written..].first_chunk_mut::<8>()
        {
            *room = *eight;
            let non_ascii = u64::from_le_bytes(*eight) & 0x8080_8080_8080_8080;
            let ascii = non_ascii.trailing_zeros() as usize / 8;
            read += ascii;
            written += ascii;
            if ascii == 8 {
                continue;
            }
        }
        match sequence(&input[read..]) {
            Ok(len) => {
                output[written..written + len].copy_from_slice(&input[read..read + len]);
                read += len;
                written += len;
            }
            Err(len) => {
                output[written..written + 3].copy_from_slice(&REPLACEMENT);
                read += len;
                written += 3;
            }
        }
    }
    written
}

/// The length of the well-formed sequence at the start, or of the maximal subpart of one that is
/// ill-formed: Unicode Table 3-7, *Well-Formed UTF-8 Byte Sequences*.
#[inline]
fn sequence(bytes: &[u8]) -> Result<usize, usize> {
    let (len, mut next) = match bytes[0] {
        0x00..=0x7F => (1, 0x80..=0xBF),
        0xC2..=0xDF => (2, 0x80..=0xBF),
        0xE0 => (3, 0xA0..=0xBF),
        0xED => (3, 0x80..=0x9F),
        0xE1..=0xEF => (3, 0x80..=0xBF),
        0xF0 => (4, 0x90..=0xBF),
        0xF4 => (4, 0x80..=0x8F),
        0xF1..=0xF3 => (4, 0x80..=0xBF),
        _ => return Err(1),
    };
    for at in 1..len {
        if !bytes.get(at).is_some_and(|byte| next.contains(byte)) {
            return Err(at);
        }
        next = 0x80..=0xBF;
    }
    Ok(len)
}

/// The input that decoded bytes come from, walked in step with them.
struct Source<'a> {
    rest: &'a [u8],
    rules: &'a DecodeRules,
}

impl Source<'_> {
    /// Skips the input of this many decoded bytes.
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
