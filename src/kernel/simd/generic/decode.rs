//! Decoding: classify a register of bytes at a time, write values over the `%` of valid triplets,
//! and close the gaps by a table for 8 lanes.
//!
//! Valid triplets never overlap (`%` is not a hex digit), so whether one starts at a place depends on
//! three bytes alone and on nothing before them: `%%41`, `%4%41` and a stray `%` anywhere come out
//! right with no special case, and the only thing that one block leaves to the next is which of its
//! first bytes are digits of a triplet that is done.

use super::Frames;
use super::ahead::{Ahead, Sink, each_register, one_register};
use super::clean::{SHORT, STEP, copy_short};
use super::gaps::{self, dropped};
use super::solid::Solid;
use super::triplets::Decoding;
use super::vector::{Vector, Vector16};
use crate::kernel::rules::{DecodeRules, Progress};

/// Once a `%` is found, this many bytes are decoded before the input is tested for being clean
/// again.
pub(super) const RUN: usize = 256;

/// [`Kernel::decode_plain`](super::super::contract::Kernel::decode_plain).
///
/// # Safety
/// The CPU has the instruction set of the kernel; the rest is that of the trait.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_plain<K: Frames>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    plus: bool,
) -> usize {
    // SAFETY: this function's contract is that of each, for the lengths of the conditions.
    unsafe {
        if len < 16 {
            return K::decode_plain_few(src, len, dst, room, plus);
        }
        // Most calls: a short line without a `%`, decoded without a frame.
        if len <= SHORT {
            if copy_short::<K::Vector>(src, len, dst, plus) {
                return len;
            }
            return K::decode_plain_short(src, len, dst, room, plus);
        }
        K::decode_plain_long(src, len, dst, room, plus)
    }
}

/// [`Kernel::decode`](super::super::contract::Kernel::decode).
///
/// # Safety
/// The CPU has the instruction set of the kernel; the rest is that of the trait.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode<K: Frames>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: this function's contract is that of each, for the lengths of the conditions.
    unsafe {
        if len < 16 {
            return K::decode_few(src, len, dst, room, rules);
        }
        if len <= SHORT {
            if copy_short::<K::Vector>(src, len, dst, rules.plus_as_space) {
                return Progress { read: len, written: len };
            }
            return K::decode_short(src, len, dst, room, rules);
        }
        K::decode_long(src, len, dst, room, rules)
    }
}

/// [`Frames::decode_plain_few`].
///
/// # Safety
/// The contract of [`decode_few`].
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_plain_few<H: Vector16>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    plus: bool,
) -> usize {
    // SAFETY: this function's contract is that of `decode_few`.
    unsafe { decode_few::<H, false>(src, len, dst, room, &DecodeRules::plain(plus)).written }
}

/// [`Frames::decode_plain_short`].
///
/// # Safety
/// The contract of [`decode_short`].
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_plain_short<V: Vector>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    plus: bool,
) -> usize {
    // SAFETY: this function's contract is that of `decode_short`.
    unsafe { decode_short::<V, false>(src, len, dst, room, &DecodeRules::plain(plus)).written }
}

/// [`Frames::decode_plain_long`].
///
/// # Safety
/// The contract of [`decode_plain`].
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_plain_long<K: Frames>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    plus: bool,
) -> usize {
    // SAFETY: this function's contract is that of `bulk`. `written <= read <= len`, so `len - read`
    // bytes are left to read from `src + read`, and `room - written >= len - read` to write from
    // `dst + written`, which does not begin after `src + read` if the two overlap.
    unsafe {
        let rules = DecodeRules::plain(plus);
        let Progress { read, written } = bulk::<K::Vector, false>(src, len, dst, room, &rules);
        written
            + decode_plain::<K>(src.add(read), len - read, dst.add(written), room - written, plus)
    }
}

