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

use core::hint::assert_unchecked;

use super::Frames;
use super::triplets::Decoding;
use super::vector::{Clean, Copied, Cpu, Hex, Lanes, Vector, Vector16, load_few, overlapping};
use crate::kernel::marks::PLACES;
use crate::kernel::rules::{DecodeRules, Progress};

/// [`Kernel::decode`](super::super::contract::Kernel::decode).
///
/// # Safety
/// The CPU has the instruction set of the kernel; the rest is that of the trait.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode<K: Frames, const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: this function's contract is that of each, for the lengths of the conditions.
    unsafe {
        match copy_front::<K::Vector, false>(src, dst, rules) {
            Ok(()) => Progress::whole(src.len()),
            Err(Some(v)) => Run::<K::Vector, (), PLAIN>::new(src, dst, rules, ()).rest_from(v),
            Err(None) => decode_in_frame::<K, PLAIN>(src, dst, rules),
        }
    }
}

/// Most calls, without a frame: copies a short input in which there is neither `%` nor, with `ASCII`, a
/// byte >= 0x80. Otherwise the register of 64 bytes that holds all of it, if there is one. No digits are
/// looked up, and no tables of a policy are made.
///
/// # Safety
/// The contract of [`decode`]. With `ASCII`, `dst` is longer than the input by 64 bytes.
#[inline(always)]
pub(super) unsafe fn copy_front<V: Vector, const ASCII: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> Result<(), Option<V>> {
    let (from, len, to) = (src.cast::<u8>(), src.len(), dst.cast::<u8>());
    // SAFETY: this function's contract is that of each, for the lengths of the conditions; `at + part` is
    // at most `len`. A register of 64 bytes is stored whole if there is room for it, or its first bytes.
    unsafe {
        if let (64, 1..=64) = (V::LANES, len) {
            let clean = Clean::<V, ASCII>::new(Cpu::new(), rules);
            let v = V::load_rest(from, 0, len);
            if clean.found(v).any() {
                return Err(Some(v));
            }
            if ASCII || dst.len() >= 64 {
                clean.copy(v).store(to);
            } else {
                clean.copy(v).store_kept_exactly(0, len, to);
            }
            return Ok(());
        }
        let part = if ASCII { len.min(Run::<V, (), true>::REST) } else { len };
        let tail = len - part;
        let is_clean = copy_short::<V, ASCII>(from, part, to, rules)
            && (tail == 0 || copy_short::<V, ASCII>(from.add(tail), part, to.add(tail), rules));
        if is_clean { Ok(()) } else { Err(None) }
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

/// [`Frames::decode_few`], and [`Frames::decode_short`].
///
/// # Safety
/// The contract of [`decode`]. The bytes are fewer than 16 if they are `FEW`, else 16 or more.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_short<V: Vector, const FEW: bool, const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: the contract of each is this function's; nothing is done.
    unsafe {
        assert_unchecked((src.len() < 16) == FEW); // few bytes take no loop
        Run::<V, (), PLAIN>::new(src, dst, rules, ()).rest()
    }
}

/// The notes that a decoding makes of its registers.
pub(super) trait Notes<V> {
    /// Whether it notes places: then steps end at multiples of [`PLACES`].
    const PLACES: bool = false;

    /// Whether a whole register may be stored wherever the output ends.
    const ROOM: bool = false;

    /// Notes a register: its bytes, the bytes with the values where decoded triplets start, and the
    /// lanes that are dropped. `lane` is its place in `PLACES` bytes.
    fn register(&mut self, lane: usize, v: V, values: V, drop: u64);

    /// Notes `PLACES` bytes without a `%`.
    fn clean(&mut self) {}
}

impl<V> Notes<V> for () {
    #[inline(always)]
    fn register(&mut self, _: usize, _: V, _: V, _: u64) {}
}

/// The state of a decoding: its progress, its constants in registers, and its notes.
pub(super) struct Run<V: Vector, N, const PLAIN: bool> {
    pub(super) src: *const u8,
    pub(super) len: usize,
    pub(super) dst: *mut u8,
    room: usize,
    /// Bytes of input that are done.
    pub(super) at: usize,
    /// Bytes of output that they make.
    pub(super) end: usize,
    /// The bytes at `at` that are digits of a triplet that is decoded already.
    pub(super) carry: u64,
    pub(super) decoding: Decoding<V>,
    pub(super) notes: N,
}

impl<V: Vector, N: Notes<V>, const PLAIN: bool> Run<V, N, PLAIN> {
    /// Bytes that are copied at a time and, in registers of 64 bytes, decoded.
    pub(super) const STEP: usize = if V::LANES == 64 { 256 } else { PLACES };

    /// The most bytes that steps leave: two or a register must follow a step.
    pub(super) const REST: usize = if V::LANES == 64 { Self::STEP + 1 } else { 128 };

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
    pub(super) fn look_ahead(&self, v: V) -> (V, V) {
        let v = self.decoding.clean.copy(v);
        (v, self.decoding.hex.class(v))
    }

    /// The bytes, the starts of decoded triplets and the values of the register that is ahead, whose
    /// place the one after it takes; `None` where something is refused.
    #[inline(always)]
    pub(super) fn block(&self, ahead: &mut (V, V), next: V) -> Option<(V, u64, V)> {
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
    pub(super) unsafe fn take(&mut self, lane: usize, (v, starts, values): (V, u64, V)) {
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
        // SAFETY: `self.decoding` proves the instruction set; `src` is valid for reads of `len` bytes.
        // `load_rest` takes 16 or more, or fewer in a register of 64. The rest is the contract of
        // `rest_from`.
        unsafe {
            if V::LANES < 64 && self.len < 16 {
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
    pub(super) unsafe fn rest_from(&mut self, first: V) -> Progress {
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
}

/// Copies the registers at these places if nothing is found in them.
///
/// # Safety
/// `src` is valid for reads and `dst` for writes of `LANES` bytes from each place on.
#[inline(always)]
pub(in crate::kernel::simd) unsafe fn copy_clean<V: Vector, const N: usize>(
    src: *const u8,
    dst: *mut u8,
    places: [usize; N],
    copied: &impl Copied<V>,
) -> bool {
    // SAFETY: each place has `LANES` bytes to read and to write, by this function's contract. All
    // loads come before the stores, which may be to the same memory.
    unsafe {
        let mut v = [V::load(src.add(places[0])); N];
        let mut any = copied.found(v[0]);
        let mut i = 1;
        while i < N {
            v[i] = V::load(src.add(places[i]));
            any = any.or(copied.found(v[i]));
            i += 1;
        }
        if any.any() {
            return false;
        }
        i = 0;
        while i < N {
            copied.copy(v[i]).store(dst.add(places[i]));
            i += 1;
        }
    }
    true
}

/// Clean input is copied in steps of this many bytes; by registers of 64 in steps of four.
pub(super) const STEP: usize = 64;

/// Copies a step if nothing is found in it.
///
/// # Safety
/// `src` is valid for reads of a step, `dst` for writes.
#[inline(always)]
pub(in crate::kernel::simd) unsafe fn copy_step<V: Vector>(
    src: *const u8,
    dst: *mut u8,
    copied: &impl Copied<V>,
) -> bool {
    // SAFETY: `src` is valid for reads and `dst` for writes of a step, by this function's contract;
    // `place + LANES` is at most that for each place: `192 + 64`, `32 + 32` or `48 + 16` is the
    // last.
    unsafe {
        match V::LANES {
            64 => copy_clean(src, dst, [0, 64, 128, 192], copied),
            32 => copy_clean(src, dst, [0, 32], copied),
            _ => copy_clean(src, dst, [0, 16, 32, 48], copied),
        }
    }
}

/// Copies 8 to 128 bytes, or with registers of 64 bytes 65 to 256, if there is no `%` among them nor,
/// with `ASCII`, a byte >= 0x80; with that also fewer than 8. Registers overlap, so that there is no
/// branch on the number: that is different for every input.
///
/// # Safety
/// `src` is valid for reads of `len` bytes, `dst` for writes, and with `ASCII` for those of a register.
#[inline(always)]
unsafe fn copy_short<V: Vector, const ASCII: bool>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    rules: &DecodeRules,
) -> bool {
    // SAFETY: `src` is valid for reads and `dst` for writes of `len` bytes, by this function's
    // contract. Where `len < 16`, `ASCII` promises room for a register; without, `8 <= len`, so the
    // accesses of 8 bytes at 0 and `len - 8` end at `len` at the latest, and the loads come first.
    // Where `16 <= len <= 64`, all places are at most `len - 16`. Above, all places are at most
    // `len - LANES`: with registers of 64 bytes, `len > 64` for two, and `len > 128` for four.
    unsafe {
        // (Patterns, so that nothing is compiled for other registers.)
        if let 64 = V::LANES {
            let (back, clean) = (len.wrapping_sub(64), Clean::<V, ASCII>::new(Cpu::new(), rules));
            match len {
                65..=128 => copy_clean(src, dst, [0, back], &clean),
                129..=256 => copy_clean(src, dst, [0, 64, back - 64, back], &clean),
                _ => false,
            }
        } else if len > 128 || !ASCII && len < 8 {
            false
        } else if len < 16 {
            let clean = Clean::<V::Half, ASCII>::new(Cpu::new(), rules);
            let (front, back) = match ASCII {
                true => (load_few(src, len), V::Half::splat(0)),
                false => (V::Half::load8(src), V::Half::load8(src.add(len - 8))),
            };
            let is_clean = !clean.found(front).or(clean.found(back)).any();
            if is_clean && ASCII {
                clean.copy(front).store(dst);
            } else if is_clean {
                clean.copy(front).store8(dst);
                clean.copy(back).store8(dst.add(len - 8));
            }
            is_clean
        } else if len <= 64 {
            copy_clean(src, dst, overlapping(len), &Clean::<V::Half, ASCII>::new(Cpu::new(), rules))
        } else if let 32 = V::LANES {
            let places = [0, 32, len - 64, len - 32];
            copy_clean(src, dst, places, &Clean::<V, ASCII>::new(Cpu::new(), rules))
        } else {
            let back = len - 64;
            let places = [0, 16, 32, 48, back, back + 16, back + 32, back + 48];
            copy_clean(src, dst, places, &Clean::<V, ASCII>::new(Cpu::new(), rules))
        }
    }
}
