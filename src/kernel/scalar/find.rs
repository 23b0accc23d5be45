//! Finding: the first byte that matters, or which of 64 bytes do; and validating UTF-8.

use crate::kernel::marks::{PLACES, Wanted};
use crate::sets::AsciiSet;

/// The byte in all eight places.
pub(super) const fn splat(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// Bit 7 of each byte that is zero.
pub(super) const fn zero_bytes(word: u64) -> u64 {
    const LOW: u64 = splat(0x7F);
    !(((word & LOW) + LOW) | word | LOW)
}

/// Returns whether some byte is zero: cheaper than [`zero_bytes`], since it need not say which.
pub(super) const fn has_zero_byte(word: u64) -> bool {
    word.wrapping_sub(splat(1)) & !word & splat(0x80) != 0
}

/// A set and every byte >= 0x80: bit `h` of row `l` says whether the byte `h << 4 | l` is in it.
pub(super) struct Members(pub(super) [u16; 16]);

impl Members {
    /// The members of a set, and with `non_ascii` every byte >= 0x80.
    #[inline(always)]
    pub(super) fn of(set: &AsciiSet, non_ascii: bool) -> Self {
        let mut rows = [if non_ascii { 0xFF00 } else { 0 }; 16];
        for (row, &in_set) in rows.iter_mut().zip(set.rows()) {
            *row |= u16::from(in_set);
        }
        Self(rows)
    }

    #[inline(always)]
    pub(super) fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte & 15)] >> (byte >> 4) & 1 != 0
    }

    #[inline(always)]
    pub(super) fn first_in(&self, input: &[u8]) -> usize {
        input.iter().position(|&byte| self.has(byte)).unwrap_or(input.len())
    }
}

/// The masks of the first 64 bytes that are wanted: the first byte is the lowest bit.
#[inline(always)]
pub(crate) fn places_of<const N: usize>(input: &[u8], wanted: [Wanted; N]) -> [u64; N] {
    // The first 64 bytes, followed by zeros.
    let block = input.first_chunk().copied().unwrap_or_else(|| {
        let mut block = [0; PLACES];
        block[..input.len()].copy_from_slice(input);
        block
    });
    wanted.map(|([a, b, c], non_ascii)| {
        // Without a branch: vector instructions on every target that has some.
        let is_wanted = |byte| (byte == a) | (byte == b) | (byte == c) | non_ascii & (byte >= 0x80);
        let wanted = block.map(|byte| u8::from(is_wanted(byte)));
        // Eight bytes of 0 or 1: the factor's bits are 7 apart, so it moves byte `i` to bit `56 + i`,
        // and nothing else that high, and there is no carry.
        wanted.chunks_exact(8).rev().fold(0, |places, eight| {
            let eight = eight.try_into().expect("a chunk has eight bytes");
            places << 8 | u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
        })
    })
}

/// Returns whether a short input has one of two bytes or, with `ASCII`, a byte >= 0x80.
#[inline(always)]
pub(crate) fn has_either<const ASCII: bool>(input: &[u8], a: u8, b: u8) -> bool {
    let is_wanted = |byte: u8| (byte == a) | (byte == b) | (ASCII & (byte >= 0x80));
    let has_wanted = |word: u64| {
        (has_zero_byte(word ^ splat(a)) | has_zero_byte(word ^ splat(b)))
            | (ASCII & (word & splat(0x80) != 0))
    };
    match (input.len(), ends(input), ends(input)) {
        (..8, Some([low, high]), _) => {
            let word = |bytes| u64::from(u32::from_le_bytes(bytes));
            has_wanted(word(low) | word(high) << 32)
        }
        (..16, _, Some([first, last])) => {
            has_wanted(u64::from_le_bytes(first)) | has_wanted(u64::from_le_bytes(last))
        }
        // No branch for each byte: the compiler looks at many at a time.
        _ => input.iter().fold(false, |any, &byte| any | is_wanted(byte)),
    }
}

