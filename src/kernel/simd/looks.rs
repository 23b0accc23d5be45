//! Looks: everything that needs no shuffle, in the registers of the target's baseline, which every
//! vector kernel of the target has. They are inlined into callers, and a look at short input costs less
//! than a call.

use super::generic::Lanes;
use super::generic::vector::{load_few, overlapping};
use super::registers::Baseline as V16;
use crate::kernel::marks::{BLOCK, Classes, PLACES, Wanted};

/// Bytes in a register.
const LANES: usize = V16::LANES;

/// The byte in every lane.
#[inline(always)]
fn splat(byte: u8) -> V16 {
    // SAFETY: the instructions of the baseline are enabled for all code.
    unsafe { V16::splat(byte) }
}

/// Folds the registers of at most [`PLACES`] bytes, with the place of each: four that overlap, or one
/// with zeros past the input.
#[inline(always)]
fn fold<S>(input: &[u8], state: S, fold: impl Fn(S, usize, V16) -> S) -> S {
    debug_assert!(input.len() <= PLACES);
    if input.len() < LANES {
        // SAFETY: the input is a slice of fewer than 16 bytes.
        return fold(state, 0, unsafe { load_few(input.as_ptr(), input.len()) });
    }
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
    let (a, b) = (splat(a), splat(b));
    let any = fold(input, splat(0), |any: V16, _, v| {
        let any = any.or(v.equal(a).or(v.equal(b)));
        if ASCII { any.or(v) } else { any }
    });
    any.top_bits() == 0
}

/// The mask of the first [`PLACES`] bytes that are wanted: the first byte is the lowest bit.
#[inline(always)]
pub(in crate::kernel) fn places_of(input: &[u8], ([a, b, c], non_ascii): Wanted) -> u64 {
    let (a, b, c) = (splat(a), splat(b), splat(c));
    fold(&input[..input.len().min(PLACES)], 0, |places, at, v| {
        let found = v.equal(a).or(v.equal(b)).or(v.equal(c));
        places | if non_ascii { found.or(v).top_bits() } else { found.mask() } << at
    })
}

/// Returns whether an input of at most [`PLACES`] bytes has `%`, and whether it has a byte >= 0x80 or
/// two dots beside each other.
#[cfg(feature = "inspect")]
#[inline(always)]
pub(in crate::kernel) fn look_for_suspects(input: &[u8]) -> (bool, bool) {
    let (percent, dot, none) = (splat(b'%'), splat(b'.'), splat(0));
    let (percents, raw, dots) =
        fold(input, (none, none, 0), |(percents, raw, dots): (V16, V16, u64), at, v| {
            (percents.or(v.equal(percent)), raw.or(v), dots | v.equal(dot).mask() << at)
        });
    (percents.top_bits() != 0, raw.top_bits() != 0 || dots & dots >> 1 != 0)
}

/// The UTF-8 classes of the first `len` bytes, at most 64.
#[inline(always)]
pub(in crate::kernel) fn classes(block: &[u8; BLOCK], len: usize) -> Classes {
    let within = |v: V16, from: V16, to: V16| {
        let offset = v.subtract(from);
        offset.min(to.subtract(from)).equal(offset)
    };
    let is_continuation = |v: V16| within(v, splat(0x80), splat(0xBF)).mask();
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
        let fits = within(second, lowest, highest);
        let lead = |from, to| within(first, splat(from), splat(to)).and(fits).mask() << at;
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
