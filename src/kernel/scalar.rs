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

/// The triplet of every byte, and its length: {%, high digit, low digit, 3}.
type Triplets = [[u8; 4]; 256];

const fn triplets(digits: &[u8; 16]) -> Triplets {
    let mut table = [[b'%', 0, 0, 3]; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte][1] = digits[byte >> 4];
        table[byte][2] = digits[byte & 15];
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
        b'%' => match triplet(input) {
            Ok(value) if rules.reject.contains(value) => Unit::Refused(DecodeErrorKind::Rejected(value)),
            Ok(value) if rules.keep.contains(value) || (rules.keep_non_ascii && value >= 0x80) => Unit::Kept,
            Ok(value) => Unit::Value(value),
            Err(kind) if rules.strict => Unit::Refused(kind),
            Err(_) => Unit::Byte(b'%'),
        },
        b'+' if rules.plus_as_space => Unit::Byte(b' '),
        byte => Unit::Byte(byte),
    }
}

/// The value of the triplet at the start of an input that begins with `%`.
#[inline]
fn triplet(input: &[u8]) -> Result<u8, DecodeErrorKind> {
    let digit = |index: usize| input.get(index).map(|&byte| HEX_VALUE[usize::from(byte)]);
    match (digit(1), digit(2)) {
        (Some(NO_DIGIT), _) | (_, Some(NO_DIGIT)) => Err(DecodeErrorKind::BadHex),
        (Some(high), Some(low)) => Ok(high << 4 | low),
        _ => Err(DecodeErrorKind::Truncated),
    }
}

/// Whether the input begins with a valid triplet.
#[inline]
pub(crate) fn is_triplet(input: &[u8]) -> bool {
    input.first() == Some(&b'%') && triplet(input).is_ok()
}

/// Where the valid triplet ends that holds the byte at `index`, if there is one. (Valid triplets never overlap: `%` is no hex digit.)
pub(crate) fn end_of_triplet_around(input: &[u8], index: usize) -> Option<usize> {
    (index.saturating_sub(2)..=index).find(|&start| is_triplet(&input[start..])).map(|start| start + 3).filter(|&end| end > index)
}

pub(crate) fn find_either(input: &[u8], a: u8, b: u8) -> usize {
    input.iter().position(|&byte| byte == a || byte == b).unwrap_or(input.len())
}

pub(crate) fn find_triplet(input: &[u8], plus: bool) -> usize {
    let wanted = |index: usize| match input[index] {
        b'%' => is_triplet(&input[index..]),
        byte => plus && byte == b'+',
    };
    (0..input.len()).find(|&index| wanted(index)).unwrap_or(input.len())
}

pub(crate) fn find_member(input: &[u8], set: &AsciiSet) -> usize {
    input.iter().position(|&byte| byte >= 0x80 || set.contains(byte)).unwrap_or(input.len())
}

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

pub(crate) fn encode(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
    let table = if rules.lowercase_hex { &LOWER } else { &UPPER };
    // Without a branch on the data: four bytes are stored, and one or three of them count.
    let word = |byte: u8| {
        let literal = if rules.space_as_plus && byte == b' ' { b'+' } else { byte };
        if rules.escapes(byte) { table[usize::from(byte)] } else { [literal, 0, 0, 1] }
    };
    let (mut read, mut written) = (0, 0);
    while read < input.len() {
        if rules.keep_escapes && is_triplet(&input[read..]) {
            for &byte in &input[read..read + 3] {
                out[written] = slot(byte);
                written += 1;
            }
            read += 3;
            continue;
        }
        let word = word(input[read]);
        read += 1;
        if input.len() - read >= 3 {
            // At least three more bytes of output follow, so a store of four stays within it.
            let four: &mut [Slot; 4] = (&mut out[written..written + 4]).try_into().expect("four slots");
            *four = word.map(slot);
        } else {
            for (slot_out, &byte) in out[written..].iter_mut().zip(&word[..usize::from(word[3])]) {
                *slot_out = slot(byte);
            }
        }
        written += usize::from(word[3]);
    }
    written
}

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

pub(crate) fn decode(input: &[u8], out: &mut [Slot], rules: &DecodeRules) -> Progress {
    let mut progress = Progress { read: 0, written: 0 };
    while progress.read < input.len() {
        let rest = &input[progress.read..];
        let unit = unit(rest, rules);
        match unit {
            Unit::Byte(byte) | Unit::Value(byte) => {
                out[progress.written] = slot(byte);
                progress.written += 1;
            }
            Unit::Kept => {
                for &byte in &rest[..3] {
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
