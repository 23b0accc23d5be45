//! What is known of a block of the input, a bit for each byte.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::scalar;
use super::vector::{self, dispatch};
#[cfg(feature = "alloc")]
use super::{
    DecodeRules, EncodeRules, Progress,
    decode::accepted,
    trust::{keep, room},
};
use crate::backend::Backend;
#[cfg(feature = "alloc")]
use crate::backend::Kind;
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
    /// Which bytes may be the second or the third one of a triplet, if triplets are decoded.
    pub(super) within: u64,
    /// How many bytes are marked up to the last one of these.
    pub(super) marked: usize,
}

#[cfg(feature = "alloc")]
impl Block {
    /// How many of the first `at` bytes of the input are marked, and in the lowest bit whether a
    /// triplet may begin before that place and end after it. (So each mask takes one shift.)
    #[inline(always)]
    fn look_up(blocks: &[Self], at: usize) -> (usize, u64) {
        let Self { marks, within, marked } = blocks[at / PLACES];
        let bit = at % PLACES;
        (marked - (marks >> bit).count_ones() as usize, within >> bit)
    }

    /// Folds what [`look_up`](Self::look_up) says of each place. (A kernel counts bits by an
    /// instruction; what closures refer to would be in memory.)
    #[inline(always)]
    pub(super) fn fold<T, S>(
        blocks: &[Self],
        places: impl Iterator<Item = (usize, T)>,
        state: S,
        mut fold: impl FnMut(S, (usize, T), (usize, u64)) -> S,
    ) -> S {
        places.fold(state, |state, place| {
            let known = Self::look_up(blocks, place.0);
            fold(state, place, known)
        })
    }

    /// How many blocks cover an input of this length and the place past its end.
    pub(crate) const fn number(len: usize) -> usize {
        len / PLACES + 1
    }
}

/// Folds places in the input, with which something comes, and what is known of each: how many bytes
/// before it are marked, and in the lowest bit whether a triplet may begin before it and end after
/// it.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn fold_places<T, S>(
    backend: Backend,
    blocks: &[Block],
    places: impl Iterator<Item = (usize, T)>,
    state: S,
    fold: impl FnMut(S, (usize, T), (usize, u64)) -> S,
) -> S {
    // Memory: `blocks` is a slice whose elements are read by checked access only.
    dispatch!(
        backend,
        fold_places(blocks, places, state, fold),
        Block::fold(blocks, places, state, fold)
    )
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

/// Appends the decoded input, and marks the digits that are dropped. Returns how many bytes of the
/// input are decoded: less than all of them if the rules refuse something soon after; then the
/// marks before that place hold. `None` if the backend has nothing faster than decoding the bytes
/// between two places.
#[cfg(feature = "alloc")]
pub(crate) fn decode_marked(
    backend: Backend,
    input: &[u8],
    out: &mut Vec<u8>,
    rules: &DecodeRules,
    blocks: &mut [Block],
) -> Option<usize> {
    assert!(blocks.len() == Block::number(input.len()), "the blocks cover the input");
    if backend.kind() == Kind::Scalar {
        return None;
    }
    let accepted = accepted(backend, input, rules);
    if accepted.is_empty() {
        return Some(0);
    }
    let old = out.len();
    let room = room(out, input.len());
    let blocks = &mut blocks[..Block::number(accepted.len())];
    let _ = (&room, &blocks);
    // Memory: `accepted` is `accepted.len()` readable bytes, which do not overlap the `room.len()`
    // writable ones of `room`, at least `input.len() >= accepted.len()`; `blocks` is a slice whose
    // elements are written by checked access only.
    let Progress { read, written } = dispatch!(
        backend,
        decode_marked(
            accepted.as_ptr(),
            accepted.len(),
            room.as_mut_ptr().cast(),
            room.len(),
            rules,
            blocks
        ),
        None
    )?;
    keep!(
        out,
        old + written,
        "`written <= accepted.len() <= out.capacity() - old`, and the kernel has initialised `written` slots of the room"
    );
    Some(read)
}
