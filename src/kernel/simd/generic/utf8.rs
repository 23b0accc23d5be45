//! Validating UTF-8: see [`utf8`](crate::kernel::simd::generic::utf8_tables) for the algorithm.

use super::partial::overlapping;
use super::vector::{Lanes, Vector, load_at, load_few, load_up_to};
use crate::kernel::simd::generic::utf8_tables::{FOURTH, HIGH1, HIGH2, LOW1, THIRD};

/// Bytes in a step.
const STEP: usize = 64;

/// The tables, and the constants around them, in registers.
#[derive(Clone, Copy)]
pub(super) struct Rules<V> {
    high1: V,
    low1: V,
    high2: V,
    low_nibble: V,
    third: V,
    fourth: V,
    top: V,
}

impl<V: Vector> Rules<V> {
    /// # Safety
    /// The CPU has the instruction set.
    #[inline(always)]
    pub(super) unsafe fn new() -> Self {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        unsafe {
            Self {
                high1: V::table(&HIGH1),
                low1: V::table(&LOW1),
                high2: V::table(&HIGH2),
                low_nibble: V::splat(0x0F),
                third: V::splat(THIRD),
                fourth: V::splat(FOURTH),
                top: V::splat(0x80),
            }
        }
    }

    /// Not zero where the sequence that the bytes of `v` belong to, or that ends before them, is
    /// ill-formed. `preceding` is before `v`.
    #[inline(always)]
    pub(super) fn errors(&self, v: V, preceding: V) -> V {
        let before = [v.previous1(preceding), v.previous2(preceding), v.previous3(preceding)];
        self.errors_after(v, before)
    }

    /// [`errors`](Self::errors), where the bytes one, two and three before those of `v` are known.
    #[inline(always)]
    pub(super) fn errors_after(&self, v: V, [before1, before2, before3]: [V; 3]) -> V {
        let first = self
            .high1
            .look_up(before1.high_nibble_down())
            .and(self.low1.look_up(before1.and(self.low_nibble)));
        let pair = first.and(self.high2.look_up(v.high_nibble_down()));
        let third = before2.subtract_saturating(self.third);
        let fourth = before3.subtract_saturating(self.fourth);
        pair.xor(third.or(fourth).and(self.top))
    }
}

/// Returns whether some byte is >= 0x80.
#[inline(always)]
fn has_non_ascii<V: Vector>(v: V) -> bool {
    v.any_non_ascii()
}

/// Returns whether some byte is not zero.
///
/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(super) unsafe fn is_nonzero<V: Vector>(v: V) -> bool {
    // SAFETY: the CPU has the instruction set, by this function's contract.
    has_non_ascii(v.add_saturating(unsafe { V::splat(0x7F) }))
}

/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(in crate::kernel) unsafe fn is_utf8<V: Vector>(input: &[u8]) -> bool {
    let (src, len) = (input.as_ptr(), input.len());
    if len < 16 {
        // SAFETY: the CPU has the instruction set, by this function's contract; the slice is valid
        // for reads of `len` bytes, and `len < 16`.
        let (v, zero) = unsafe { (load_few::<V::Half>(src, len), V::Half::splat(0)) };
        if !has_non_ascii(v) {
            return true;
        }
        // The register has a zero past the input, where a sequence that the end cuts off shows.
        // SAFETY: the CPU has the instruction set, by this function's contract.
        return unsafe { !is_nonzero(Rules::<V::Half>::new().errors(v, zero)) };
    }
    // SAFETY: the CPU has the instruction set, by this function's contract; the slice is valid for
    // reads of `len` bytes, `len >= STEP` for `long`, and else `16 <= len`: each of the places is at
    // most `len - 16`, and `text` begins at `0 <= len`.
    unsafe {
        if len >= STEP {
            return long::<V>(src, len);
        }
        let (starts, mut union, mut at) = (overlapping(len), V::splat(0), 0);
        while at < 4 {
            union = union.or(load_at(src, starts, at));
            at += V::LANES / 16;
        }
        !has_non_ascii(union) || text::<V>(src, 0, len, V::splat(0), V::splat(0))
    }
}

/// The bits of all bytes of a step.
///
/// # Safety
/// The CPU has the instruction set; `src` is valid for reads of [`STEP`] bytes.
#[inline(always)]
unsafe fn step<V: Vector>(src: *const u8) -> V {
    // SAFETY: the CPU has the instruction set and `src` is valid for reads of `STEP` bytes, by this
    // function's contract: two registers of 32 bytes, or four of 16.
    unsafe {
        if V::LANES == 32 {
            V::load(src).or(V::load(src.add(32)))
        } else {
            V::load(src).or(V::load(src.add(16))).or(V::load(src.add(32)).or(V::load(src.add(48))))
        }
    }
}

