//! Input in which nothing is decoded: looked at as a whole, then copied by the same registers.

use super::vector::{Cpu, Lanes as _, Vector, Vector16 as _, overlapping};
use crate::kernel::rules::DecodeRules;

/// Input in which mostly nothing is found, so that it is copied, one byte for each. (A trait and no
/// closures: those need not be inlined, and then lack the instructions.)
pub(in crate::kernel::simd) trait Copied<V: Vector> {
    /// Where something is found.
    fn found(&self, v: V) -> V;

    /// The copy of a register without such bytes.
    fn copy(&self, v: V) -> V;
}

/// The replacement of a byte by another, if it is replaced, in registers.
#[derive(Clone, Copy)]
pub(in crate::kernel::simd) struct Replacement<V> {
    byte: V,
    difference: V,
    is_replaced: bool,
}

impl<V: Vector> Replacement<V> {
    #[inline(always)]
    pub(super) fn new(cpu: Cpu<V>, byte: u8, by: u8, is_replaced: bool) -> Self {
        Self { byte: cpu.splat(byte), difference: cpu.splat(byte ^ by), is_replaced }
    }

    /// (A branch: as a constant it would make two of every function.)
    #[inline(always)]
    pub(in crate::kernel::simd) fn made(&self, v: V) -> V {
        if !self.is_replaced {
            return v;
        }
        let found = v.equal(self.byte);
        if V::LANES == 64 {
            found.select(self.byte.xor(self.difference), v)
        } else {
            v.xor(found.and(self.difference))
        }
    }
}

/// `%`, and `+`, which may become SP.
#[derive(Clone, Copy)]
pub(in crate::kernel::simd) struct Clean<V> {
    pub(super) percent: V,
    plus: Replacement<V>,
}

impl<V: Vector> Clean<V> {
    #[inline(always)]
    pub(in crate::kernel::simd) fn new(cpu: Cpu<V>, rules: &DecodeRules) -> Self {
        Self {
            percent: cpu.splat(b'%'),
            plus: Replacement::new(cpu, b'+', b' ', rules.plus_as_space),
        }
    }
}

impl<V: Vector> Copied<V> for Clean<V> {
    #[inline(always)]
    fn found(&self, v: V) -> V {
        v.equal(self.percent)
    }

    #[inline(always)]
    fn copy(&self, v: V) -> V {
        self.plus.made(v)
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

/// Copies 8 to 128 bytes, or with registers of 64 bytes 65 to 256, if there is no `%` among them.
/// Registers overlap, so that there is no branch on the number: that is different for every input.
///
/// # Safety
/// `src` is valid for reads of `len` bytes, `dst` for writes.
#[inline(always)]
pub(super) unsafe fn copy_short<V: Vector>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    rules: &DecodeRules,
) -> bool {
    // SAFETY: `src` is valid for reads and `dst` for writes of `len` bytes, by this function's
    // contract. Where `8 <= len < 16`, the accesses of 8 bytes at 0 and `len - 8` end at `len` at
    // the latest, and the loads come first. Where `16 <= len <= 64`, all places are at most
    // `len - 16`. Above, all places are at most `len - LANES`: with registers of 64 bytes, `len > 64`
    // for two of them, and `len > 128` for four.
    unsafe {
        if V::LANES == 64 {
            let (back, clean) = (len.wrapping_sub(64), Clean::<V>::new(Cpu::new(), rules));
            match len {
                65..=128 => copy_clean(src, dst, [0, back], &clean),
                129..=256 => copy_clean(src, dst, [0, 64, back - 64, back], &clean),
                _ => false,
            }
        } else if !(8..=128).contains(&len) {
            false
        } else if len < 16 {
            let clean = Clean::<V::Half>::new(Cpu::new(), rules);
            let (front, back) = (V::Half::load8(src), V::Half::load8(src.add(len - 8)));
            if clean.found(front).or(clean.found(back)).any() {
                return false;
            }
            clean.copy(front).store8(dst);
            clean.copy(back).store8(dst.add(len - 8));
            true
        } else if len <= 64 {
            copy_clean(src, dst, overlapping(len), &Clean::<V::Half>::new(Cpu::new(), rules))
        } else if V::LANES == 32 {
            copy_clean(src, dst, [0, 32, len - 64, len - 32], &Clean::<V>::new(Cpu::new(), rules))
        } else {
            let back = len - 64;
            let places = [0, 16, 32, 48, back, back + 16, back + 32, back + 48];
            copy_clean(src, dst, places, &Clean::<V>::new(Cpu::new(), rules))
        }
    }
}
