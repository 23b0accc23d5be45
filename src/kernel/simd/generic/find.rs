//! Finding: the first byte that matters; and looks, which need no shuffle: in the registers of the
//! target's baseline they are inlined into callers, and a look at short input costs less than a call.

use super::member::{Member, Test, is_zero};
use super::vector::{Cpu, Lanes, Vector, load_few, overlapping};
use crate::kernel::marks::{BLOCK, PLACES, Wanted};
use crate::kernel::simd::registers::Baseline;
use crate::sets::AsciiSet;

/// The index of the first byte for which the answer is yes, or the length. `half`, in registers of
/// 16 bytes, asks the same as `whole`.
///
/// # Safety
/// The input has 16 bytes at least, and those after it that the question is about are valid for
/// reads.
#[inline(always)]
unsafe fn find<L: Lanes, H: Lanes>(
    input: &[u8],
    whole: &impl Test<L>,
    half: &impl Test<H>,
) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    let mut at = 0;
    let step = if L::LANES == 64 { 4 * 64 } else { 64 };
    // SAFETY: in the first loop, and where it has found something, `at + step <= len`, and `lane + LANES
    // <= step`, a multiple of LANES; in the second one `at + 64 <= len`, and `at + 16 <= len` in the
    // third. The last register ends with the input, as `16 <= len`.
    unsafe {
        while len - at >= step {
            let mut least = whole.misses_at(src.add(at));
            let mut lane = L::LANES;
            while lane < step {
                least = least.min(whole.misses_at(src.add(at + lane)));
                lane += L::LANES;
            }
            if is_zero(least).any() {
                break;
            }
            at += step;
        }
        if L::LANES == 32 && len - at >= step {
            // One mask: where in the step it is, no branch foresees.
            let (mut mask, mut lane) = (0, 0);
            while lane < step {
                mask |= is_zero(whole.misses_at(src.add(at + lane))).mask() << lane;
                lane += L::LANES;
            }
            return at + mask.trailing_zeros() as usize;
        }
        while L::LANES == 64 && len - at >= 64 {
            let mask = is_zero(whole.misses_at(src.add(at))).mask();
            if mask != 0 {
                return at + mask.trailing_zeros() as usize;
            }
            at += 64;
        }
        while len - at >= 16 {
            let mask = is_zero(half.misses_at(src.add(at))).mask();
            if mask != 0 {
                return at + mask.trailing_zeros() as usize;
            }
            at += 16;
        }
        // The bytes before `at` are none.
        first_of(is_zero(half.misses_at(src.add(len - 16))), len - 16, len)
    }
}

/// [`find`] in input of any length, for tests that look at no byte past the register.
///
/// # Safety
/// None but the instructions.
#[inline(always)]
unsafe fn find_each<L: Lanes, H: Lanes>(
    input: &[u8],
    whole: &impl Test<L>,
    half: &impl Test<H>,
) -> usize {
    let len = input.len();
    // SAFETY: `load_few` takes at most 16 bytes, and `find` more.
    unsafe {
        if len <= 16 {
            // The zeros past the end may be among those that are found.
            return first_of(half.test(load_few(input.as_ptr(), len)), 0, len);
        }
        find(input, whole, half)
    }
}

/// The index of the first lane that is 0xFF, where the first lane is the byte at `at`; or the
/// length, if it is past that.
#[inline(always)]
fn first_of<L: Lanes>(found: L, at: usize, len: usize) -> usize {
    len.min(at + found.mask().trailing_zeros() as usize)
}

/// Equal to one of two bytes.
struct Either<L>(L, L);

impl<L: Lanes> Test<L> for Either<L> {
    #[inline(always)]
    fn misses(&self, v: L) -> L {
        v.xor(self.0).min(v.xor(self.1))
    }
}

#[inline(always)]
pub(in crate::kernel) unsafe fn find_either<L: Lanes, H: Lanes>(
    input: &[u8],
    a: u8,
    b: u8,
) -> usize {
    // SAFETY: the CPU has the instructions.
    unsafe {
        let half = Either(H::splat(a), H::splat(b));
        find_each(input, &Either(L::splat(a), L::splat(b)), &half)
    }
}

#[inline(always)]
pub(in crate::kernel) unsafe fn find_member<V: Vector>(input: &[u8], set: &AsciiSet) -> usize {
    // SAFETY: the CPU has the instructions.
    unsafe {
        let half = Member::<V::Half>::escaped(Cpu::new(), set);
        find_each::<V, V::Half>(input, &Member::<V>::escaped(Cpu::new(), set), &half)
    }
}

/// A suspect: the byte, any >= 0x80, or a `.` before another one.
#[cfg(feature = "inspect")]
struct Suspect<L>(L);

#[cfg(feature = "inspect")]
impl<L: Lanes> Test<L> for Suspect<L> {
    #[inline(always)]
    fn misses(&self, v: L) -> L {
        let top = v.cpu().splat(0x80);
        v.xor(self.0).min(v.xor(top).and(top))
    }

    /// It is about one byte more.
    #[inline(always)]
    unsafe fn misses_at(&self, src: *const u8) -> L {
        // SAFETY: the second register ends one byte after the first one, by this function's
        // contract.
        let (v, next) = unsafe { (L::load(src), L::load(src.add(1))) };
        let dot = v.cpu().splat(b'.');
        // Also 0 at a dot before another one.
        self.misses(v).min(v.xor(dot).or(next.xor(dot)))
    }
}

