//! Validating UTF-8: see [`utf8_tables`](super::utf8_tables) for the algorithm.

use super::utf8_tables::{FOURTH, HIGH1, HIGH2, LOW1, THIRD};
use super::vector::{Cpu, Lanes, Vector, load_at, load_few, overlapping};

/// Bytes in a step.
const STEP: usize = 64;

/// The tables, in registers.
#[derive(Clone, Copy)]
pub(super) struct Rules<V> {
    high1: V,
    low1: V,
    high2: V,
}

impl<V: Vector> Rules<V> {
    #[inline(always)]
    pub(super) fn new(cpu: Cpu<V>) -> Self {
        Self { high1: cpu.table(&HIGH1), low1: cpu.table(&LOW1), high2: cpu.table(&HIGH2) }
    }

    /// Not zero where the sequence that the bytes of `v` belong to, or that ends before them, is
    /// ill-formed. `preceding` is before `v`.
    #[inline(always)]
    pub(super) fn errors(&self, v: V, preceding: V) -> V {
        let before = [v.previous1(preceding), v.previous2(preceding), v.previous3(preceding)];
        self.errors_after(v, before)
    }

    /// [`errors`](Self::errors) where the bytes that belong together are three lanes apart, as the values
    /// of triplets are: and what is `preceding` for the next register, the values and those moved up by
    /// three and six lanes.
    #[inline(always)]
    pub(super) fn errors_of_values(&self, values: V, preceding: [V; 3]) -> (V, [V; 3]) {
        let before1 = values.previous3(preceding[0]);
        let before2 = before1.previous3(preceding[1]);
        let before3 = before2.previous3(preceding[2]);
        (self.errors_after(values, [before1, before2, before3]), [values, before1, before2])
    }

    /// [`errors`](Self::errors), where the bytes one, two and three before those of `v` are known.
    #[inline(always)]
    fn errors_after(&self, v: V, [before1, before2, before3]: [V; 3]) -> V {
        let cpu = v.cpu();
        let low = self.low1.look_up(before1.and(cpu.splat(0x0F)));
        let pair = self.high1.look_up_high(before1).and(low).and(self.high2.look_up_high(v));
        let third = before2.subtract_saturating(cpu.splat(THIRD));
        let fourth = before3.subtract_saturating(cpu.splat(FOURTH));
        pair.xor(third.or(fourth).and(cpu.splat(0x80)))
    }
}

/// Returns whether some byte is not zero.
#[inline(always)]
pub(super) fn is_nonzero<V: Vector>(v: V) -> bool {
    v.add_saturating(v.cpu().splat(0x7F)).top_bit().any()
}

/// Registers of 64 bytes validate no fewer bytes.
#[inline(always)]
pub(in crate::kernel) unsafe fn is_utf8<V: Vector>(input: &[u8]) -> bool {
    let (src, len) = (input.as_ptr(), input.len());
    // SAFETY: the slice is valid for reads of `len` bytes: `len < 16` for `load_few`; each of the
    // places of 16 to 63 bytes is at most `len - 16`; and `long` gets at least STEP.
    unsafe {
        if len < 16 {
            let v = load_few::<V::Half>(src, len);
            // The register has a zero past the input, where a sequence that the end cuts off shows.
            return !v.top_bit().any()
                || !is_nonzero(Rules::new(v.cpu()).errors(v, v.cpu().splat(0)));
        }
        if len >= STEP {
            return long::<V>(src, len);
        }
        let (starts, zero) = (overlapping(len), Cpu::<V>::new().splat(0));
        let (mut union, mut at) = (zero, 0);
        while at < 4 {
            union = union.or(load_at(src, starts, at));
            at += V::LANES / 16;
        }
        !union.top_bit().any() || text(src, 0, len, zero, zero)
    }
}

