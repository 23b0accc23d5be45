//! Selective decoding that creates no triplet, pulled block by block, so that nothing is allocated: normalization, and the way from URI to IRI.

use crate::backend::Backend;
use crate::kernel::out;
use crate::kernel::scalar::{self, Unit};
use crate::kernel::{self, DecodeRules};
use crate::sets::{self, AsciiSet};

/// RFC 3986 2.3.
pub(in crate::scheme) const UNRESERVED: AsciiSet = sets::URI_COMPONENT.complement();
/// RFC 3986 2.2.
pub(in crate::scheme) const RESERVED: AsciiSet = sets::URI_COMPONENT.difference(sets::TEMPLATE_RESERVED);

/// Bytes of each block of output but the last.
pub(in crate::scheme) const BLOCK: usize = 1024;
/// So many bytes around a stray `%` are handled one by one: where there is one, there may be more, and a kernel's call for each would cost too much.
const RUN: usize = 64;

/// Which triplets are decoded, and what becomes of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::scheme) struct Rules {
    /// The triplets of these values are decoded, where that creates no triplet.
    pub(in crate::scheme) decode: AsciiSet,
    pub(in crate::scheme) decode_non_ascii: bool,
    /// The other triplets are written in upper case; else they stay as they are.
    pub(in crate::scheme) uppercase: bool,
}

impl Rules {
    /// The whole output, for a short input without a stray `%`.
    #[cfg(feature = "alloc")]
    pub(in crate::scheme) fn decode_short<'b>(self, backend: Backend, input: &[u8], buffer: &'b mut [u8; SHORT]) -> Option<&'b [u8]> {
        let output = buffer.get_mut(..input.len())?;
        let written = kernel::decode(backend, input, out::slots(output), &self.kernel(true)).ok()?;
        if self.uppercase {
            uppercase_triplets(&mut output[..written]);
        }
        Some(&output[..written])
    }

    /// With `strict`, a stray `%` halts the kernel.
    const fn kernel(self, strict: bool) -> DecodeRules {
        let mut rules = DecodeRules::PLAIN;
        rules.keep = self.decode.complement();
        rules.keep_non_ascii = !self.decode_non_ascii;
        rules.strict = strict;
        rules.settled()
    }
}

/// Inputs of up to so many bytes are decoded at once, by [`Rules::decode_short`].
#[cfg(feature = "alloc")]
pub(in crate::scheme) const SHORT: usize = 256;

/// What the output ends with: a hex digit that is decoded there may complete a triplet that the input does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tail {
    Harmless,
    StrayPercent,
    StrayPercentAndDigit,
}

/// The decoded input, in blocks of equal length.
pub(in crate::scheme) struct Blocks<'a> {
    backend: Backend,
    rules: Rules,
    strict: DecodeRules,
    rest: &'a [u8],
    tail: Tail,
    /// Filled up to `filled`, given to the caller up to `given`.
    buffer: [u8; BLOCK + RUN],
    filled: usize,
    given: usize,
}

impl<'a> Blocks<'a> {
    pub(in crate::scheme) fn new(backend: Backend, rules: Rules, input: &'a [u8]) -> Self {
        Self { backend, rules, strict: rules.kernel(true), rest: input, tail: Tail::Harmless, buffer: [0; BLOCK + RUN], filled: 0, given: 0 }
    }

    /// The next [`BLOCK`] bytes of output; fewer at its end, and none behind it.
    pub(in crate::scheme) fn next(&mut self) -> &[u8] {
        self.buffer.copy_within(self.given..self.filled, 0);
        self.filled -= self.given;
        while self.filled < BLOCK && !self.rest.is_empty() {
            self.fill();
        }
        self.given = self.filled.min(BLOCK);
        &self.buffer[..self.given]
    }

    /// The block that [`next`](Self::next) gave last.
    #[cfg(feature = "alloc")]
    pub(in crate::scheme) fn current(&self) -> &[u8] {
        &self.buffer[..self.given]
    }

    /// Gives every byte of output to `visit`, as text and what is between: bytes that are part of no well-formed UTF-8 sequence.
    pub(in crate::scheme) fn for_each_text<E>(mut self, mut visit: impl FnMut(&str, &[u8]) -> Result<(), E>) -> Result<(), E> {
        loop {
            self.next();
            // A sequence that goes on in the next block waits for it.
            if !self.rest.is_empty() || self.given < self.filled {
                self.given -= crate::text::unfinished_sequence(&self.buffer[..self.given]);
            }
            if self.given == 0 {
                return Ok(());
            }
            let block = &self.buffer[..self.given];
            // Most blocks are text, and asking for all of one at once is many times as fast.
            if let Some(text) = kernel::text(self.backend, block) {
                visit(text, &[])?;
                continue;
            }
            for chunk in block.utf8_chunks() {
                visit(chunk.valid(), chunk.invalid())?;
            }
        }
    }

