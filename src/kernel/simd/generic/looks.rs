//! Looks: everything that needs no shuffle, in the registers of the target's baseline. They are inlined
//! into callers, and a look at short input costs less than a call.

use super::partial::{load_partial, overlapping};
#[cfg(feature = "form")]
use crate::kernel::marks::FormMarks;
use crate::kernel::marks::PLACES;
use crate::kernel::marks::{BLOCK, Classes};

/// A register of 16 bytes that need not shuffle: that of SSE2, and every
/// [`Vector16`](super::Vector16) whose instructions are enabled for all code.
pub(in crate::kernel) trait Lanes: Copy {
    /// # Safety
    /// `src` is valid for reads of 16 bytes.
    unsafe fn load(src: *const u8) -> Self;

    /// The byte in every lane.
    fn splat(byte: u8) -> Self;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// 0xFF where the lanes are equal, else 0.
    fn equal(self, other: Self) -> Self;
    fn subtract(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    /// A bit for each lane: its top bit.
    fn top_bits(self) -> u64;
}

#[cfg(any(target_arch = "aarch64", target_arch = "wasm32"))]
impl<H: super::Vector16> Lanes for H {
    #[inline(always)]
    unsafe fn load(src: *const u8) -> Self {
        // SAFETY: this function's contract is that of `load`, and the CPU has the instructions, which
        // are enabled for all code.
        unsafe { super::Vector::load(src) }
    }

