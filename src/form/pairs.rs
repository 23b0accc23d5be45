//! The pairs of a form as they are written: where names and values are, and which of them decoding
//! does not change.

use crate::backend::Backend;
use crate::kernel::find::find_either;
use crate::kernel::form::{FormMarks, Part};
use crate::kernel::marks::PLACES;

/// A name and its value.
#[derive(Clone, Copy)]
pub(super) struct PairParts<'a> {
    pub(super) name: Part<'a>,
    pub(super) value: Part<'a>,
    /// The position of the name in the input.
    pub(super) start: usize,
    pub(super) has_equals: bool,
}

#[cfg(feature = "serde")]
impl PairParts<'_> {
    /// The pair without a name whose value is this range of the value. A byte precedes the range:
    /// the `=`, or a byte of the value.
    #[inline]
    pub(super) fn with_value(self, range: core::ops::Range<usize>) -> Self {
        Self {
            name: self.name.part(0..0),
            start: self.start + self.name.bytes().len() + range.start,
            value: self.value.part(range),
            ..self
        }
    }
}

/// The pairs of a form, split at `&` (and at `;`, if it separates): empty parts are none, and the
/// first `=` ends the name.
///
/// Names and values are short, so finding each separator, and then looking at each name and value,
/// would take a call for every few bytes. Instead one look marks the separators and the escapes of
/// 64 bytes, and a pair costs a few bit operations. A pair that does not end within them is looked
/// at from its start; if it is longer than that, kernels find its ends.
#[derive(Clone, Debug)]
pub(super) struct Pairs<'a> {
    input: &'a [u8],
    /// The start of the next part: at most one byte past the input's end.
    start: usize,
    /// The marks from `look` on; those of ends that were passed are gone.
    marks: FormMarks<'a>,
    look: usize,
    backend: Option<Backend>,
    /// It ends a pair, and so does `&`.
    separator: u8,
}

impl<'a> Pairs<'a> {
    #[inline]
    pub(super) const fn new(input: &'a [u8], semicolons: bool, backend: Option<Backend>) -> Self {
        let separator = if semicolons { b';' } else { b'&' };
        Self { input, start: 0, marks: FormMarks::NONE, look: 0, backend, separator }
    }

    /// The number of bytes left.
    pub(super) const fn left(&self) -> usize {
        self.input.len().saturating_sub(self.start)
    }

    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<PairParts<'a>> {
        loop {
            if self.marks.ends == 0 {
                if self.left() == 0 {
                    return None;
                }
                self.look::<true>();
                if self.marks.ends == 0 {
                    return Some(self.long_pair::<true>());
                }
            }
            let FormMarks { ends, equals, .. } = self.marks;
            let (start, at) = (self.start, self.start - self.look);
            let end = ends.trailing_zeros() as usize;
            self.marks.ends = ends & (ends - 1);
            self.start = self.look + end + 1;
            if at < end {
                let equals = (equals & u64::MAX << at).trailing_zeros() as usize;
                let (name_end, value_start) = (equals.min(end), (equals + 1).min(end));
                let name = self.marks.part(at..name_end);
                let value = self.marks.part(value_start..end);
                return Some(PairParts { name, value, start, has_equals: name_end < end });
            }
        }
    }

    /// Marks the bytes from `start` on.
    #[inline(never)]
    fn look<const LAZY: bool>(&mut self) {
        let backend = self.backend.unwrap_or_else(Backend::active);
        self.look = self.start;
        self.marks.look(backend, &self.input[self.start..], self.separator);
    }

    /// The pair from `start` on, which is longer than the marks reach.
    #[cold]
    #[inline(never)]
    fn long_pair<const LAZY: bool>(&mut self) -> PairParts<'a> {
        let backend = self.backend.unwrap_or_else(Backend::active);
        let (start, rest) = (self.start, &self.input[self.start..]);
        let end = PLACES + find_either(backend, &rest[PLACES..], b'&', self.separator);
        let name_end = match self.marks.equals {
            0 => PLACES + find_either(backend, &rest[PLACES..end], b'=', b'='),
            equals => equals.trailing_zeros() as usize,
        };
        self.start += end + 1;
        let value = rest[..end].get(name_end + 1..).unwrap_or_default();
        PairParts {
            name: Part::unknown(&rest[..name_end]),
            value: Part::unknown(value),
            start,
            has_equals: name_end < end,
        }
    }
}
