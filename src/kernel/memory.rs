//! Room on the stack, its limits, and copies of a few bytes.

use super::trust::{Slot, as_slots, initialised};

/// The bytes of the widest register: with this room past a result, every store is a whole one.
pub(crate) const REGISTER: usize = 64;

/// Text of up to this many bytes is decoded and validated in one pass, on the stack first where the
/// result takes memory of its own.
pub(crate) const SHORT_TEXT: usize = 256;

/// A path of up to this many bytes is decoded where it is examined.
#[cfg(feature = "path")]
pub(crate) const SHORT_PATH: usize = 128;

/// Without unsafe code, memory has to be initialised, which for few bytes costs more than the rest.
pub(crate) const CLEARS_BUFFERS: bool = !cfg!(feature = "simd");

/// At most 16 bytes, followed by zeros: loaded as two that overlap, without a branch on each.
#[inline(always)]
#[allow(dead_code, reason = "for paths, and for the vector kernels, which not every target has")]
pub(crate) fn few(input: &[u8]) -> u128 {
    let n = input.len();
    if let (Some(&front), Some(&back)) = (input.first_chunk(), input.last_chunk()) {
        let word = |bytes| u128::from(u64::from_le_bytes(bytes));
        word(front) | word(back) << (8 * (n - 8))
    } else if let (Some(&front), Some(&back)) = (input.first_chunk(), input.last_chunk()) {
        let word = |bytes| u64::from(u32::from_le_bytes(bytes));
        u128::from(word(front) | word(back) << (8 * (n - 4)))
    } else if let (Some(&first), Some(&last)) = (input.first(), input.last()) {
        // First, middle and last byte of one, two or three: some of them the same.
        let word = u32::from(first) | u32::from(input[n / 2]) << (8 * (n / 2));
        u128::from(word | u32::from(last) << (8 * (n - 1)))
    } else {
        0
    }
}

/// Copies to the front of the slots, and returns that.
///
/// # Panics
/// If there are fewer slots than bytes.
#[inline(always)]
pub(crate) fn copied<'a>(bytes: &[u8], out: &'a mut [Slot]) -> &'a [u8] {
    let len = bytes.len();
    copy(as_slots(bytes), &mut out[..len]);
    initialised!(out, len, "each of the first `len` slots has been stored to")
}

/// Copies to a slice of the same length. From 8 to 128 bytes are copied by overlapping pieces,
/// without a branch on their number: that is different for every input.
///
/// # Panics
/// If the lengths differ.
#[inline(always)]
pub(super) fn copy<T: Copy>(from: &[T], to: &mut [T]) {
    match from.len() {
        8..16 => by_pieces::<T, 8, 2>(from, to),
        16..=64 => by_pieces::<T, 16, 4>(from, to),
        65..=128 => by_pieces::<T, 16, 8>(from, to),
        _ => to.copy_from_slice(from),
    }
}

/// Copies `N` pieces of `PIECE` each that cover the slice.
#[inline(always)]
fn by_pieces<T: Copy, const PIECE: usize, const N: usize>(from: &[T], to: &mut [T]) {
    let len = from.len();
    assert!(to.len() == len && len >= PIECE);
    for piece in 0..N {
        let start = (piece * PIECE).min(len - PIECE);
        to[start..start + PIECE].copy_from_slice(&from[start..start + PIECE]);
    }
}