#[inline(never)]
pub(crate) fn find_either(input: &[u8], a: u8, b: u8) -> usize {
    // Without a branch for each byte: sixteen are tested at a time.
    let wanted = |byte: &u8| *byte == a || *byte == b;
    let clean = 16
        * input
            .chunks_exact(16)
            .take_while(|chunk| !chunk.iter().fold(false, |any, byte| any | wanted(byte)))
            .count();
    input[clean..].iter().position(wanted).map_or(input.len(), |index| clean + index)
}

/// The index of the first byte that is `byte` or >= 0x80, or a `.` before another one.
#[cfg(feature = "inspect")]
#[inline(never)]
pub(crate) fn find_suspect<const LAZY: bool>(input: &[u8], byte: u8) -> usize {
    let suspect = |first: u8, second: u8| {
        (first == byte) | (first >= 0x80) | ((first == b'.') & (second == b'.'))
    };
    // The last byte is before no other one.
    let clean = len_without_pair(input, suspect).min(input.len().saturating_sub(1));
    let seconds = input[clean..].iter().skip(1).chain(&[0]);
    let found =
        input[clean..].iter().zip(seconds).position(|(&first, &second)| suspect(first, second));
    found.map_or(input.len(), |index| clean + index)
}

/// A place before which no byte is wanted with the one after it. In more than 16 bytes it is the length
/// if that is so in all of them.
#[cfg(any(feature = "inspect", feature = "path"))]
#[inline(always)]
pub(super) fn len_without_pair(input: &[u8], wanted: impl Fn(u8, u8) -> bool) -> usize {
    // (Without a branch for each byte, so that the compiler compares many at a time.)
    let has_pair = |bytes: &[u8; 17]| {
        let pairs = bytes.iter().zip(&bytes[1..]);
        pairs.fold(false, |any, (&first, &second)| any | wanted(first, second))
    };
    let mut at = 0;
    while let Some(bytes) = input[at..].first_chunk() {
        if has_pair(bytes) {
            return at;
        }
        at += 16;
    }
    match input.last_chunk() {
        Some(end) if !has_pair(end) => input.len(),
        _ => at,
    }
}

#[inline(never)]
pub(crate) fn find_member(input: &[u8], set: &AsciiSet) -> usize {
    let clean = Usual::outside(set).map_or(0, |usual| {
        let blocks = input.chunks_exact(16);
        16 * blocks
            .take_while(|block| block.iter().fold(true, |all, &byte| all & usual.has(byte)))
            .count()
    });
    clean + Members::of(set, true).first_in(&input[clean..])
}

/// Returns whether one of the bytes is in the set or >= 0x80, or whether there are more than `most`, at
/// least 4.
#[inline(always)]
pub(crate) fn has_member(input: &[u8], set: &AsciiSet, most: usize) -> bool {
    let has = |byte| set.or_non_ascii(byte);
    let is_clean = match *input {
        [] => return false,
        [a] => return has(a),
        [a, b] => return has(a) || has(b),
        [a, b, c] => return has(a) || has(b) || has(c),
        [a, b, c, d] => return has(a) || has(b) || has(c) || has(d),
        _ if input.len() > most => return true,
        _ => Usual::outside(set).is_some_and(|usual| usual.is_all(input)),
    };
    !is_clean && input.iter().any(|&byte| has(byte))
}

/// A mask of the at most 64 bytes that has all those in the set and all >= 0x80, and perhaps others: the
/// first byte is the lowest bit.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn candidates(input: &[u8], set: &AsciiSet) -> u64 {
    let (Some(usual), 8..) = (Usual::outside(set), input.len()) else { return u64::MAX };
    // As in `places_of`, but of bytes of ones.
    let bits = |word: u64| (word & splat(1)).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let places = |block| {
        let others = usual.others(block);
        bits(others as u64) | bits((others >> 64) as u64) << 8
    };
    if let (..16, Some([low, high])) = (input.len(), ends(input)) {
        let word = |bytes| u128::from(u64::from_le_bytes(bytes));
        let both = places(word(low) | word(high) << 64);
        return both & 0xFF | both >> 8 << (input.len() - 8);
    }
    blocks(input).fold(0, |all, (start, block)| all | places(block) << start)
}

