//! Decoding: classify a register of bytes at a time, write values over the `%` of valid triplets,
//! and close the gaps by a table for 8 lanes.
//!
//! Valid triplets never overlap (`%` is not a hex digit), so whether one starts at a place depends on
//! three bytes alone and on nothing before them: `%%41`, `%4%41` and a stray `%` anywhere come out
//! right with no special case, and the only thing that one block leaves to the next is which of its
//! first bytes are digits of a triplet that is done.

use super::clean::{SHORT, copy_few, copy_short};
use super::solid::Solid;
use super::tables::{COMPACT, ZEROS};
use super::triplets::Decoding;
use super::vector::{Vector, Vector16, load_first, load_rest, moved_down, moved_up};
use crate::kernel::generic::partial::{load_partial, store_partial};
use crate::kernel::rules::{DecodeRules, Progress};

/// Lanes to drop: the digits of decoded triplets, given where these start and what the block before
/// has left over. Bits above the block's lanes are left to the next one.
#[inline(always)]
pub(super) fn dropped(starts: u64, carry: u64) -> u64 {
    starts << 1 | starts << 2 | carry
}

/// Closes the gaps in 8 lanes: the lanes that stay move to the front, followed by zeros. Also
/// returns how many they are.
#[inline(always)]
pub(super) fn compact8<H: Vector16>(first8: H, drop: u64) -> (H, usize) {
    let drop = (drop & 0xFF) as usize;
    // SAFETY: an entry is 8 bytes long; `first8` proves the instruction set.
    let lanes = unsafe { H::load8(COMPACT.0[drop].as_ptr()) };
    (first8.shuffle(lanes), usize::from(ZEROS[drop]))
}

/// Closes the gaps in 16 lanes, and returns how many stay.
#[inline(always)]
fn compact16<H: Vector16>(v: H, drop: u64) -> (H, usize) {
    let (low, first) = compact8(v, drop);
    let (high, second) = compact8(v.high8(), drop >> 8);
    // SAFETY: the constant is in registers only, and `first <= 8`; `v` proves the instruction set.
    unsafe {
        // The first shuffle leaves something past its 8 lanes.
        let first8 = H::from_u128(u64::MAX.into());
        (low.and(first8).or(moved_up(high.and(first8), first)), first + second)
    }
}

/// Clean input is copied in steps of this many bytes.
const CLEAN: usize = 64;
/// Once a `%` is found, this many bytes are decoded before the input is tested for being clean
/// again.
pub(super) const RUN: usize = 256;

/// Copies 8 to [`SHORT`] bytes if there is no `%` among them. (Fewer seldom come to a kernel.)
///
/// # Safety
/// The CPU has the instruction set. `src` is valid for reads of `len` bytes, and `dst` for writes
/// of as many. The two are equal, or do not overlap.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_clean<V: Vector>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    rules: &DecodeRules,
) -> bool {
    // SAFETY: the CPU has the instruction set, and `src` is valid for reads of `len` bytes and
    // `dst` for writes of as many, by this function's contract. `len >= 8` in the calls of
    // `copy_few`, and `16 <= len <= SHORT` in those of `copy_short`.
    unsafe {
        match (len, rules.plus_as_space) {
            (8..16, false) => copy_few::<V::Half, false>(src, len, dst),
            (8..16, true) => copy_few::<V::Half, true>(src, len, dst),
            (16..=SHORT, false) => copy_short::<V, false>(src, len, dst),
            (16..=SHORT, true) => copy_short::<V, true>(src, len, dst),
            _ => false,
        }
    }
}

/// Decodes [`SHORT`] bytes or fewer. `POLICY` is for rules that are not plain.
///
/// # Safety
/// The CPU has the instruction set. `src` is valid for reads of `len` bytes, and `dst` for writes
/// of `room >= len` bytes. The two do not overlap, or `dst` does not begin after `src`.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_short<V: Vector, const POLICY: bool>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: the CPU has the instruction set, `src` is valid for reads of `len` bytes, `dst` for
    // writes of `room >= len`, and they are equal or do not overlap, by this function's contract.
    // `len < 16` in the call of `few`, and `len >= 16` in that of `rest`.
    unsafe {
        if len < 16 {
            Run::<V::Half, POLICY>::new(src, len, dst, room, rules).few()
        } else {
            Run::<V, POLICY>::new(src, len, dst, room, rules).rest()
        }
    }
}

