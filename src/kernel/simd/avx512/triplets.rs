//! The starts of decoded triplets, and the removal of their digits.

use super::registers::splat;
use super::tables::{HexDigits, SetTable, percents};
use crate::kernel::rules::{DecodeRules, Digits};
use crate::kernel::simd::arch::*;

/// The triplets that `keep` and `reject` select.
#[derive(Clone, Copy)]
pub(super) struct Selection<'a> {
    /// Bit 7: kept or rejected.
    special: SetTable,
    /// Bit 7 in every lane, if triplets of values >= 0x80 are kept.
    keep_non_ascii: __m512i,
    rules: &'a DecodeRules,
}

impl<'a> Selection<'a> {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn new(rules: &'a DecodeRules) -> Self {
        let SetTable { low, high } = SetTable::new(&rules.keep.union(rules.reject));
        // Sums stay below 0x80 only where nothing is added.
        let top_bit = |table| _mm512_adds_epu8(table, splat(0x7F));
        Self {
            special: SetTable { low: top_bit(low), high: top_bit(high) },
            keep_non_ascii: splat(u8::from(rules.keep_non_ascii) << 7),
            rules,
        }
    }

    /// For each value bit 7: it is kept or rejected.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn special(&self, values: __m512i) -> __m512i {
        // (look-up & !value) | (value & keep_non_ascii): the table has values < 0x80
        // only.
        _mm512_ternarylogic_epi64::<0xAC>(values, self.special.look_up(values), self.keep_non_ascii)
    }

    /// The decoded ones of the valid triplets at `valid`: neither kept nor rejected. `values` has
    /// their values there.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn decoded(&self, valid: u64, values: __m512i) -> u64 {
        _mm512_mask_testn_epi8_mask(valid, self.special(values), splat(0x80))
    }

    /// The rejected ones of the triplets at `special`, which are not decoded. (Few steps have any,
    /// so that no registers are kept for them.)
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn rejected(&self, special: u64, values: __m512i) -> u64 {
        let flags = SetTable::new(&self.rules.reject).look_up(values);
        _mm512_mask_test_epi8_mask(special, flags, flags) & !_mm512_movepi8_mask(values)
    }
}

/// Finds where the triplets start that are decoded.
#[derive(Clone, Copy)]
pub(super) struct Triplets<'a, const PLAIN: bool> {
    pub(super) hex: HexDigits,
    pub(super) selection: Option<Selection<'a>>,
}

impl<'a, const PLAIN: bool> Triplets<'a, PLAIN> {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn new(rules: &'a DecodeRules) -> Self {
        Self {
            hex: HexDigits::new(if PLAIN { Digits::ANY } else { rules.digits }),
            selection: if PLAIN { None } else { Some(Selection::new(rules)) },
        }
    }

    /// The starts of decoded triplets, and the blocks with the values in those places; `None` if
    /// something is refused. `v1` and `v2` are the bytes one and two places further on than `v`.
    #[inline]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(super) fn find<const N: usize>(
        &self,
        percents: [u64; N],
        [v, v1, v2]: [[__m512i; N]; 3],
    ) -> Option<([u64; N], [__m512i; N])> {
        let (mut starts, mut values) = (percents, v);
        // Mostly nothing is refused or kept in a whole step: one test for all of it.
        let mut stray = 0;
        for i in 0..N {
            let digits = self.hex.look_up(v1[i], v2[i]);
            starts[i] = digits.starts(percents[i]);
            values[i] = digits.values_into(v[i], starts[i]);
            stray |= percents[i] ^ starts[i];
        }
        if let Some(selection) = &self.selection {
            if stray != 0 && selection.rules.strict {
                return None;
            }
            if selection.rules.is_selective() {
                let mut special = _mm512_setzero_si512();
                for i in 0..N {
                    let found = selection.special(values[i]);
                    special = _mm512_mask_max_epu8(special, starts[i], special, found);
                }
                if _mm512_movepi8_mask(special) != 0 {
                    let mut rejected = 0;
                    for i in 0..N {
                        let decoded = selection.decoded(starts[i], values[i]);
                        let special = starts[i] ^ decoded;
                        rejected |= selection.rejected(special, values[i]);
                        // The `%` of a kept triplet stays one.
                        values[i] = _mm512_mask_mov_epi8(values[i], special, splat(b'%'));
                        starts[i] = decoded;
                    }
                    if rejected != 0 {
                        return None;
                    }
                }
            }
        }
        Some((starts, values))
    }
}

/// The positions of `%` in each of some blocks.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn percents_of<const N: usize>(v: [__m512i; N]) -> [u64; N] {
    let mut found = [0; N];
    for i in 0..N {
        found[i] = percents(v[i]);
    }
    found
}

/// Returns whether `%` is in some blocks: one test, where a mask for each would be four moves.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn any_percent<const N: usize>(v: [__m512i; N]) -> bool {
    let mut least = splat(0xFF);
    for v in v {
        least = _mm512_min_epu8(least, _mm512_xor_si512(v, splat(b'%')));
    }
    _mm512_testn_epi8_mask(least, least) != 0
}

/// Returns whether a bit is set somewhere. (A comparison of arrays goes through memory.)
#[inline(always)]
pub(super) fn any<const N: usize>(masks: [u64; N]) -> bool {
    masks.into_iter().fold(0, |any, mask| any | mask) != 0
}

/// Bytes to drop (the digits of decoded triplets), from the starts of triplets and the digits that the
/// block before carries; and the digits that this one carries.
#[inline(always)]
pub(super) fn dropped(starts: u64, carry: u64) -> (u64, u64) {
    let digits = starts | starts << 1;
    (digits << 1 | carry, digits >> 63 | starts >> 62)
}

/// The blocks with SP where they have `+`, if `plus`. (One branch a step: as a constant it would
/// make two of every function.)
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn spaces<const N: usize>(mut v: [__m512i; N], plus: bool) -> [__m512i; N] {
    if plus {
        for v in &mut v {
            *v = _mm512_mask_mov_epi8(*v, _mm512_cmpeq_epi8_mask(*v, splat(b'+')), splat(b' '));
        }
    }
    v
}
