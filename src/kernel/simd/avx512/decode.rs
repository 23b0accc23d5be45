//! Decoding: two look-ups give the starts and the values of triplets, a compression drops their
//! digits.
//!
//! A function that is called from two places is not inlined, and its registers go through memory:
//! that took the bulk from 22 GB/s to 11 (see the lessons in docs/kernels.md). So the steps of the
//! bulk and the last blocks, which are all of a short input, load and store by themselves. Their
//! shared parts are in [`triplets`](super::triplets) and always inlined; marks and text are notes,
//! which a step and the last blocks call with their registers.

use core::ptr;

use super::all_escaped;
use super::registers::{
    BLOCK, BLOCKS, STEP, following, lanes, load, load_blocks, load_last, store, store_first,
};
use super::triplets::{Triplets, any, any_percent, dropped, percents_of, spaces};
use crate::kernel::rules::{DecodeRules, Progress};
use crate::kernel::simd::arch::*;

/// [`Kernel::decode`](super::super::contract::Kernel::decode).
///
/// # Safety
/// The contract of the trait.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn decode<const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> Progress {
    let len = src.len();
    // SAFETY: this function's contract is that of each; a block is right for `0 < len <= BLOCK`, and `0 <
    // len <= STEP` for `decode_few`; nothing is carried to where the input starts. Blocks at 0 and `len -
    // BLOCK` are in the input and in the room if `len > BLOCK`, and both loads precede the stores.
    unsafe {
        if len <= BLOCK {
            if len == 0 {
                // A masked load of nothing is slow where the pointer points to nothing, as that of an
                // empty slice does.
                return Progress::NONE;
            }
            // Most calls: nothing but a block, without a frame.
            return last::<PLAIN, 1, ALONE>(src, dst, rules, 0, |_, _| ());
        }
        if len > STEP {
            return decode_long::<PLAIN>(src, dst, rules);
        }
        if len <= 2 * BLOCK {
            // Clean lines: two blocks that overlap cover every length, without a mask.
            let (src, dst, back) = (src.cast::<u8>(), dst.cast::<u8>(), len - BLOCK);
            let v = [load(src), load(src.add(back))];
            if !any_percent(v) {
                let [front, end] = spaces(v, rules.plus_as_space);
                store(dst, front);
                store(dst.add(back), end);
                return Progress::whole(len);
            }
        }
        decode_few::<PLAIN>(src, dst, rules, 0)
    }
}

/// Decodes at most a step. The first bytes, one for each bit of `carry`, are digits of a triplet
/// that is decoded already. All is read, or (where something is refused) nothing.
///
/// # Safety
/// The contract of [`decode`], and `0 < len <= STEP`.
#[inline(never)]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn decode_few<const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
    carry: u64,
) -> Progress {
    // SAFETY: the contract of each is this function's, and its `N` blocks are right: `N / 2 * BLOCK <
    // len <= N * BLOCK`, since `0 < len <= STEP`.
    unsafe {
        if src.len() <= BLOCK {
            last::<PLAIN, 1, FEW>(src, dst, rules, carry, |_, _| ())
        } else if src.len() <= 2 * BLOCK {
            last::<PLAIN, 2, FEW>(src, dst, rules, carry, |_, _| ())
        } else {
            last::<PLAIN, BLOCKS, FEW>(src, dst, rules, carry, |_, _| ())
        }
    }
}

/// The callers of [`last`]. Each has a copy of its own by this parameter: a function with two callers
/// is not inlined.
const ALONE: u8 = 0;
const FEW: u8 = 1;
/// With a register of room past the input.
pub(super) const TEXT: u8 = 2;

