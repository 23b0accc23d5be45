//! Decoding short input to text: the values of triplets are validated in their places, before the
//! gaps are closed, for a load of bytes that were stored just before in other pieces waits for all
//! of them. (What is stored and loaded by the same registers does not wait.)
//!
//! Where all raw bytes are ASCII, a sequence of UTF-8 consists of adjacent triplets, which start
//! three lanes apart; every other lane has its own byte. So the bytes three, six and nine lanes
//! before take the place of those one, two and three before, as in [`examine`](super::examine).

use core::mem::MaybeUninit;

use super::clean::SHORT;
use super::decode::{compact8, dropped};
use super::triplets::Decoding;
use super::utf8::{Rules, is_nonzero};
use super::vector::{Vector, Vector16, load_first, load_rest};
use crate::kernel::DecodeRules;
use crate::kernel::vector::mode::PLAIN;
use crate::kernel::vector::partial::load_partial;

/// Decodes [`SHORT`] bytes or fewer by the plain rules; also tells whether the result is UTF-8, if
/// all raw bytes are ASCII.
///
/// # Safety
/// The CPU has the instruction set. `src` is valid for reads of `len` bytes, and `dst` for writes
/// of `len + 32`; they do not overlap.
///
/// # Panics
/// If `len` is more than [`SHORT`].
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_text<V: Vector>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
) -> (usize, Option<bool>) {
    // SAFETY: the CPU has the instruction set, and `src` and `dst` are valid for what both
    // functions ask, by this function's contract. `load_partial` is called where `len < 16`, else
    // `load_first` is; the first register then holds the first bytes, and zeros past the input.
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
) -> (usize, Option<bool>) {
    let (mut at, mut end, mut carry) = (0, 0, 0);
    // SAFETY: the CPU has the instruction set, by this function's contract. A further register is
    // loaded only if `len > LANES`, so `len >= 16`, which is what `load_rest` asks for.
    //
    // Before each store at most 8 bytes have been added to `end` for each 8 lanes before, so it is
    // at most the place of its eight lanes in the registers, the last of which ends below
    // `len + LANES <= len + 32`.
    unsafe {
        let decoding = Decoding::<V>::new(&DecodeRules::PLAIN);
        let mut text = Text::<V>::new();
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
            let mut part = 0;
            while part < V::LANES / 16 {
                let half = values.half(part);
                let (low, first) = compact8(half, drop >> (16 * part));
                let (high, second) = compact8(half.high8(), drop >> (16 * part + 8));
                low.store8(dst.add(end));
                high.store8(dst.add(end + first));
                end += first + second;
                part += 1;
            }
            text.push(v, values);
            if left <= V::LANES {
                // The zeros past the input were counted.
                return (end - (V::LANES - left), text.is_utf8());
            }
            at += V::LANES;
            (v, class) = (next, following);
        }
    }
}

/// Text in registers, with the values of triplets in the lanes where these start.
struct Text<V> {
    blocks: [MaybeUninit<V>; SHORT / 16],
    /// How many of them there are.
    len: usize,
    /// The bits of all raw bytes, and of all values.
    raw: V,
    union: V,
}

impl<V: Vector> Text<V> {
    /// # Safety
    /// The CPU has the instruction set.
    #[inline(always)]
    unsafe fn new() -> Self {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        let zero = unsafe { V::splat(0) };
        Self { blocks: [MaybeUninit::uninit(); SHORT / 16], len: 0, raw: zero, union: zero }
    }

    /// These raw bytes follow, of which triplets become these values.
    #[inline(always)]
    fn push(&mut self, raw: V, values: V) {
        self.blocks[self.len].write(values);
        self.len += 1;
        self.raw = self.raw.or(raw);
        self.union = self.union.or(values);
    }

    /// Whether all of it is UTF-8, if all raw bytes are ASCII.
    #[inline(always)]
    fn is_utf8(&self) -> Option<bool> {
        if !self.union.top_bit().any() {
            return Some(true);
        }
        if self.raw.top_bit().any() {
            return None;
        }
        // SAFETY: `self` proves the instruction set, and `push` has written the first `len` blocks.
        // `LANES <= 32`, the length of the table, so the load begins in it and ends where it ends.
        unsafe {
            let rules = Rules::<V>::new();
            let mut errors = V::splat(0);
            let mut preceding = [errors; 3];
            for block in &self.blocks[..self.len] {
                let values = block.assume_init();
                let before1 = values.previous3(preceding[0]);
                let before2 = before1.previous3(preceding[1]);
                let before3 = before2.previous3(preceding[2]);
                errors = errors.or(rules.errors_after(values, [before1, before2, before3]));
                preceding = [values, before1, before2];
            }
            let complete = V::load(COMPLETE.as_ptr().add(COMPLETE.len() - V::LANES));
            Some(!is_nonzero(errors.or(preceding[0].subtract_saturating(complete))))
        }
    }
}

/// The greatest values that the last nine lanes may have where a sequence ends with them.
static COMPLETE: [u8; 32] = {
    let mut greatest = [0xFF; 32];
    let mut lane = 0;
    while lane < 3 {
        greatest[23 + lane] = 0xEF;
        greatest[26 + lane] = 0xDF;
        greatest[29 + lane] = 0xBF;
        lane += 1;
    }
    greatest
};
