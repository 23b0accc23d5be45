//! Encoding: the checked entries.

use super::dispatch::dispatch;
use super::trust::{Slot, slots};
use super::{EncodeRules, scalar};
use crate::backend::Backend;
use crate::error::OutputTooSmall;

/// Input of up to this many bytes is encoded byte by byte: quicker than a kernel's call.
const FEW: usize = 7;

/// The length that encoding gives, or `usize::MAX` if that is greater.
#[inline]
pub(crate) fn encoded_len(backend: Backend, input: &[u8], rules: &EncodeRules) -> usize {
    // SAFETY: `input` is a slice, of which at most `input.len()` bytes are read; nothing is
    // written.
    unsafe { dispatch!(backend, encoded_len(input, rules), scalar::encoded_len(input, rules)) }
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
        return encode_tightly(backend, input, out, rules);
    }
    if input.len() <= FEW && !rules.keep_escapes {
        return Ok(scalar::encode_few(input, out, rules));
    }
    // SAFETY: `out.len() >= 3 * input.len()`, and no byte becomes more than three.
    Ok(unsafe { dispatch!(backend, encode(input, out, rules), scalar::encode(input, out, rules)) })
}

/// The same where the room is less than always suffices.
#[inline(never)]
fn encode_tightly(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> Result<usize, OutputTooSmall> {
    let needed = encoded_len(backend, input, rules);
    if needed > out.len() {
        return Err(OutputTooSmall::new(needed));
    }
    // SAFETY: `out.len() >= needed`, which is what `encoded_len` answers.
    Ok(unsafe { dispatch!(backend, encode(input, out, rules), scalar::encode(input, out, rules)) })
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

/// An input and the length that encoding it gives.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy)]
pub(super) struct Measured<'a> {
    backend: Backend,
    input: &'a [u8],
    rules: &'a EncodeRules,
    needed: usize,
}

#[cfg(feature = "alloc")]
impl<'a> Measured<'a> {
    #[inline]
    pub(super) fn new(backend: Backend, input: &'a [u8], rules: &'a EncodeRules) -> Self {
        Self { backend, input, rules, needed: encoded_len(backend, input, rules) }
    }

    /// The length.
    #[inline]
    pub(super) const fn needed(&self) -> usize {
        self.needed
    }

    /// Encodes all of the input.
    ///
    /// # Panics
    /// If `out` is shorter than that.
    #[inline]
    pub(super) fn encode(self, out: &mut [Slot]) -> usize {
        let Self { backend, input, rules, needed } = self;
        assert!(needed <= out.len(), "callers make as much room as is needed");
        // SAFETY: `out.len() >= needed`, by the assertion, and `needed` is what `encoded_len`
        // answers: no other function makes a `Measured`.
        unsafe { dispatch!(backend, encode(input, out, rules), scalar::encode(input, out, rules)) }
    }
}
