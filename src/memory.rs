//! The memory that a result takes.

use alloc::{string::String, vec::Vec};

/// A longer input is measured before room is made for it, so that it takes the memory of its
/// result: not of the longest possible one, nor of a growing Vec that doubles. For a shorter input
/// the second pass takes more time than the memory is worth.
pub(crate) const LONG: usize = 1 << 20;

/// A container with spare capacity. (It is as public as the sealed trait of outputs that builds on it.)
pub trait Grows {
    /// Length and capacity.
    fn size(&self) -> (usize, usize);
    fn shrink_to_fit(&mut self);
    fn reserve(&mut self, additional: usize);

    #[inline]
    fn spare(&self) -> usize {
        let (len, capacity) = self.size();
        capacity - len
    }
}

impl<T> Grows for Vec<T> {
    #[inline]
    fn size(&self) -> (usize, usize) {
        (self.len(), self.capacity())
    }

    fn shrink_to_fit(&mut self) {
        self.shrink_to_fit();
    }

    #[inline]
    fn reserve(&mut self, additional: usize) {
        self.reserve(additional);
    }
}

impl Grows for String {
    #[inline]
    fn size(&self) -> (usize, usize) {
        (self.len(), self.capacity())
    }

    #[inline]
    fn shrink_to_fit(&mut self) {
        self.shrink_to_fit();
    }

    #[inline]
    fn reserve(&mut self, additional: usize) {
        self.reserve(additional);
    }
}

/// The result without its spare memory if that is more than an eighth of its length and 64 elements.
#[inline]
pub(crate) fn trimmed<T: Grows>(mut result: T) -> T {
    let (len, capacity) = result.size();
    if capacity - len > len / 8 + 64 {
        result.shrink_to_fit();
    }
    result
}
