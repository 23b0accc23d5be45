//! Decoding short input to text: what it becomes is validated in registers, for a load of bytes
//! that were stored just before in other pieces waits for all of them.

use super::decode::{compact8, dropped};
use super::triplets::Decoding;
use super::utf8::{Rules, complete, is_nonzero};
use super::vector::{Vector, Vector16, load_first, load_rest, moved_down, moved_up};
use crate::kernel::DecodeRules;
use crate::kernel::vector::mode::PLAIN;
use crate::kernel::vector::partial::load_partial;

/// Decodes by the plain rules; also tells whether the result is UTF-8.
///
/// # Safety
/// The CPU has the instruction set. `src` is valid for reads of `len` bytes, and `dst` for writes of
/// `len + 32`; they do not overlap.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_text<V: Vector>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
) -> (usize, bool) {
    // SAFETY: the CPU has the instruction set, and `src` and `dst` are valid for what both functions
    // ask, by this function's contract. `load_partial` is called where `len < 16`, else `load_first`
    // is; the first register then holds the first bytes, and zeros past the input.
    unsafe {
        if len < 16 {
            let first = V::Half::from_u128(load_partial(src, len));
            decode_from::<V::Half>(first, src, len, dst)
        } else {
            decode_from::<V>(load_first::<V>(src, len), src, len, dst)
        }
    }
}

/// The same, given the first register.
///
/// # Safety
/// The contract of [`decode_text`], and `len >= 16` or `len <= LANES`.
#[inline(always)]
unsafe fn decode_from<V: Vector>(
    mut v: V,
    src: *const u8,
    len: usize,
    dst: *mut u8,
) -> (usize, bool) {
    let (mut at, mut end, mut carry) = (0, 0, 0);
    // SAFETY: the CPU has the instruction set, by this function's contract. A further register is
    // loaded only if `len > LANES`, so `len >= 16`, which is what `load_rest` asks for.
    //
    // Before each store `end` is at most the place of its sixteen bytes of input, which is below
    // `len + 16`: so it ends below `len + 32`. `first <= 8` and `first + second <= 16`.
    unsafe {
        let decoding = Decoding::<V>::new(&DecodeRules::PLAIN);
        let first8 = V::Half::from_u128(u64::MAX.into());
        let mut text = Text::<V::Half>::new();
        let mut class = decoding.digits.class(v);
        loop {
            let left = len - at;
            let next =
                if left > V::LANES { load_rest::<V>(src, at + V::LANES, len) } else { V::splat(0) };
            let following = decoding.digits.class(next);
            let Some((starts, values)) = decoding.block::<false, PLAIN>(v, class, following) else {
                unreachable!("the plain rules refuse nothing");
            };
            let drop = dropped(starts, carry);
            carry = drop >> V::LANES;
            // What is not input is dropped, too.
            let drop = drop | !0 << left.min(V::LANES);
            let mut part = 0;
            while part < V::LANES / 16 {
                let half = values.half(part);
                let (low, first) = compact8(half, drop >> (16 * part));
                let (high, second) = compact8(half.high8(), drop >> (16 * part + 8));
                // The first shuffle leaves something past its 8 lanes.
                let output = low.and(first8).or(moved_up(high, first));
                output.store(dst.add(end));
                text.push(output, first + second);
                end += first + second;
                part += 1;
            }
            if left <= V::LANES {
                return (end, text.is_utf8());
            }
            at += V::LANES;
            (v, class) = (next, following);
        }
    }
}

/// Text that comes in pieces of up to 16 bytes.
struct Text<H> {
    rules: Rules<H>,
    /// The last bytes, as the last lanes.
    preceding: H,
    errors: H,
}

impl<H: Vector16> Text<H> {
    /// # Safety
    /// The CPU has the instruction set.
    #[inline(always)]
    unsafe fn new() -> Self {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        unsafe { Self { rules: Rules::new(), preceding: H::splat(0), errors: H::splat(0) } }
    }

    /// The first `n` lanes follow.
    ///
    /// # Safety
    /// `n <= 16`.
    #[inline(always)]
    unsafe fn push(&mut self, output: H, n: usize) {
        // SAFETY: `0 <= 16 - n` and `16 - n + 16 <= 32`, the length of the table, and both moves are
        // by 16 lanes at most; `output` proves the instruction set.
        unsafe {
            let within = H::load(WITHIN.as_ptr().add(16 - n));
            let v = output.and(within);
            self.errors = self.errors.or(self.rules.errors(v, self.preceding).and(within));
            self.preceding = moved_down(self.preceding, n).or(moved_up(v, 16 - n));
        }
    }

    #[inline(always)]
    fn is_utf8(&self) -> bool {
        // SAFETY: `self` proves the instruction set.
        unsafe { !is_nonzero(self.errors.or(self.preceding.subtract_saturating(complete()))) }
    }
}

/// From place 16 - n on, the first n of 16 lanes.
static WITHIN: [u8; 32] = {
    let mut table = [0; 32];
    let mut lane = 0;
    while lane < 16 {
        table[lane] = 0xFF;
        lane += 1;
    }
    table
};
