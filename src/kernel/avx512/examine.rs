//! Examining a path: a bit for each byte of a block.

use super::registers::{BLOCK, lanes, load_up_to, splat};
use super::tables::{HexDigits, SetTable, percents};
use super::utf8::Rules;
use crate::kernel::arch::*;
use crate::kernel::path_rules::{Examined, PathRules};

/// Examines a path by the rules.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn examine(path: &[u8], rules: &PathRules) -> Examined {
    let (src, len) = (path.as_ptr(), path.len());
    let raw = SetTable::new(&rules.raw);
    let non_ascii = splat(if rules.non_ascii { 0 } else { 0x80 });
    let (mut at, mut found) = (0, 0);
    let (mut slash, mut preceding) = (0, _mm512_setzero_si512());
    let mut is_begun = false;
    // A sequence that the end cuts off shows at the zero past it.
    while at < len || is_begun {
        // SAFETY: `src` is valid for reads of `len` bytes: both are those of the slice.
        let v = unsafe { load_up_to(src, at, len) };
        let slashes = _mm512_cmpeq_epi8_mask(v, splat(b'/'));
        // They differ in the last bit.
        let dots = _mm512_cmpeq_epi8_mask(_mm512_or_si512(v, splat(1)), splat(b'/'));
        if dots & (slashes << 1 | slash) != 0 {
            found |= Examined::DOTS;
        }
        slash = slashes >> 63;
        // The look-up is unspecified for bytes >= 0x80.
        let members =
            _mm512_mask_test_epi8_mask(!_mm512_movepi8_mask(v), raw.look_up(v), raw.look_up(v));
        let odd = (members | _mm512_test_epi8_mask(v, non_ascii)) & lanes(len.saturating_sub(at));
        if odd != 0 || is_begun {
            let percents = percents(v);
            if percents != 0 {
                found |= Examined::ESCAPES;
            }
            match triplets(path, at, percents, v, preceding, rules) {
                Some(values) if odd == percents => {
                    if has_spellings(values) {
                        found |= Examined::SPELLED;
                    }
                    preceding = values;
                }
                _ => return Examined { read: at, found: found | Examined::ODD },
            }
            is_begun = rules.utf8 && has_begun(preceding);
        }
        at += BLOCK;
    }
    Examined { read: len, found }
}

/// Returns whether a triplet is a slash or a dot: see [`PathRules::is_spelling`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn has_spellings(values: __m512i) -> bool {
    // `.` and `/` differ in the last bit.
    let slashes = _mm512_cmpeq_epi8_mask(_mm512_or_si512(values, splat(1)), splat(b'/'));
    slashes | _mm512_cmpeq_epi8_mask(values, splat(b'\\')) != 0
}

/// Returns whether a triplet in the last nine lanes is >= 0xC0, so that a sequence may go on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn has_begun(values: __m512i) -> bool {
    _mm512_cmpge_epu8_mask(values, splat(0xC0)) >> (BLOCK - 9) != 0
}

/// The values in the places of triplets, and zeros elsewhere. `None` if some are odd.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn triplets(
    path: &[u8],
    at: usize,
    percents: u64,
    v: __m512i,
    preceding: __m512i,
    rules: &PathRules,
) -> Option<__m512i> {
    let (src, len) = (path.as_ptr(), path.len());
    // SAFETY: `src` is valid for reads of `len` bytes: both are those of the slice.
    let (v1, v2) = unsafe { (load_up_to(src, at + 1, len), load_up_to(src, at + 2, len)) };
    let digits = HexDigits::new().look_up(v1, v2);
    if digits.starts(percents) != percents {
        return None;
    }
    let values = _mm512_maskz_mov_epi8(percents, digits.values_into(v, percents));
    let non_ascii = _mm512_movepi8_mask(values);
    let table = SetTable::new(&rules.values);
    let refused = table.look_up(values);
    if _mm512_mask_test_epi8_mask(percents & !non_ascii, refused, refused) != 0 {
        return None;
    }
    if rules.utf8 {
        // The triplet before the one in a lane is three lanes before. Where there is none: zero, as
        // ASCII would be.
        let errors = Rules::new().errors(
            values,
            [
                before::<3>(values, preceding),
                before::<6>(values, preceding),
                before::<9>(values, preceding),
            ],
        );
        if _mm512_test_epi8_mask(errors, errors) != 0 {
            return None;
        }
    }
    Some(values)
}

/// The bytes `N` lanes before those of `v`, where `preceding` is before `v`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn before<const N: usize>(v: __m512i, preceding: __m512i) -> __m512i {
    const { assert!(N < BLOCK) };
    static LANES: [u8; 2 * BLOCK] = {
        let mut lanes = [0; 2 * BLOCK];
        let mut lane = 0;
        while lane < 2 * BLOCK {
            lanes[lane] = lane as u8;
            lane += 1;
        }
        lanes
    };
    // SAFETY: `BLOCK - N + 64 <= 2 * BLOCK`, the length of the table.
    let index = unsafe { super::registers::load(LANES.as_ptr().add(BLOCK - N)) };
    _mm512_permutex2var_epi8(preceding, index, v)
}
