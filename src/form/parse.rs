//! WHATWG URL 5.1: *application/x-www-form-urlencoded parsing*.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
use core::iter::FusedIterator;

use super::{Pair, Parser};
use crate::backend::Backend;
use crate::kernel::find::find_either;
use crate::kernel::form::{FormMarks, Part};
use crate::kernel::marks::PLACES;

/// Returns the pairs of a form or a query, as in WHATWG URL 5.1: pairs are split at `&`, empty
/// parts are skipped, and the first `=` ends the name. Nothing is copied; a [`Pair`] decodes on
/// request.
///
/// The input is a body, or the part of a URL after its `?`: a leading `?` is data. `;` is not a
/// separator (see [`Parser::semicolons`]). Any input is valid. Parsing takes one pass in linear
/// time.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::form;
///
/// let pairs: Vec<_> = form::parse("q=caf%C3%A9+au+lait&&a=b=c&flag").into_tuples().collect();
/// assert_eq!(pairs, [("q".into(), "café au lait".into()), ("a".into(), "b=c".into()), ("flag".into(), "".into())]);
/// # }
/// ```
#[inline]
pub fn parse<I: AsRef<[u8]> + ?Sized>(input: &I) -> Parse<'_> {
    Parser::new().parse(input)
}

impl Parser {
    /// Returns the pairs of the input.
    #[inline]
    pub fn parse<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Parse<'_> {
        Parse { input: input.as_ref(), start: 0, marks: FormMarks::NONE, look: 0, options: self }
    }
}

/// Iterator over the pairs of a form, returned by [`parse`] and [`Parser::parse`].
//
// Names and values are short, so finding each separator, and then looking at each name and value,
// would take a call for every few bytes. Instead one look marks the separators and the escapes of
// 64 bytes, and a pair costs a few bit operations. A pair that does not end within them is looked
// at from its start; if it is longer than that, kernels find its ends.
#[must_use]
#[derive(Clone, Debug)]
pub struct Parse<'a> {
    input: &'a [u8],
    /// The start of the next part: at most one byte past the input's end.
    start: usize,
    /// The marks from `look` on; those of ends that were passed are gone.
    marks: FormMarks<'a>,
    look: usize,
    options: Parser,
}

impl<'a> Parse<'a> {
    /// Converts the pairs to tuples of text, [`Pair::name`] and [`Pair::value`], to collect into a
    /// `HashMap` or another collection of tuples.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn into_tuples(self) -> impl FusedIterator<Item = (Cow<'a, str>, Cow<'a, str>)> + Clone {
        self.map(<(Cow<'a, str>, Cow<'a, str>)>::from)
    }

    /// The number of bytes left.
    pub(super) const fn left(&self) -> usize {
        self.input.len().saturating_sub(self.start)
    }

    /// Marks the bytes from `start` on.
    #[inline(never)]
    fn look<const LAZY: bool>(&mut self) {
        let backend = self.options.backend.unwrap_or_else(Backend::active);
        self.look = self.start;
        self.marks.look(backend, &self.input[self.start..], self.options.separator);
    }

    /// The pair from `start` on, which is longer than the marks reach.
    #[cold]
    #[inline(never)]
    fn long_pair<const LAZY: bool>(&mut self) -> Pair<'a> {
        let backend = self.options.backend.unwrap_or_else(Backend::active);
        let (start, rest) = (self.start, &self.input[self.start..]);
        let end = PLACES + find_either(backend, &rest[PLACES..], b'&', self.options.separator);
        let name_end = match self.marks.equals {
            0 => PLACES + find_either(backend, &rest[PLACES..end], b'=', b'='),
            equals => equals.trailing_zeros() as usize,
        };
        self.start += end + 1;
        let value = rest[..end].get(name_end + 1..).unwrap_or_default();
        Pair {
            name: Part::unknown(&rest[..name_end]),
            value: Part::unknown(value),
            start,
            has_equals: name_end < end,
            options: self.options,
        }
    }
}

impl<'a> Iterator for Parse<'a> {
    type Item = Pair<'a>;

    #[inline(always)] // out of line, it would keep the marks of a look in memory
    fn next(&mut self) -> Option<Pair<'a>> {
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
                // (The value first: its end is the greatest place, and checked once.)
                let value = self.marks.part(value_start..end);
                let name = self.marks.part(at..name_end);
                let (has_equals, options) = (name_end < end, self.options);
                return Some(Pair { name, value, start, has_equals, options });
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        // A pair takes at least one byte, and one byte separates it from the next.
        (0, Some(self.left().div_ceil(2)))
    }
}

impl FusedIterator for Parse<'_> {}
