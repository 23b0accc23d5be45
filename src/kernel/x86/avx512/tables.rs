//! Look-ups in tables of 128 bytes, two registers each.

use super::registers::{BLOCK, load, splat};
use crate::kernel::x86::arch::*;
use crate::sets::AsciiSet;

/// A set as a table of 128 bytes in two registers, 0 for what is no member.
#[derive(Clone, Copy)]
pub(super) struct SetTable {
    pub(super) low: __m512i,
    pub(super) high: __m512i,
}

impl SetTable {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn new(set: &AsciiSet) -> Self {
        // SAFETY: the sixteen rows are 16 bytes of memory.
        let rows = _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(set.rows().as_ptr().cast()) });
        // Lane l of 16 bytes holds the bytes of high nibble l: their bit is 1 << l.
        let bit = |first: i64| {
            let ones = 0x0101_0101_0101_0101 * first;
            _mm512_setr_epi64(ones, ones, ones << 1, ones << 1, ones << 2, ones << 2, ones << 3, ones << 3)
        };
        Self { low: _mm512_and_si512(rows, bit(1)), high: _mm512_and_si512(rows, bit(16)) }
    }

    /// What stands in the table for each byte below 80; nothing of use for the others.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn look_up(self, v: __m512i) -> __m512i {
        _mm512_permutex2var_epi8(self.low, v, self.high)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn members_and_non_ascii(self, v: __m512i) -> u64 {
        // look-up | (v & 80)
        let escaped = _mm512_ternarylogic_epi64::<0xF8>(self.look_up(v), v, splat(0x80));
        _mm512_test_epi8_mask(escaped, escaped)
    }
}

/// High-digit table: nibble << 4, or 1 where the byte is no hex digit.
static HIGH_DIGIT: [u8; 128] = digit_table(4, 0x01);
/// Low-digit table: nibble, or 80 where the byte is no hex digit.
static LOW_DIGIT: [u8; 128] = digit_table(0, 0x80);

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
    pub(super) fn new() -> Self {
        // SAFETY: both tables are 128 bytes long.
        let halves = |table: &'static [u8; 128]| unsafe { [load(table.as_ptr()), load(table.as_ptr().add(BLOCK))] };
        Self { high: halves(&HIGH_DIGIT), low: halves(&LOW_DIGIT) }
    }

    /// Where valid triplets start, and what they decode into. `v1` and `v2` are the bytes one and two places further on.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn triplets(self, v: __m512i, v1: __m512i, v2: __m512i) -> (u64, __m512i) {
        let high = _mm512_permutex2var_epi8(self.high[0], v1, self.high[1]);
        let low = _mm512_permutex2var_epi8(self.low[0], v2, self.low[1]);
        // Zero where v is '%', both look-ups say digit, and both bytes are below 80 (the look-ups ignore the top bit).
        let no_percent = _mm512_xor_si512(v, splat(b'%'));
        let no_digits = _mm512_ternarylogic_epi64::<0xFE>(low, v1, v2);
        let wrong = _mm512_ternarylogic_epi64::<0xF8>(no_percent, high, splat(0x01));
        let wrong = _mm512_ternarylogic_epi64::<0xF8>(wrong, no_digits, splat(0x80));
        (_mm512_testn_epi8_mask(wrong, wrong), _mm512_or_si512(high, low))
    }
}
