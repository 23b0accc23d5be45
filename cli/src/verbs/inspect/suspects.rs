//! Bytes that may have a flag.

use memchr::memmem;
use percent_simd::{AsciiSet, Encoder};

use super::marks::Marks;

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

    /// The first suspect in `rest`, the rest of the block.
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
