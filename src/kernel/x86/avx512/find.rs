//! Finding: the first byte that matters.

use super::registers::{BLOCK, STEP, load, load_up_to, splat};
use super::tables::{HexDigits, SetTable, percents};
use crate::kernel::x86::arch::*;
use crate::sets::AsciiSet;

/// The index of the first byte for which `test` sets a bit, or the length.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
fn find(input: &[u8], test: impl Fn(__m512i) -> u64) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    let mut at = 0;
    while len - at >= STEP {
        // SAFETY: at least STEP bytes are left from `at`.
        let block = |i: usize| unsafe { load(src.add(at + i * BLOCK)) };
        if test(block(0)) | test(block(1)) | test(block(2)) | test(block(3)) != 0 {
            break;
        }
        at += STEP;
    }
    while at < len {
        // SAFETY: the input is a slice of `len` bytes.
        let mask = test(unsafe { load_up_to(src, at, len) });
        if mask != 0 {
            // What is no input may have a bit, too.
            return len.min(at + mask.trailing_zeros() as usize);
        }
        at += BLOCK;
    }
    len
}

/// The index of the first byte that is `a` or `b`, or the length.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) fn find_either(input: &[u8], a: u8, b: u8) -> usize {
    let (a, b) = (splat(a), splat(b));
    find(input, |v| _mm512_cmpeq_epi8_mask(v, a) | _mm512_cmpeq_epi8_mask(v, b))
}

/// The index of the first valid triplet (or of the first `+`, if `plus`), or the length.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) fn find_triplet(input: &[u8], plus: bool) -> usize {
    let other = if plus { b'+' } else { b'%' };
    let mut at = find_either(input, b'%', other);
    // Stray `%` may stand everywhere: look at the triplets of 64 places before searching on.
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

/// In which of the 64 places from `at` on a valid triplet starts, or `other` stands if that is not `%`.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
fn triplets_at(input: &[u8], at: usize, other: u8) -> u64 {
    // SAFETY: the input is a slice of as many bytes.
    let block = |n: usize| unsafe { load_up_to(input.as_ptr(), at + n, input.len()) };
    let v = block(0);
    let others = if other == b'%' { 0 } else { _mm512_cmpeq_epi8_mask(v, splat(other)) };
    HexDigits::new().look_up(block(1), block(2)).starts(percents(v)) | others
}

/// The index of the first byte that is in `set` or is 80 or above, or the length.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) fn find_member(input: &[u8], set: &AsciiSet) -> usize {
    let table = SetTable::new(set);
    find(input, |v| table.members_and_non_ascii(v))
}
