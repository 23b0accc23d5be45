//! Finding: the first byte that matters.

use super::registers::{BLOCK, BLOCKS, STEP, lanes, load, load_up_to, splat};
use super::tables::{HexDigits, SetTable, percents};
use crate::kernel::arch::*;
use crate::sets::AsciiSet;

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

/// The index of the first byte that is `byte` or >= 0x80, or a `.` before another one, or the
/// length.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn find_suspect(input: &[u8], byte: u8) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    let (bytes, dots) = (splat(byte), splat(b'.'));
    let mut at = 0;
    while len - at > STEP {
        // SAFETY: `at + STEP + 1 <= len` by the loop condition, and `i * BLOCK + 1 + 64 <= STEP +
        // 1` for `i <= 3`.
        let blocks = [0, 1, 2, 3].map(|i| unsafe {
            let start = src.add(at + i * BLOCK);
            (load(start), load(start.add(1)))
        });
        // Zero where it is found: what is neither `byte` nor one of two dots.
        let found = blocks.map(|(v, next)| {
            let two_dots = _mm512_or_si512(_mm512_xor_si512(v, dots), _mm512_xor_si512(next, dots));
            _mm512_min_epu8(_mm512_xor_si512(v, bytes), two_dots)
        });
        let [a, b, c, d] = blocks.map(|(v, _)| v);
        let all = _mm512_or_si512(_mm512_or_si512(a, b), _mm512_or_si512(c, d));
        if any_zero(found) || _mm512_movepi8_mask(all) != 0 {
            break;
        }
        at += STEP;
    }
    while at < len {
        // SAFETY: `src` is valid for reads of `len` bytes, wherever `at` and `at + 1` are.
        let (v, next) = unsafe { (load_up_to(src, at, len), load_up_to(src, at + 1, len)) };
        let two_dots = _mm512_cmpeq_epi8_mask(v, dots) & _mm512_cmpeq_epi8_mask(next, dots);
        let mask = _mm512_cmpeq_epi8_mask(v, bytes) | _mm512_movepi8_mask(v) | two_dots;
        if mask != 0 {
            return at + mask.trailing_zeros() as usize;
        }
        at += BLOCK;
    }
    len
}

/// Returns whether some byte of a step is zero.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn any_zero([a, b, c, d]: [__m512i; BLOCKS]) -> bool {
    let least = _mm512_min_epu8(_mm512_min_epu8(a, b), _mm512_min_epu8(c, d));
    _mm512_testn_epi8_mask(least, least) != 0
}

/// The index of the first valid triplet (or of the first `+`, if `plus`), or the length.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn find_triplet(input: &[u8], plus: bool) -> usize {
    let other = if plus { b'+' } else { b'%' };
    let mut at = find_either(input, b'%', other);
    // Stray `%` may be everywhere: look at the triplets of 64 places before searching on.
    while at < input.len() {
        let found = triplets_at(input, at, other);
        if found != 0 {
            return at + found.trailing_zeros() as usize;
        }
        at += BLOCK;
        if at < input.len() {
            at += find_either(&input[at..], b'%', other);
        }
    }
    input.len()
}

/// The mask of the 64 places from `at` on where a valid triplet starts, or `other` is, if that is
/// not `%`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn triplets_at(input: &[u8], at: usize, other: u8) -> u64 {
    // SAFETY: the slice's pointer is valid for reads of `input.len()` bytes, wherever `at + n` is.
    let block = |n: usize| unsafe { load_up_to(input.as_ptr(), at + n, input.len()) };
    let v = block(0);
    let others = if other == b'%' { 0 } else { _mm512_cmpeq_epi8_mask(v, splat(other)) };
    HexDigits::new().look_up(block(1), block(2)).starts(percents(v)) | others
}

/// The index of the first byte that is in `set` or >= 0x80, or the length.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn find_member(input: &[u8], set: &AsciiSet) -> usize {
    let table = SetTable::new(set);
    find(input, |v| table.any(v), |v| table.members_and_non_ascii(v))
}

/// The mask of the first 64 bytes that are in `set` or >= 0x80: the first byte is the lowest bit.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn members(input: &[u8], set: &AsciiSet) -> u64 {
    // SAFETY: the slice's pointer is valid for reads of `input.len()` bytes.
    let v = unsafe { load_up_to(input.as_ptr(), 0, input.len()) };
    // Lanes past the input may be members, too.
    SetTable::new(set).members_and_non_ascii(v) & lanes(input.len())
}
