//! Short looks that are inlined into the caller, where every CPU of the target has the instructions.

use super::vector::{Vector16, load_few};
use crate::kernel::marks::PLACES;
use crate::kernel::simd::generic::partial::overlapping;

/// Returns whether an input of at most [`PLACES`] bytes has neither `a` nor `b`, which are not
/// zero, nor, with `ASCII`, a byte >= 0x80.
///
/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(in crate::kernel) unsafe fn is_free_of<H: Vector16, const ASCII: bool>(
    input: &[u8],
    a: u8,
    b: u8,
) -> bool {
    let (src, len) = (input.as_ptr(), input.len());
    debug_assert!(len <= PLACES);
    // SAFETY: the CPU has the instruction set, by this function's contract. Where
    // `16 <= len <= PLACES`, each of `overlapping(len)` is at most `len - 16`; else `load_few`
    // takes `len < 16` bytes.
    unsafe {
        let wanted = (H::splat(a), H::splat(b));
        let mut found = H::splat(0);
        let mut all = found;
        if len >= 16 {
            let mut i = 0;
            while i < 4 {
                let v = H::load(src.add(overlapping(len)[i]));
                found = found.or(v.equal(wanted.0)).or(v.equal(wanted.1));
                all = all.or(v);
                i += 1;
            }
        } else {
            all = load_few(src, len);
            found = all.equal(wanted.0).or(all.equal(wanted.1));
        }
        !(if ASCII { found.or(all).any_non_ascii() } else { found.any() })
    }
}

/// The mask of the first [`PLACES`] bytes that are one of three, none of them zero: the first byte
/// is the lowest bit.
///
/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(in crate::kernel) unsafe fn places_of<H: Vector16>(input: &[u8], bytes: [u8; 3]) -> u64 {
    let (src, len) = (input.as_ptr(), input.len().min(PLACES));
    let mut places = 0;
    // SAFETY: the CPU has the instruction set, by this function's contract. Where
    // `16 <= len <= PLACES`, each of `overlapping(len)` is at most `len - 16`, and
    // `len <= input.len()`; else `load_few` takes `len < 16` bytes.
    unsafe {
        let [a, b, c] = [H::splat(bytes[0]), H::splat(bytes[1]), H::splat(bytes[2])];
        if len >= 16 {
            let mut i = 0;
            while i < 4 {
                let at = overlapping(len)[i];
                let v = H::load(src.add(at));
                places |= v.equal(a).or(v.equal(b)).or(v.equal(c)).mask() << at;
                i += 1;
            }
            places
        } else {
            let v = load_few::<H>(src, len);
            v.equal(a).or(v.equal(b)).or(v.equal(c)).mask()
        }
    }
}
