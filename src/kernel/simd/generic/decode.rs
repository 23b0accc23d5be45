//! Decoding: classify a register of bytes at a time, write values over the `%` of valid triplets,
//! and close the gaps by a table for 8 lanes.
//!
//! Valid triplets never overlap (`%` is not a hex digit), so whether one starts at a place depends on
//! three bytes alone and on nothing before them: `%%41`, `%4%41` and a stray `%` anywhere come out
//! right with no special case. A block leaves one thing to the next: the number of its first bytes that
//! are digits of a triplet which is done.
//!
//! All loops take the registers of an input one after another, the classes always one ahead, since a
//! triplet that starts in the last lanes of a register has its digits in the next one:
//!
//! ```text
//! next = load(at + LANES)                      all loads of a step precede its stores
//! starts, values = block(v, classes(v), classes(next))
//! drop = digits of starts, and carried digits
//! end += store(values without drop)            at dst + end, never after at
//! notes.register(v, values, drop)              nothing, or for marks and text
//! ```
//!
//! [`Run::rest`] takes all registers of a short input, and [`Run::steps`] those of a long one: it copies
//! clean stretches, and has loops for dense ones and for triplets without a gap. Most decoding notes
//! nothing: `()`. Columns note marks, and text its registers.
//!
//! Registers of 64 bytes take a dense stretch in **two phases** a step: all loads, at `p`, `p + 1` and
//! `p + 2`, before all stores. Loads that follow, in program order, stores to addresses that depend on
//! the data make such a loop bistable (from run to run at a third of its speed).

use core::hint::assert_unchecked;
use core::ptr;

use super::Frames;
use super::clean::{Clean, Copied, copy_short, copy_step};
use super::notes::Notes;
use super::triplets::Decoding;
use super::vector::{Cpu, Hex, Lanes, Vector, Vector16, load_few};
use crate::kernel::marks::PLACES;
use crate::kernel::rules::{DecodeRules, Progress};
use crate::kernel::simd::contract::Kernel;

/// [`Kernel::decode`].
///
/// # Safety
/// The CPU has the instruction set of the kernel; the rest is that of the trait.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode<K: Frames, const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> Progress {
    let len = src.len();
    // SAFETY: this function's contract is that of each, for the lengths of the conditions. A register of
    // 64 bytes is stored whole if there is room for it, or its first `len` bytes.
    unsafe {
        if <K::Vector as Lanes>::LANES == 64 && 0 < len && len <= 64 {
            // Most calls: nothing but a register, without a frame. Most lines are clean: no digits are
            // looked up, and no tables of a policy are made.
            let clean = Clean::<K::Vector>::new(Cpu::new(), rules);
            let v = K::Vector::load_rest(src.cast(), 0, len);
            if clean.found(v).any() {
                return Run::<K::Vector, (), PLAIN>::new(src, dst, rules, ()).rest_from(v);
            }
            if dst.len() >= 64 {
                clean.copy(v).store(dst.cast());
            } else {
                clean.copy(v).store_kept_exactly(0, len, dst.cast());
            }
            return Progress::whole(len);
        }
        // Most calls: a short line without a `%`, decoded without a frame.
        if copy_short::<K::Vector>(src.cast(), len, dst.cast(), rules) {
            return Progress::whole(len);
        }
        decode_in_frame::<K, PLAIN>(src, dst, rules)
    }
}

/// [`decode`] by length, for input that is not a short clean line. (It enables no instructions: rustc
/// inlines functions that do, whatever their attribute says, and with them their frames.)
///
/// # Safety
/// The contract of [`decode`].
#[inline(never)]
unsafe fn decode_in_frame<K: Frames, const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: this function's contract is that of each, for the lengths of the conditions.
    unsafe {
        match src.len() {
            ..16 => K::decode_few::<PLAIN>(src, dst, rules),
            len if len <= Run::<K::Vector, (), PLAIN>::REST => {
                K::decode_short::<PLAIN>(src, dst, rules)
            }
            _ => K::decode_long::<PLAIN>(src, dst, rules),
        }
    }
}

/// [`Frames::decode_few`].
///
/// # Safety
/// The contract of [`decode`], and fewer than 16 bytes.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_few<H: Vector16, const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: the contract of each is this function's; nothing is done.
    unsafe {
        assert_unchecked(src.len() < 16); // there is no loop
        let few = load_few(src.cast(), src.len());
        Run::<H, (), PLAIN>::new(src, dst, rules, ()).rest_from(few)
    }
}

