//! SSE2 (the baseline of x86-64) has no byte shuffle: it finds and looks, and the scalar kernel does the
//! rest.

use super::contract::Kernel;
use super::generic::{Lanes, find_either_long};
use super::looks::{is_free_of, load_few, splat};
use super::registers::Baseline as V16;
use crate::kernel::marks::PLACES;
#[cfg(feature = "path")]
use crate::kernel::rules::{Decoding, Examined, PathRules};
use crate::kernel::scalar;
#[cfg(feature = "path")]
use crate::sets::AsciiSet;

/// Bytes in a register.
const LANES: usize = V16::LANES;

/// The kernel.
pub(in crate::kernel) struct Sse2;

impl Kernel for Sse2 {
    const IN_PLACE: bool = false; // that is the scalar kernel's

    #[inline(never)]
    unsafe fn find_either(input: &[u8], a: u8, b: u8) -> usize {
        if input.len() < LANES {
            let found = load_few(input).equal(splat(a)).or(load_few(input).equal(splat(b)));
            // The zeros past the input may be `a` or `b`.
            return input.len().min(found.mask().trailing_zeros() as usize);
        }
        // SAFETY: the CPU has SSE2, and the input has 16 bytes.
        unsafe { find_either_long::<V16, V16>(input, a, b) }
    }

    #[inline]
    unsafe fn is_utf8(input: &[u8]) -> bool {
        input.len() <= PLACES && is_free_of::<true>(input, 0x80, 0x80) || scalar::is_utf8(input)
    }

    #[cfg(feature = "path")]
    #[inline]
    unsafe fn examine(
        path: &[u8],
        rules: &PathRules,
        decoding: Option<&mut Decoding<'_>>,
    ) -> Examined {
        match first_odd(path, rules) {
            Some(from) => scalar::examine::<true>(path, from, rules, decoding),
            None => Examined { read: path.len(), found: 0 },
        }
    }
}

/// A place before which nothing in a path is odd, or a `/` or `.` after a `/`; `None` if that is so in
/// all of it.
#[cfg(feature = "path")]
#[inline(always)]
fn first_odd(path: &[u8], rules: &PathRules) -> Option<usize> {
    /// The raw bytes that `found` sees: those that are odd under every policy without a reject set.
    const SEEN: AsciiSet = crate::sets::CONTROLS.union(AsciiSet::from_bytes(b"%?#\\;"));
    if !rules.raw.is_subset(SEEN) {
        return Some(0);
    }
    let non_ascii = splat(if rules.non_ascii { 0 } else { 0x80 });
    let is = |v: V16, byte: u8| v.equal(splat(byte));
    let found = |v: V16, before: V16| {
        // `?` and 0x7F differ in bit 6, `/` and `.` in the last bit.
        let odd = is(v.or(splat(0x40)), 0x7F).or(is(v, b'%')).or(is(v, b'#'));
        let odd = odd.or(is(v, b'\\')).or(is(v, b';')).or(v.min(splat(0x1F)).equal(v));
        let dots = is(v.or(splat(1)), b'/').and(is(before, b'/'));
        odd.or(dots).or(v.and(non_ascii)).top_bits()
    };
    let len = path.len();
    if len <= LANES {
        let mut padded = [0; 2 * LANES];
        padded[1..=len].copy_from_slice(path);
        // SAFETY: the array has 16 bytes from 0 and from 1 on.
        let (before, v) =
            unsafe { (V16::load(padded.as_ptr()), V16::load(padded.as_ptr().add(1))) };
        // The zeros past the end are odd.
        return (found(v, before) & !(u64::MAX << len) != 0).then_some(0);
    }
    // The first byte is the `/` of a path.
    let mut at = 1;
    while at < len {
        // The last register ends where the path does.
        let start = at.min(len - LANES);
        // SAFETY: `1 <= start`, and `start + 16 <= len`.
        let (before, v) = unsafe {
            (V16::load(path.as_ptr().add(start - 1)), V16::load(path.as_ptr().add(start)))
        };
        if found(v, before) != 0 {
            return Some(at - 1);
        }
        at += LANES;
    }
    None
}