/// Decodes whole registers while more than [`SHORT`] bytes are left. The rest is then an input by
/// itself; a longer rest means that something is refused.
///
/// # Safety
/// That of [`decode_short`].
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_bulk<V: Vector, const POLICY: bool>(
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

    /// The values of a register in their places and the lanes to drop; `None` where something is
    /// refused. `class` and `following` are the classes of these bytes and of those that follow.
    #[inline(always)]
    pub(super) fn block(&mut self, v: V, class: V, following: V) -> Option<(V, u64)> {
        let (starts, values) = self.decoding.block::<POLICY>(v, class, following)?;
        let drop = dropped(starts, self.carry);
        self.carry = drop >> V::LANES;
        Some((values, drop))
    }

    /// Stores the lanes that stay, and something past them: `LANES` bytes at most.
    ///
    /// # Safety
    /// `dst` is valid for writes of `LANES` bytes from `end` on.
    #[inline(always)]
    pub(super) unsafe fn store(&mut self, values: V, drop: u64) {
        let mut part = 0;
        while part < V::LANES / 16 {
            let half = values.half(part);
            let (low, first) = compact8(half, drop >> (16 * part));
            let (high, second) = compact8(half.high8(), drop >> (16 * part + 8));
            // SAFETY: before each store at most 8 bytes have been added to `end` for each of those
            // before it in this function, so it ends `LANES` after the first `end` at the latest.
            unsafe {
                low.store8(self.dst.add(self.end));
                high.store8(self.dst.add(self.end + first));
            }
            self.end += first + second;
            part += 1;
        }
    }

    /// Stores the lanes that stay, and touches no byte past them.
    ///
    /// # Safety
    /// `dst` is valid for writes of as many bytes from `end` on as there are lanes that stay.
    #[inline(always)]
    unsafe fn store_exactly(&mut self, values: V, drop: u64) {
        // SAFETY: `front` and `back` lanes stay, at most 16 each, and as many bytes are valid for
        // writes from `end` on, by this function's contract. Where they are 16 or more, stores of
        // 16 begin at 0 and at `len - 16`, and lanes move by `len - 16 <= front <= 16` and
        // `16 - back`; else they move by `front`, and `len < 16` are stored. `values` proves the
        // instruction set.
        unsafe {
            let to = self.dst.add(self.end);
            let (first, front) = compact16(values.half(0), drop);
            if V::LANES == 16 {
                store_first(to, first, front);
                self.end += front;
                return;
            }
            let (second, back) = compact16(values.half(1), drop >> 16);
            let len = front + back;
            let start = first.or(moved_up(second, front));
            if len >= 16 {
                start.store(to);
                moved_down(first, len - 16).or(moved_up(second, 16 - back)).store(to.add(len - 16));
            } else {
                store_first(to, start, len);
            }
            self.end += len;
        }
    }

    /// Decodes the input register by register: whole stores, and of the last register exact ones if
    /// there is no room for a whole one.
    ///
    /// # Safety
    /// The contract of [`decode_short`] holds, and `len >= 16`.
    #[inline(always)]
    unsafe fn rest(mut self) -> Progress {
        let digits = self.decoding.digits;
        // SAFETY: `src` is valid for reads of `len` bytes and `len >= 16`, by this function's
        // contract, which is what `load_rest` asks for.
        //
        // In the loop `at + LANES < len`, and `end <= at`, so `end + LANES < len <= room`. After it
        // what stays of the last `left` bytes of input ends at `at + left == len <= room` at the
        // latest, and whole registers are stored only if `end + LANES <= room`.
        //
        // In place: a register is loaded before the one before it is stored, which ends where that
        // one ends at the latest.
        unsafe {
            let mut v = load_first::<V>(self.src, self.len);
            let mut class = digits.class(v);
            while self.len - self.at > V::LANES {
                let next = load_rest::<V>(self.src, self.at + V::LANES, self.len);
                let following = digits.class(next);
                let Some((values, drop)) = self.block(v, class, following) else {
                    return self.progress();
                };
                self.store(values, drop);
                self.at += V::LANES;
                (v, class) = (next, following);
            }
            let Some((values, drop)) = self.block(v, class, digits.class(V::splat(0))) else {
                return self.progress();
            };
            let left = self.len - self.at;
            if self.room - self.end >= V::LANES {
                self.store(values, drop);
                // The zeros past the input were counted.
                self.end -= V::LANES - left;
            } else {
                // (There is room for whole registers if `left` is one.)
                self.store_exactly(values, drop | !0 << left);
            }
        }
        Progress { read: self.len, written: self.end }
    }

    /// Decodes whole registers while more than [`SHORT`] bytes are left, up to what is refused.
    ///
    /// # Safety
    /// The contract of [`decode_short`] holds, and nothing is done.
    #[inline(always)]
    unsafe fn bulk(&mut self, plus_as_space: bool) {
        let (src, dst, digits) = (self.src, self.dst, self.decoding.digits);
        // SAFETY: the CPU has the instruction set, as `self.decoding` proves; `src` is valid for
        // reads of `len` bytes, and `dst` for writes of `room >= len`, by this function's contract.
        //
        // Loads: at the top of the first loop more than SHORT = 128 bytes are left. CLEAN = 64 of
        // them are copied. The second loop loads up to `at + 2 * LANES`, which is `len` at most by
        // its condition and, before it, by that of the first loop. A solid run has `3 * LANES`
        // bytes, by its condition.
        //
        // Stores: `end <= at`, so a store of as many bytes as were loaded ends at `len <= room` at
        // the latest.
        //
        // In place: the same inequality, and a register and the one after it are loaded before it
        // is stored.
        unsafe {
            // Solid runs of triplets have a loop of their own, tried after a dense run, and ever
            // more rarely where runs prove short.
            let (mut wait, mut pause) = (0_u32, 1_u32);
            while self.len - self.at > SHORT {
                // A loop of its own: in one with the blocks, registers are moved about.
                let clean = &self.decoding.clean;
                while self.carry == 0
                    && self.len - self.at > SHORT
                    && clean.copy64(src.add(self.at), dst.add(self.end), plus_as_space)
                {
                    self.at += CLEAN;
                    self.end += CLEAN;
                }
                if self.len - self.at <= SHORT {
                    break;
                }
                // A block needs the class of the next one, so classes are always one block ahead;
                // loads are one block ahead of the stores likewise.
                let (stop, before) = (self.len.min(self.at + RUN), self.end);
                let mut v = V::load(src.add(self.at));
                let mut class = digits.class(v);
                while self.at < stop && self.len - self.at >= 2 * V::LANES {
                    let next = V::load(src.add(self.at + V::LANES));
                    let following = digits.class(next);
                    let Some((values, drop)) = self.block(v, class, following) else {
                        return;
                    };
                    self.store(values, drop);
                    self.at += V::LANES;
                    (v, class) = (next, following);
                }
                if self.end - before > RUN / 3 + 1 {
                    continue;
                }
                if wait > 0 {
                    wait -= 1;
                    continue;
                }
                // The carried digits are done: the next triplet, if there is one, starts after
                // them.
                self.at += self.carry.count_ones() as usize;
                self.carry = 0;
                let (solid, before) = (Solid::<V>::new(), self.at);
                while self.len - self.at >= 3 * V::LANES {
                    let values = solid.values::<POLICY>(&self.decoding, src.add(self.at));
                    let Some(values) = values else { break };
                    values.store(dst.add(self.end));
                    self.at += 3 * V::LANES;
                    self.end += V::LANES;
                }
                pause = if self.at - before >= 2 * RUN { 1 } else { (pause * 2).min(64) };
                wait = pause - 1;
            }
        }
    }
}

