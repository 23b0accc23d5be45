//! The length of what encoding writes.

use super::encode::{INPUTS, protected};
use super::registers::{BLOCK, lanes, load, load_up_to};
use super::tables::{HexDigits, SetTable, percents};
use crate::kernel::rules::EncodeRules;

/// The length of what [`encode`](super::encode()) writes.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) fn encoded_len(input: &[u8], rules: &EncodeRules) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    let table = SetTable::new(&rules.set);
    let (mut at, mut escaped) = (0, 0_usize);
    if rules.keep_escapes {
        let digits = HexDigits::new();
        let mut carry = 0;
        while at < len {
            // SAFETY: `src` is valid for reads of `len` bytes, which is as far as `load_up_to`
            // reads from `at`, `at + 1` and `at + 2`.
            let (v, v1, v2) = unsafe {
                (
                    load_up_to(src, at, len),
                    load_up_to(src, at + 1, len),
                    load_up_to(src, at + 2, len),
                )
            };
            let inputs = lanes((len - at).min(INPUTS));
            let (protected, left) =
                protected(digits.look_up(v1, v2).starts(percents(v) & inputs), carry);
            carry = left;
            escaped += (table.members_and_non_ascii(v) & inputs & !protected).count_ones() as usize;
            at += INPUTS;
        }
    } else {
        while len - at >= BLOCK {
            // SAFETY: `at + BLOCK <= len` by the loop condition.
            escaped +=
                table.members_and_non_ascii(unsafe { load(src.add(at)) }).count_ones() as usize;
            at += BLOCK;
        }
        if at < len {
            // SAFETY: `src` is valid for reads of `len` bytes, which is as far as `load_up_to`
            // reads.
            let v = unsafe { load_up_to(src, at, len) };
            escaped += (table.members_and_non_ascii(v) & lanes(len - at)).count_ones() as usize;
        }
    }
    escaped.saturating_mul(2).saturating_add(len)
}
