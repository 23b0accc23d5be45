//! Tables that classify two adjacent bytes as ill-formed UTF-8.
//!
//! The algorithm is that of John Keiser and Daniel Lemire, *Validating UTF-8 in less than one
//! instruction per byte* (Software: Practice and Experience 51, 2021). Three look-ups, by the
//! nibbles of a byte and the high nibble of the next one, decide about each adjacent pair; one more
//! test checks third and fourth bytes.
//!
//! A position is ill-formed if bits 0 to 6 of `high1 & low1 & high2` are not zero, or if bit 7
//! differs from whether the byte two places before is >= 0xE0 or the one three places before
//! is >= 0xF0. One ASCII byte past the end shows a sequence that the end cuts off.

/// Adjacent bytes: sets of nibbles (bit n: nibble n) of the first byte and of the second.
struct Pair {
    high1: u16,
    low1: u16,
    high2: u16,
}

/// The nibbles from `first` to `last`.
const fn nibbles(first: u32, last: u32) -> u16 {
    ((1 << (last + 1)) - (1 << first)) as u16
}

const CONTINUATION: u16 = nibbles(0x8, 0xB);

/// The complement of Unicode Table 3-7, *Well-Formed UTF-8 Byte Sequences*, as far as two bytes
/// tell. The index is the bit.
const PAIRS: [Pair; 8] = [
    // A lead byte without a continuation byte.
    Pair { high1: nibbles(0xC, 0xF), low1: nibbles(0, 0xF), high2: !CONTINUATION },
    // 0xC0 and 0xC1 are overlong forms of ASCII.
    Pair { high1: nibbles(0xC, 0xC), low1: nibbles(0, 1), high2: CONTINUATION },
    // 0xE0 0x80 to 0xE0 0x9F: overlong forms of two bytes.
    Pair { high1: nibbles(0xE, 0xE), low1: nibbles(0, 0), high2: nibbles(0x8, 0x9) },
    // 0xED 0xA0 to 0xED 0xBF: surrogates.
    Pair { high1: nibbles(0xE, 0xE), low1: nibbles(0xD, 0xD), high2: nibbles(0xA, 0xB) },
    // 0xF0 0x80 to 0xF0 0x8F: overlong forms of three bytes.
    Pair { high1: nibbles(0xF, 0xF), low1: nibbles(0, 0), high2: nibbles(0x8, 0x8) },
    // 0xF4 0x90 to 0xF4 0xBF: past U+10FFFF.
    Pair { high1: nibbles(0xF, 0xF), low1: nibbles(4, 4), high2: nibbles(0x9, 0xB) },
    // 0xF5 to 0xFF begin nothing.
    Pair { high1: nibbles(0xF, 0xF), low1: nibbles(5, 0xF), high2: CONTINUATION },
    // A continuation byte that is not the second byte of a sequence, so it must be the third or
    // the fourth. (One after ASCII where a third must be: then the ASCII byte is ill-formed.)
    Pair { high1: nibbles(0, 0xB), low1: nibbles(0, 0xF), high2: CONTINUATION },
];

/// Bit 7 is set if the saturating difference of a byte and this is of a byte >= 0xE0: a third byte
/// follows two places further on.
pub(in crate::kernel) const THIRD: u8 = 0xE0 - 0x80;
/// Likewise for 0xF0 and a fourth byte, three places further on.
pub(in crate::kernel) const FOURTH: u8 = 0xF0 - 0x80;

const TABLES: [[u8; 16]; 3] = {
    let (mut tables, mut bit) = ([[0; 16]; 3], 0);
    while bit < 8 {
        let Pair { high1, low1, high2 } = PAIRS[bit];
        let mut nibble = 0;
        while nibble < 16 {
            tables[0][nibble] |= ((high1 >> nibble & 1) as u8) << bit;
            tables[1][nibble] |= ((low1 >> nibble & 1) as u8) << bit;
            tables[2][nibble] |= ((high2 >> nibble & 1) as u8) << bit;
            nibble += 1;
        }
        bit += 1;
    }
    tables
};

/// The look-up by the high nibble of the first byte.
pub(in crate::kernel) const HIGH1: [u8; 16] = TABLES[0];
/// The look-up by the low nibble of the first byte.
pub(in crate::kernel) const LOW1: [u8; 16] = TABLES[1];
/// The look-up by the high nibble of the second byte.
pub(in crate::kernel) const HIGH2: [u8; 16] = TABLES[2];
