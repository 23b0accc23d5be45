//! The definition of the three primitives, in plain Rust: what every other kernel is compared with, and what finds the exact error.

use super::out::{Slot, slot};
use super::{DecodeRules, EncodeRules, Progress};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::sets::AsciiSet;

/// No hex digit.
const NO_DIGIT: u8 = 0xFF;

/// The value of every hex digit, of either case; [`NO_DIGIT`] for all other bytes.
static HEX_VALUE: [u8; 256] = {
    let mut table = [NO_DIGIT; 256];
    let mut byte = 0;
    while byte < 256 {
        if let Some(value) = (byte as u8 as char).to_digit(16) {
            table[byte] = value as u8;
        }
        byte += 1;
    }
    table
};

/// The triplet of every byte, and its length: {%, high digit, low digit, 3}, the first byte lowest.
type Triplets = [u32; 256];

const fn triplets(digits: &[u8; 16]) -> Triplets {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = u32::from_le_bytes([b'%', digits[byte >> 4], digits[byte & 15], 3]);
        byte += 1;
    }
    table
}

static UPPER: Triplets = triplets(b"0123456789ABCDEF");
static LOWER: Triplets = triplets(b"0123456789abcdef");

/// What stands at the start of an input, under some rules, and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// One byte of input makes this byte of output.
    Byte(u8),
    /// A triplet makes this byte of output.
    Value(u8),
    /// A triplet that stays as it is written.
    Kept,
    /// A malformed triplet, or a triplet that decodes into a rejected byte.
    Refused(DecodeErrorKind),
}

impl Unit {
    /// How many bytes of input it takes.
    pub(crate) const fn len(self) -> usize {
        match self {
            Self::Byte(_) | Self::Refused(_) => 1,
            Self::Value(_) | Self::Kept => 3,
        }
    }
}

/// The first unit of an input that is not empty.
#[inline]
pub(crate) fn unit(input: &[u8], rules: &DecodeRules) -> Unit {
    match input[0] {
        b'%' => triplet_unit(input, rules, rules.is_selective()),
        b'+' if rules.plus_as_space => Unit::Byte(b' '),
        byte => Unit::Byte(byte),
    }
}

/// The first unit of an input that begins with `%`. `selective` is what the rules say of themselves.
#[inline(always)]
pub(crate) fn triplet_unit(input: &[u8], rules: &DecodeRules, selective: bool) -> Unit {
    match triplet(input) {
        Some(value) if !selective => Unit::Value(value),
        Some(value) if rules.reject.contains(value) => Unit::Refused(DecodeErrorKind::Rejected(value)),
        Some(value) if rules.keep.contains(value) || (rules.keep_non_ascii && value >= 0x80) => Unit::Kept,
        Some(value) => Unit::Value(value),
        None if rules.strict => Unit::Refused(malformed_kind(input)),
        None => Unit::Byte(b'%'),
    }
}

/// The value of the triplet at the start of an input that begins with `%`, if it is valid.
#[inline(always)]
fn triplet(input: &[u8]) -> Option<u8> {
    let &[_, high, low, ..] = input else { return None };
    let (high, low) = (HEX_VALUE[usize::from(high)], HEX_VALUE[usize::from(low)]);
    (high | low != NO_DIGIT).then_some(high << 4 | low)
}

/// Why the triplet at the start of an input is malformed: a byte that is there and no digit, or none.
#[cold]
fn malformed_kind(input: &[u8]) -> DecodeErrorKind {
    let digits = &input[1..input.len().min(3)];
    if digits.iter().all(u8::is_ascii_hexdigit) { DecodeErrorKind::Truncated } else { DecodeErrorKind::BadHex }
}

/// Whether the input begins with a valid triplet.
#[inline]
pub(crate) fn is_triplet(input: &[u8]) -> bool {
    input.first() == Some(&b'%') && triplet(input).is_some()
}

/// Where the valid triplet ends that holds the byte at `index`, if there is one. (Valid triplets never overlap: `%` is no hex digit.)
pub(crate) fn end_of_triplet_around(input: &[u8], index: usize) -> Option<usize> {
    (index.saturating_sub(2)..=index).find(|&start| is_triplet(&input[start..])).map(|start| start + 3).filter(|&end| end > index)
}

#[inline(never)]
pub(crate) fn find_either(input: &[u8], a: u8, b: u8) -> usize {
    input.iter().position(|&byte| byte == a || byte == b).unwrap_or(input.len())
}

#[inline(never)]
pub(crate) fn find_triplet(input: &[u8], plus: bool) -> usize {
    let wanted = |index: usize| match input[index] {
        b'%' => is_triplet(&input[index..]),
        byte => plus && byte == b'+',
    };
    (0..input.len()).find(|&index| wanted(index)).unwrap_or(input.len())
}