/// Decodes 1, 2 or 4 blocks, of which more than the first `N / 2` are input: see [`decode_few`]. Notes
/// the blocks, and those with the values where decoded triplets start.
///
/// # Safety
/// The contract of [`decode`], and `N / 2 * BLOCK < len <= N * BLOCK`; for [`TEXT`] `dst` is longer by a
/// register.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn last<const PLAIN: bool, const N: usize, const CALLER: u8>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
    mut carry: u64,
    note: impl FnOnce([__m512i; N], [__m512i; N]),
) -> Progress {
    let (len, room, dst) = (src.len(), dst.len(), dst.cast::<u8>());
    // SAFETY: `src` is valid for reads of `len` bytes, and `N / 2 * BLOCK < len`, by the contract.
    let v = spaces(unsafe { load_last::<N>(src.cast(), len) }, rules.plus_as_space);
    let percents = percents_of(v);
    // Whole registers are stored. (Whether the room past `end` suffices would depend on the data, and be
    // mispredicted.)
    let whole = CALLER == TEXT || room >= N * BLOCK;
    // Most lines are clean: no digits are looked up, and no tables of a policy are made.
    if CALLER != TEXT && carry == 0 && !any(percents) {
        for i in 0..N {
            let (out, v) = (dst.wrapping_add(i * BLOCK), v[i]);
            // SAFETY: `(i + 1) * BLOCK` is at most `N * BLOCK <= room` if `whole`, and at most
            // `N / 2 * BLOCK < len <= room` if `i < N / 2`. Otherwise the bytes left of `len <= room`
            // are stored, at most 64 of them.
            unsafe {
                if i < N / 2 || whole {
                    store(out, v)
                } else {
                    store_first(out, v, len.saturating_sub(i * BLOCK).min(BLOCK))
                }
            }
        }
        return Progress::whole(len);
    }
    let [v1, v2] = following(v); // SP is as little a digit as `+`
    let Some((starts, values)) = Triplets::<PLAIN>::new(rules).find(percents, [v, v1, v2]) else {
        return Progress::NONE;
    };
    note(v, values);
    let mut end = 0;
    for i in 0..N {
        let input = lanes(len.saturating_sub(i * BLOCK));
        let drop;
        (drop, carry) = dropped(starts[i], carry);
        let keep = input & !drop;
        let kept = keep.count_ones() as usize;
        let values = _mm512_mask_compress_epi8(values[i], keep, values[i]);
        let out = dst.wrapping_add(end);
        // SAFETY: no block becomes longer, so `end <= i * BLOCK` and `end + 64 <= (i + 1) * BLOCK`,
        // which is at most `N * BLOCK <= room` if `whole` (for TEXT `end + 64 <= len + 64 <= room`),
        // and at most `N / 2 * BLOCK < len <= room` if `i < N / 2`. Otherwise the output of the block
        // alone is stored: `end + kept <= len`, and `kept <= 64`.
        unsafe {
            if i < N / 2 || whole { store(out, values) } else { store_first(out, values, kept) }
        };
        end += kept;
    }
    Progress { read: len, written: end }
}

/// Decodes more than a step.
///
/// # Safety
/// The contract of [`decode`], and `len > STEP`.
#[inline(never)]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn decode_long<const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> Progress {
    let len = src.len();
    let mut run = Run::<PLAIN>::new(src, dst, rules);
    // SAFETY: this function's contract is that of `new`, and nothing is done yet.
    let mut go_on = unsafe { run.steps() };
    if go_on && len - run.at > STEP {
        // One byte more than a step: a block, so that a step is left at most.
        // SAFETY: `len - at > STEP >= BLOCK + 2`, and `run` is as `steps` has left it.
        go_on = unsafe { run.step::<1>(|_| ()) };
    }
    let Run { at, end, carry, .. } = run;
    if go_on {
        if at == len {
            return Progress { read: len, written: end };
        }
        // SAFETY: of `len` readable bytes, `0 < len - at <= STEP` are left; `end <= at`, so that as
        // many are left to write from `end` on.
        let rest = unsafe {
            let src = ptr::slice_from_raw_parts(src.cast::<u8>().add(at), len - at);
            let dst = ptr::slice_from_raw_parts_mut(dst.cast::<u8>().add(end), dst.len() - end);
            decode_few::<PLAIN>(src, dst, rules, carry)
        };
        if rest.read == len - at {
            return rest.after(at, end);
        }
    }
    run.progress()
}

/// The state of a decoding: its progress, and its tables in registers.
pub(super) struct Run<'a, const PLAIN: bool> {
    src: *const u8,
    len: usize,
    dst: *mut u8,
    pub(super) triplets: Triplets<'a, PLAIN>,
    plus: bool,
    pub(super) at: usize,
    pub(super) end: usize,
    /// The bytes of `carry` at `at` are digits of a triplet that is decoded already.
    pub(super) carry: u64,
}

