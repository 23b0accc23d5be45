//! Marking what encoding and decoding change, for callers that know places in an input and ask
//! where these are in the output.

use super::decode::{Decoding, decode};
use super::registers::{BLOCK, BLOCKS, STEP, load, load_up_to};
use super::tables::SetTable;
use super::triplets::{dropped, percents_of};
use crate::kernel::marks::Block;
use crate::kernel::rules::{DecodeRules, Progress};
use crate::kernel::simd::generic::mark::{Marker, with_rest};
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
        *block = marker.escaped(table.members_and_non_ascii(unsafe { load(src.add(at)) }));
        at += BLOCK;
    }
    for block in end {
        // SAFETY: `src` is valid for reads of `len` bytes: both are those of the slice.
        *block = marker.escaped(table.members_and_non_ascii(unsafe { load_up_to(src, at, len) }));
        at += BLOCK;
    }
    true
}

/// Decodes `len > 0` bytes from `src` to `dst`, and marks what is dropped.
///
/// # Safety
/// `src` is valid for reads of `len` bytes, and `dst` for writes of `room >= len` bytes, any of
/// which may be written. The two do not overlap.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn decode_marked(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &DecodeRules,
    blocks: &mut [Block],
) -> Option<Progress> {
    // SAFETY: `src`, `len`, `dst`, `room` and `rules` are passed on as they are.
    Some(unsafe {
        if rules.is_plain() {
            decode_marked_by::<false>(src, len, dst, room, rules, blocks)
        } else {
            decode_marked_by::<true>(src, len, dst, room, rules, blocks)
        }
    })
}

/// # Safety
/// The contract of [`decode_marked`].
#[inline(never)]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn decode_marked_by<const POLICY: bool>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &DecodeRules,
    blocks: &mut [Block],
) -> Progress {
    let candidates = |percents| if POLICY { percents } else { 0 };
    let (steps, _) = blocks.as_chunks_mut::<BLOCKS>();
    let mut steps = steps.iter_mut();
    let mut marker = Marker::default();
    let mut run = Decoding::<POLICY>::new(src, len, dst, rules);
    while len - run.at >= STEP + 2
        && let Some(blocks) = steps.next()
    {
        // SAFETY: `src` is valid for reads of `len` bytes and `dst` for writes of as many, by the
        // contract; `at + STEP + 2 <= len` by the loop condition.
        let is_done = unsafe {
            run.step::<BLOCKS>(|i, drop, percents| {
                blocks[i] = marker.dropped(drop, candidates(percents));
            })
        };
        if !is_done {
            return Progress { read: run.at, written: run.end };
        }
    }
    let (done, mut carry) = (Progress { read: run.at, written: run.end }, run.carry);
    let from = done.read + carry.count_ones() as usize;
    let mut at = done.read;
    for block in &mut blocks[at / BLOCK..] {
        // SAFETY: `src` is valid for reads of `len` bytes, wherever `at + n` is, by the contract.
        let v = |n: usize| [unsafe { load_up_to(src, at + n, len) }];
        let v = [v(0), v(1), v(2)];
        let percents = percents_of(v[0]);
        // (`None` is a refused triplet. No caller asks for marks past it.)
        let [starts] = run.triplets.find(percents, v).map_or([0], |(starts, _)| starts);
        let drop;
        (drop, carry) = dropped(starts, carry);
        *block = marker.dropped(drop, candidates(percents[0]));
        at += BLOCK;
    }
    // SAFETY: `src` is valid for reads of `len` bytes, `dst` for writes of `room >= len`, and they
    // do not overlap, by the contract. At most two bytes are carried, and two follow a step, so
    // that `from <= len`; `written <= read <= from`, so that `room - written >= len - from`.
    let rest = unsafe {
        decode(src.add(from), len - from, dst.add(done.written), room - done.written, rules)
    };
    with_rest(done, rest, from, len)
}