    /// Adds to the buffer what some of the input makes: at least a byte, as there is room for a whole run.
    fn fill(&mut self) {
        let room = self.buffer.len() - self.filled;
        if self.tail == Tail::Harmless {
            let end = kernel::first_chunk(self.rest, room).len();
            if self.decode(end) {
                return;
            }
        }
        self.step_by_step();
    }

    /// Decodes up to that place or to the first stray `%` before it. Whether there is none.
    fn decode(&mut self, end: usize) -> bool {
        let (backend, rules) = (self.backend, &self.strict);
        let mut input = &self.rest[..end];
        let output = &mut self.buffer[self.filled..];
        let decoded = kernel::decode(backend, input, out::slots(output), rules);
        let written = decoded.unwrap_or_else(|stray| {
            input = &input[..stray.position()];
            if input.is_empty() {
                return 0;
            }
            kernel::decode(backend, input, out::slots(output), rules).expect("the first stray % stands behind it")
        });
        if self.rules.uppercase {
            uppercase_triplets(&mut output[..written]);
        }
        self.filled += written;
        self.rest = &self.rest[input.len()..];
        decoded.is_ok()
    }

    /// Decodes a run one by one, or what there is room for.
    fn step_by_step(&mut self) {
        let rules = self.rules.kernel(false);
        let start = self.rest.len();
        while !self.rest.is_empty() && start - self.rest.len() < RUN && self.buffer.len() - self.filled >= 3 {
            let unit = scalar::unit(self.rest, &rules);
            let (written, rest) = self.rest.split_at(unit.len());
            self.rest = rest;
            let in_danger = self.tail != Tail::Harmless;
            let output = &mut self.buffer[self.filled..];
            match unit {
                Unit::Value(value) if !(in_danger && value.is_ascii_hexdigit()) => {
                    output[0] = value;
                    self.filled += 1;
                    self.tail = Tail::Harmless;
                }
                Unit::Byte(byte) => {
                    output[0] = byte;
                    self.filled += 1;
                    self.tail = match byte {
                        b'%' => Tail::StrayPercent,
                        _ if self.tail == Tail::StrayPercent && byte.is_ascii_hexdigit() => Tail::StrayPercentAndDigit,
                        _ => Tail::Harmless,
                    };
                }
                _ => {
                    output[..3].copy_from_slice(written);
                    if self.rules.uppercase {
                        output[..3].make_ascii_uppercase();
                    }
                    self.filled += 3;
                    self.tail = Tail::Harmless;
                }
            }
        }
    }
}

/// Writes the hex digits of all triplets in upper case. No `%` is stray.
fn uppercase_triplets(bytes: &mut [u8]) {
    const LANES: usize = 32;
    // No digit is a `%`, so upper case is a matter of each byte and of the two before it. From the end on: what is loaded has not been stored just
    // before, and the processor need not wait for it.
    let mut end = bytes.len();
    while end > 2 && bytes.len() >= LANES + 2 {
        // The last step may do some bytes once more, which changes nothing.
        let start = end.saturating_sub(LANES).max(2);
        let lanes = |from: usize| -> [u8; LANES] { bytes[from..from + LANES].try_into().expect("so many are there") };
        let (before_last, last, mut these) = (lanes(start - 2), lanes(start - 1), lanes(start));
        for lane in 0..LANES {
            these[lane] = uppercase_behind(before_last[lane], last[lane], these[lane]);
        }
        bytes[start..start + LANES].copy_from_slice(&these);
        end = start;
    }
    for at in (1..end).rev() {
        bytes[at] = uppercase_behind(if at > 1 { bytes[at - 2] } else { 0 }, bytes[at - 1], bytes[at]);
    }
}

/// The byte, in upper case if one of the two before it is a `%`.
const fn uppercase_behind(before_last: u8, last: u8, byte: u8) -> u8 {
    let is_digit = (before_last == b'%') | (last == b'%');
    byte - (((is_digit & (byte >= b'a')) as u8) << 5)
}
