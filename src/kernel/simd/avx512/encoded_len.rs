//! The length of the output of encoding.

use super::find::BY_AVX2;
use super::registers::{BLOCK, lanes, load, load_up_to};
use super::tables::SetTable;
use crate::kernel::rules::EncodeRules;
use crate::kernel::simd::contract::Kernel;
use crate::kernel::simd::doors::Avx2;

/// The length of the output of [`encode`](super::encode::encode).
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn encoded_len(input: &[u8], rules: &EncodeRules) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    if len <= BY_AVX2 {
        // SAFETY: the CPU has AVX2, too.
        return unsafe { Avx2::encoded_len(input, rules) };
    }
    let table = SetTable::new(&rules.set);
    let (mut at, mut escaped) = (0, 0_usize);
    while len - at >= BLOCK {
        // SAFETY: `at + BLOCK <= len` by the loop condition.
        escaped += table.members_and_non_ascii(unsafe { load(src.add(at)) }).count_ones() as usize;
        at += BLOCK;
    }
    if at < len {
        // SAFETY: `src` is valid for reads of `len` bytes, which is as far as `load_up_to` reads.
        let v = unsafe { load_up_to(src, at, len) };
        escaped += (table.members_and_non_ascii(v) & lanes(len - at)).count_ones() as usize;
    }
    escaped.saturating_mul(2).saturating_add(len)
}
