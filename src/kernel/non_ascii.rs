//! The parts of an input for encoding that leaves well-formed UTF-8 raw
//! ([`EncodeRules::keep_non_ascii`](super::EncodeRules)): kernels encode the others, and never see that
//! rule.

use super::dispatch::dispatch;
use super::scalar;
use crate::backend::Backend;
use crate::sets::AsciiSet;

/// A part of an input.
pub(super) enum Part<'a> {
    /// ASCII, or bytes >= 0x80 outside any well-formed sequence: the other rules say what becomes of
    /// it.
    Encoded(&'a [u8]),
    /// Well-formed sequences, none of them ASCII.
    Kept(&'a [u8]),
}

/// The parts, in order.
pub(super) fn parts(backend: Backend, input: &[u8]) -> impl Iterator<Item = Part<'_>> {
    let mut rest = input;
    let runs = core::iter::from_fn(move || {
        let &first = rest.first()?;
        let is_ascii = first < 0x80;
        let len = if is_ascii {
            len_of_ascii(backend, rest)
        } else {
            rest.iter().position(|&byte| byte < 0x80).unwrap_or(rest.len())
        };
        let (run, others) = rest.split_at(len);
        rest = others;
        Some((run, is_ascii))
    });
    runs.flat_map(|(run, is_ascii)| {
        let (ascii, others) = if is_ascii { (run, &run[..0]) } else { (&run[..0], run) };
        let chunks = others.utf8_chunks().flat_map(|chunk| {
            [Part::Kept(chunk.valid().as_bytes()), Part::Encoded(chunk.invalid())]
        });
        core::iter::once(Part::Encoded(ascii)).chain(chunks)
    })
}

/// The index of the first byte >= 0x80, or the length.
fn len_of_ascii(backend: Backend, input: &[u8]) -> usize {
    dispatch!(
        backend,
        K,
        // SAFETY: `input` is a slice, of which at most `input.len()` bytes are read; nothing is
        // written.
        unsafe { K::find_member(input, &AsciiSet::EMPTY) },
        scalar::find_member(input, &AsciiSet::EMPTY)
    )
}
