//! The positions of a form's separators.

use crate::Backend;
use crate::kernel;

/// The places of `&` and `=` (and of `;`, if it separates), in order.
///
/// Names and values are short, so finding each separator by a kernel would take a call for every
/// few bytes. Instead a block gives a mask of all its separators at once, and each costs one bit
/// operation. Where a whole block holds none, a long name or value is likely, and a kernel finds
/// its end.
#[derive(Clone, Debug)]
pub(super) struct Separators<'a> {
    input: &'a [u8],
    backend: Option<Backend>,
    semicolons: bool,
    /// Those of the block at `base` that `next` has not returned yet.
    mask: u64,
    base: usize,
    /// The first byte that no block has covered yet.
    next: usize,
}

impl<'a> Separators<'a> {
    pub(super) const fn new(input: &'a [u8], semicolons: bool, backend: Option<Backend>) -> Self {
        Self { input, backend, semicolons, mask: 0, base: 0, next: 0 }
    }

    /// The next one, or the input's length.
    #[inline]
    pub(super) fn next(&mut self) -> usize {
        if self.mask == 0 && !self.find_block() {
            return self.input.len();
        }
        let index = self.base + self.mask.trailing_zeros() as usize;
        self.mask &= self.mask - 1;
        index
    }

    /// Goes on to a block that holds a separator, if there is one.
    fn find_block(&mut self) -> bool {
        let backend = self.backend.unwrap_or_else(Backend::active);
        while self.mask == 0 {
            let rest = &self.input[self.next..];
            if rest.is_empty() {
                return false;
            }
            let other = if self.semicolons { b';' } else { b'&' };
            self.base = self.next;
            self.next += rest.len().min(kernel::PLACES);
            self.mask = kernel::places_of(backend, rest, [b'&', b'=', other]);
            if self.mask == 0 && !self.semicolons {
                self.next += kernel::find_either(backend, &self.input[self.next..], b'&', b'=');
            }
        }
        true
    }
}