/// The bits of all bytes of a step.
///
/// # Safety
/// `src` is valid for reads of [`STEP`] bytes.
#[inline(always)]
unsafe fn step<V: Vector>(src: *const u8) -> V {
    // SAFETY: `src` is valid for reads of `STEP` bytes, by this function's contract: two registers
    // of 32 bytes, or four of 16.
    unsafe {
        let (mut all, mut lane) = (V::load(src), V::LANES);
        while lane < STEP {
            all = all.or(V::load(src.add(lane)));
            lane += V::LANES;
        }
        all
    }
}

/// Validates from `at` on, where `preceding` is before that, and `errors` have been found.
///
/// # Safety
/// `src` is valid for reads of `len` bytes; `len >= 16`, and `at <= len`.
#[inline(always)]
unsafe fn text<V: Vector>(
    src: *const u8,
    mut at: usize,
    len: usize,
    mut preceding: V,
    mut errors: V,
) -> bool {
    // SAFETY: `src` is valid for reads of `len` bytes and `len >= 16`, by this function's contract,
    // which is all that `load_rest` asks for; `at + LANES < len` in the loop, by its condition.
    unsafe {
        let rules = Rules::new(preceding.cpu());
        while len - at > V::LANES {
            let v = V::load(src.add(at));
            errors = errors.or(rules.errors(v, preceding));
            preceding = v;
            at += V::LANES;
        }
        let v = V::load_rest(src, at, len);
        // A whole register may be left: then what the end cuts off does not show.
        errors = errors.or(rules.errors(v, preceding)).or(incomplete::<V, 1>(v));
        !is_nonzero(errors)
    }
}

/// # Safety
/// `src` is valid for reads of `len` bytes, `len` >= [`STEP`].
#[inline(always)]
unsafe fn long<V: Vector>(src: *const u8, len: usize) -> bool {
    let mut at = 0;
    // SAFETY: `len >= STEP`, by this function's contract. Each load is of bytes up to
    // `at + 2 * STEP` or `at + STEP`, which a comparison with `len - at` has found in the input, or
    // of the last step, which begins at `len - STEP >= 0`; `lane + LANES <= STEP`, as STEP is a
    // multiple of LANES. `text` gets `len >= 16`, and `at <= len`.
    unsafe {
        let cpu = Cpu::<V>::new();
        let (rules, zero) = (Rules::new(cpu), cpu.splat(0));
        let (mut errors, mut preceding) = (zero, zero);
        while len - at >= STEP {
            if step::<V>(src.add(at)).top_bit().any() {
                let mut lane = 0;
                while lane < STEP {
                    let v = V::load(src.add(at + lane));
                    errors = errors.or(rules.errors(v, preceding));
                    preceding = v;
                    lane += V::LANES;
                }
                at += STEP;
                continue;
            }
            errors = errors.or(incomplete::<V, 1>(preceding));
            preceding = zero;
            at += STEP;
            while len - at >= 2 * STEP
                && !step::<V>(src.add(at)).or(step::<V>(src.add(at + STEP))).top_bit().any()
            {
                at += 2 * STEP;
            }
        }
        if !step::<V>(src.add(len - STEP)).top_bit().any() {
            return !is_nonzero(errors.or(incomplete::<V, 1>(preceding)));
        }
        text(src, at, len, preceding, errors)
    }
}

/// Not zero where the last of the bytes, which are `APART` lanes apart, begin an incomplete sequence.
#[inline(always)]
pub(super) fn incomplete<V: Vector, const APART: usize>(v: V) -> V {
    // SAFETY: `LANES <= 64`, the length of the table, so the load begins in it and ends where it
    // ends.
    let greatest = unsafe { V::load(const { &greatest(APART) }.as_ptr().add(64 - V::LANES)) };
    v.subtract_saturating(greatest)
}

/// The greatest bytes that the last three may be where a sequence ends with them: in `apart` lanes each.
const fn greatest(apart: usize) -> [u8; 64] {
    let mut greatest = [0xFF; 64];
    let mut lane = 64;
    while lane > 64 - apart {
        lane -= 1;
        greatest[lane] = 0xBF;
        greatest[lane - apart] = 0xDF;
        greatest[lane - 2 * apart] = 0xEF;
    }
    greatest
}
