//! Where triplets start that are decoded, and what becomes of the bytes of their digits.

use super::registers::splat;
use super::tables::{Digits, HexDigits, SetTable, percents};
use crate::kernel::DecodeRules;
use crate::kernel::vector::mode::{SELECTIVE, STRICT};
use crate::kernel::vector::x86::arch::*;

/// What `keep`, `reject` and strictness do to triplets.
#[derive(Clone, Copy)]
pub(super) struct Selection {
    /// Bit 0: keep, bit 1: reject, bit 7: one of them.
    table: SetTable,
    /// Bit 7 in every lane, if triplets of values >= 0x80 are kept.
    keep_non_ascii: __m512i,
    strict: bool,
}

impl Selection {
    const KEEP: u8 = 0x01;
    const REJECT: u8 = 0x02;
    const SPECIAL: u8 = 0x80;

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn new(rules: &DecodeRules) -> Self {
        let (keep, reject) = (SetTable::new(&rules.keep), SetTable::new(&rules.reject));
        let flags = |keep, reject| {
            let keep = _mm512_maskz_set1_epi8(
                _mm512_test_epi8_mask(keep, keep),
                (Self::KEEP | Self::SPECIAL) as i8,
            );
            _mm512_or_si512(
                keep,
                _mm512_maskz_set1_epi8(
                    _mm512_test_epi8_mask(reject, reject),
                    (Self::REJECT | Self::SPECIAL) as i8,
                ),
            )
        };
        Self {
            table: SetTable {
                low: flags(keep.low, reject.low),
                high: flags(keep.high, reject.high),
            },
            keep_non_ascii: splat(if rules.keep_non_ascii { 0x80 } else { 0 }),
            strict: rules.strict,
        }
    }

    /// For each value bit 7: it is kept or rejected.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn special(self, value: __m512i) -> __m512i {
        // (look-up & !value) | (value & keep_non_ascii): what is looked up counts for values < 0x80
        // only.
        _mm512_ternarylogic_epi64::<0xAC>(value, self.table.look_up(value), self.keep_non_ascii)
    }

    /// Of the valid triplets at `valid`, those that are to be decoded; `None` where something is
    /// refused.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn select(&self, percents: u64, valid: u64, values: __m512i) -> Option<u64> {
        let flags = self.table.look_up(values);
        let non_ascii = _mm512_movepi8_mask(values);
        let kept = (_mm512_test_epi8_mask(flags, splat(Self::KEEP)) & !non_ascii)
            | _mm512_test_epi8_mask(values, self.keep_non_ascii);
        let rejected = _mm512_test_epi8_mask(flags, splat(Self::REJECT)) & !non_ascii & valid;
        let stray = if self.strict { percents ^ valid } else { 0 };
        (rejected | stray == 0).then_some(valid & !kept)
    }
}

/// Finds where the triplets start that are decoded.
#[derive(Clone, Copy)]
pub(super) struct Triplets<const MODE: u8> {
    pub(super) hex: HexDigits,
    selection: Option<Selection>,
}

impl<const MODE: u8> Triplets<MODE> {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn new(rules: &DecodeRules) -> Self {
        Self {
            hex: HexDigits::new(),
            selection: if MODE & SELECTIVE != 0 { Some(Selection::new(rules)) } else { None },
        }
    }

    /// Where decoded triplets start, and the blocks with the values in those places; `None` where
    /// something is refused, or (if selective) kept. `v1` and `v2` are the bytes one and two places
    /// further on than `v`.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt"
    )]
    pub(super) fn find<const N: usize>(
        &self,
        percents: [u64; N],
        [v, v1, v2]: [[__m512i; N]; 3],
    ) -> Option<([u64; N], [__m512i; N])> {
        let (mut starts, mut values) = (percents, v);
        // Mostly nothing is refused or kept in a whole step: one test for all of it.
        let (mut stray, mut special) = (_mm512_setzero_si512(), _mm512_setzero_si512());
        for i in 0..N {
            let digits = self.hex.look_up(v1[i], v2[i]);
            if MODE & STRICT != 0 {
                stray = _mm512_or_si512(stray, digits.flags_at(percents[i]));
            } else {
                starts[i] = digits.starts(percents[i]);
            }
            values[i] = digits.values_into(v[i], starts[i]);
            if MODE & SELECTIVE != 0
                && let Some(selection) = &self.selection
            {
                special =
                    _mm512_mask_max_epu8(special, starts[i], special, selection.special(values[i]));
            }
        }
        let none = (MODE & STRICT == 0 || !Digits::any_flag(stray))
            && (MODE & SELECTIVE == 0 || _mm512_movepi8_mask(special) == 0);
        none.then_some((starts, values))
    }
}

/// Where `%` is in each of some blocks.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn percents_of<const N: usize>(v: [__m512i; N]) -> [u64; N] {
    let mut found = [0; N];
    for i in 0..N {
        found[i] = percents(v[i]);
    }
    found
}

/// Bytes to drop (the digits of decoded triplets), where triplets start and what the block before
/// has left over; and what this one leaves.
#[inline(always)]
pub(super) fn dropped(starts: u64, carry: u64) -> (u64, u64) {
    let digits = starts | starts << 1;
    (digits << 1 | carry, digits >> 63 | starts >> 62)
}

/// SP where `v` has `+`, if `PLUS`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn spaces<const PLUS: bool>(values: __m512i, v: __m512i) -> __m512i {
    if PLUS {
        _mm512_mask_mov_epi8(values, _mm512_cmpeq_epi8_mask(v, splat(b'+')), splat(b' '))
    } else {
        values
    }
}
