//! What a flag may be about.

use memchr::memmem;
use percent_simd::{AsciiSet, Encoder};

use super::marks::Marks;

/// Finds what a flag may be about, in a block whose front is left behind from call to call: `%`, a
/// byte >= 0x80, or two dots; for the flag nul alone `%00` or what ends `%2500`.
#[derive(Default)]
pub(super) struct Suspects {
    nul_only: bool,
    first: Next,
    second: Next,
}

impl Suspects {
    /// For these flags, where values are decoded up to `times` times.
    pub(super) fn of(marks: Marks, times: u32) -> Self {
        Self { nul_only: marks == Marks::NUL && times == 1, ..Self::default() }
    }

    /// The first of them in `rest`, what is left of the block.
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

/// The next one of a kind, so that the bytes before it are searched once only.
#[derive(Default)]
struct Next {
    /// How many bytes of the block are left where it begins, 0 if there is none; `None` if that is
    /// unknown.
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
