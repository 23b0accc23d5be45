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
pub(super) struct Parts<'a> {
    backend: Backend,
    /// The rest of a run of bytes >= 0x80.
    run: &'a [u8],
    /// The bytes after the run.
    rest: &'a [u8],
}

impl<'a> Parts<'a> {
    pub(super) const fn of(backend: Backend, input: &'a [u8]) -> Self {
        Self { backend, run: &[], rest: input }
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    #[cold]
    #[inline(never)]
    fn next(&mut self) -> Option<Part<'a>> {
        if self.run.is_empty() {
            let ascii = len_of_ascii(self.backend, self.rest);
            if ascii > 0 {
                let part;
                (part, self.rest) = self.rest.split_at(ascii);
                return Some(Part::Encoded(part));
            }
            let len = self.rest.iter().position(|&byte| byte < 0x80).unwrap_or(self.rest.len());
            (self.run, self.rest) = self.rest.split_at(len);
        }
        let chunk = self.run.utf8_chunks().next()?;
        let (kept, encoded) = (chunk.valid().as_bytes(), chunk.invalid());
        let part = if kept.is_empty() { encoded } else { kept };
        self.run = &self.run[part.len()..];
        Some(if kept.is_empty() { Part::Encoded(part) } else { Part::Kept(part) })
    }
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
