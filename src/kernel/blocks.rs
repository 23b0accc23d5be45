//! Masks of a block of the input, a bit for each byte.

use super::dispatch::{self, dispatch};
use super::scalar;
use crate::backend::Backend;
use crate::sets::AsciiSet;

/// The mask of the first [`PLACES`] bytes that are one of three, none of them zero: the first byte
/// is the lowest bit.
///
/// For bytes that occur every few bytes, where a call of a kernel for each costs more than this
/// look.
#[inline]
pub(crate) fn places_of(backend: Backend, input: &[u8], bytes: [u8; 3]) -> u64 {
    dispatch::places_of(backend, input, bytes).unwrap_or_else(|| scalar::places_of(input, bytes))
}

/// The mask of the first [`PLACES`] bytes that are in `set` or >= 0x80: the first byte is the
/// lowest bit.
#[inline]
pub(crate) fn members(backend: Backend, input: &[u8], set: &AsciiSet) -> u64 {
    // SAFETY: `input` is a slice, of which at most `input.len()` bytes are read; nothing is
    // written.
    dispatch!(backend, K, unsafe { K::members(input, set) }, scalar::members(input, set))
}
