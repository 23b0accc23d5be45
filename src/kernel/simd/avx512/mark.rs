//! Marks of the bytes that encoding escapes and of the digits that decoding drops: callers map places in
//! an input to places in the output by them.

use core::ptr;

use super::decode::{Run, decode};
use super::registers::{BLOCK, BLOCKS, STEP, load, load_up_to};
use super::tables::SetTable;
use super::triplets::{dropped, percents_of};
use crate::kernel::marks::{Block, Marker};
use crate::kernel::rules::{DecodeRules, Progress};
use crate::sets::AsciiSet;

/// Marks the bytes that are in `set` or >= 0x80.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn mark_escaped(input: &[u8], set: &AsciiSet, blocks: &mut [Block]) -> bool {
    let (src, len) = (input.as_ptr(), input.len());
    let table = SetTable::new(set);
    let mut marker = Marker::new(blocks);
    for at in (0..=len).step_by(BLOCK) {
        // SAFETY: `src` is valid for reads of `len` bytes: both are those of the slice. A whole block is
        // loaded where as many bytes are left, by the condition.
        let v =
            unsafe { if len - at >= BLOCK { load(src.add(at)) } else { load_up_to(src, at, len) } };
        marker.mark(table.members_and_non_ascii(v));
    }
    true
}

/// [`Kernel::decode_marked`](super::super::contract::Kernel::decode_marked).
///
/// # Safety
/// The contract of the trait.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn decode_marked(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
    blocks: &mut [Block],
) -> Option<Progress> {
    // SAFETY: this function's contract is that of `decode_marked_by`.
    Some(unsafe {
        if rules.is_plain() {
            decode_marked_by::<true>(src, dst, rules, blocks)
        } else {
            decode_marked_by::<false>(src, dst, rules, blocks)
        }
    })
}

/// [`decode_marked`]; `PLAIN` repeats the rules.
///
/// # Safety
/// The contract of [`decode_marked`].
#[inline(never)]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn decode_marked_by<const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
    blocks: &mut [Block],
) -> Progress {
    let len = src.len();
    let mut marker = Marker::new(blocks);
    let mut run = Run::<PLAIN>::new(src, dst, rules);
    while len - run.at >= STEP + 2 {
        // SAFETY: the contract of `step` is this function's; `at + STEP + 2 <= len` by the loop
        // condition.
        let is_done = unsafe { run.step::<BLOCKS>(|drop| marker.mark(drop)) };
        if !is_done {
            return Progress { read: run.at, written: run.end };
        }
    }
    let (at, end, from) = (run.at, run.end, run.progress().read);
    for at in (at..=len).step_by(BLOCK) {
        // SAFETY: `src` is valid for reads of `len` bytes, wherever `at + n` is, by the contract.
        let v = |n: usize| [unsafe { load_up_to(src.cast(), at + n, len) }];
        let v = [v(0), v(1), v(2)];
        // (`None` is a refused triplet. No caller asks for marks past it.)
        let [starts] = run.triplets.find(percents_of(v[0]), v).map_or([0], |(starts, _)| starts);
        let drop;
        (drop, run.carry) = dropped(starts, run.carry);
        marker.mark(drop);
    }
    // SAFETY: the contract of `decode` is this function's. At most two bytes are carried, and two
    // follow a step, so that `from <= len`; `end <= at <= from`, so that as many bytes are left to
    // write as to read.
    let rest = unsafe {
        let src = ptr::slice_from_raw_parts(src.cast::<u8>().add(from), len - from);
        let dst = ptr::slice_from_raw_parts_mut(dst.cast::<u8>().add(end), dst.len() - end);
        decode::<PLAIN>(src, dst, rules)
    };
    if rest.read < len - from {
        return Progress { read: at, written: end };
    }
    Progress { read: len, written: end + rest.written }
}