/// The bytes of most input, none of them in a set: letters, digits, `-`, `.`, `_`, and `/` and `~`
/// where the set has not these. Sixteen are tested at a time, without a table: the compiler makes
/// vector instructions of that.
pub(crate) struct Usual {
    /// `/` and `~`, or a letter instead.
    others: [u8; 2],
}

impl Usual {
    /// `None` if the set has one of those that are always among them.
    #[inline(always)]
    pub(crate) fn outside(set: &AsciiSet) -> Option<Self> {
        const ALWAYS: AsciiSet = AsciiSet::from_bytes(b"-._")
            .union(AsciiSet::from_range(b'0', b'9'))
            .union(AsciiSet::from_range(b'A', b'Z'))
            .union(AsciiSet::from_range(b'a', b'z'));
        let other = |byte| if set.contains(byte) { b'a' } else { byte };
        let others = [other(b'/'), other(b'~')];
        set.intersection(ALWAYS).is_empty().then_some(Self { others })
    }

    #[inline(always)]
    fn has(&self, byte: u8) -> bool {
        ((byte | 0x20).wrapping_sub(b'a') < 26)
            | (byte.wrapping_sub(b'0') < 10)
            | (byte == b'-')
            | (byte == b'.')
            | (byte == b'_')
            | (byte == self.others[0])
            | (byte == self.others[1])
    }

    /// A byte of ones for each other byte of the block.
    #[inline(always)]
    pub(crate) fn others(&self, block: u128) -> u128 {
        // Without a branch: see `places_of`.
        let mut block = block.to_le_bytes();
        for byte in &mut block {
            *byte = if self.has(*byte) { 0 } else { 0xFF };
        }
        u128::from_le_bytes(block)
    }

    /// Returns whether all bytes are such, of 4 or more.
    #[inline(always)]
    fn is_all(&self, input: &[u8]) -> bool {
        match (input.len(), ends(input), ends(input)) {
            (..8, Some([low, high]), _) => {
                let word = |bytes| u64::from(u32::from_le_bytes(bytes));
                self.others(u128::from(word(low) | word(high) << 32)) as u64 == 0
            }
            (..16, _, Some([low, high])) => {
                let word = |bytes| u128::from(u64::from_le_bytes(bytes));
                self.others(word(low) | word(high) << 64) == 0
            }
            _ => blocks(input).fold(0, |all, (_, block)| all | self.others(block)) == 0,
        }
    }
}

/// The blocks of an input of at least sixteen bytes, each with its place: the last one overlaps the one
/// before.
#[inline(always)]
fn blocks(input: &[u8]) -> impl Iterator<Item = (usize, u128)> {
    (0..input.len().div_ceil(16)).map(|block| {
        let start = (16 * block).min(input.len() - 16);
        let bytes = input[start..].first_chunk().expect("16 or more are left");
        (start, u128::from_le_bytes(*bytes))
    })
}

/// The first `N` bytes and the last `N`, which may overlap. (Copied to memory side by side, they would be
/// loaded as one, which would wait for both stores.)
#[inline(always)]
fn ends<const N: usize>(input: &[u8]) -> Option<[[u8; N]; 2]> {
    Some([*input.first_chunk()?, *input.last_chunk()?])
}

/// The mask of the first 64 bytes that are in `set` or >= 0x80: the first byte is the lowest bit.
#[inline(never)]
pub(crate) fn members(input: &[u8], set: &AsciiSet) -> u64 {
    let (members, block) = (Members::of(set, true), &input[..input.len().min(PLACES)]);
    block.iter().rev().fold(0, |places, &byte| places << 1 | u64::from(members.has(byte)))
}
