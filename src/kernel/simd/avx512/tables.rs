//! Look-ups in tables of 128 bytes, two registers each.

use super::registers::{BLOCK, BLOCKS, load, splat};
use crate::kernel::rules::{CASE, Digits};
use crate::kernel::simd::arch::*;
use crate::kernel::simd::generic::Aligned;
use crate::sets::AsciiSet;

/// A set as a table of 128 bytes in two registers, 0 for bytes that are not members.
#[derive(Clone, Copy)]
pub(super) struct SetTable {
    pub(super) low: __m512i,
    pub(super) high: __m512i,
}

impl SetTable {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn new(set: &AsciiSet) -> Self {
        // SAFETY: `rows` are an array of the 16 bytes that the load reads.
        let rows = _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(set.rows().as_ptr().cast()) });
        // Lane l of 16 bytes holds the bytes of high nibble l: their bit is 1 << l.
        let bit = |first: i64| {
            let ones = 0x0101_0101_0101_0101 * first;
            _mm512_setr_epi64(
                ones,
                ones,
                ones << 1,
                ones << 1,
                ones << 2,
                ones << 2,
                ones << 3,
                ones << 3,
            )
        };
        Self { low: _mm512_and_si512(rows, bit(1)), high: _mm512_and_si512(rows, bit(16)) }
    }

    /// The entries of the table for each byte < 0x80; unspecified for the others.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn look_up(self, v: __m512i) -> __m512i {
        _mm512_permutex2var_epi8(self.low, v, self.high)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn members_and_non_ascii(self, v: __m512i) -> u64 {
        let flags = self.flags(v);
        _mm512_test_epi8_mask(flags, flags)
    }

    /// Returns whether a member, or a byte >= 0x80, is in some blocks.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn any(self, v: [__m512i; BLOCKS]) -> bool {
        let [a, b, c, d] = v.map(|v| self.flags(v));
        let flags = _mm512_or_si512(_mm512_ternarylogic_epi64::<0xFE>(a, b, c), d);
        _mm512_test_epi8_mask(flags, flags) != 0
    }

    /// Not zero for members, and for bytes >= 0x80.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn flags(self, v: __m512i) -> __m512i {
        // look-up | (v & 0x80)
        _mm512_ternarylogic_epi64::<0xF8>(self.look_up(v), v, splat(0x80))
    }
}

/// High-digit table: nibble << 4, or 1 where the byte is not a hex digit.
/// (A constant, here and below: each function finds its own beside it, without a load of the address.)
const HIGH_DIGIT: &Aligned<[u8; 128]> = &Aligned(digit_table(4, NO_HIGH_DIGIT));
/// Low-digit table: nibble, or 0x80 where the byte is not a hex digit.
const LOW_DIGIT: &Aligned<[u8; 128]> = &Aligned(digit_table(0, NO_LOW_DIGIT));

const NO_HIGH_DIGIT: u8 = 0x01;
const NO_LOW_DIGIT: u8 = 0x80;

const fn digit_table(shift: u32, no_digit: u8) -> [u8; 128] {
    let mut table = [no_digit; 128];
    let mut byte = 0;
    while byte < 128 {
        if let Some(value) = (byte as u8 as char).to_digit(16) {
            table[byte] = (value << shift) as u8;
        }
        byte += 1;
    }
    table
}

/// The tables of hex digits in registers.
#[derive(Clone, Copy)]
pub(super) struct HexDigits {
    high: [__m512i; 2],
    low: [__m512i; 2],
}

impl HexDigits {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn new(digits: Digits) -> Self {
        // SAFETY: the table is 128 bytes long: `0 + 64 <= 128` and `BLOCK + 64 <= 128`.
        let halves = |Aligned(table): &Aligned<[u8; 128]>| unsafe {
            [load(table.as_ptr()), load(table.as_ptr().add(BLOCK))]
        };
        let ([high0, high1], [low0, low1]) = (halves(HIGH_DIGIT), halves(LOW_DIGIT));
        // The letters of the other case, which do not count, in the table's second half.
        let others = if digits.are_any() {
            0
        } else {
            0x7E << (usize::from(digits.letter_a() ^ CASE) - BLOCK - 1)
        };
        Self {
            high: [high0, _mm512_mask_mov_epi8(high1, others, splat(NO_HIGH_DIGIT))],
            low: [low0, _mm512_mask_mov_epi8(low1, others, splat(NO_LOW_DIGIT))],
        }
    }

    /// Looks up the bytes one and two places after each byte of a block.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn look_up(self, v1: __m512i, v2: __m512i) -> LookedUp {
        let high = _mm512_permutex2var_epi8(self.high[0], v1, self.high[1]);
        let low = _mm512_permutex2var_epi8(self.low[0], v2, self.low[1]);
        // The look-ups ignore the top bit: a byte that has it is not a digit. low | v1 | v2 in that
        // bit, the high digit in the others.
        let no_low = _mm512_ternarylogic_epi64::<0xFE>(low, v1, v2);
        LookedUp {
            high,
            low,
            flags: _mm512_ternarylogic_epi64::<0xCA>(splat(NO_LOW_DIGIT), no_low, high),
        }
    }
}

/// The two digits after each byte of a block, if they are digits.
#[derive(Clone, Copy)]
pub(super) struct LookedUp {
    high: __m512i,
    low: __m512i,
    flags: __m512i,
}

impl LookedUp {
    /// The starts of valid triplets, given the positions of `%`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn starts(self, percents: u64) -> u64 {
        _mm512_mask_testn_epi8_mask(percents, self.flags, splat(NO_HIGH_DIGIT | NO_LOW_DIGIT))
    }

    /// The block with the values of the triplets that start at `starts` in these places.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn values_into(self, v: __m512i, starts: u64) -> __m512i {
        _mm512_mask_add_epi8(v, starts, self.high, self.low)
    }

    /// The values, wherever two digits are.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn values(self) -> __m512i {
        _mm512_or_si512(self.high, self.low)
    }
}

/// The positions of `%`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn percents(v: __m512i) -> u64 {
    _mm512_cmpeq_epi8_mask(v, splat(b'%'))
}
