//! The length that decoding gives: the same masks as [`decode`](super::decode()), and nothing
//! stored.

use super::decode::{Place, decode_special};
use super::registers::{BLOCK, BLOCKS, STEP, lanes, load, load_up_to};
use super::triplets::{Triplets, dropped, percents_of};
use crate::kernel::vector::mode::{SELECTIVE, with_mode};
use crate::kernel::{DecodeRules, Progress};

/// The progress that [`decode`](super::decode()) would make.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) fn decoded_len(input: &[u8], rules: &DecodeRules) -> Progress {
    with_mode!(rules, decoded_len_with[](input, rules))
}

#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
fn decoded_len_with<const MODE: u8>(input: &[u8], rules: &DecodeRules) -> Progress {
    let (src, len) = (input.as_ptr(), input.len());
    let triplets = Triplets::<MODE>::new(rules);
    let mut place = Place::START;
    loop {
        let mut blocks = 1;
        let (from, mut decoded) = (place, 0);
        while len - place.at >= STEP + 2 {
            // SAFETY: `at + STEP + 2 <= len` by the loop condition, so the loads of 64 bytes at
            // `at + i * BLOCK + n`, `i <= 3` and `n <= 2`, end at `at + STEP + 2` at most.
            let step =
                |n: usize| [0, 1, 2, 3].map(|i| unsafe { load(src.add(place.at + i * BLOCK + n)) });
            let v = step(0);
            let percents = percents_of(v);
            if place.carry != 0 || percents[0] | percents[1] | percents[2] | percents[3] != 0 {
                let Some((starts, _)) = triplets.find(percents, [v, step(1), step(2)]) else {
                    blocks = BLOCKS;
                    break;
                };
                for starts in starts {
                    decoded += starts.count_ones() as usize;
                    place.carry = dropped(starts, place.carry).1;
                }
            }
            place.at += STEP;
        }
        // Two digits of each triplet are dropped, except for what is carried on.
        let dropped_later = place.carry.count_ones() as usize;
        place.end +=
            place.at - from.at + dropped_later - from.carry.count_ones() as usize - 2 * decoded;
        if place.at >= len {
            break;
        }
        // SAFETY: `src` is valid for reads of `len` bytes: both are those of the slice.
        let block = |n: usize| unsafe { [load_up_to(src, place.at + n, len)] };
        let v = block(0);
        let found =
            if blocks == 1 { triplets.find(percents_of(v), [v, block(1), block(2)]) } else { None };
        if let Some(([starts], _)) = found {
            let (drop, carry) = dropped(starts, place.carry);
            let keep = lanes(len - place.at) & !drop;
            place = Place {
                at: len.min(place.at + BLOCK),
                end: place.end + keep.count_ones() as usize,
                carry,
            };
            continue;
        }
        let special = if MODE & SELECTIVE != 0 {
            // SAFETY: `src` is valid for reads of `len` bytes: both are those of the slice.
            // `place.at < len`, and `dst` is null, so nothing is written.
            unsafe { decode_special(src, len, core::ptr::null_mut(), rules, place, blocks) }
        } else {
            None
        };
        let Some(done) = special else { break };
        place = done;
    }
    place.progress(len)
}
