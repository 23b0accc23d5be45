//! The length that decoding gives: the same masks as [`decode`](super::decode()), and nothing
//! stored.
//!
//! Each decoded triplet takes two bytes away, wherever it is: nothing has to be carried.

use super::registers::{BLOCK, BLOCKS, STEP, following, load, load_last};
use super::triplets::{Triplets, any, dropped, percents_of};
use crate::kernel::rules::{DecodeRules, Progress};

/// The progress that [`decode`](super::decode()) would make.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn decoded_len(input: &[u8], rules: &DecodeRules) -> Progress {
    let (src, len) = (input.as_ptr(), input.len());
    let triplets = Triplets::<true>::new(rules);
    // The last triplet that starts before `at` may end past it: `digits` has its digits there.
    let (mut at, mut decoded, mut digits) = (0, 0, 0);
    let done = |at: usize, decoded: usize, digits: u64| {
        let read = at + digits.count_ones() as usize;
        Progress { read, written: read - 2 * decoded }
    };
    while len - at >= STEP + 2 {
        // SAFETY: `at + STEP + 2 <= len` by the loop condition, so the loads of 64 bytes at `at +
        // i * BLOCK + n`, `i <= 3` and `n <= 2`, end at `at + STEP + 2` at most.
        let step = |n: usize| [0, 1, 2, 3].map(|i| unsafe { load(src.add(at + i * BLOCK + n)) });
        let v = step(0);
        let percents = percents_of(v);
        if !any(percents) {
            digits = 0;
        } else {
            let Some((starts, _)) = triplets.find(percents, [v, step(1), step(2)]) else {
                return done(at, decoded, digits);
            };
            decoded += starts.iter().map(|starts| starts.count_ones() as usize).sum::<usize>();
            digits = dropped(starts[BLOCKS - 1], 0).1;
        }
        at += STEP;
    }
    // One byte more than a step: a block, so that a step is left at most.
    if len - at > STEP {
        // SAFETY: `at + STEP < len`, so the loads of 64 bytes at `at + n`, `n <= 2`, end at `len`
        // at most.
        let block = |n: usize| unsafe { [load(src.add(at + n))] };
        let v = block(0);
        let Some(([starts], _)) = triplets.find(percents_of(v), [v, block(1), block(2)]) else {
            return done(at, decoded, digits);
        };
        decoded += starts.count_ones() as usize;
        digits = dropped(starts, 0).1;
        at += BLOCK;
    }
    let left = len - at;
    // SAFETY: `src` is valid for reads of `len == at + left` bytes: both are those of the slice. Of
    // the `N` blocks, `N / 2 * BLOCK < left <= N * BLOCK` in each call, since `left <= STEP`.
    let last = unsafe {
        match left {
            0 => Some(0),
            1..=BLOCK => count::<1>(&triplets, src.add(at), left),
            65..=128 => count::<2>(&triplets, src.add(at), left),
            _ => count::<BLOCKS>(&triplets, src.add(at), left),
        }
    };
    match last {
        Some(last) => done(len, decoded + last, 0),
        None => done(at, decoded, digits),
    }
}

/// The number of triplets that are decoded in 1, 2 or 4 blocks, of which more than the first `N /
/// 2` are input; `None` where something is refused.
///
/// # Safety
/// `src` is valid for reads of `len` bytes, and `N / 2 * BLOCK < len <= N * BLOCK`.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn count<const N: usize>(
    triplets: &Triplets<'_, true>,
    src: *const u8,
    len: usize,
) -> Option<usize> {
    // SAFETY: `src` is valid for reads of `len` bytes, and `N / 2 * BLOCK < len`, by the contract.
    let v = unsafe { load_last::<N>(src, len) };
    let [v1, v2] = following(v);
    let (starts, _) = triplets.find(percents_of(v), [v, v1, v2])?;
    Some(starts.iter().map(|starts| starts.count_ones() as usize).sum())
}