#[cfg(feature = "inspect")]
#[inline(always)]
pub(in crate::kernel) unsafe fn find_suspect<L: Lanes, H: Lanes>(input: &[u8], byte: u8) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    // SAFETY: `load_few` takes at most 16 bytes; `find` gets 16 bytes or more, and one is after them.
    unsafe {
        let half = Suspect(H::splat(byte));
        if len <= 16 {
            let v: H = load_few(src, len);
            let dots = v.equal(H::splat(b'.')).mask();
            let found = half.test(v).mask() | dots & dots >> 1;
            return len.min(found.trailing_zeros() as usize);
        }
        let found = find(&input[..len - 1], &Suspect(L::splat(byte)), &half);
        // The last byte is before no other one.
        let is_last = found < len - 1 || input[len - 1] == byte || input[len - 1] >= 0x80;
        if is_last { found } else { len }
    }
}

/// The byte in every lane.
#[inline(always)]
fn splat(byte: u8) -> Baseline {
    // SAFETY: the instructions of the baseline are enabled for all code.
    unsafe { Baseline::splat(byte) }
}

/// Folds the registers of at most [`PLACES`] bytes, with the place of each: four that overlap, or one
/// with zeros past the input.
#[inline(always)]
fn fold<S>(input: &[u8], state: S, fold: impl Fn(S, usize, Baseline) -> S) -> S {
    debug_assert!(input.len() <= PLACES);
    if input.len() < Baseline::LANES {
        // SAFETY: the input is a slice of fewer than 16 bytes.
        return fold(state, 0, unsafe { load_few(input.as_ptr(), input.len()) });
    }
    let [first, second, third, last] = overlapping(input.len());
    // SAFETY: each of `overlapping(len)` is at most `len - 16`.
    let load = |at: usize| unsafe { Baseline::load(input.as_ptr().add(at)) };
    let state = fold(fold(state, first, load(first)), second, load(second));
    fold(fold(state, third, load(third)), last, load(last))
}

/// Returns whether an input of at most [`PLACES`] bytes has neither `a` nor `b`, which are not zero,
/// nor, with `ASCII`, a byte >= 0x80.
#[inline(always)]
pub(in crate::kernel) fn is_free_of<const ASCII: bool>(input: &[u8], a: u8, b: u8) -> bool {
    let (a, b) = (splat(a), splat(b));
    let any = fold(input, splat(0), |any: Baseline, _, v| {
        let any = any.or(v.equal(a).or(v.equal(b)));
        if ASCII { any.or(v) } else { any }
    });
    any.top_bit().mask() == 0
}

/// The mask of the first [`PLACES`] bytes that are wanted: the first byte is the lowest bit.
#[inline(always)]
pub(in crate::kernel) fn places_of(input: &[u8], ([a, b, c], non_ascii): Wanted) -> u64 {
    let (a, b, c) = (splat(a), splat(b), splat(c));
    fold(&input[..input.len().min(PLACES)], 0, |places, at, v| {
        let found = v.equal(a).or(v.equal(b)).or(v.equal(c));
        places | if non_ascii { found.or(v).top_bit().mask() } else { found.mask() } << at
    })
}

/// Returns whether an input of at most [`PLACES`] bytes has `%`, and whether it has a byte >= 0x80 or
/// two dots beside each other.
#[cfg(feature = "inspect")]
#[inline(always)]
pub(in crate::kernel) fn look_for_suspects(input: &[u8]) -> (bool, bool) {
    let (percent, dot, none) = (splat(b'%'), splat(b'.'), splat(0));
    let (percents, raw, dots) =
        fold(input, (none, none, 0), |(percents, raw, dots): (Baseline, Baseline, u64), at, v| {
            (percents.or(v.equal(percent)), raw.or(v), dots | v.equal(dot).mask() << at)
        });
    (percents.top_bit().mask() != 0, (raw.top_bit().mask() | dots & dots >> 1) != 0)
}

/// Masks of the UTF-8 classes of the first `len` bytes, at most 64, by Unicode Table 3-7, *Well-Formed
/// UTF-8 Byte Sequences*: 0x80 to 0xBF, in these and in the bytes past them; leads of sequences of two,
/// three and four, before a byte that may be second; and bytes >= 0x80.
#[inline(always)]
pub(in crate::kernel) fn classes(block: &[u8; BLOCK], len: usize) -> [u64; 6] {
    let within = |v: Baseline, from: Baseline, to: Baseline| {
        let offset = v.subtract(from);
        offset.min(to.subtract(from)).equal(offset)
    };
    let is_continuation = |v: Baseline| within(v, splat(0x80), splat(0xBF)).mask();
    let [mut continuation, mut two, mut three, mut four, mut non_ascii] = [0; 5];
    let registers = if len <= Baseline::LANES { 1 } else { 4 };
    let mut register = 0;
    while register < registers {
        let at = register * Baseline::LANES;
        // SAFETY: `at <= 48`, so the loads end at `at + 1 + 16 <= 65 <= BLOCK`.
        let (first, second) = unsafe {
            (Baseline::load(block.as_ptr().add(at)), Baseline::load(block.as_ptr().add(at + 1)))
        };
        let only = |lead, bits| first.equal(splat(lead)).and(splat(bits));
        let lowest = splat(0x80).or(only(0xE0, 0x20).or(only(0xF0, 0x10)));
        let highest = splat(0xBF).xor(only(0xED, 0x20).or(only(0xF4, 0x30)));
        let fits = within(second, lowest, highest);
        let lead = |from, to| within(first, splat(from), splat(to)).and(fits).mask() << at;
        continuation |= is_continuation(first) << at;
        two |= lead(0xC2, 0xDF);
        three |= lead(0xE0, 0xEF);
        four |= lead(0xF0, 0xF4);
        non_ascii |= first.top_bit().mask() << at;
        register += 1;
    }
    // SAFETY: `64 + 16 <= BLOCK`.
    let next = is_continuation(unsafe { Baseline::load(block.as_ptr().add(4 * Baseline::LANES)) });
    [continuation, next, two, three, four, non_ascii]
}
