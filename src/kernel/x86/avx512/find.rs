//! Finding: the first byte that matters.

use super::registers::{BLOCK, BLOCKS, STEP, lanes, load, load_up_to, splat};
use super::tables::{HexDigits, SetTable};
use crate::kernel::x86::arch::*;
use crate::sets::AsciiSet;

/// Calls `hit` for each block until it answers with a mask that is not empty: `hit(at, bytes, lanes)` gets the block's offset and which of its
/// lanes are input, and must be free of side effects; `maybe(bytes)` is a cheaper test that may say yes too often, of the bytes alone.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,popcnt")]
fn find_block(input: &[u8], maybe: impl Fn(__m512i) -> u64, hit: impl Fn(usize, __m512i, u64) -> u64) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    let mut at = 0;
    while len - at >= STEP {
        // SAFETY: at least STEP bytes are left from `at` (the loop's condition).
        let any = unsafe {
            let block = |i: usize| load(src.add(at + i * BLOCK));
            maybe(block(0)) | maybe(block(1)) | maybe(block(2)) | maybe(block(3))
        };
        if any != 0 {
            for i in 0..BLOCKS {
                let from = at + i * BLOCK;
                // SAFETY: as above.
                let mask = hit(from, unsafe { load(src.add(from)) }, u64::MAX);
                if mask != 0 {
                    return from + mask.trailing_zeros() as usize;
                }
            }
        }
        at += STEP;
    }
    while at < len {
        // SAFETY: the input is a slice of `len` bytes.
        let v = unsafe { load_up_to(src, at, len) };
        let mask = lanes((len - at).min(BLOCK));
        if maybe(v) & mask != 0 {
            let mask = hit(at, v, mask) & mask;
            if mask != 0 {
                return at + mask.trailing_zeros() as usize;
            }
        }
        at += BLOCK;
    }
    len
}

/// The index of the first byte that is `a` or `b`, or the length.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) fn find_either(input: &[u8], a: u8, b: u8) -> usize {
    let (a, b) = (splat(a), splat(b));
    let either = |v| _mm512_cmpeq_epi8_mask(v, a) | _mm512_cmpeq_epi8_mask(v, b);
    find_block(input, either, |_, v, _| either(v))
}

/// The index of the first valid triplet (or of the first `+`, if `plus`), or the length.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) fn find_triplet(input: &[u8], plus: bool) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    let (percent, other) = (splat(b'%'), splat(if plus { b'+' } else { b'%' }));
    let maybe = |v| _mm512_cmpeq_epi8_mask(v, percent) | _mm512_cmpeq_epi8_mask(v, other);
    let hit = |at: usize, v, _| {
        let digits = HexDigits::new();
        // SAFETY: the input is a slice of `len` bytes.
        let (v1, v2) = unsafe { (load_up_to(src, at + 1, len), load_up_to(src, at + 2, len)) };
        let pluses = if plus { _mm512_cmpeq_epi8_mask(v, other) } else { 0 };
        digits.triplets(v, v1, v2).0 | pluses
    };
    find_block(input, maybe, hit)
}

/// The index of the first byte that is in `set` or is 80 or above, or the length.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) fn find_member(input: &[u8], set: &AsciiSet) -> usize {
    let table = SetTable::new(set);
    find_block(input, |v| table.members_and_non_ascii(v), |_, v, _| table.members_and_non_ascii(v))
}