    #[inline(always)]
    fn splat(byte: u8) -> Self {
        // SAFETY: the CPU has the instructions, which are enabled for all code.
        unsafe { super::Vector::splat(byte) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        super::Vector::and(self, other)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        super::Vector::or(self, other)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        super::Vector::xor(self, other)
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        super::Vector::equal(self, other)
    }

    #[inline(always)]
    fn subtract(self, other: Self) -> Self {
        super::Vector::subtract(self, other)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        super::Vector::min(self, other)
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // `a - b`, or zero, and `b`.
        super::Vector::subtract_saturating(self, other).add_saturating(other)
    }

    #[inline(always)]
    fn top_bits(self) -> u64 {
        self.top_bit().mask()
    }
}

/// Bytes in a register.
const LANES: usize = 16;

/// Fewer than 16 bytes, followed by zeros.
#[inline(always)]
pub(in crate::kernel) fn load_few<L: Lanes>(input: &[u8]) -> L {
    debug_assert!(input.len() < LANES);
    // SAFETY: the input is a slice of fewer than 16 bytes, all of which are read; the array has the
    // 16 bytes that are loaded.
    unsafe { L::load(load_partial(input.as_ptr(), input.len()).to_le_bytes().as_ptr()) }
}

/// Folds four registers that overlap and cover 16 to [`PLACES`] bytes, with the place of each.
#[inline(always)]
fn fold<L: Lanes, S>(input: &[u8], state: S, fold: impl Fn(S, usize, L) -> S) -> S {
    let [first, second, third, last] = overlapping(input.len());
    // SAFETY: each of `overlapping(len)` is at most `len - 16`.
    let load = |at: usize| unsafe { L::load(input.as_ptr().add(at)) };
    let state = fold(fold(state, first, load(first)), second, load(second));
    fold(fold(state, third, load(third)), last, load(last))
}

/// Returns whether an input of at most [`PLACES`] bytes has neither `a` nor `b`, which are not zero,
/// nor, with `ASCII`, a byte >= 0x80.
#[inline(always)]
pub(in crate::kernel) fn is_free_of<L: Lanes, const ASCII: bool>(
    input: &[u8],
    a: u8,
    b: u8,
) -> bool {
    debug_assert!(input.len() <= PLACES);
    let (a, b) = (L::splat(a), L::splat(b));
    let found = |v: L| {
        let found = v.equal(a).or(v.equal(b));
        if ASCII { found.or(v) } else { found }
    };
    let any = if input.len() >= LANES {
        fold(input, L::splat(0), |any, _, v: L| any.or(found(v)))
    } else {
        found(load_few(input))
    };
    any.top_bits() == 0
}

/// The mask of the first [`PLACES`] bytes that are one of three, none of them zero: the first byte
/// is the lowest bit.
#[inline(always)]
pub(in crate::kernel) fn places_of<L: Lanes>(input: &[u8], bytes: [u8; 3]) -> u64 {
    let input = &input[..input.len().min(PLACES)];
    let [a, b, c] = [L::splat(bytes[0]), L::splat(bytes[1]), L::splat(bytes[2])];
    let found = |v: L| v.equal(a).or(v.equal(b)).or(v.equal(c)).top_bits();
    if input.len() >= LANES {
        fold(input, 0, |places, at, v| places | found(v) << at)
    } else {
        found(load_few(input))
    }
}

/// The marks of the first [`PLACES`] bytes of a form.
#[cfg(feature = "form")]
#[inline(always)]
pub(in crate::kernel) fn form_marks<L: Lanes>(input: &[u8]) -> FormMarks {
    let input = &input[..input.len().min(PLACES)];
    let (ampersand, equals) = (L::splat(b'&'), L::splat(b'='));
    let (percent, plus) = (L::splat(b'%'), L::splat(b'+'));
    let found = |v: L| {
        // The top bits are those of bytes >= 0x80, too.
        let escapes = v.equal(percent).or(v.equal(plus)).or(v);
        [v.equal(ampersand).top_bits(), v.equal(equals).top_bits(), escapes.top_bits()]
    };
    let [ampersands, equals, escapes] = if input.len() >= LANES {
        fold(input, [0; 3], |[first, second, third], at, v| {
            let found = found(v);
            [first | found[0] << at, second | found[1] << at, third | found[2] << at]
        })
    } else {
        found(load_few(input))
    };
    FormMarks { ampersands, equals, escapes }
}

/// Returns whether an input of at most [`PLACES`] bytes has `%`, and whether it has a byte >= 0x80 or
/// two dots beside each other.
#[cfg(feature = "inspect")]
#[inline(always)]
pub(in crate::kernel) fn look_for_suspects<L: Lanes>(input: &[u8]) -> (bool, bool) {
    debug_assert!(input.len() <= PLACES);
    let (percent, dot) = (L::splat(b'%'), L::splat(b'.'));
    let found = |v: L, next: L| (v.equal(percent), v.or(v.equal(dot).and(next.equal(dot))));
    let len = input.len();
    let (percents, others) = if len > LANES {
        // SAFETY: each place is at most `len - 1 - 16`, so the register after it ends at `len`.
        let next = |at: usize| unsafe { L::load(input.as_ptr().add(at + 1)) };
        let none = (L::splat(0), L::splat(0));
        let (percents, others) = fold(&input[..len - 1], none, |any: (L, L), at, v| {
            let found = found(v, next(at));
            (any.0.or(found.0), any.1.or(found.1))
        });
        // The last byte is before no other one.
        // SAFETY: `len > 16`, so the register begins and ends in the input.
        let end = unsafe { L::load(input.as_ptr().add(len - LANES)) };
        (percents.or(end.equal(percent)), others.or(end))
    } else if len == LANES {
        // SAFETY: the input has 16 bytes.
        found(unsafe { L::load(input.as_ptr()) }, load_few(&input[1..]))
    } else {
        found(load_few(input), load_few(input.get(1..).unwrap_or_default()))
    };
    (percents.top_bits() != 0, others.top_bits() != 0)
}

/// The UTF-8 classes of the first `len` bytes, at most 64.
#[inline(always)]
pub(in crate::kernel) fn classes<L: Lanes>(block: &[u8; BLOCK], len: usize) -> Classes {
    let splat = L::splat;
    // From 0x80 to 0xBF.
    let is_continuation = |v: L| v.and(splat(0xC0)).equal(splat(0x80)).top_bits();
    let mut classes = Classes { continuation: [0; 2], leads: [0; 3], non_ascii: 0 };
    let registers = if len <= LANES { 1 } else { 4 };
    let mut register = 0;
    while register < registers {
        let at = register * LANES;
        // SAFETY: `at <= 48`, so the loads end at `at + 1 + 16 <= 65 <= BLOCK`.
        let (first, second) =
            unsafe { (L::load(block.as_ptr().add(at)), L::load(block.as_ptr().add(at + 1))) };
        let only = |lead, bits| first.equal(splat(lead)).and(splat(bits));
        let lowest = splat(0x80).or(only(0xE0, 0x20).or(only(0xF0, 0x10)));
        let highest = splat(0xBF).xor(only(0xED, 0x20).or(only(0xF4, 0x30)));
        // A byte in the range stays the same.
        let fits = second.max(lowest).min(highest).equal(second);
        let lead = |from: u8, to: u8| {
            let offset = first.subtract(splat(from));
            let within = offset.min(splat(to - from)).equal(offset);
            within.and(fits).top_bits() << at
        };
        classes.continuation[0] |= is_continuation(first) << at;
        classes.leads[0] |= lead(0xC2, 0xDF);
        classes.leads[1] |= lead(0xE0, 0xEF);
        classes.leads[2] |= lead(0xF0, 0xF4);
        classes.non_ascii |= first.top_bits() << at;
        register += 1;
    }
    // SAFETY: `64 + 16 <= BLOCK`.
    classes.continuation[1] = is_continuation(unsafe { L::load(block.as_ptr().add(4 * LANES)) });
    classes
}
