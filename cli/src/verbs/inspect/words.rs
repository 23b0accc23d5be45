//! The words of a record, and bytes that may have a flag.

use memchr::{memchr, memmem};
use percent_simd::{AsciiSet, Encoder};

use super::marks::Marks;

/// Returns true if a byte separates words: spaces, quotes and the separators of queries.
pub(super) fn separates(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'"' | b'?' | b'&' | b'=')
}

/// The words that contain a `%`.
pub(crate) fn words(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = value;
    std::iter::from_fn(move || {
        let percent = memchr(b'%', rest)?;
        let start = rest[..percent].iter().rposition(separates).map_or(0, |at| at + 1);
        let end = rest[percent..].iter().position(separates).map_or(rest.len(), |at| percent + at);
        let word = &rest[start..end];
        rest = &rest[end..];
        Some(word)
    })
}

/// Finds bytes that may have a flag in the rest of a block, which shrinks from call to call: `%`, a
/// byte >= 0x80, or two dots; for the flag nul alone, `%00` or the end of `%2500`.
#[derive(Default)]
pub(super) struct Suspects {
    nul_only: bool,
    first: Next,
    second: Next,
}

impl Suspects {
    /// Suspects for these flags, with values decoded up to `times` times.
    pub(super) fn of(marks: Marks, times: u32) -> Self {
        Self { nul_only: marks == Marks::NUL && times == 1, ..Self::default() }
    }

    pub(super) fn first(&mut self, rest: &[u8]) -> Option<usize> {
        const PERCENT: Encoder = Encoder::new(AsciiSet::from_bytes(b"%"));
        if self.nul_only {
            let plain = self.first.first(rest, |rest| memmem::find(rest, b"%00"));
            let nested = self.second.first(rest, |rest| memmem::find(rest, b"2500"));
            return plain.into_iter().chain(nested).min();
        }
        let byte = self.first.first(rest, |rest| PERCENT.find(rest));
        let dots = self.second.first(rest, |rest| memmem::find(rest, b".."));
        byte.into_iter().chain(dots).min()
    }
}

/// The next suspect of one kind: remembering it means that bytes are searched only once.
#[derive(Default)]
struct Next {
    /// The bytes of the block left at its start; 0 if the block has no more, `None` if unknown.
    left: Option<usize>,
}

impl Next {
    fn first(&mut self, rest: &[u8], find: impl Fn(&[u8]) -> Option<usize>) -> Option<usize> {
        let left = match self.left {
            Some(left) if left <= rest.len() => left,
            _ => find(rest).map_or(0, |at| rest.len() - at),
        };
        self.left = Some(left);
        (left > 0).then(|| rest.len() - left)
    }
}
