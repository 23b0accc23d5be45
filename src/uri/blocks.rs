//! Selective decoding that creates no triplet, block by block without allocation: for
//! normalization, and from URI to IRI.

use crate::backend::Backend;
use crate::error::DecodeIntoError;
use crate::kernel;
use crate::kernel::rules::DecodeRules;
use crate::kernel::scalar::{self, Unit};
use crate::sets::{self, AsciiSet};

/// RFC 3986 2.3.
pub(crate) const UNRESERVED: AsciiSet = sets::URI_COMPONENT.complement();

/// The most bytes of a block of output.
const BLOCK: usize = 1024;
/// The number of bytes from a stray `%` on that are handled one by one: more stray ones are likely
/// there, and a kernel call for each would cost too much.
const RUN: usize = 64;

/// The triplets that are decoded, and the treatment of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rules {
    /// The triplets of these values are decoded, where that creates no triplet.
    pub(crate) decode: AsciiSet,
    pub(crate) decode_non_ascii: bool,
    /// The other triplets are written in upper case; else they stay as they are.
    pub(crate) uppercase: bool,
}

impl Rules {
    /// The length of the whole output, for an input without a stray `%`.
    #[inline]
    pub(crate) fn decode_to(
        self,
        backend: Backend,
        input: &[u8],
        output: &mut [u8],
    ) -> Option<usize> {
        let written =
            kernel::decode::decode_into(backend, input, output, &self.kernel(true)).ok()?;
        if self.uppercase {
            uppercase_triplets(&mut output[..written]);
        }
        Some(written)
    }

    /// Passes the output to `visit`, in blocks that cut no UTF-8 sequence.
    pub(crate) fn for_each_block(
        self,
        backend: Backend,
        input: &[u8],
        mut visit: impl FnMut(&[u8]),
    ) {
        let strict = self.kernel(true);
        let (digits, buffer) = (0, [0; BLOCK]);
        let mut blocks =
            Blocks { backend, rules: self, strict, rest: input, digits, buffer, filled: 0 };
        while !blocks.rest.is_empty() {
            blocks.fill();
            let block = &blocks.buffer[..blocks.filled];
            // A sequence that continues in the next block waits for it.
            let waits =
                if blocks.rest.is_empty() { 0 } else { kernel::chunks::unfinished_sequence(block) };
            let given = block.len() - waits;
            visit(&block[..given]);
            blocks.buffer.copy_within(given..blocks.filled, 0);
            blocks.filled = waits;
        }
    }

    /// Passes the output to `visit`: text, and the bytes after it that are in no well-formed UTF-8
    /// sequence.
    pub(crate) fn for_each_text(
        self,
        backend: Backend,
        input: &[u8],
        mut visit: impl FnMut(&str, &[u8]),
    ) {
        self.for_each_block(backend, input, |block| {
            // Most blocks are text, and checking a whole block at once is many times as fast.
            if let Some(text) = kernel::text::text(backend, block) {
                return visit(text, &[]);
            }
            for chunk in block.utf8_chunks() {
                visit(chunk.valid(), chunk.invalid());
            }
        });
    }

    /// With `strict`, a stray `%` halts the kernel.
    #[inline]
    const fn kernel(self, strict: bool) -> DecodeRules {
        let mut rules = DecodeRules::PLAIN;
        rules.keep = self.decode.complement();
        rules.keep_non_ascii = !self.decode_non_ascii;
        rules.strict = strict;
        rules.settled()
    }
}

/// Inputs of up to this many bytes are decoded at once, by [`Rules::decode_to`].
pub(crate) const SHORT: usize = 256;

/// The decoding of an input, block by block.
struct Blocks<'a> {
    backend: Backend,
    rules: Rules,
    strict: DecodeRules,
    rest: &'a [u8],
    /// The hex digits that make a triplet, which the input does not hold, of the output's end: 2
    /// after a stray `%`, 1 after that and a digit, else 0.
    digits: u8,
    buffer: [u8; BLOCK],
    filled: usize,
}

