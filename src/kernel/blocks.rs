//! What is known of a block of the input, a bit for each byte.

use super::scalar;
use super::vector::{self, dispatch};
#[cfg(feature = "alloc")]
use super::{DecodeRules, EncodeRules};
use crate::backend::Backend;
use crate::sets::AsciiSet;

/// This many bytes are looked at by [`places_of`] and [`members`].
pub(crate) const PLACES: usize = 64;

/// Which of the first [`PLACES`] bytes are one of three, which are not zero: the first byte is the
/// lowest bit.
///
/// For bytes that occur every few bytes, where a call of a kernel for each costs more than this
/// look.
#[inline]
pub(crate) fn places_of(backend: Backend, input: &[u8], bytes: [u8; 3]) -> u64 {
    vector::places_of(backend, input, bytes).unwrap_or_else(|| scalar::places_of(input, bytes))
}

/// Which of the first [`PLACES`] bytes are in `set` or >= 0x80: the first byte is the lowest bit.
#[inline]
pub(crate) fn members(backend: Backend, input: &[u8], set: &AsciiSet) -> u64 {
    // Memory: `input` is a slice, of which at most `input.len()` bytes are read; nothing is
    // written.
    dispatch!(backend, members(input, set), scalar::members(input, set))
}

/// What is known of [`PLACES`] bytes of an input.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Block {
    /// Which bytes are marked: the first one is the lowest bit. (Those past the input are
    /// unspecified.)
    pub(super) marks: u64,
    /// Which bytes may be the second or the third one of a triplet, if triplets are marked.
    pub(super) within: u64,
    /// How many bytes are marked before these.
    pub(super) before: usize,
}

#[cfg(feature = "alloc")]
impl Block {
    /// How many of the first `at` bytes of the input are marked, and whether a triplet may begin
    /// before that place and end after it.
    #[inline]
    pub(crate) fn look_up(blocks: &[Self], at: usize) -> (usize, bool) {
        let Self { marks, within, before } = blocks[at / PLACES];
        let bit = 1 << (at % PLACES);
        (before + (marks & (bit - 1)).count_ones() as usize, within & bit != 0)
    }

    /// How many blocks cover an input of this length and the place past its end.
    pub(crate) const fn number(len: usize) -> usize {
        len / PLACES + 1
    }
}

/// Marks the bytes that encoding escapes. False if the backend has nothing faster than encoding the
/// bytes between two places.
#[cfg(feature = "alloc")]
pub(crate) fn mark_escaped(
    backend: Backend,
    input: &[u8],
    rules: &EncodeRules,
    blocks: &mut [Block],
) -> bool {
    debug_assert!(blocks.len() == Block::number(input.len()) && !rules.keep_escapes);
    // Memory: `input` is a slice, of which at most `input.len()` bytes are read; `blocks` is a
    // slice whose elements are written by checked access only.
    dispatch!(backend, mark_escaped(input, &rules.set, blocks), false)
}

/// Marks where triplets start that decoding replaces. False if the backend has nothing faster than
/// decoding the bytes between two places.
#[cfg(feature = "alloc")]
pub(crate) fn mark_triplets(
    backend: Backend,
    input: &[u8],
    rules: &DecodeRules,
    blocks: &mut [Block],
) -> bool {
    debug_assert!(blocks.len() == Block::number(input.len()) && !rules.can_fail());
    // Memory: `input` is a slice, of which at most `input.len()` bytes are read; `blocks` is a
    // slice whose elements are written by checked access only.
    dispatch!(backend, mark_triplets(input, rules, blocks), false)
}
