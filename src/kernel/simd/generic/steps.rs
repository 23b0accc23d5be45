//! Decoding long input: loops of steps, and then the rest as an input by itself.
//!
//! Registers of 64 bytes take a dense stretch in **two phases** a step: all loads, at `p`, `p + 1` and
//! `p + 2`, before all stores. Loads that follow, in program order, stores to addresses that depend on
//! the data make such a loop bistable (from run to run at a third of its speed).

use core::ptr;

use super::decode::{Notes, Run, copy_step};
use super::vector::{Copied, Hex, Vector};
use crate::kernel::marks::PLACES;
use crate::kernel::rules::{DecodeRules, Progress};
use crate::kernel::simd::contract::Kernel;

/// `Frames::decode_long`: steps, and then the rest as an input by itself.
///
/// # Safety
/// The contract of [`Kernel::decode`].
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_long<K: Kernel, V: Vector, const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: the contract of each is this function's, and `at <= read < len` for `rest`. `written <=
    // read <= len`, so `len - read` bytes are left to read from `src + read`, and `room - written >=
    // len - read` to write from `dst + written`, which does not begin after `src + read` if the two
    // overlap.
    unsafe {
        let mut run = Run::<V, (), PLAIN>::new(src, dst, rules, ());
        let done = run.steps();
        let Progress { read, written } = run.progress();
        if !done || read == src.len() {
            return run.progress();
        }
        if V::LANES == 64 {
            // A further call costs more than the test for clean input would save.
            return run.rest();
        }
        let src = ptr::slice_from_raw_parts(src.cast::<u8>().add(read), src.len() - read);
        let dst = ptr::slice_from_raw_parts_mut(dst.cast::<u8>().add(written), dst.len() - written);
        K::decode::<PLAIN>(src, dst, rules).after(read, written)
    }
}

/// Once a `%` is found, this many bytes are decoded before the input is tested for being clean
/// again.
const RUN: usize = 256;

impl<V: Vector, N: Notes<V>, const PLAIN: bool> Run<V, N, PLAIN> {
    /// Decodes steps while more than [`REST`](Self::REST) bytes are left. False where something is
    /// refused.
    ///
    /// # Safety
    /// The contract of [`new`](Self::new) holds, and nothing is done.
    #[inline(always)]
    pub(super) unsafe fn steps(&mut self) -> bool {
        // Runs of triplets have a loop of their own, tried after a dense stretch, and ever more rarely
        // where runs prove short.
        let (mut wait, mut pause, mut stretch) = (0_u32, 1_u32, RUN);
        // SAFETY: the contract of the three steps is this function's, and more than REST bytes are
        // left before `dense`.
        unsafe {
            while self.len - self.at > Self::REST {
                let start = self.at;
                self.clean();
                if self.len - self.at <= Self::REST {
                    break;
                }
                if N::PLACES || V::LANES == 64 {
                    // In short rows, a mispredicted branch costs more than decoding (and with registers of
                    // 64), so clean bytes are looked for ever more rarely where clean stretches prove short.
                    let short = self.at - start < 4 * RUN;
                    let most = if N::PLACES { 1 << 20 } else { 16 * RUN };
                    stretch = if short { (2 * stretch).min(most) } else { RUN };
                }
                let before = (self.at, self.end);
                if !self.dense(stretch) {
                    return false;
                }
                debug_assert!(self.at > before.0, "an accepted step is decoded");
                if N::PLACES || self.end - before.1 > (self.at - before.0) / 3 + 1 {
                    continue;
                }
                if wait > 0 {
                    wait -= 1;
                    continue;
                }
                pause = if self.all_escaped() >= 2 * RUN { 1 } else { (pause * 2).min(64) };
                wait = pause - 1;
            }
        }
        true
    }

    /// Copies clean input while more than [`REST`](Self::REST) bytes are left. (A loop of its own: in
    /// one with the blocks, registers are moved about.)
    ///
    /// # Safety
    /// The contract of [`steps`](Self::steps), after its steps so far.
    #[inline(always)]
    unsafe fn clean(&mut self) {
        let (src, dst, clean) = (self.src, self.dst, self.decoding.clean);
        // SAFETY: more than REST bytes are left, and a STEP of them is copied. `end <= at`, so the copy ends
        // at `len <= room` at the latest.
        unsafe {
            while self.carry == 0
                && self.len - self.at > Self::REST
                && copy_step(src.add(self.at), dst.add(self.end), &clean)
            {
                let mut noted = 0;
                while noted < Self::STEP {
                    self.notes.clean();
                    noted += PLACES;
                }
                self.at += Self::STEP;
                self.end += Self::STEP;
            }
        }
    }

