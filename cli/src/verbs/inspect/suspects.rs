//! What a flag may be about.

use memchr::memmem;
use percent_simd::{AsciiSet, Encoder};

/// Finds what a flag may be about, in a block whose front is left behind from call to call: `%`, a
/// byte >= 0x80, or two dots.
#[derive(Default)]
pub(super) struct Suspects {
    bytes: Next,
    dots: Next,
}

impl Suspects {
    /// The first of them in `rest`, what is left of the block.
    pub(super) fn first(&mut self, rest: &[u8]) -> Option<usize> {
        const PERCENT: Encoder = Encoder::new(AsciiSet::from_bytes(b"%"));
        let byte = self.bytes.first(rest, |rest| PERCENT.find(rest));
        let dots = self.dots.first(rest, |rest| memmem::find(rest, b".."));
        byte.into_iter().chain(dots).min()
    }
}

/// The next one of a kind, so that the bytes before it are searched once only.
#[derive(Default)]
struct Next {
    /// So many bytes of the block are left where it begins, none if there is none; `None` if it is
    /// not known.
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
