//! Finding: the first byte that matters.

use super::member::{Escaped, Test};
use super::vector::{Vector, Vector16, load_few};
use crate::kernel::marks::PLACES;
use crate::kernel::simd::generic::partial::overlapping;
use crate::sets::AsciiSet;

/// Equal to one of two bytes.
struct Either<V>(V, V);

impl<V: Vector> Test<V> for Either<V> {
    #[inline(always)]
    fn test(&self, v: V) -> V {
        v.equal(self.0).or(v.equal(self.1))
    }
}

/// The index of the first byte, from `from` on, for which the answer is yes, or the length. `half`
/// asks the same as `whole`.
///
/// # Safety
/// The CPU has the instruction set, and `from <= input.len()`.
#[inline(always)]
unsafe fn find<V: Vector>(
    input: &[u8],
    from: usize,
    whole: &impl Test<V>,
    half: &impl Test<V::Half>,
) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    let mut at = from;
    // SAFETY: the CPU has the instruction set and `at == from <= len`, by this function's contract.
    // By the loops' conditions `at + 64 <= len` in the first one, where `lane + LANES <= 64`, and
    // `at + 16 <= len` in the second one, so `at <= len` stays true. After them
    // `left == len - at < 16`.
    unsafe {
        while len - at >= 64 {
            let mut any = whole.test(V::load(src.add(at)));
            let mut lane = V::LANES;
            while lane < 64 {
                any = any.or(whole.test(V::load(src.add(at + lane))));
                lane += V::LANES;
            }
            if any.any() {
                break;
            }
            at += 64;
        }
        while len - at >= 16 {
            let mask = half.test(V::Half::load(src.add(at))).mask();
            if mask != 0 {
                return at + mask.trailing_zeros() as usize;
            }
            at += 16;
        }
        let left = len - at;
        let mask = half.test(load_few::<V::Half>(src.add(at), left)).mask();
        at + (mask.trailing_zeros() as usize).min(left)
    }
}

/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(in crate::kernel) unsafe fn find_either<V: Vector>(input: &[u8], a: u8, b: u8) -> usize {
    // SAFETY: the CPU has the instruction set, by this function's contract, and
    // `0 <= input.len()`.
    unsafe {
        find::<V>(
            input,
            0,
            &Either(V::splat(a), V::splat(b)),
            &Either(V::Half::splat(a), V::Half::splat(b)),
        )
    }
}

/// The bytes of a suspect: `byte`, any >= 0x80, and a `.` before another one.
#[cfg(feature = "inspect")]
struct Suspect<V> {
    byte: V,
    dot: V,
}

#[cfg(feature = "inspect")]
impl<V: Vector> Suspect<V> {
    /// # Safety
    /// The CPU has the instruction set.
    #[inline(always)]
    unsafe fn new(byte: u8) -> Self {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        unsafe { Self { byte: V::splat(byte), dot: V::splat(b'.') } }
    }

    /// 0xFF where the byte of `v`, before that of `next`, is one of them, else 0.
    #[inline(always)]
    fn test(&self, v: V, next: V) -> V {
        let two_dots = v.equal(self.dot).and(next.equal(self.dot));
        v.equal(self.byte).or(v.top_bit()).or(two_dots)
    }
}

#[cfg(feature = "inspect")]
impl<H: Vector16> Suspect<H> {
    /// The mask of the suspects among 16 bytes that another one follows.
    ///
    /// # Safety
    /// `src` is valid for reads of 17 bytes.
    #[inline(always)]
    unsafe fn pairs(&self, src: *const u8) -> u64 {
        // SAFETY: the loads end at 16 and at 17; `self` proves the instruction set.
        unsafe { self.test(H::load(src), H::load(src.add(1))).mask() }
    }
}