impl<'a, const PLAIN: bool> Run<'a, PLAIN> {
    /// `src` is valid for reads, and `dst`, which is at least as long, for writes, wherever `step` is
    /// called.
    #[inline]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(super) fn new(src: *const [u8], dst: *mut [u8], rules: &'a DecodeRules) -> Self {
        let (triplets, plus) = (Triplets::new(rules), rules.plus_as_space);
        let (src, len, dst) = (src.cast(), src.len(), dst.cast());
        Self { src, len, dst, triplets, plus, at: 0, end: 0, carry: 0 }
    }

    /// The progress, with the digits of the last decoded triplet.
    #[inline(always)]
    pub(super) fn progress(&self) -> Progress {
        Progress { read: self.at + self.carry.count_ones() as usize, written: self.end }
    }

    /// Decodes steps, as many as there are. False where something is refused.
    ///
    /// # Safety
    /// `src` is valid for reads of `len` bytes, and `dst` for writes of as many. `at`, `end` and
    /// `carry` are the progress.
    #[inline]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn steps(&mut self) -> bool {
        // Runs of triplets without a gap have a loop of their own, tried after two dense steps, and after
        // ever more of them where runs prove short.
        let (mut dense, mut enough) = (0_u32, 2_u32);
        while self.len - self.at >= STEP + 2 {
            let before = self.end;
            // SAFETY: `at + STEP + 2 <= len` by the loop condition.
            if !unsafe { self.step::<BLOCKS>(|_| ()) } {
                return false;
            }
            if self.end - before > STEP / 3 + 1 {
                dense = 0;
                continue;
            }
            dense += 1;
            if dense == enough {
                // The carried digits are done: the next triplet, if there is one, starts after
                // them.
                self.at += self.carry.count_ones() as usize;
                self.carry = 0;
                // SAFETY: two bytes followed the step and at most 2 were carried, so `at <= len`;
                // and `end <= at`, so that `len - at` bytes from `dst + end` on are within the
                // room.
                let chunks = unsafe {
                    all_escaped::run(
                        self.src.add(self.at),
                        self.len - self.at,
                        self.dst.add(self.end),
                        &self.triplets,
                    )
                };
                self.at += chunks * all_escaped::CHUNK;
                self.end += chunks * BLOCK;
                enough = if chunks >= 8 { 2 } else { (enough * 2).min(64) };
                dense = 0;
            }
        }
        true
    }

    /// Decodes `N` blocks that two more bytes follow, and notes the dropped bytes of each. False where
    /// something is refused: then nothing is done.
    ///
    /// # Safety
    /// As that of [`steps`](Self::steps), and `len - at >= N * BLOCK + 2`.
    #[inline]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(super) unsafe fn step<const N: usize>(&mut self, mut note: impl FnMut(u64)) -> bool {
        // SAFETY: `at + N * BLOCK + 2 <= len` bytes are readable, by the contract: so `src + 2` is valid
        // for as much as `src` is.
        let (v, further) = unsafe {
            let src = self.src.add(self.at);
            (load_blocks(src), [load_blocks(src.add(1)), load_blocks(src.add(2))])
        };
        let v: [__m512i; N] = spaces(v, self.plus);
        if self.carry == 0 && !any_percent(v) {
            for (i, v) in v.into_iter().enumerate() {
                // SAFETY: `i * BLOCK + 64 <= N * BLOCK`, and `end + N * BLOCK <= at + N * BLOCK <=
                // len`.
                unsafe { store(self.dst.add(self.end + i * BLOCK), v) };
                note(0);
            }
            self.at += N * BLOCK;
            self.end += N * BLOCK;
            return true;
        }
        let (percents, [v1, v2]) = (percents_of(v), further);
        let Some((starts, values)) = self.triplets.find(percents, [v, v1, v2]) else {
            return false;
        };
        for i in 0..N {
            let (drop, carry) = dropped(starts[i], self.carry);
            self.carry = carry;
            let values = values[i];
            // SAFETY: no block becomes longer, so `end <= at + i * BLOCK`, and `end + 64 <= at +
            // N * BLOCK <= len`.
            unsafe {
                store(self.dst.add(self.end), _mm512_mask_compress_epi8(values, !drop, values))
            };
            self.end += BLOCK - drop.count_ones() as usize;
            note(drop);
        }
        self.at += N * BLOCK;
        true
    }
}