/// [`Frames::decode_long`].
///
/// # Safety
/// The contract of [`decode`].
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_long<K: Frames>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: this function's contract is that of `bulk`. `written <= read <= len`, so `len - read`
    // bytes are left to read from `src + read`, and `room - written >= len - read` to write from
    // `dst + written`, which does not begin after `src + read` if the two overlap.
    unsafe {
        let Progress { read, written } = bulk::<K::Vector, true>(src, len, dst, room, rules);
        if len - read > SHORT {
            return Progress { read, written }; // something is refused
        }
        decode::<K>(src.add(read), len - read, dst.add(written), room - written, rules)
            .after(read, written)
    }
}

/// Decodes fewer than 16 bytes. `POLICY` is for rules that are not plain.
///
/// # Safety
/// The CPU has the instruction set. `src` is valid for reads of `len < 16` bytes, and `dst` for
/// writes of `room >= len` bytes. The two do not overlap, or `dst` does not begin after `src`.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_few<H: Vector16, const POLICY: bool>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: the CPU has the instruction set, `src` is valid for reads of `len < 16` bytes, `dst`
    // for writes of `room >= len`, and nothing is done, by this function's contract. The accesses of
    // 8 bytes at 0 and `len - 8` end at `len` at the latest; both loads come before the stores.
    unsafe {
        let mut run = Run::<H, POLICY>::new(src, len, dst, room, rules);
        let decoding = run.decoding;
        if len >= 8 {
            let (front, back) = (H::load8(src), H::load8(src.add(len - 8)));
            let clean = decoding.clean;
            if !clean.percents(front).or(clean.percents(back)).any() {
                clean.spaces(front).store8(dst);
                clean.spaces(back).store8(dst.add(len - 8));
                return Progress { read: len, written: len };
            }
        }
        let done = one_register::<H, POLICY>(src, len, &decoding, &mut run);
        run.rest_progress(done)
    }
}

/// Decodes 16 to [`SHORT`] bytes. `POLICY` is for rules that are not plain.
///
/// # Safety
/// The contract of [`decode_few`], but for the length.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_short<V: Vector, const POLICY: bool>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: the CPU has the instruction set, and the contract of `rest` is this function's.
    unsafe { Run::<V, POLICY>::new(src, len, dst, room, rules).rest() }
}

/// Decodes whole registers while more than [`SHORT`] bytes are left. The rest is then an input by
/// itself; a longer rest means that something is refused.
///
/// # Safety
/// That of [`decode_short`].
#[inline(always)]
unsafe fn bulk<V: Vector, const POLICY: bool>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: the contract of `bulk` is this function's.
    unsafe {
        let mut run = Run::<V, POLICY>::new(src, len, dst, room, rules);
        run.bulk(rules.plus_as_space);
        run.progress()
    }
}

/// The state of a decoding: its progress, and its constants in registers.
pub(super) struct Run<V, const POLICY: bool> {
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    /// Bytes of input that are done.
    pub(super) at: usize,
    /// Bytes of output that they make.
    pub(super) end: usize,
    /// The bytes at `at` that are digits of a triplet that is decoded already.
    pub(super) carry: u64,
    pub(super) decoding: Decoding<V>,
}

impl<V: Vector, const POLICY: bool> Run<V, POLICY> {
    /// # Safety
    /// The CPU has the instruction set.
    #[inline(always)]
    pub(super) unsafe fn new(
        src: *const u8,
        len: usize,
        dst: *mut u8,
        room: usize,
        rules: &DecodeRules,
    ) -> Self {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        let decoding = unsafe { Decoding::new(rules) };
        Self { src, len, dst, room, at: 0, end: 0, carry: 0, decoding }
    }

    /// The progress, with the digits of the last decoded triplet.
    #[inline(always)]
    fn progress(&self) -> Progress {
        Progress { read: self.at + self.carry.count_ones() as usize, written: self.end }
    }