/// # Safety
/// The CPU has the instruction set.
#[cfg(feature = "inspect")]
#[inline(always)]
pub(in crate::kernel) unsafe fn find_suspect<V: Vector>(input: &[u8], byte: u8) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    let mut at = 0;
    // SAFETY: the CPU has the instruction set, by this function's contract. In the first loop
    // `at + 65 <= len`, and `lane + LANES <= 64`, so both loads end at `at + 65` at the latest. In
    // the second one `at + 17 <= len`. After it `len - at <= 16`.
    unsafe {
        let (whole, half) = (Suspect::<V>::new(byte), Suspect::<V::Half>::new(byte));
        while len - at > 64 {
            let mut any = whole.test(V::load(src.add(at)), V::load(src.add(at + 1)));
            let mut lane = V::LANES;
            while lane < 64 {
                let (v, next) = (V::load(src.add(at + lane)), V::load(src.add(at + lane + 1)));
                any = any.or(whole.test(v, next));
                lane += V::LANES;
            }
            if any.any() {
                break;
            }
            at += 64;
        }
        while len - at > 16 {
            let mask = half.pairs(src.add(at));
            if mask != 0 {
                return at + mask.trailing_zeros() as usize;
            }
            at += 16;
        }
        last_suspect(input, &half, byte)
    }
}

/// [`find_suspect`] in the last 16 bytes or fewer, before which there is none.
///
/// # Safety
/// The CPU has the instruction set.
#[cfg(feature = "inspect")]
#[inline(always)]
unsafe fn last_suspect<H: Vector16>(input: &[u8], suspect: &Suspect<H>, byte: u8) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    // SAFETY: the CPU has the instruction set, by this function's contract. Where `16 < len`, the
    // sixteen pairs from `len - 17` end with the input, and those before them are clean; else `load`
    // takes `len == 16` bytes, and `load_few` less than 16: `len`, and `len - 1` after the first,
    // if `0 < len`.
    unsafe {
        if len > 16 {
            let from = len - 17;
            let mask = suspect.pairs(src.add(from));
            if mask != 0 {
                return from + mask.trailing_zeros() as usize;
            }
            return if input[len - 1] == byte || input[len - 1] >= 0x80 { len - 1 } else { len };
        }
        if len == 0 {
            return 0;
        }
        let v = if len == 16 { H::load(src) } else { load_few(src, len) };
        let next = load_few::<H>(src.add(1), len - 1);
        (suspect.test(v, next).mask().trailing_zeros() as usize).min(len)
    }
}

/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(in crate::kernel) unsafe fn find_member<V: Vector>(input: &[u8], set: &AsciiSet) -> usize {
    // SAFETY: the CPU has the instruction set, by this function's contract, and
    // `0 <= input.len()`.
    unsafe { find::<V>(input, 0, &Escaped::<V>::new(set), &Escaped::<V::Half>::new(set)) }
}

/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(in crate::kernel) unsafe fn members<V: Vector>(input: &[u8], set: &AsciiSet) -> u64 {
    let (src, len) = (input.as_ptr(), input.len().min(PLACES));
    let (mut places, mut at) = (0, 0);
    // SAFETY: the CPU has the instruction set, by this function's contract. In the first loop
    // `at + LANES <= PLACES == len`, for PLACES is a multiple of LANES. `load_few` takes
    // `len < 16` bytes. In the second loop `16 <= len`, and each start is at most `len - 16`.
    unsafe {
        if len == PLACES {
            let escaped = Escaped::<V>::new(set);
            while at < PLACES {
                places |= escaped.test(V::load(src.add(at))).mask() << at;
                at += V::LANES;
            }
            return places;
        }
        if len < 16 {
            let escaped = Escaped::<V::Half>::new(set);
            // The zeros past the end of the input may be members.
            return escaped.test(load_few::<V::Half>(src, len)).mask() & !(u64::MAX << len);
        }
        // Without a branch on the length: four times 16 bytes that overlap.
        let escaped = Escaped::<V>::new(set);
        let starts = overlapping(len);
        while at < 4 {
            let (first, second) = (starts[at], starts[at + V::LANES / 16 - 1]);
            let found = escaped.test(V::load_halves(src.add(first), src.add(second))).mask();
            places |= (found & 0xFFFF) << first;
            if V::LANES == 32 {
                places |= (found >> 16) << second;
            }
            at += V::LANES / 16;
        }
        places
    }
}