#[inline(never)]
pub(crate) fn find_member(input: &[u8], set: &AsciiSet) -> usize {
    input.iter().position(|&byte| byte >= 0x80 || set.contains(byte)).unwrap_or(input.len())
}

#[inline(never)]
pub(crate) fn encoded_len(input: &[u8], rules: &EncodeRules) -> usize {
    let mut triplets = input.iter().filter(|&&byte| rules.escapes(byte)).count();
    if rules.keep_escapes {
        // What valid triplets hold was counted above, and stays.
        let mut rest = input;
        while let Some(start) = rest.iter().position(|&byte| byte == b'%') {
            rest = &rest[start..];
            let kept = if is_triplet(rest) { 3 } else { 0 };
            triplets -= rest[..kept].iter().filter(|&&byte| rules.escapes(byte)).count();
            rest = &rest[kept.max(1)..];
        }
    }
    triplets.saturating_mul(2).saturating_add(input.len())
}

#[inline(never)]
pub(crate) fn encode(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
    let table = if rules.lowercase_hex { &LOWER } else { &UPPER };
    let (mut read, mut written) = (0, 0);
    while read < input.len() {
        let byte = input[read];
        if rules.keep_escapes && byte == b'%' && is_triplet(&input[read..]) {
            for &byte in &input[read..read + 3] {
                out[written] = slot(byte);
                written += 1;
            }
            read += 3;
            continue;
        }
        let literal = if rules.space_as_plus && byte == b' ' { b'+' } else { byte };
        // Without a branch on the data: one of two words, and its last byte says how many of the others count.
        let escaped = u32::from(rules.escapes(byte)).wrapping_neg();
        let word = (table[usize::from(byte)] & escaped) | ((u32::from(literal) | 1 << 24) & !escaped);
        let [first, second, third, len] = word.to_le_bytes();
        let len = usize::from(len);
        read += 1;
        if input.len() - read >= 3
            && let Some(four) = out.get_mut(written..written + 4)
        {
            // At least three more bytes of output follow, so a store of four stays within it.
            four.copy_from_slice(&[slot(first), slot(second), slot(third), slot(0)]);
        } else {
            for (slot_out, byte) in out[written..written + len].iter_mut().zip([first, second, third]) {
                *slot_out = slot(byte);
            }
        }
        written += len;
    }
    written
}

#[inline(never)]
pub(crate) fn decoded_len(input: &[u8], rules: &DecodeRules) -> Progress {
    let mut progress = Progress { read: 0, written: 0 };
    while progress.read < input.len() {
        let unit = unit(&input[progress.read..], rules);
        progress.written += match unit {
            Unit::Byte(_) | Unit::Value(_) => 1,
            Unit::Kept => 3,
            Unit::Refused(_) => break,
        };
        progress.read += unit.len();
    }
    progress
}

#[inline(never)]
pub(crate) fn decode(input: &[u8], out: &mut [Slot], rules: &DecodeRules) -> Progress {
    let selective = rules.is_selective();
    let mut progress = Progress { read: 0, written: 0 };
    while let Some(&byte) = input.get(progress.read) {
        if byte != b'%' {
            out[progress.written] = slot(if rules.plus_as_space && byte == b'+' { b' ' } else { byte });
            progress.read += 1;
            progress.written += 1;
            continue;
        }
        let unit = triplet_unit(&input[progress.read..], rules, selective);
        match unit {
            Unit::Byte(byte) | Unit::Value(byte) => {
                out[progress.written] = slot(byte);
                progress.written += 1;
            }
            Unit::Kept => {
                for &byte in &input[progress.read..progress.read + 3] {
                    out[progress.written] = slot(byte);
                    progress.written += 1;
                }
            }
            Unit::Refused(_) => break,
        }
        progress.read += unit.len();
    }
    progress
}

#[inline(never)]
pub(crate) fn decode_in_place(buffer: &mut [u8], rules: &DecodeRules) -> Progress {
    let mut progress = Progress { read: 0, written: 0 };
    while progress.read < buffer.len() {
        let unit = unit(&buffer[progress.read..], rules);
        match unit {
            Unit::Byte(byte) | Unit::Value(byte) => {
                buffer[progress.written] = byte;
                progress.written += 1;
            }
            Unit::Kept => {
                buffer.copy_within(progress.read..progress.read + 3, progress.written);
                progress.written += 3;
            }
            Unit::Refused(_) => break,
        }
        progress.read += unit.len();
    }
    progress
}

/// The first thing in the input that the rules refuse. There is one: a kernel has halted for it.
#[cold]
pub(crate) fn first_error(input: &[u8], rules: &DecodeRules) -> DecodeError {
    let position = decoded_len(input, rules).read;
    match unit(&input[position..], rules) {
        Unit::Refused(kind) => DecodeError::new(position, kind),
        other => unreachable!("a kernel halted, but the rules refuse nothing: {other:?}"),
    }
}