    /// The values of a register in their places and the lanes to drop, before `next`; `None` where
    /// something is refused.
    #[inline(always)]
    pub(super) fn block(&mut self, ahead: &mut Ahead<V>, next: V) -> Option<(V, u64)> {
        let (starts, values) = ahead.block::<POLICY>(&self.decoding, next)?;
        Some((values, self.dropped(starts)))
    }

    /// The lanes of a register to drop; those past it are carried.
    #[inline(always)]
    fn dropped(&mut self, starts: u64) -> u64 {
        let drop = dropped(starts, self.carry);
        self.carry = drop >> V::LANES;
        drop
    }

    /// Stores the lanes that stay, and something past them: `LANES` bytes at most.
    ///
    /// # Safety
    /// `dst` is valid for writes of `LANES` bytes from `end` on.
    #[inline(always)]
    pub(super) unsafe fn store(&mut self, values: V, drop: u64) {
        // SAFETY: this function's contract is that of `gaps::store`.
        self.end += unsafe { gaps::store(values, drop, self.dst.add(self.end)) };
    }

    /// The last register: a whole store, whatever the room.
    ///
    /// # Safety
    /// `dst` is valid for writes of `LANES` bytes from `end` on.
    #[inline(always)]
    pub(super) unsafe fn store_last(&mut self, starts: u64, values: V, left: usize) {
        let drop = self.dropped(starts);
        // SAFETY: the contract of `store` is this function's.
        unsafe { self.store(values, drop) };
        // The zeros past the input were counted.
        self.end -= V::LANES - left;
    }

    /// Decodes the input register by register.
    ///
    /// # Safety
    /// The contract of [`decode_short`] holds, and `len >= 16`.
    #[inline(always)]
    unsafe fn rest(mut self) -> Progress {
        let (src, len, decoding) = (self.src, self.len, self.decoding);
        // SAFETY: the CPU has the instruction set, `src` is valid for reads of `len >= 16` bytes,
        // and nothing is done, by this function's contract. The sink's `end` is at most where the
        // register begins, and `room >= len`. In place, what is stored ends where the register does
        // at the latest, and the bytes up to the end of the next one have been loaded.
        let done = unsafe { each_register::<V, POLICY>(src, 0, len, &decoding, &mut self) };
        self.rest_progress(done)
    }

    /// The progress after the last register, or where something is refused.
    #[inline(always)]
    fn rest_progress(mut self, done: Result<(), usize>) -> Progress {
        match done {
            Ok(()) => Progress { read: self.len, written: self.end },
            Err(at) => {
                self.at = at;
                self.progress()
            }
        }
    }

    /// Decodes whole registers while more than [`SHORT`] bytes are left, up to what is refused.
    ///
    /// # Safety
    /// The contract of [`decode_short`] holds, and nothing is done.
    #[inline(always)]
    unsafe fn bulk(&mut self, plus_as_space: bool) {
        // Solid runs of triplets have a loop of their own, tried after a dense run, and ever more
        // rarely where runs prove short.
        let (mut wait, mut pause) = (0_u32, 1_u32);
        // SAFETY: the contract of the three steps is this function's, and more than SHORT bytes are
        // left before `dense`.
        unsafe {
            while self.len - self.at > SHORT {
                self.clean(plus_as_space);
                if self.len - self.at <= SHORT {
                    break;
                }
                let before = self.end;
                if !self.dense() {
                    return;
                }
                if self.end - before > RUN / 3 + 1 {
                    continue;
                }
                if wait > 0 {
                    wait -= 1;
                    continue;
                }
                pause = if self.solid() >= 2 * RUN { 1 } else { (pause * 2).min(64) };
                wait = pause - 1;
            }
        }
    }

