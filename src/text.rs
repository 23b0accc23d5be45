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
    pub(crate) fn for_each<E>(
        self,
        input: &[u8],
        mut write: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        kernel::decode_chunks(self.backend, &self.rules, input, |_, encoded, decoded| {
            if let Some(text) = kernel::text(self.backend, decoded) {
                return write(text);
            }
            if !self.keep_escaped {
                let mut buffer = [0; 3 * kernel::CHUNK + WINDOW];
                let len = replace_ill_formed(self.backend, decoded, &mut buffer);
                return write(
                    kernel::text(self.backend, &buffer[..len])
                        .expect("what was ill-formed is replaced"),
                );
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

/// Bytes that [`replace_ill_formed`] looks at together.
const WINDOW: usize = 64;

/// Writes the bytes as text to the front of `output`, which is [`WINDOW`] bytes longer than three
/// times as many, and returns the length of that: each maximal subpart of an ill-formed sequence
/// becomes U+FFFD (Unicode 3.9, *U+FFFD Substitution of Maximal Subparts*).
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
            written += replace_in_window(window, &mut output[written..]);
        }
    }
    written
}

/// The same for at most [`WINDOW`] bytes. What is ill-formed is known of all of them before one is
/// written, for a branch on each would be mispredicted.
fn replace_in_window(window: &[u8], output: &mut [u8]) -> usize {
    const REPLACEMENT: [u8; 3] = *b"\xEF\xBF\xBD";
    const HALF: usize = WINDOW / 2;
    // Zeros, where copies reach past the window.
    let mut block = [0; 2 * WINDOW];
    block[..window.len()].copy_from_slice(window);
    let IllFormed { replaced, dropped } = IllFormed::of(&block);
    let (mut at, mut written) = (0, 0);
    let mut copy = |from: usize, to: usize, written: usize| {
        output[written..written + HALF].copy_from_slice(&block[from..from + HALF]);
        if to - from > HALF {
            output[written + HALF..written + WINDOW]
                .copy_from_slice(&block[from + HALF..from + WINDOW]);
        }
        let end = written + to - from;
        output[end..end + 3].copy_from_slice(&REPLACEMENT);
        end
    };
    let mut marks = replaced | dropped;
    while marks != 0 {
        let mark = marks.trailing_zeros() as usize;
        marks &= marks - 1;
        // A byte that is dropped: the next copy overwrites the replacement.
        written = copy(at, mark, written) + 3 * (replaced >> mark & 1) as usize;
        at = mark + 1;
    }
    copy(at, window.len(), written)
}

/// Which bytes of a window are part of no well-formed sequence, the first one as the lowest bit:
/// those where a maximal subpart begins, and its others.
struct IllFormed {
    replaced: u64,
    dropped: u64,
}

impl IllFormed {
    /// By Unicode Table 3-7, *Well-Formed UTF-8 Byte Sequences*. A byte of zero follows the window.
    fn of(block: &[u8; 2 * WINDOW]) -> Self {
        // Bits of each byte: a continuation byte; a lead byte of two, three or four, before a byte
        // that may be second; not ASCII.
        let mut classes = [0_u8; WINDOW];
        // Without a branch or a product, and each side an array: the compiler makes vectors of it.
        let seconds: &[u8; WINDOW] = block[1..].first_chunk().expect("the block is two windows");
        for (class, (&first, &second)) in classes.iter_mut().zip(block.iter().zip(seconds)) {
            let only = |lead: u8, bits: u8| if first == lead { bits } else { 0 };
            let lowest = 0x80 | only(0xE0, 0x20) | only(0xF0, 0x10);
            let highest = 0xBF ^ only(0xED, 0x20) ^ only(0xF4, 0x30);
            let fits = u8::from((second >= lowest) & (second <= highest));
            let continuation = u8::from(first & 0xC0 == 0x80);
            let two = u8::from((0xC2..=0xDF).contains(&first));
            let three = u8::from((0xE0..=0xEF).contains(&first));
            let four = u8::from((0xF0..=0xF4).contains(&first));
            *class = continuation
                | (two & fits) << 1
                | (three & fits) << 2
                | (four & fits) << 3
                | first >> 7 << 4;
        }
        let bits = |bit: u32| {
            let (eights, _) = classes.as_chunks::<8>();
            // The factor's bits are 7 apart: it moves bit 0 of byte `i` to bit `56 + i`, without
            // carries.
            eights.iter().rev().fold(0, |bits, &eight| {
                bits << 8
                    | (u64::from_le_bytes(eight) >> bit & 0x0101_0101_0101_0101)
                        .wrapping_mul(0x0102_0408_1020_4080)
                        >> 56
            })
        };
        let [continuation, two, three, four, non_ascii] = [0, 1, 2, 3, 4].map(bits);
        let (third, fourth) = (continuation >> 2, continuation >> 3);
        let (whole_three, whole_four) = (three & third, four & third & fourth);
        let up_to_fourth = whole_four;
        let up_to_third = whole_three | whole_four;
        let up_to_second = two | up_to_third;
        let well_formed = up_to_second | up_to_second << 1 | up_to_third << 2 | up_to_fourth << 3;
        let cut_after_third = four & third & !fourth;
        let cut_after_second = (three | four) & !third | cut_after_third;
        let dropped = cut_after_second << 1 | cut_after_third << 2;
        Self { replaced: non_ascii & !well_formed & !dropped, dropped }
    }
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
    fn write_escaped<E>(
        &mut self,
        byte: u8,
        write: &mut impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
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