/// Validates from `at` on, where `preceding` is before that, and `errors` have been found.
///
/// # Safety
/// The CPU has the instruction set; `src` is valid for reads of `len` bytes; `len >= 16`, and
/// `at <= len`.
#[inline(always)]
unsafe fn text<V: Vector>(
    src: *const u8,
    mut at: usize,
    len: usize,
    mut preceding: V,
    mut errors: V,
) -> bool {
    // SAFETY: the CPU has the instruction set, by this function's contract.
    let rules = unsafe { Rules::<V>::new() };
    while len - at >= V::LANES {
        // SAFETY: `at + LANES <= len` by the loop condition, and `src` is valid for reads of `len`
        // bytes, by this function's contract.
        let v = unsafe { V::load(src.add(at)) };
        errors = errors.or(rules.errors(v, preceding));
        preceding = v;
        at += V::LANES;
    }
    // SAFETY: the CPU has the instruction set and `src` is valid for reads of `len` bytes, by this
    // function's contract, which is all that `load_up_to` asks for; `at + 16 < len` where a half is
    // loaded.
    unsafe {
        if at == len {
            return !is_nonzero(errors.or(preceding.subtract_saturating(complete())));
        }
        let rules = Rules::<V::Half>::new();
        let mut preceding = preceding.half(V::LANES / 16 - 1);
        let mut rest = V::Half::splat(0);
        if len - at > 16 {
            let v = V::Half::load(src.add(at));
            rest = rules.errors(v, preceding);
            preceding = v;
            at += 16;
        }
        // Exactly sixteen bytes may be left: then what the end cuts off does not show.
        let v = load_up_to::<V::Half>(src, at, len);
        rest = rest.or(rules.errors(v, preceding)).or(v.subtract_saturating(complete()));
        !is_nonzero(rest.or(errors.half(0)).or(errors.half(V::LANES / 16 - 1)))
    }
}

/// # Safety
/// The CPU has the instruction set; `src` is valid for reads of `len` bytes, `len` >= [`STEP`].
#[inline(always)]
unsafe fn long<V: Vector>(src: *const u8, len: usize) -> bool {
    // SAFETY: the CPU has the instruction set, by this function's contract.
    let (rules, complete, zero) = unsafe { (Rules::<V>::new(), complete::<V>(), V::splat(0)) };
    let (mut errors, mut preceding) = (zero, zero);
    let mut at = 0;
    loop {
        while len - at >= 2 * STEP {
            // SAFETY: `at + 2 * STEP <= len` by the loop condition, so both steps are in the input.
            let both = unsafe { step::<V>(src.add(at)).or(step::<V>(src.add(at + STEP))) };
            if has_non_ascii(both) {
                break;
            }
            at += 2 * STEP;
        }
        while len - at >= STEP {
            // SAFETY: `at + STEP <= len` by the loop condition, so the step is in the input.
            if !has_non_ascii(unsafe { step::<V>(src.add(at)) }) {
                break;
            }
            let mut lane = 0;
            while lane < STEP {
                // SAFETY: `at + STEP <= len` by the outer loop's condition, and
                // `lane + LANES <= STEP` by the inner one's, as STEP is a multiple of LANES.
                let v = unsafe { V::load(src.add(at + lane)) };
                errors = errors.or(rules.errors(v, preceding));
                preceding = v;
                lane += V::LANES;
            }
            at += STEP;
        }
        if len - at < STEP {
            break;
        }
        // A step of ASCII.
        errors = errors.or(preceding.subtract_saturating(complete));
        preceding = zero;
        at += STEP;
    }
    // SAFETY: the CPU has the instruction set and `len >= STEP`, by this function's contract, so
    // the last step begins at `len - STEP >= 0`, and `text` gets `len >= 16`; `at <= len`, because
    // every sum above follows a comparison of `len - at` with it.
    unsafe {
        if !has_non_ascii(step::<V>(src.add(len - STEP))) {
            return !is_nonzero(errors.or(preceding.subtract_saturating(complete)));
        }
        text(src, at, len, preceding, errors)
    }
}

/// Saturating differences with this are not zero where a sequence is not complete at the end of a
/// register.
///
/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
unsafe fn complete<V: Vector>() -> V {
    // SAFETY: the CPU has the instruction set, by this function's contract; `LANES <= 32`, the
    // length of the table, so the load begins in it and ends where it ends.
    unsafe { V::load(COMPLETE.as_ptr().add(COMPLETE.len() - V::LANES)) }
}

/// The greatest bytes that the last three may be where a sequence ends with them.
static COMPLETE: [u8; 32] = {
    let mut greatest = [0xFF; 32];
    greatest[29] = 0xEF;
    greatest[30] = 0xDF;
    greatest[31] = 0xBF;
    greatest
};