/// [`Frames::decode_short`].
///
/// # Safety
/// The contract of [`decode`], and [`SHORTEST`](Vector::SHORTEST) bytes or more.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_short<V: Vector, const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: the contract of each is this function's; nothing is done.
    unsafe {
        assert_unchecked(src.len() >= V::SHORTEST);
        Run::<V, (), PLAIN>::new(src, dst, rules, ()).rest()
    }
}

/// [`Frames::decode_long`]: steps, and then the rest as an input by itself.
///
/// # Safety
/// The contract of [`decode`].
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
            // A further call costs more than its look for `%` saves.
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

/// The state of a decoding: its progress, its constants in registers, and its notes.
pub(super) struct Run<V: Vector, N, const PLAIN: bool> {
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    /// Bytes of input that are done.
    at: usize,
    /// Bytes of output that they make.
    end: usize,
    /// The bytes at `at` that are digits of a triplet that is decoded already.
    carry: u64,
    decoding: Decoding<V>,
    pub(super) notes: N,
}

impl<V: Vector, N: Notes<V>, const PLAIN: bool> Run<V, N, PLAIN> {
    /// Bytes that are copied at a time and, in registers of 64 bytes, decoded.
    const STEP: usize = if V::LANES == 64 { 256 } else { 64 };

    /// The most bytes that steps leave: two or a register must follow a step.
    const REST: usize = if V::LANES == 64 { Self::STEP + 1 } else { 128 };

    /// # Safety
    /// The CPU has the instruction set. `src` is valid for reads, and `dst`, which is at least as long,
    /// for writes. They do not overlap, or `dst` does not begin after `src`.
    #[inline(always)]
    pub(super) unsafe fn new(
        src: *const [u8],
        dst: *mut [u8],
        rules: &DecodeRules,
        notes: N,
    ) -> Self {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        let decoding = Decoding::new::<PLAIN>(unsafe { Cpu::new() }, rules);
        let (src, len, dst, room) = (src.cast(), src.len(), dst.cast(), dst.len());
        Self { src, len, dst, room, at: 0, end: 0, carry: 0, decoding, notes }
    }

    /// The progress: all of the input, or where something is refused, with the digits of the last
    /// decoded triplet.
    #[inline(always)]
    pub(super) fn progress(&self) -> Progress {
        Progress { read: self.at + self.carry.count_ones() as usize, written: self.end }
    }

    /// A register, and the classes of its bytes. (Neither SP nor `+` is a digit.)
    #[inline(always)]
    fn look_ahead(&self, v: V) -> (V, V) {
        let v = self.decoding.clean.copy(v);
        (v, self.decoding.hex.class(v))
    }

    /// The bytes, the starts of decoded triplets and the values of the register that is ahead, whose
    /// place the one after it takes; `None` where something is refused.
    #[inline(always)]
    fn block(&self, ahead: &mut (V, V), next: V) -> Option<(V, u64, V)> {
        let following = self.look_ahead(next);
        let (v, class) = core::mem::replace(ahead, following);
        let (high, low) = (class.next1(following.1), class.next2(following.1));
        let ([starts], [values]) = self.decoding.blocks::<PLAIN, 1>([v], [[high], [low]])?;
        Some((v, starts, values))
    }

    /// The lanes to drop: the digits of the decoded triplets that start at `starts`, and those that
    /// the register before carries. Those past the register are carried.
    #[inline(always)]
    fn dropped(&mut self, starts: u64) -> u64 {
        let digits = starts | starts << 1;
        let drop = digits << 1 | self.carry;
        self.carry = if V::LANES == 64 { digits >> 63 | starts >> 62 } else { drop >> V::LANES };
        drop
    }

    /// Takes a register that more bytes follow.
    ///
    /// # Safety
    /// `dst` is valid for writes of `LANES` bytes from `end` on.
    #[inline(always)]
    unsafe fn take(&mut self, lane: usize, (v, starts, values): (V, u64, V)) {
        let drop = self.dropped(starts);
        // SAFETY: this function's contract is that of `store_kept`.
        self.end += unsafe { values.store_kept(drop, self.dst.add(self.end)) };
        self.notes.register(lane, v, values, drop);
        self.at += V::LANES;
    }

