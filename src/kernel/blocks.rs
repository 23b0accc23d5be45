//! Looks at the first 64 bytes of an input, all at a time.

use super::dispatch::{dispatch, look};
use super::marks::{BLOCK, Classes, PLACES};
use super::scalar;
use crate::backend::{Backend, Kind};
use crate::sets::AsciiSet;

/// Returns whether the input is free of `a` and `b`, which are not zero, and (with `ASCII`) of all
/// bytes >= 0x80; `None` if the input is not short, or this look is not quicker than its backend.
#[inline(always)]
pub(super) fn is_free_of<const ASCII: bool>(
    backend: Backend,
    input: &[u8],
    a: u8,
    b: u8,
) -> Option<bool> {
    if input.len() > PLACES {
        return None;
    }
    if !Kind::ANY_VECTOR {
        return Some(!scalar::has_either::<ASCII>(input, a, b));
    }
    look!(backend, looks::is_free_of::<ASCII>(input, a, b))
}

/// Returns whether a short input has `%`, and whether it has a byte >= 0x80 or two dots beside each
/// other; `None` as in [`is_free_of`].
#[cfg(feature = "inspect")]
#[inline(always)]
pub(crate) fn look_for_suspects(backend: Backend, input: &[u8]) -> Option<(bool, bool)> {
    if input.len() > PLACES {
        return None;
    }
    look!(backend, looks::look_for_suspects(input))
}

/// The mask of the first [`PLACES`] bytes that are one of three, none of them zero: the first byte
/// is the lowest bit.
///
/// For bytes that occur every few bytes, where a call of a kernel for each costs more than this
/// look. (A call of the wider kernels was measured: it makes parsing of forms a quarter slower, and
/// checks of paths 8 %.)
#[inline]
pub(crate) fn places_of(backend: Backend, input: &[u8], bytes: [u8; 3]) -> u64 {
    places::<false>(backend, input, bytes)
}

/// [`places_of`]; with `NON_ASCII`, those of bytes >= 0x80, too.
#[inline(always)]
pub(super) fn places<const NON_ASCII: bool>(backend: Backend, input: &[u8], bytes: [u8; 3]) -> u64 {
    look!(backend, looks::places_of::<NON_ASCII>(input, bytes))
        .unwrap_or_else(|| scalar::places_of::<NON_ASCII>(input, bytes))
}

/// The classes of the first `len` bytes of a block, at most 64; `None` for the scalar backend. (Those
/// past them are ASCII.)
#[inline(always)]
pub(super) fn utf8_classes(backend: Backend, block: &[u8; BLOCK], len: usize) -> Option<Classes> {
    let _ = (block, len); // there may be no look
    look!(backend, looks::classes(block, len))
}

/// The mask of the first [`PLACES`] bytes that are in `set` or >= 0x80: the first byte is the
/// lowest bit.
#[inline]
pub(crate) fn members(backend: Backend, input: &[u8], set: &AsciiSet) -> u64 {
    // SAFETY: `input` is a slice, and at most its `input.len()` bytes are read; nothing is
    // written.
    dispatch!(backend, K, unsafe { K::members(input, set) }, scalar::members(input, set))
}
