//! Marks of the bytes that encoding escapes and of the digits that decoding drops: callers map places in
//! an input to places in the output by them.

use core::ptr;

use super::decode::{Run, decode};
use super::registers::{BLOCK, BLOCKS, STEP, load, load_up_to};
use super::tables::SetTable;
use super::triplets::{dropped, percents_of};
use crate::kernel::marks::Block;
use crate::kernel::rules::{DecodeRules, Progress};
use crate::kernel::simd::generic::mark::Marker;
use crate::sets::AsciiSet;

/// Marks the bytes that are in `set` or >= 0x80.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn mark_escaped(input: &[u8], set: &AsciiSet, blocks: &mut [Block]) -> bool {
    let (src, len) = (input.as_ptr(), input.len());
    let table = SetTable::new(set);
    let mut marker = Marker::default();
    let (whole, end) = blocks.split_at_mut(blocks.len().min(len / BLOCK));
    let mut at = 0;
    for block in whole {
        // SAFETY: `whole` has at most `len / BLOCK` blocks, so `at + BLOCK <= len` for each of
        // them.
        *block = marker.block(table.members_and_non_ascii(unsafe { load(src.add(at)) }));
        at += BLOCK;
    }
    for block in end {
        // SAFETY: `src` is valid for reads of `len` bytes: both are those of the slice.
        *block = marker.block(table.members_and_non_ascii(unsafe { load_up_to(src, at, len) }));
        at += BLOCK;
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
    let (steps, _) = blocks.as_chunks_mut::<BLOCKS>();
    let mut steps = steps.iter_mut();
    let mut marker = Marker::default();
    let mut run = Run::<PLAIN>::new(src, dst, rules);
    while len - run.at >= STEP + 2
        && let Some(blocks) = steps.next()
    {
        // SAFETY: the contract of `step` is this function's; `at + STEP + 2 <= len` by the loop
        // condition.
        let is_done = unsafe { run.step::<BLOCKS>(|i, drop, _| blocks[i] = marker.block(drop)) };
        if !is_done {
            return Progress { read: run.at, written: run.end };
        }
    }
    let (at, end, from) = (run.at, run.end, run.progress().read);
    for (block, at) in blocks[at / BLOCK..].iter_mut().zip((at..).step_by(BLOCK)) {
        // SAFETY: `src` is valid for reads of `len` bytes, wherever `at + n` is, by the contract.
        let v = |n: usize| [unsafe { load_up_to(src.cast(), at + n, len) }];
        let v = [v(0), v(1), v(2)];
        let percents = percents_of(v[0]);
        // (`None` is a refused triplet. No caller asks for marks past it.)
        let [starts] = run.triplets.find(percents, v).map_or([0], |(starts, _)| starts);
        let drop;
        (drop, run.carry) = dropped(starts, run.carry);
        *block = marker.block(drop);
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
