//! The loops of decoding. All of them take the registers of an input one after another, the classes
//! always one ahead, since a triplet that starts in the last lanes of a register has its digits in
//! the next one:
//!
//! ```text
//! next = load(at + LANES)                      all loads of a step precede its stores
//! starts, values = block(v, classes(v), classes(next))
//! drop = digits of starts, and carried digits
//! end += store(values without drop)            at dst + end, never after at
//! notes.register(v, values, drop)              nothing, or for marks and text
//! ```
//!
//! [`Run::few`] takes one register of fewer than 16 bytes, [`Run::rest`] all registers of a short
//! input, and [`Run::steps`] 64 bytes at a time of a long one: it copies clean stretches, and decodes
//! runs of triplets by [`AllEscaped`]. Most decoding notes nothing: `()`.

use super::all_escaped::AllEscaped;
use super::clean::{SHORT, STEP, copy64};
use super::compress::{self, dropped};
use super::triplets::Decoding;
use super::vector::{Vector, Vector16, load_few, load_first, load_rest};
use crate::kernel::marks::PLACES;
use crate::kernel::rules::{DecodeRules, Progress};

/// Once a `%` is found, this many bytes are decoded before the input is tested for being clean
/// again.
const RUN: usize = 256;

/// The notes that a decoding makes of its registers.
pub(super) trait Notes<V> {
    /// Whether it notes places: then the steps are always those of whole [`PLACES`].
    const PLACES: bool = false;

    /// Whether a whole register may be stored wherever the output ends.
    const ROOM: bool = false;

    /// Notes a register: its bytes, the bytes with the values where decoded triplets start, and the
    /// lanes that are dropped. `lane` is its place in [`PLACES`] bytes.
    fn register(&mut self, lane: usize, v: V, values: V, drop: u64);

    /// Notes [`PLACES`] bytes without a `%`.
    fn clean(&mut self) {}
}

impl<V> Notes<V> for () {
    #[inline(always)]
    fn register(&mut self, _: usize, _: V, _: V, _: u64) {}
}

/// The state of a decoding: its progress, its constants in registers, and its notes.
pub(super) struct Run<V, N, const PLAIN: bool> {
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

/// A register, and the classes of its bytes.
struct LookAhead<V> {
    v: V,
    class: V,
}

impl<V: Vector, N: Notes<V>, const PLAIN: bool> Run<V, N, PLAIN> {
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
        let (len, room) = (src.len(), dst.len());
        // SAFETY: the CPU has the instruction set, by this function's contract.
        let decoding = unsafe { Decoding::new::<PLAIN>(rules) };
        Self {
            src: src.cast(),
            len,
            dst: dst.cast(),
            room,
            at: 0,
            end: 0,
            carry: 0,
            decoding,
            notes,
        }
    }

    /// The progress: all of the input, or where something is refused, with the digits of the last
    /// decoded triplet.
    #[inline(always)]
    pub(super) fn progress(&self) -> Progress {
        Progress { read: self.at + self.carry.count_ones() as usize, written: self.end }
    }

    #[inline(always)]
    fn look_ahead(&self, v: V) -> LookAhead<V> {
        LookAhead { v, class: self.decoding.digits.class(v) }
    }

    /// The bytes, the starts of decoded triplets and the values of the register that is ahead, whose
    /// place the one after it takes; `None` where something is refused.
    #[inline(always)]
    fn block(&self, ahead: &mut LookAhead<V>, next: V) -> Option<(V, u64, V)> {
        let LookAhead { v, class } = *ahead;
        let following = self.look_ahead(next);
        let (starts, values) = self.decoding.block::<PLAIN>(v, class, following.class)?;
        *ahead = following;
        Some((v, starts, values))
    }

    /// The lanes of a register to drop; those past it are carried.
    #[inline(always)]
    fn dropped(&mut self, starts: u64) -> u64 {
        let drop = dropped(starts, self.carry);
        self.carry = drop >> V::LANES;
        drop
    }

    /// Takes a register that more bytes follow.
    ///
    /// # Safety
    /// `dst` is valid for writes of `LANES` bytes from `end` on.
    #[inline(always)]
    unsafe fn take(&mut self, lane: usize, (v, starts, values): (V, u64, V)) {
        let drop = self.dropped(starts);
        // SAFETY: this function's contract is that of `store`.
        self.end += unsafe { compress::store(values, drop, self.dst.add(self.end)) };
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
        // SAFETY: whole registers are stored only if `end + LANES <= room`; else the lanes that
        // stay of the last `left` bytes.
        unsafe {
            let dst = self.dst.add(self.end);
            if N::ROOM || self.room - self.end >= V::LANES {
                // The zeros past the input are counted.
                self.end = self.end + compress::store(values, drop, dst) + left - V::LANES;
            } else {
                self.end += compress::store_exactly(values, drop | !0 << left, dst);
            }
        }
        self.notes.register(lane, v, values, drop);
        (self.at, self.carry) = (self.len, 0);
    }

    /// Decodes the registers from `at` on, the last of which is cut off by the end of the input. False
    /// where something is refused.
    ///
    /// # Safety
    /// The contract of [`new`](Self::new) holds, `len >= 16`, `at < len` and `end <= at`.
    #[inline(always)]
    pub(super) unsafe fn rest(&mut self) -> bool {
        let (src, len) = (self.src, self.len);
        // SAFETY: `self.decoding` proves the instruction set; `src` is valid for reads of `len >= 16`
        // bytes, which is what `load_first` and `load_rest` ask for. `end <= at`, so the output of a
        // register ends where it does at the latest, within the room; in place, the bytes up to the
        // end of the next one have been loaded.
        unsafe {
            let first = match self.at {
                0 => load_first::<V>(src, len),
                at => load_rest(src, at, len),
            };
            let mut ahead = self.look_ahead(first);
            while len - self.at > V::LANES {
                let next = load_rest::<V>(src, self.at + V::LANES, len);
                let Some(block) = self.block(&mut ahead, next) else { return false };
                self.take(self.at % PLACES, block);
            }
            let Some(block) = self.block(&mut ahead, V::splat(0)) else { return false };
            self.take_last(self.at % PLACES, block);
        }
        true
    }