impl Blocks<'_> {
    /// Adds the output of some of the input to the buffer: at least a byte.
    #[inline]
    fn fill(&mut self) {
        let room = self.buffer.len() - self.filled;
        if self.digits == 0 {
            let end = kernel::chunks::first_chunk(self.rest, room).len();
            if self.decode(end) {
                return;
            }
        }
        self.step_by_step();
    }

    /// Decodes up to `end`, or up to the first stray `%` before it. Returns whether it reached
    /// `end`.
    #[inline]
    fn decode(&mut self, end: usize) -> bool {
        let (backend, rules) = (self.backend, &self.strict);
        let mut input = &self.rest[..end];
        let output = &mut self.buffer[self.filled..];
        let decoded = kernel::decode::decode_into(backend, input, output, rules);
        let written = decoded.unwrap_or_else(|refused| {
            let DecodeIntoError::Decode(stray) = refused else { unreachable!("there is room") };
            input = &input[..stray.position()];
            if input.is_empty() {
                return 0;
            }
            kernel::decode::decode_into(backend, input, output, rules)
                .expect("the first stray % is past this input")
        });
        if self.rules.uppercase {
            uppercase_triplets(&mut output[..written]);
        }
        self.filled += written;
        self.rest = &self.rest[input.len()..];
        decoded.is_ok()
    }

    /// Decodes a run unit by unit, or the part of it that there is room for.
    #[inline]
    fn step_by_step(&mut self) {
        let rules = self.rules.kernel(false);
        let start = self.rest.len();
        while !self.rest.is_empty()
            && start - self.rest.len() < RUN
            && self.buffer.len() - self.filled >= 3
        {
            let unit = scalar::unit(self.rest, &rules);
            let (written, rest) = self.rest.split_at(unit.len());
            self.rest = rest;
            let output = &mut self.buffer[self.filled..][..3];
            match unit {
                Unit::Value(value) if self.digits == 0 || !value.is_ascii_hexdigit() => {
                    output[0] = value;
                    self.filled += 1;
                    self.digits = 0;
                }
                Unit::Byte(byte) => {
                    output[0] = byte;
                    self.filled += 1;
                    self.digits = match byte {
                        b'%' => 2,
                        _ => (self.digits == 2 && byte.is_ascii_hexdigit()).into(),
                    };
                }
                _ => {
                    output.copy_from_slice(written);
                    if self.rules.uppercase {
                        output.make_ascii_uppercase();
                    }
                    self.filled += 3;
                    self.digits = 0;
                }
            }
        }
    }
}

/// Writes the hex digits of all triplets in upper case. No `%` is stray.
#[inline]
fn uppercase_triplets(bytes: &mut [u8]) {
    const LANES: usize = 32;
    // No digit is a `%`, so each byte depends on itself and the two before it alone. It goes from
    // the end to the start, so that no load waits for a store just before it.
    let mut end = bytes.len();
    while end > 2 && bytes.len() >= LANES + 2 {
        // The last step may repeat some bytes, which changes nothing.
        let start = end.saturating_sub(LANES).max(2);
        let lanes = |from: usize| -> [u8; LANES] {
            bytes[from..from + LANES].try_into().expect("the slice has LANES bytes")
        };
        let (before_last, last, mut these) = (lanes(start - 2), lanes(start - 1), lanes(start));
        for lane in 0..LANES {
            these[lane] = uppercase_after(before_last[lane], last[lane], these[lane]);
        }
        bytes[start..start + LANES].copy_from_slice(&these);
        end = start;
    }
    for at in (1..end).rev() {
        bytes[at] =
            uppercase_after(if at > 1 { bytes[at - 2] } else { 0 }, bytes[at - 1], bytes[at]);
    }
}

/// The byte, in upper case if one of the two before it is a `%`.
const fn uppercase_after(before_last: u8, last: u8, byte: u8) -> u8 {
    let is_digit = (before_last == b'%') | (last == b'%');
    byte - (((is_digit & (byte >= b'a')) as u8) << 5)
}
