//! Looks: everything that needs no shuffle, in the registers of the target's baseline, which every
//! vector kernel of the target has. They are inlined into callers, and a look at short input costs less
//! than a call.

use super::generic::Lanes;
use super::generic::partial::load_partial;
use super::generic::vector::overlapping;
use super::registers::Baseline as V16;
use crate::kernel::marks::{BLOCK, Classes, PLACES, Wanted};

/// Bytes in a register.
const LANES: usize = V16::LANES;

/// The byte in every lane.
#[inline(always)]
pub(super) fn splat(byte: u8) -> V16 {
    // SAFETY: the instructions of the baseline are enabled for all code.
    unsafe { V16::splat(byte) }
}

/// Fewer than 16 bytes, followed by zeros.
#[inline(always)]
pub(super) fn load_few(input: &[u8]) -> V16 {
    debug_assert!(input.len() < LANES);
    // SAFETY: the input is a slice of fewer than 16 bytes, and all of them are read; the array has the
    // 16 bytes that are loaded.
    unsafe { V16::load(load_partial(input.as_ptr(), input.len()).to_le_bytes().as_ptr()) }
}

/// Folds four registers that overlap and cover 16 to [`PLACES`] bytes, with the place of each.
#[inline(always)]
fn fold<S>(input: &[u8], state: S, fold: impl Fn(S, usize, V16) -> S) -> S {
    let [first, second, third, last] = overlapping(input.len());
    // SAFETY: each of `overlapping(len)` is at most `len - 16`.
    let load = |at: usize| unsafe { V16::load(input.as_ptr().add(at)) };
    let state = fold(fold(state, first, load(first)), second, load(second));
    fold(fold(state, third, load(third)), last, load(last))
}

/// Returns whether an input of at most [`PLACES`] bytes has neither `a` nor `b`, which are not zero,
/// nor, with `ASCII`, a byte >= 0x80.
#[inline(always)]
pub(in crate::kernel) fn is_free_of<const ASCII: bool>(input: &[u8], a: u8, b: u8) -> bool {
    debug_assert!(input.len() <= PLACES);
    let (a, b) = (splat(a), splat(b));
    let found = |v: V16| {
        let found = v.equal(a).or(v.equal(b));
        if ASCII { found.or(v) } else { found }
    };
    let any = if input.len() >= LANES {
        fold(input, splat(0), |any, _, v: V16| any.or(found(v)))
    } else {
        found(load_few(input))
    };
    any.top_bits() == 0
}

/// The mask of the first [`PLACES`] bytes that are wanted: the first byte is the lowest bit. (One for
/// each mask: `map` of an array may be a call, in which nothing is constant.)
#[inline(always)]
pub(in crate::kernel) fn places_of(input: &[u8], ([a, b, c], non_ascii): Wanted) -> u64 {
    let input = &input[..input.len().min(PLACES)];
    let (a, b, c) = (splat(a), splat(b), splat(c));
    let found = |v: V16| {
        let found = v.equal(a).or(v.equal(b)).or(v.equal(c));
        if non_ascii { found.or(v).top_bits() } else { found.mask() }
    };
    if input.len() >= LANES {
        fold(input, 0, |places, at, v| places | found(v) << at)
    } else {
        found(load_few(input))
    }
}

/// Returns whether an input of at most [`PLACES`] bytes has `%`, and whether it has a byte >= 0x80 or
/// two dots beside each other.
#[cfg(feature = "inspect")]
#[inline(always)]
pub(in crate::kernel) fn look_for_suspects(input: &[u8]) -> (bool, bool) {
    debug_assert!(input.len() <= PLACES);
    let (percent, dot) = (splat(b'%'), splat(b'.'));
    let found = |v: V16, next: V16| (v.equal(percent), v.or(v.equal(dot).and(next.equal(dot))));
    let len = input.len();
    let (percents, others) = if len > LANES {
        // SAFETY: each place is at most `len - 1 - 16`, so the register after it ends at `len`.
        let next = |at: usize| unsafe { V16::load(input.as_ptr().add(at + 1)) };
        let none = (splat(0), splat(0));
        let (percents, others) = fold(&input[..len - 1], none, |any: (V16, V16), at, v| {
            let found = found(v, next(at));
            (any.0.or(found.0), any.1.or(found.1))
        });
        // The last byte is before no other one.
        // SAFETY: `len > 16`, so the register begins and ends in the input.
        let end = unsafe { V16::load(input.as_ptr().add(len - LANES)) };
        (percents.or(end.equal(percent)), others.or(end))
    } else if len == LANES {
        // SAFETY: the input has 16 bytes.
        found(unsafe { V16::load(input.as_ptr()) }, load_few(&input[1..]))
    } else {
        found(load_few(input), load_few(input.get(1..).unwrap_or_default()))
    };
    (percents.top_bits() != 0, others.top_bits() != 0)
}

/// The UTF-8 classes of the first `len` bytes, at most 64.
#[inline(always)]
pub(in crate::kernel) fn classes(block: &[u8; BLOCK], len: usize) -> Classes {
    // From 0x80 to 0xBF.
    let is_continuation = |v: V16| v.and(splat(0xC0)).equal(splat(0x80)).mask();
    let mut classes = Classes { continuation: [0; 2], leads: [0; 3], non_ascii: 0 };
    let registers = if len <= LANES { 1 } else { 4 };
    let mut register = 0;
    while register < registers {
        let at = register * LANES;
        // SAFETY: `at <= 48`, so the loads end at `at + 1 + 16 <= 65 <= BLOCK`.
        let (first, second) =
            unsafe { (V16::load(block.as_ptr().add(at)), V16::load(block.as_ptr().add(at + 1))) };
        let only = |lead, bits| first.equal(splat(lead)).and(splat(bits));
        let lowest = splat(0x80).or(only(0xE0, 0x20).or(only(0xF0, 0x10)));
        let highest = splat(0xBF).xor(only(0xED, 0x20).or(only(0xF4, 0x30)));
        // A byte in the range stays the same.
        let fits = second.max(lowest).min(highest).equal(second);
        let lead = |from: u8, to: u8| {
            let offset = first.subtract(splat(from));
            let within = offset.min(splat(to - from)).equal(offset);
            within.and(fits).mask() << at
        };
        classes.continuation[0] |= is_continuation(first) << at;
        classes.leads[0] |= lead(0xC2, 0xDF);
        classes.leads[1] |= lead(0xE0, 0xEF);
        classes.leads[2] |= lead(0xF0, 0xF4);
        classes.non_ascii |= first.top_bits() << at;
        register += 1;
    }
    // SAFETY: `64 + 16 <= BLOCK`.
    classes.continuation[1] = is_continuation(unsafe { V16::load(block.as_ptr().add(4 * LANES)) });
    classes
}