    /// Copies clean input while more than [`SHORT`] bytes are left. (A loop of its own: in one with
    /// the blocks, registers are moved about.)
    ///
    /// # Safety
    /// The contract of [`bulk`](Self::bulk), after its steps so far.
    #[inline(always)]
    unsafe fn clean(&mut self, plus_as_space: bool) {
        let (src, dst, clean) = (self.src, self.dst, self.decoding.clean);
        // SAFETY: more than SHORT = 128 bytes are left, of which STEP = 64 are copied. `end <= at`,
        // so what is stored ends at `len <= room` at the latest.
        unsafe {
            while self.carry == 0
                && self.len - self.at > SHORT
                && clean.copy64(src.add(self.at), dst.add(self.end), plus_as_space)
            {
                self.at += STEP;
                self.end += STEP;
            }
        }
    }

    /// Decodes [`RUN`] bytes, or the whole registers that a register follows. False where something
    /// is refused.
    ///
    /// # Safety
    /// The contract of [`bulk`](Self::bulk), after its steps so far; more than [`SHORT`] bytes are
    /// left.
    #[inline(always)]
    unsafe fn dense(&mut self) -> bool {
        let stop = self.len.min(self.at + RUN);
        // SAFETY: the first load ends at `at + LANES`, and SHORT >= LANES bytes are left; the others
        // end at `at + 2 * LANES <= len`, by the loop's condition. `end <= at`, so a store of as many
        // bytes as were loaded ends at `len <= room` at the latest. In place: a register and the one
        // after it are loaded before it is stored.
        unsafe {
            let mut ahead = Ahead::new(&self.decoding, V::load(self.src.add(self.at)));
            while self.at < stop && self.len - self.at >= 2 * V::LANES {
                let next = V::load(self.src.add(self.at + V::LANES));
                let Some((values, drop)) = self.block(&mut ahead, next) else {
                    return false;
                };
                self.store(values, drop);
                self.at += V::LANES;
            }
        }
        true
    }

    /// Decodes triplets without a gap, and returns how many bytes they are.
    ///
    /// # Safety
    /// The contract of [`bulk`](Self::bulk), after its steps so far.
    #[inline(always)]
    unsafe fn solid(&mut self) -> usize {
        // The carried digits are done: the next triplet, if there is one, starts after them.
        self.at += self.carry.count_ones() as usize;
        self.carry = 0;
        let before = self.at;
        // SAFETY: `self.decoding` proves the instruction set. `3 * LANES` bytes are loaded where as
        // many are left, by the loop's condition, and `LANES` stored: `end <= at`, so the store ends
        // at `len <= room` at the latest.
        unsafe {
            let solid = Solid::<V>::new();
            while self.len - self.at >= 3 * V::LANES {
                let values = solid.values::<POLICY>(&self.decoding, self.src.add(self.at));
                let Some(values) = values else { break };
                values.store(self.dst.add(self.end));
                self.at += 3 * V::LANES;
                self.end += V::LANES;
            }
        }
        self.at - before
    }
}

/// Stores whole registers, and of the last one exactly what stays if there is no room for more.
///
/// # Safety
/// `end` is at most where the register begins, and the input ends within the room.
impl<V: Vector, const POLICY: bool> Sink<V> for Run<V, POLICY> {
    #[inline(always)]
    unsafe fn take(&mut self, _: V, starts: u64, values: V) {
        let drop = self.dropped(starts);
        // SAFETY: more bytes follow the register, which begins at `end` or after it, so
        // `end + LANES` is within the room.
        unsafe { self.store(values, drop) };
    }

    #[inline(always)]
    unsafe fn take_last(&mut self, _: V, starts: u64, values: V, left: usize) {
        // SAFETY: whole registers are stored only if `end + LANES <= room`; else what stays of the
        // last `left` bytes, which ends within the room as they do.
        unsafe {
            if self.room - self.end >= V::LANES {
                self.store_last(starts, values, left);
            } else {
                let drop = self.dropped(starts) | !0 << left;
                self.end += gaps::store_exactly(values, drop, self.dst.add(self.end));
            }
        }
    }
}
