//! Decoding short input to text: the values of triplets are validated in their places, before the
//! gaps are closed, for a load of bytes that were stored just before in other pieces waits for all
//! of them. (What is stored and loaded by the same registers does not wait.)
//!
//! If all raw bytes are ASCII, a sequence of UTF-8 consists of adjacent triplets, which start three
//! lanes apart; every other lane has its own byte. So the bytes three, six and nine lanes before
//! take the place of those one, two and three before, as in [`examine`](super::examine).

use core::mem::MaybeUninit;

use super::decode::{compact8, dropped};
use super::triplets::Decoding;
use super::utf8::{Rules, is_nonzero};
use super::vector::{Vector, Vector16, load_first, load_rest};
use crate::kernel::generic::partial::load_partial;
use crate::kernel::rules::DecodeRules;

/// Input of up to this many bytes is decoded to text.
const MOST: usize = 256;

/// Decodes [`MOST`] bytes or fewer by the plain rules, `+` as SP if `plus`; also tells whether the
/// result is UTF-8, if all raw bytes are ASCII.
///
/// # Safety
/// The CPU has the instruction set. `src` is valid for reads of `len` bytes, and `dst` for writes
/// of `len + 32`; they do not overlap.
///
/// # Panics
/// If `len` is more than [`MOST`].
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_text<V: Vector>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    plus: bool,
) -> (usize, Option<bool>) {
    // SAFETY: the CPU has the instruction set, and `src` and `dst` are valid for what the functions
    // ask, by this function's contract. `load_partial` is called where `len < 16`, else
    // `load_first` is; the first register then holds the first bytes, and zeros past the input.
    unsafe {
        if len < 16 {
            decode_register::<V::Half>(V::Half::from_u128(load_partial(src, len)), len, dst, plus)
        } else if len <= V::LANES {
            decode_register::<V>(load_first::<V>(src, len), len, dst, plus)
        } else {
            decode_from::<V>(load_first::<V>(src, len), src, len, dst, plus)
        }
    }
}

/// [`decode_text`] of one register: nothing precedes it, and zeros follow. (Most names and values are no
/// longer.)
///
/// # Safety
/// The CPU has the instruction set. `len <= LANES`, and the lanes of `v` from there on are zeros.
/// `dst` is valid for writes of `len + LANES` bytes.
#[inline(always)]
unsafe fn decode_register<V: Vector>(
    v: V,
    len: usize,
    dst: *mut u8,
    plus: bool,
) -> (usize, Option<bool>) {
    // SAFETY: the CPU has the instruction set, and `dst` is valid for writes of
    // `len + LANES >= LANES` bytes, by this function's contract: `close_gaps` asks for `LANES`.
    unsafe {
        let rules = DecodeRules { plus_as_space: plus, ..DecodeRules::PLAIN };
        let decoding = Decoding::<V>::new(&rules);
        let zero = V::splat(0);
        let (class, following) = (decoding.digits.class(v), decoding.digits.class(zero));
        let Some((starts, values)) = decoding.block::<false>(v, class, following) else {
            unreachable!("the plain rules refuse nothing");
        };
        let end = close_gaps(values, dropped(starts, 0), dst);
        // The zeros past the input were counted.
        let written = end - (V::LANES - len);
        if !values.top_bit().any() {
            return (written, Some(true));
        }
        if v.top_bit().any() {
            return (written, None);
        }
        let (errors, _) = Text::errors(&Rules::new(), values, [zero; 3]);
        (written, Some(!is_nonzero(errors.or(Text::incomplete(values)))))
    }
}

