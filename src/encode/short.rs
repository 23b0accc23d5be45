//! Encoding of few bytes to a writer of text, without `simd`.
//!
//! All text is validated there, and `from_utf8` takes as long as the output of a short input. So the
//! output is made by whole words, in a buffer whose length is a constant, and that is validated.

use core::fmt;

use super::on_stack::encode_write;
use crate::kernel;
use crate::kernel::rules::EncodeRules;
use crate::kernel::scalar::Usual;
use crate::kernel::trust::utf8;

/// Bytes that are encoded together.
const WORD: usize = 8;

/// Bytes that are searched together.
const BLOCK: usize = 2 * WORD;

/// The longest input of [`write`].
pub(super) const MOST: usize = 3 * BLOCK;

/// Writes the encoded form of at most [`MOST`] bytes by a set alone.
#[inline(always)]
pub(super) fn write(
    input: &[u8],
    output: &mut impl fmt::Write,
    rules: &EncodeRules,
) -> fmt::Result {
    match input.len() {
        0..=2 => write_each(input, output, rules),
        3..=WORD => match input.iter().position(|&byte| rules.set.or_non_ascii(byte)) {
            None => output.write_str(ascii(input)),
            Some(first) if input[first] >= 0x80 => encode_write(None, input, output, rules),
            Some(first) => write_word(input, first, output, rules),
        },
        9..=BLOCK => write_block(input, output, rules),
        17..=32 => write_blocks::<2, { 7 * BLOCK }>(input, output, rules),
        _ => write_blocks::<3, { 10 * BLOCK }>(input, output, rules),
    }
}

/// Writes the encoded form of each byte: cheaper for very few bytes.
#[inline(never)]
fn write_each(input: &[u8], output: &mut impl fmt::Write, rules: &EncodeRules) -> fmt::Result {
    input.iter().try_for_each(|&byte| match rules.set.or_non_ascii(byte) {
        true => output.write_str(kernel::encode::triplet(byte, rules.lowercase_hex)),
        false => output.write_char(char::from(byte)),
    })
}

/// Writes the encoded form of 3 to 8 bytes, of which the one at `first` changes.
#[inline(never)]
fn write_word(
    input: &[u8],
    first: usize,
    output: &mut impl fmt::Write,
    rules: &EncodeRules,
) -> fmt::Result {
    let half = |bytes: &[u8; WORD / 2]| u64::from(u32::from_le_bytes(*bytes));
    let word = match (input.first_chunk(), input.last_chunk()) {
        (Some(low), Some(high)) => half(low) | half(high) << (8 * (input.len() - WORD / 2) % 64),
        _ => input.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    };
    let changes = |(place, &byte): (usize, &u8)| rules.set.or_non_ascii(byte).then_some(place);
    let places = (first..).zip(&input[first..]).filter_map(changes);
    let mut buffer = Buffer([0; 2 * BLOCK]);
    let len = input.len() + encode(word, places, &mut buffer.0, rules);
    output.write_str(&ascii(&buffer.0)[..len])
}

/// [`write`] of 9 to 16 bytes.
#[inline(never)]
fn write_block(input: &[u8], output: &mut impl fmt::Write, rules: &EncodeRules) -> fmt::Result {
    let (Some(low), Some(high)) = (input.first_chunk(), input.last_chunk()) else {
        return encode_write(None, input, output, rules);
    };
    let (low, high) = (u64::from_le_bytes(*low), u64::from_le_bytes(*high));
    let marks = marks(u128::from(low) | u128::from(high) << 64, rules);
    if marks == 0 {
        return output.write_str(ascii(input));
    }
    let past = 8 * (BLOCK - input.len()) % 64;
    let words = [[low, high >> past]];
    let marks = [[marks as u64, (marks >> 64) as u64 >> past]];
    write_marked::<1, { 4 * BLOCK }>(input, words, marks, output, rules)
}

/// [`write`] of more than 16 bytes, by a number of blocks.
#[inline(never)]
fn write_blocks<const BLOCKS: usize, const ROOM: usize>(
    input: &[u8],
    output: &mut impl fmt::Write,
    rules: &EncodeRules,
) -> fmt::Result {
    let mut blocks: [u128; BLOCKS] = core::array::from_fn(|block| {
        let start = (BLOCK * block).min(input.len() - BLOCK);
        u128::from_le_bytes(*input[start..].first_chunk().expect("16 or more are left"))
    });
    let mut marks = blocks.map(|block| marks(block, rules));
    if marks.iter().fold(0, |all, marks| all | marks) == 0 {
        return output.write_str(ascii(input));
    }
    let past = 8 * (BLOCKS * BLOCK - input.len()) % 128;
    blocks[BLOCKS - 1] >>= past;
    marks[BLOCKS - 1] >>= past;
    let halves = |block: u128| [block as u64, (block >> 64) as u64];
    write_marked::<BLOCKS, ROOM>(input, blocks.map(halves), marks.map(halves), output, rules)
}