    /// Decodes `stretch` bytes, or the steps that a register follows. False where something is
    /// refused.
    ///
    /// # Safety
    /// The contract of [`steps`](Self::steps), after its steps so far; more than [`REST`](Self::REST)
    /// bytes are left.
    #[inline(always)]
    unsafe fn dense(&mut self, stretch: usize) -> bool {
        let stop = self.at + stretch;
        // (A pattern, so that nothing is compiled for other registers.)
        if let 64 = V::LANES {
            while self.at < stop && self.len - self.at > Self::REST {
                // SAFETY: the contract is this function's.
                if !unsafe { self.in_two_phases() } {
                    return false;
                }
            }
            return true;
        }
        let step = if N::PLACES { PLACES } else { V::LANES };
        // SAFETY: the first load ends at `at + LANES`, and REST >= LANES bytes are left; the others
        // end at `at + step + LANES <= len`, by the loop's condition. `end <= at`, so a store of as
        // many bytes as were loaded ends at `len <= room` at the latest. In place: a register and the
        // one after it are loaded before it is stored.
        unsafe {
            let mut ahead = self.look_ahead(V::load(self.src.add(self.at)));
            while self.at < stop && self.len - self.at >= step + V::LANES {
                let mut lane = 0;
                while lane < step {
                    let next = V::load(self.src.add(self.at + V::LANES));
                    let Some(block) = self.block(&mut ahead, next) else { return false };
                    self.take(lane, block);
                    lane += V::LANES;
                }
            }
        }
        true
    }

    /// Decodes a step of four registers. False where something is refused: then nothing is done.
    ///
    /// # Safety
    /// The contract of [`dense`](Self::dense), and registers of 64 bytes.
    #[inline(always)]
    unsafe fn in_two_phases(&mut self) -> bool {
        // SAFETY: `self.decoding` proves the instruction set. The last load is of the 64 bytes at `at +
        // 3 * 64 + 2`, and more than `4 * 64 + 1` are left; the stores, of no more bytes, at `end <= at`
        // and after it end at `len <= room` at the latest.
        unsafe {
            let ([mut v, mut high, mut low], mut i) = ([[V::splat(0); 4]; 3], 0);
            while i < 4 {
                let src = self.src.add(self.at + i * V::LANES);
                v[i] = self.decoding.clean.copy(V::load(src));
                high[i] = self.decoding.hex.class(V::load(src.add(1)));
                low[i] = self.decoding.hex.class(V::load(src.add(2)));
                i += 1;
            }
            let Some((starts, values)) = self.decoding.blocks::<PLAIN, 4>(v, [high, low]) else {
                return false;
            };
            i = 0;
            while i < 4 {
                self.take(0, (v[i], starts[i], values[i]));
                i += 1;
            }
        }
        true
    }

    /// Decodes triplets without a gap, and returns their number of bytes.
    ///
    /// # Safety
    /// The contract of [`steps`](Self::steps), after its steps so far.
    #[inline(always)]
    unsafe fn all_escaped(&mut self) -> usize {
        // The carried digits are done: the next triplet, if there is one, starts after them.
        self.at += self.carry.count_ones() as usize;
        self.carry = 0;
        let before = self.at;
        // SAFETY: `3 * LANES` bytes are loaded where that number is left, by the loop's condition, and
        // `LANES` stored: `end <= at`, so the store ends at `len <= room` at the latest.
        unsafe {
            while self.len - self.at >= 3 * V::LANES {
                let [percents, high, low] = V::roles(self.src.add(self.at));
                let classes = [[self.decoding.hex.class(high)], [self.decoding.hex.class(low)]];
                let block = self.decoding.blocks::<PLAIN, 1>([percents], classes);
                let Some(([starts], [values])) = block else { break };
                if starts != !0 >> (64 - V::LANES) {
                    break;
                }
                values.store(self.dst.add(self.end));
                self.at += 3 * V::LANES;
                self.end += V::LANES;
            }
        }
        self.at - before
    }
}