impl<H: Vector16, const POLICY: bool> Run<H, POLICY> {
    /// Decodes fewer than 16 bytes.
    ///
    /// # Safety
    /// The contract of [`decode_short`] holds, and `len < 16`.
    #[inline(always)]
    unsafe fn few(mut self) -> Progress {
        // SAFETY: `src` is valid for reads of `len < 16` bytes, by this function's contract, and
        // `dst` for writes of `room >= len`. Whole registers are stored only if `room >= 16`; else
        // what stays of `len` bytes, `len` at most. `self.decoding` proves the instruction set.
        unsafe {
            let v = H::from_u128(load_partial(self.src, self.len));
            let digits = self.decoding.digits;
            let Some((values, drop)) = self.block(v, digits.class(v), digits.class(H::splat(0)))
            else {
                return self.progress();
            };
            if self.room >= 16 {
                self.store(values, drop);
                // The zeros past the input were counted.
                self.end -= 16 - self.len;
            } else {
                self.store_exactly(values, drop | !0 << self.len);
            }
        }
        Progress { read: self.len, written: self.end }
    }
}

/// Stores the first `n` of 16 bytes, and touches no other.
///
/// # Safety
/// `dst` is valid for writes of `n` bytes, `n` <= 16.
#[inline(always)]
unsafe fn store_first<H: Vector16>(dst: *mut u8, output: H, n: usize) {
    // SAFETY: `dst` is valid for writes of `n <= 16` bytes, by this function's contract. Where
    // `n >= 8`, the stores of 8 begin at 0 and `n - 8` and end at `n` at the latest, and the lanes
    // move by `n - 8 <= 8`; else the store is of `n` bytes.
    unsafe {
        if n >= 8 {
            output.store8(dst);
            moved_down(output, n - 8).store8(dst.add(n - 8));
        } else {
            store_partial(dst, output.to_u128(), n);
        }
    }
}