/// Marks all bytes of a block that change, and perhaps others, by ones.
#[inline(always)]
fn marks(block: u128, rules: &EncodeRules) -> u128 {
    Usual::outside(&rules.set).map_or(u128::MAX, |usual| usual.others(block))
}

/// [`write`] of an input that is also given in words, zeros behind it, and with their marks.
#[inline(always)]
fn write_marked<const BLOCKS: usize, const ROOM: usize>(
    input: &[u8],
    words: [[u64; 2]; BLOCKS],
    marks: [[u64; 2]; BLOCKS],
    output: &mut impl fmt::Write,
    rules: &EncodeRules,
) -> fmt::Result {
    // Where there is a byte >= 0x80, most bytes change.
    if words.iter().fold(0, |all, [low, high]| all | low | high) & 0x8080_8080_8080_8080 != 0 {
        return encode_write(None, input, output, rules);
    }
    let (mut buffer, mut len) = (Buffer([0; ROOM]), 0);
    for block in 0..BLOCKS {
        for half in 0..2 {
            let (word, marks) = (words[block][half], marks[block][half]);
            len += WORD + encode(word, places(word, marks, rules), &mut buffer.0[len..], rules);
        }
    }
    len -= BLOCK * BLOCKS - input.len();
    output.write_str(&ascii(&buffer.0[..3 * BLOCK * BLOCKS])[..len])
}

/// The places of the bytes that change, which are among those with marks.
#[inline(always)]
fn places(word: u64, mut marks: u64, rules: &EncodeRules) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        while marks != 0 {
            let place = marks.trailing_zeros() as usize / 8;
            marks &= !(0xFF << (8 * place));
            if rules.set.or_non_ascii((word >> (8 * place)) as u8) {
                return Some(place);
            }
        }
        None
    })
}

/// Encodes a word, and returns by how much it grows. A whole word is stored after each triplet.
#[inline(always)]
fn encode(
    word: u64,
    places: impl Iterator<Item = usize>,
    out: &mut [u8],
    rules: &EncodeRules,
) -> usize {
    let triplets = kernel::scalar::triplets_of(rules.lowercase_hex);
    out[..WORD].copy_from_slice(&word.to_le_bytes());
    places.fold(0, |grown, place| {
        let (rest, at) = (word >> (8 * place % 64), place + grown);
        let byte = usize::from(rest as u8);
        out[at..at + 4].copy_from_slice(kernel::scalar::triplet_in(triplets, byte));
        out[at + 3..at + 3 + WORD].copy_from_slice(&(rest >> 8).to_le_bytes());
        grown + 2
    })
}

/// Room for output, aligned as `from_utf8` likes it.
#[repr(align(8))]
struct Buffer<const ROOM: usize>([u8; ROOM]);

#[inline(always)]
fn ascii(bytes: &[u8]) -> &str {
    utf8(bytes).expect("no byte that stays is >= 0x80, and triplets are ASCII")
}

#[cfg(test)]
mod tests {
    use crate::Encoder;
    use crate::sets::{self, AsciiSet};
    use core::fmt::Write;
    use std::string::String;

    #[test]
    fn every_length_and_place() {
        let usual_escaped = AsciiSet::from_bytes(b"-x ");
        for set in [sets::URI_COMPONENT, sets::URL_PATH, usual_escaped, AsciiSet::EMPTY] {
            for lowercase in [false, true] {
                let encoder = Encoder::new(set).lowercase_hex(lowercase);
                for len in 0..=super::MOST + 1 {
                    for (step, byte) in [(1, b' '), (2, b'<'), (3, b'-'), (5, 0xE9), (40, 0)] {
                        for from in 0..=len {
                            let mut input = [b'x', b'/', b'~', b'!'].repeat(13)[..len].to_vec();
                            input[from..].iter_mut().step_by(step).for_each(|at| *at = byte);
                            let mut expected = String::new();
                            for &byte in &input {
                                if set.contains(byte) || byte >= 0x80 {
                                    match lowercase {
                                        true => write!(expected, "%{byte:02x}").unwrap(),
                                        false => write!(expected, "%{byte:02X}").unwrap(),
                                    }
                                } else {
                                    expected.push(char::from(byte));
                                }
                            }
                            let mut written = String::new();
                            encoder.encode_write(&input, &mut written).unwrap();
                            assert_eq!(written, expected, "{input:?}");
                        }
                    }
                }
            }
        }
    }
}