    /// Takes the last register, of `len - at` bytes and zeros: whole stores only where there is room.
    ///
    /// # Safety
    /// `dst` is valid for writes of `len - at` bytes from `end` on; of `LANES` if the notes have room.
    #[inline(always)]
    unsafe fn take_last(&mut self, lane: usize, (v, starts, values): (V, u64, V)) {
        let left = self.len - self.at;
        let drop = self.dropped(starts);
        // A masked store is cheap beside a branch that depends on the data.
        let used = if V::LANES == 64 { self.at } else { self.end };
        // SAFETY: whole registers are stored only if `end + LANES <= room`, where `end <= at`; else the
        // lanes that stay of the last `left` bytes.
        unsafe {
            let dst = self.dst.add(self.end);
            if N::ROOM || self.room - used >= V::LANES {
                // The zeros past the input are counted.
                self.end = self.end + values.store_kept(drop, dst) + left - V::LANES;
            } else {
                self.end += values.store_kept_exactly(drop, left, dst);
            }
        }
        self.notes.register(lane, v, values, drop);
        (self.at, self.carry) = (self.len, 0);
    }

    /// Decodes the registers from `at` on; the end of the input cuts off the last one.
    ///
    /// # Safety
    /// The contract of [`new`](Self::new) holds, `at < len` or nothing is done, and `end <= at`.
    #[inline(always)]
    pub(super) unsafe fn rest(&mut self) -> Progress {
        // SAFETY: `self.decoding` proves the instruction set; `src` is valid for reads of `len` bytes,
        // `SHORTEST` or more, or fewer than 16. The rest is the contract of `rest_from`.
        unsafe {
            if self.len < V::SHORTEST {
                let few = load_few::<V::Half>(self.src, self.len);
                return self.rest_from(V::from_halves(few, V::Half::splat(0)));
            }
            self.rest_from(V::load_rest(self.src, self.at, self.len))
        }
    }

    /// [`rest`](Self::rest), where the register at `at` is loaded.
    ///
    /// # Safety
    /// The contract of [`rest`](Self::rest).
    #[inline(always)]
    unsafe fn rest_from(&mut self, first: V) -> Progress {
        let mut ahead = self.look_ahead(first);
        // SAFETY: `self.decoding` proves the instruction set; `src` is valid for reads of `len` bytes,
        // which are more than a register, as `load_rest` requires. `end <= at`, so the output of a
        // register ends where it does at the latest, within the room; in place, the bytes up to the
        // end of the next one have been loaded.
        unsafe {
            while self.len - self.at > V::LANES {
                let next = V::load_rest(self.src, self.at + V::LANES, self.len);
                let Some(block) = self.block(&mut ahead, next) else { return self.progress() };
                self.take(self.at % PLACES, block);
            }
            if let Some(block) = self.block(&mut ahead, V::splat(0)) {
                self.take_last(self.at % PLACES, block);
            }
        }
        self.progress()
    }

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
                    // Rows are short: an answer that no branch foresees costs more than decoding. So
                    // clean bytes are looked for ever more rarely where clean stretches prove short.
                    let short = self.at - start < 4 * RUN;
                    let most = if N::PLACES { usize::MAX } else { 16 * RUN };
                    stretch = if short { stretch.saturating_mul(2).min(most) } else { RUN };
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
        let stop = self.len.min(self.at.saturating_add(stretch));
        // (A pattern, so that nothing is compiled for other registers.)
        if let 64 = V::LANES {
            while self.at < stop && self.len - self.at > Self::REST {
                let before = self.at;
                // SAFETY: the contract is this function's.
                if !unsafe { self.in_two_phases() } {
                    return false;
                }
                debug_assert!(self.at > before, "what is not refused is decoded");
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
            let (mut v, mut i) = ([[V::splat(0); 4]; 3], 0);
            while i < 4 {
                let src = self.src.add(self.at + i * V::LANES);
                v[0][i] = V::load(src);
                v[1][i] = self.decoding.hex.class(V::load(src.add(1)));
                v[2][i] = self.decoding.hex.class(V::load(src.add(2)));
                i += 1;
            }
            let [mut v, high, low] = v;
            i = 0;
            while i < 4 {
                v[i] = self.decoding.clean.copy(v[i]);
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
                let values = self.decoding.all_escaped::<PLAIN>(self.src.add(self.at));
                let Some(values) = values else { break };
                values.store(self.dst.add(self.end));
                self.at += 3 * V::LANES;
                self.end += V::LANES;
            }
        }
        self.at - before
    }
}