    /// Decodes steps of [`STEP`] bytes while more than [`SHORT`] bytes are left. False where something
    /// is refused.
    ///
    /// # Safety
    /// The contract of [`new`](Self::new) holds, and nothing is done.
    #[inline(always)]
    pub(super) unsafe fn steps(&mut self) -> bool {
        // Runs of triplets have a loop of their own, tried after a dense stretch, and ever more rarely
        // where runs prove short.
        let (mut wait, mut pause, mut stretch) = (0_u32, 1_u32, RUN);
        // SAFETY: the contract of the three steps is this function's, and more than SHORT bytes are
        // left before `dense`.
        unsafe {
            while self.len - self.at > SHORT {
                let start = self.at;
                self.clean();
                if self.len - self.at <= SHORT {
                    break;
                }
                if N::PLACES {
                    // Rows are short: an answer that no branch foresees costs more than decoding. So
                    // clean bytes are looked for ever more rarely where clean stretches prove short.
                    let short = self.at - start < 4 * RUN;
                    stretch = if short { stretch.saturating_mul(2) } else { RUN };
                }
                let before = self.end;
                if !self.dense(stretch) {
                    return false;
                }
                if N::PLACES || self.end - before > RUN / 3 + 1 {
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

    /// Copies clean input while more than [`SHORT`] bytes are left. (A loop of its own: in one with
    /// the blocks, registers are moved about.)
    ///
    /// # Safety
    /// The contract of [`steps`](Self::steps), after its steps so far.
    #[inline(always)]
    unsafe fn clean(&mut self) {
        let (src, dst, clean) = (self.src, self.dst, self.decoding.clean);
        // SAFETY: more than SHORT = 128 bytes are left, of which STEP = 64 are copied. `end <= at`,
        // so the copy ends at `len <= room` at the latest.
        unsafe {
            while self.carry == 0
                && self.len - self.at > SHORT
                && copy64(src.add(self.at), dst.add(self.end), &clean)
            {
                self.notes.clean();
                self.at += STEP;
                self.end += STEP;
            }
        }
    }

    /// Decodes `stretch` bytes, or the steps that a register follows. False where something is
    /// refused.
    ///
    /// # Safety
    /// The contract of [`steps`](Self::steps), after its steps so far; more than [`SHORT`] bytes are
    /// left.
    #[inline(always)]
    unsafe fn dense(&mut self, stretch: usize) -> bool {
        let stop = self.len.min(self.at.saturating_add(stretch));
        let step = if N::PLACES { PLACES } else { V::LANES };
        // SAFETY: the first load ends at `at + LANES`, and SHORT >= LANES bytes are left; the others
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

    /// Decodes triplets without a gap, and returns how many bytes they are.
    ///
    /// # Safety
    /// The contract of [`steps`](Self::steps), after its steps so far.
    #[inline(always)]
    unsafe fn all_escaped(&mut self) -> usize {
        // The carried digits are done: the next triplet, if there is one, starts after them.
        self.at += self.carry.count_ones() as usize;
        self.carry = 0;
        let before = self.at;
        // SAFETY: `self.decoding` proves the instruction set. `3 * LANES` bytes are loaded where as
        // many are left, by the loop's condition, and `LANES` stored: `end <= at`, so the store ends
        // at `len <= room` at the latest.
        unsafe {
            let triplets = AllEscaped::<V>::new();
            while self.len - self.at >= 3 * V::LANES {
                let values = triplets.values::<PLAIN>(&self.decoding, self.src.add(self.at));
                let Some(values) = values else { break };
                values.store(self.dst.add(self.end));
                self.at += 3 * V::LANES;
                self.end += V::LANES;
            }
        }
        self.at - before
    }
}

impl<H: Vector16, N: Notes<H>, const PLAIN: bool> Run<H, N, PLAIN> {
    /// Decodes fewer than 16 bytes, which are one register. False where something is refused.
    ///
    /// # Safety
    /// The contract of [`new`](Self::new) holds, `len < 16`, and nothing is done.
    #[inline(always)]
    pub(super) unsafe fn few(&mut self) -> bool {
        // SAFETY: `self.decoding` proves the instruction set; `src` is valid for reads of `len < 16`
        // bytes, and `dst` for writes of `room >= len`.
        unsafe {
            let mut ahead = self.look_ahead(load_few(self.src, self.len));
            let Some(block) = self.block(&mut ahead, H::splat(0)) else { return false };
            self.take_last(0, block);
        }
        true
    }

    /// Copies 8 to 15 bytes if there is no `%` among them.
    ///
    /// # Safety
    /// The contract of [`few`](Self::few).
    #[inline(always)]
    pub(super) unsafe fn copy_few(&mut self) -> bool {
        let (src, len, dst, clean) = (self.src, self.len, self.dst, self.decoding.clean);
        if len < 8 {
            return false;
        }
        // SAFETY: the accesses of 8 bytes at 0 and `len - 8` end at `len` at the latest, since `len >=
        // 8`; both loads come before the stores.
        unsafe {
            let (front, back) = (H::load8(src), H::load8(src.add(len - 8)));
            if clean.percents(front).or(clean.percents(back)).any() {
                return false;
            }
            clean.spaces(front).store8(dst);
            clean.spaces(back).store8(dst.add(len - 8));
        }
        true
    }
}
