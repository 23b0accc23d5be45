//! Encoding: the checked entries.

use super::trust::{Slot, slots};
use super::vector::dispatch;
use super::{EncodeRules, scalar};
use crate::backend::Backend;
use crate::error::OutputTooSmall;

/// The length that encoding gives, or `usize::MAX` if that is greater.
#[inline]
pub(crate) fn encoded_len(backend: Backend, input: &[u8], rules: &EncodeRules) -> usize {
    // Memory: `input` is a slice, of which at most `input.len()` bytes are read; nothing is
    // written.
    dispatch!(backend, encoded_len(input, rules), scalar::encoded_len(input, rules))
}

/// Encodes all of the input, or says how much room that needs.
#[inline]
pub(super) fn encode(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> Result<usize, OutputTooSmall> {
    if out.len() / 3 < input.len() {
        let needed = encoded_len(backend, input, rules);
        if needed > out.len() {
            return Err(OutputTooSmall::new(needed));
        }
    }
    // Memory: either `out.len() >= 3 * input.len()`, and no byte becomes more than three; or
    // `out.len() >= needed`, which is what `encoded_len` answers.
    Ok(dispatch!(backend, encode(input, out, rules), scalar::encode(input, out, rules)))
}

/// The same to the front of a caller's buffer.
#[inline]
pub(crate) fn encode_into(
    backend: Backend,
    input: &[u8],
    out: &mut [u8],
    rules: &EncodeRules,
) -> Result<usize, OutputTooSmall> {
    encode(backend, input, slots!(out, "kernels store initialised bytes only"), rules)
}

/// Encodes all of the input into the room that `make_room` returns for the length it is given.
///
/// # Panics
/// If the room is less than that length.
#[cfg(feature = "alloc")]
pub(super) fn encode_measured<'a>(
    backend: Backend,
    input: &[u8],
    rules: &EncodeRules,
    make_room: impl FnOnce(usize) -> &'a mut [Slot],
) -> usize {
    let needed = encoded_len(backend, input, rules);
    let out = make_room(needed);
    assert!(needed <= out.len(), "callers make as much room as they are told");
    // Memory: `out.len() >= needed`, by the assertion, and `needed` is what `encoded_len` answers.
    dispatch!(backend, encode(input, out, rules), scalar::encode(input, out, rules))
}
