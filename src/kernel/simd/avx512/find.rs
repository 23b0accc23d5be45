//! Finding: the first byte that matters.

use super::registers::{BLOCK, BLOCKS, STEP, load, load_up_to, splat};
use super::tables::SetTable;
use crate::kernel::simd::arch::*;
use crate::kernel::simd::contract::Kernel;
use crate::kernel::simd::doors::Avx2;
use crate::sets::AsciiSet;

/// Input of up to this many bytes is left to AVX2, which is quicker there.
pub(super) const BY_AVX2: usize = 256;

/// The index of the first byte for which `test` sets a bit, or the length. `any` says whether
/// `test` would set a bit anywhere in a step, without making masks.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn find(
    input: &[u8],
    any: impl Fn([__m512i; BLOCKS]) -> bool,
    test: impl Fn(__m512i) -> u64,
) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    let mut at = 0;
    while len - at >= STEP {
        // SAFETY: `at + STEP <= len` by the loop condition, and `i * BLOCK + 64 <= STEP` for `i <=
        // 3`.
        let block = |i: usize| unsafe { load(src.add(at + i * BLOCK)) };
        if any([block(0), block(1), block(2), block(3)]) {
            break;
        }
        at += STEP;
    }
    while at < len {
        // SAFETY: `src` is valid for reads of `len` bytes: both are those of the slice.
        let mask = test(unsafe { load_up_to(src, at, len) });
        if mask != 0 {
            // Lanes past the input may have a bit, too.
            return len.min(at + mask.trailing_zeros() as usize);
        }
        at += BLOCK;
    }
    len
}

/// The index of the first byte that is `a` or `b`, or the length.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn find_either(input: &[u8], a: u8, b: u8) -> usize {
    if input.len() <= BY_AVX2 {
        // SAFETY: the CPU has AVX2, too.
        return unsafe { Avx2::find_either(input, a, b) };
    }
    let (va, vb) = (splat(a), splat(b));
    if a == b {
        // Zero where it is found.
        let found = |v| _mm512_xor_si512(v, va);
        return find(input, |v| any_zero(v.map(found)), |v| _mm512_cmpeq_epi8_mask(v, va));
    }
    let found = |v| _mm512_min_epu8(_mm512_xor_si512(v, va), _mm512_xor_si512(v, vb));
    find(
        input,
        |v| any_zero(v.map(found)),
        |v| _mm512_cmpeq_epi8_mask(v, va) | _mm512_cmpeq_epi8_mask(v, vb),
    )
}

/// Returns whether some byte of a step is zero.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn any_zero([a, b, c, d]: [__m512i; BLOCKS]) -> bool {
    let least = _mm512_min_epu8(_mm512_min_epu8(a, b), _mm512_min_epu8(c, d));
    _mm512_testn_epi8_mask(least, least) != 0
}

/// The index of the first byte that is in `set` or >= 0x80, or the length.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn find_member(input: &[u8], set: &AsciiSet) -> usize {
    if input.len() <= BY_AVX2 {
        // SAFETY: the CPU has AVX2, too.
        return unsafe { Avx2::find_member(input, set) };
    }
    let table = SetTable::new(set);
    find(input, |v| table.any(v), |v| table.members_and_non_ascii(v))
}