/// [`decode_text`], given the first register.
///
/// # Safety
/// The contract of [`decode_text`], and `len >= 16` or `len <= LANES`.
#[inline(always)]
unsafe fn decode_from<V: Vector>(
    mut v: V,
    src: *const u8,
    len: usize,
    dst: *mut u8,
    plus: bool,
) -> (usize, Option<bool>) {
    let (mut at, mut end, mut carry) = (0, 0, 0);
    // SAFETY: the CPU has the instruction set, by this function's contract. A further register is
    // loaded only if `len > LANES`, so `len >= 16`, which is what `load_rest` asks for.
    //
    // Before each block at most one byte has been added to `end` for each lane before it, so
    // `end + LANES <= at + LANES < len + LANES <= len + 32`.
    unsafe {
        let rules = DecodeRules { plus_as_space: plus, ..DecodeRules::PLAIN };
        let decoding = Decoding::<V>::new(&rules);
        let mut text = Text::<V>::new();
        let mut class = decoding.digits.class(v);
        loop {
            let left = len - at;
            let next =
                if left > V::LANES { load_rest::<V>(src, at + V::LANES, len) } else { V::splat(0) };
            let following = decoding.digits.class(next);
            let Some((starts, values)) = decoding.block::<false>(v, class, following) else {
                unreachable!("the plain rules refuse nothing");
            };
            let drop = dropped(starts, carry);
            carry = drop >> V::LANES;
            end += close_gaps(values, drop, dst.add(end));
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

/// Stores the lanes that are not dropped, and tells how many they are.
///
/// # Safety
/// The CPU has the instruction set. `dst` is valid for writes of `LANES` bytes.
#[inline(always)]
unsafe fn close_gaps<V: Vector>(values: V, drop: u64, dst: *mut u8) -> usize {
    let (mut end, mut part) = (0, 0);
    // SAFETY: the CPU has the instruction set, by this function's contract. Before each store at
    // most 8 bytes have been added to `end` for each 8 lanes before, so `end + 8 <= LANES`.
    unsafe {
        while part < V::LANES / 16 {
            let half = values.half(part);
            let (low, first) = compact8(half, drop >> (16 * part));
            let (high, second) = compact8(half.high8(), drop >> (16 * part + 8));
            low.store8(dst.add(end));
            high.store8(dst.add(end + first));
            end += first + second;
            part += 1;
        }
    }
    end
}

/// Text in registers, with the values of triplets in the lanes where these start.
struct Text<V> {
    blocks: [MaybeUninit<V>; MOST / 16],
    /// The number of blocks.
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
        Self { blocks: [MaybeUninit::uninit(); MOST / 16], len: 0, raw: zero, union: zero }
    }

    /// Appends a register of raw bytes, and of the values of their triplets.
    #[inline(always)]
    fn push(&mut self, raw: V, values: V) {
        self.blocks[self.len].write(values);
        self.len += 1;
        self.raw = self.raw.or(raw);
        self.union = self.union.or(values);
    }

    /// Returns whether all of it is UTF-8; `None` if some raw byte is >= 0x80.
    #[inline(always)]
    fn is_utf8(&self) -> Option<bool> {
        if !self.union.any_non_ascii() {
            return Some(true);
        }
        if self.raw.any_non_ascii() {
            return None;
        }
        // SAFETY: `self` proves the instruction set, and `push` has written the first `len` blocks.
        unsafe {
            let rules = Rules::<V>::new();
            let mut errors = V::splat(0);
            let mut preceding = [errors; 3];
            for block in &self.blocks[..self.len] {
                let found;
                (found, preceding) = Self::errors(&rules, block.assume_init(), preceding);
                errors = errors.or(found);
            }
            Some(!is_nonzero(errors.or(Self::incomplete(preceding[0]))))
        }
    }

    /// The errors in a register of values, given the values before it; and the values before
    /// the next one.
    ///
    /// # Safety
    /// The CPU has the instruction set.
    #[inline(always)]
    unsafe fn errors(rules: &Rules<V>, values: V, preceding: [V; 3]) -> (V, [V; 3]) {
        let before1 = values.previous3(preceding[0]);
        let before2 = before1.previous3(preceding[1]);
        let before3 = before2.previous3(preceding[2]);
        (rules.errors_after(values, [before1, before2, before3]), [values, before1, before2])
    }

    /// The mask of the last values that begin an incomplete sequence.
    ///
    /// # Safety
    /// The CPU has the instruction set.
    #[inline(always)]
    unsafe fn incomplete(values: V) -> V {
        // SAFETY: the CPU has the instruction set, by this function's contract. `LANES <= 32`, the
        // length of the table, so the load begins in it and ends where it ends.
        unsafe {
            values.subtract_saturating(V::load(COMPLETE.as_ptr().add(COMPLETE.len() - V::LANES)))
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
