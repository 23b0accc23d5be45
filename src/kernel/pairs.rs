//! The pairs of a form: where names and values are, and which of them decoding does not change.

use super::blocks::{form_marks, places_of};
use super::find::find_either;
use super::marks::FormMarks;
use super::marks::PLACES;
use super::trust::text;
use crate::backend::Backend;

/// A name or a value as it is written.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    bytes: &'a [u8],
    look: Look,
}

/// The kind of a name or a value, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// ASCII without `%` and `+`.
    Plain,
    /// Not plain.
    Escaped,
    /// Unknown, because it is long.
    Unknown,
}

impl Look {
    #[inline(always)]
    const fn of(escapes: u64) -> Self {
        if escapes == 0 { Self::Plain } else { Self::Escaped }
    }
}

impl<'a> Part<'a> {
    #[inline(always)]
    pub(crate) const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    #[cfg(any(feature = "alloc", test))]
    #[inline(always)]
    pub(crate) const fn look(self) -> Look {
        self.look
    }

    /// The text, if it is known that decoding does not change it.
    #[inline(always)]
    pub(crate) fn plain(self) -> Option<&'a str> {
        match self.look {
            Look::Plain => {
                Some(text!(self.bytes, "`Look::Plain` says that no byte of them is >= 0x80"))
            }
            _ => None,
        }
    }
}

/// A name and its value.
#[derive(Clone, Copy)]
pub(crate) struct PairParts<'a> {
    /// The bytes of the pair.
    bytes: &'a [u8],
    /// The position of the pair in the input.
    start: usize,
    /// The end of the name in `bytes`: at a `=`, if it is not all of them.
    name_end: usize,
    name_look: Look,
    value_look: Look,
}

impl<'a> PairParts<'a> {
    #[inline(always)]
    pub(crate) const fn name(self) -> Part<'a> {
        Part { bytes: self.bytes.split_at(self.name_end).0, look: self.name_look }
    }

    #[inline(always)]
    pub(crate) const fn value(self) -> Part<'a> {
        let bytes = match self.bytes.split_at(self.name_end).1 {
            [_, value @ ..] => value,
            [] => &[],
        };
        Part { bytes, look: self.value_look }
    }

    /// The position of the name in the input.
    #[inline(always)]
    pub(crate) const fn start(self) -> usize {
        self.start
    }

    #[inline(always)]
    pub(crate) const fn has_equals(self) -> bool {
        self.name_end < self.bytes.len()
    }

    /// The pair without a name whose value is this range of the value. A byte precedes the range:
    /// the `=`, or a byte of the value.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn with_value(self, range: core::ops::Range<usize>) -> Self {
        let start = self.name_end + range.start;
        let value_look = if self.value_look == Look::Plain { Look::Plain } else { Look::Unknown };
        Self {
            bytes: &self.bytes[start..=self.name_end + range.end],
            start: self.start + start,
            name_end: 0,
            name_look: Look::Plain,
            value_look,
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
pub(crate) struct Pairs<'a> {
    input: &'a [u8],
    /// The start of the next part: at most one byte past the input's end.
    start: usize,
    /// The marks from `start` on. The end of the input counts as `&`, if it is near.
    marks: FormMarks,
    backend: Option<Backend>,
    semicolons: bool,
}

impl<'a> Pairs<'a> {
    #[inline]
    pub(crate) const fn new(input: &'a [u8], semicolons: bool, backend: Option<Backend>) -> Self {
        let marks = FormMarks { ampersands: 0, equals: 0, escapes: 0 };
        Self { input, start: 0, marks, backend, semicolons }
    }

    /// The number of bytes left.
    pub(crate) const fn left(&self) -> usize {
        self.input.len().saturating_sub(self.start)
    }

    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<PairParts<'a>> {
        loop {
            let start = self.start;
            if start >= self.input.len() {
                return None;
            }
            if self.marks.ampersands == 0 {
                self.look::<true>();
            }
            let FormMarks { ampersands, equals, escapes } = self.marks;
            let (end, name_end, name_look, value_look);
            if ampersands == 0 {
                (end, name_end) = self.long_pair::<true>();
                (name_look, value_look) = (Look::Unknown, Look::Unknown);
            } else {
                let end_bit = ampersands.trailing_zeros();
                self.marks.ampersands = ampersands >> end_bit >> 1;
                self.marks.equals = equals >> end_bit >> 1;
                self.marks.escapes = escapes >> end_bit >> 1;
                let of_pair = !(!0 << end_bit);
                let name_bit = (equals & of_pair).trailing_zeros().min(end_bit);
                let of_name = !(!0 << name_bit);
                (end, name_end) = (end_bit as usize, name_bit as usize);
                name_look = Look::of(escapes & of_name);
                value_look = Look::of(escapes & of_pair & !of_name);
            }
            self.start = start + end + 1;
            if end > 0 {
                let bytes = &self.input[start..start + end];
                return Some(PairParts { bytes, start, name_end, name_look, value_look });
            }
        }
    }

    /// Marks the bytes from `start` on. (It stores the marks itself: a result would be stored by
    /// eights and loaded by sixteens, for which store forwarding fails.)
    #[inline(never)]
    fn look<const LAZY: bool>(&mut self) {
        let backend = self.backend.unwrap_or_else(Backend::active);
        let rest = &self.input[self.start..];
        let mut marks = form_marks(backend, rest);
        if self.semicolons {
            marks.ampersands |= places_of(backend, rest, [b';'; 3]);
        }
        if rest.len() < PLACES {
            marks.ampersands |= 1 << rest.len();
        }
        self.marks = marks;
    }

    /// The end of a pair that is longer than the marks reach, and the end of its name.
    #[cold]
    #[inline(never)]
    fn long_pair<const LAZY: bool>(&mut self) -> (usize, usize) {
        let backend = self.backend.unwrap_or_else(Backend::active);
        let rest = &self.input[self.start..];
        let other = if self.semicolons { b';' } else { b'&' };
        let end = PLACES + find_either(backend, &rest[PLACES..], b'&', other);
        let name_end = if self.marks.equals != 0 {
            self.marks.equals.trailing_zeros() as usize
        } else {
            PLACES + find_either(backend, &rest[PLACES..end], b'=', b'=')
        };
        self.marks = FormMarks::default();
        (end, name_end)
    }
}
