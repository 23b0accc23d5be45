//! Look-ups in tables of 128 bytes, two registers each.

use super::registers::{BLOCK, BLOCKS, load, splat};
use super::vector::V64;
use crate::kernel::rules::{CASE, DecodeRules, Digits};
use crate::kernel::simd::arch::*;
use crate::kernel::simd::generic::{Aligned, Hex, Ordinary};
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
pub(in crate::kernel) struct HexTables {
    high: [__m512i; 2],
    low: [__m512i; 2],
}

impl Hex<V64> for HexTables {
    #[inline(always)]
    unsafe fn new(digits: Digits) -> Self {
        // The letters of the other case, which do not count, in the table's second half.
        let others = if digits.are_any() {
            0
        } else {
            0x7E << (usize::from(digits.letter_a() ^ CASE) - BLOCK - 1)
        };
        // SAFETY: the tables are 128 bytes long: `0 + 64 <= 128` and `BLOCK + 64 <= 128`. The CPU has
        // the instructions, by this function's contract.
        unsafe {
            let half =
                |Aligned(table): &Aligned<[u8; 128]>, at: usize| load(table.as_ptr().add(at));
            let (high, low) = (half(HIGH_DIGIT, BLOCK), half(LOW_DIGIT, BLOCK));
            Self {
                high: [
                    half(HIGH_DIGIT, 0),
                    _mm512_mask_mov_epi8(high, others, splat(NO_HIGH_DIGIT)),
                ],
                low: [half(LOW_DIGIT, 0), _mm512_mask_mov_epi8(low, others, splat(NO_LOW_DIGIT))],
            }
        }
    }

    /// The byte: its place decides which table it is looked up in.
    #[inline(always)]
    fn class(self, v: V64) -> V64 {
        v
    }

    #[inline(always)]
    fn pairs(self, V64(v1): V64, V64(v2): V64) -> (V64, V64) {
        // SAFETY: the intrinsics touch registers only, and `self` proves the instructions.
        unsafe {
            let high = _mm512_permutex2var_epi8(self.high[0], v1, self.high[1]);
            let low = _mm512_permutex2var_epi8(self.low[0], v2, self.low[1]);
            // The look-ups ignore the top bit: a byte that has it is not a digit. low | v1 | v2 in that
            // bit, the high digit in the others.
            let no_low = _mm512_ternarylogic_epi64::<0xFE>(low, v1, v2);
            let flags = _mm512_ternarylogic_epi64::<0xCA>(splat(NO_LOW_DIGIT), no_low, high);
            let no_digits = _mm512_test_epi8_mask(flags, splat(NO_HIGH_DIGIT | NO_LOW_DIGIT));
            (V64(_mm512_movm_epi8(no_digits)), V64(_mm512_add_epi8(high, low)))
        }
    }
}

/// A table of the values that are kept or rejected.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct SpecialTable {
    /// Bit 7: kept or rejected.
    table: SetTable,
    /// Bit 7 in every lane, if triplets of values >= 0x80 are kept.
    keep_non_ascii: __m512i,
}

impl Ordinary<V64> for SpecialTable {
    #[inline(always)]
    unsafe fn new(rules: &DecodeRules) -> Self {
        // SAFETY: the CPU has the instructions, by this function's contract.
        unsafe {
            let SetTable { low, high } = SetTable::new(&rules.keep.union(rules.reject));
            // Sums stay below 0x80 only where nothing is added.
            let top = splat(0x7F);
            let (low, high) = (_mm512_adds_epu8(low, top), _mm512_adds_epu8(high, top));
            let keep_non_ascii = splat(u8::from(rules.keep_non_ascii) << 7);
            Self { table: SetTable { low, high }, keep_non_ascii }
        }
    }

    #[inline(always)]
    fn ordinary(self, V64(value): V64) -> V64 {
        // SAFETY: the intrinsics touch registers only, and `self` proves the instructions.
        unsafe {
            // (look-up & !value) | (value & keep_non_ascii): the table has values < 0x80 only.
            let found = self.table.look_up(value);
            let special = _mm512_ternarylogic_epi64::<0xAC>(value, found, self.keep_non_ascii);
            V64(_mm512_movm_epi8(_mm512_testn_epi8_mask(special, splat(0x80))))
        }
    }
}

/// For each role in a run of triplets (`%`, high digit, low digit) two permutations: from the first
/// two of three registers, then with the third.
pub(super) static ROLES: [[[u8; 64]; 2]; 3] = {
    let mut tables = [[[0; 64]; 2]; 3];
    let mut role = 0;
    while role < 3 {
        let mut i = 0;
        while i < 64 {
            let from = 3 * i + role;
            if from < 128 {
                tables[role][0][i] = from as u8;
                tables[role][1][i] = i as u8;
            } else {
                tables[role][1][i] = (from - 64) as u8;
            }
            i += 1;
        }
        role += 1;
    }
    tables
};
