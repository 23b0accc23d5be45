//! Columns: places in a run of rows, and the same places in the output.

use super::dispatch::dispatch;
use super::find::accepted;
use super::marks::Block;
use super::rules::{DecodeRules, EncodeRules, Progress};
use super::trust::{Slot, initialised};
use crate::backend::Backend;

/// Marks the bytes that encoding escapes. False if the backend has nothing faster than encoding the
/// bytes between two places.
#[inline]
pub(crate) fn mark_escaped(
    backend: Backend,
    input: &[u8],
    rules: &EncodeRules,
    blocks: &mut [Block],
) -> bool {
    debug_assert!(blocks.len() == Block::number(input.len()) && !rules.keep_escapes);
    // SAFETY: `input` is a slice, and at most its `input.len()` bytes are read; `blocks` is a
    // slice whose elements are written by checked access only.
    dispatch!(backend, K, unsafe { K::mark_escaped(input, &rules.set, blocks) }, false)
}

/// Folds places in the input, each with an item of the caller: with the number of marked bytes
/// before the place.
#[inline]
pub(crate) fn fold_places<T, S>(
    backend: Backend,
    blocks: &[Block],
    places: impl Iterator<Item = (usize, T)>,
    state: S,
    fold: impl FnMut(S, (usize, T), usize) -> S,
) -> S {
    dispatch!(
        backend,
        K,
        // SAFETY: `blocks` is a slice whose elements are read by checked access only.
        unsafe { K::fold_places(blocks, places, state, fold) },
        Block::fold(blocks, places, state, fold)
    )
}

/// Decodes the input to the front of `out`, and marks the digits that are dropped. Returns the
/// number of decoded bytes of the input, and the output. If the rules refuse something soon after,
/// that is not the whole input, and the marks before that place hold. `None` if the backend has
/// nothing faster than decoding the bytes between two places.
///
/// # Panics
/// If `out` is shorter than the input, or the blocks do not cover it.
#[inline]
pub(crate) fn decode_marked<'a>(
    backend: Backend,
    input: &[u8],
    out: &'a mut [Slot],
    rules: &DecodeRules,
    blocks: &mut [Block],
) -> Option<(usize, &'a [u8])> {
    assert!(input.len() <= out.len(), "kernels have room for the input's length at least");
    assert!(blocks.len() == Block::number(input.len()), "the blocks cover the input");
    let accepted = accepted(backend, input, rules);
    let blocks = &mut blocks[..Block::number(accepted.len())];
    let _ = &blocks;
    let Progress { read, written } = dispatch!(
        backend,
        K,
        // SAFETY: the slices are valid, and do not overlap; `accepted.len() <= input.len() <=
        // out.len()`, by the assertion; the elements of `blocks` are written by checked access only.
        unsafe {
            let out = core::ptr::from_mut(out) as *mut [u8];
            if rules.is_plain() {
                K::decode_marked::<true>(accepted, out, rules, blocks)
            } else {
                K::decode_marked::<false>(accepted, out, rules, blocks)
            }
        },
        None
    )?;
    Some((
        read,
        initialised!(out, written, "kernels initialise the `written` slots that they answer"),
    ))
}
