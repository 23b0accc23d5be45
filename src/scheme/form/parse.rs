//! WHATWG URL 5.1: *application/x-www-form-urlencoded parsing*.

use core::iter::FusedIterator;

use super::Pair;
use super::separators::Separators;
use crate::Backend;

/// The pairs of a form or a query, as WHATWG URL 5.1 says: split at `&`; empty parts are none; the first `=` ends the name. Nothing is copied or
/// decoded before a [`Pair`] is asked for it.
///
/// The input is what follows the `?` of a URL, or a body: a leading `?` is data. `;` separates nothing (see [`Parser::semicolons`]). Any input is
/// valid; it is looked at once, in linear time.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::form;
///
/// let pairs = form::parse(b"q=caf%C3%A9+au+lait&&a=b=c&flag");
/// let pairs: Vec<_> = pairs.map(|pair| (pair.name(), pair.value())).collect();
/// assert_eq!(pairs, [("q".into(), "café au lait".into()), ("a".into(), "b=c".into()), ("flag".into(), "".into())]);
/// # }
/// ```
#[must_use]
pub const fn parse(input: &[u8]) -> Parse<'_> {
    Parser::new().parse(input)
}

/// How a form is parsed, where that is not as [`parse`] does it. It is `Copy` and built in `const`.
///
/// ```
/// use percent_simd::form::Parser;
///
/// const XFORMS: Parser = Parser::new().semicolons(true);
/// let mut pairs = XFORMS.parse(b"a=1;b=2&c=3");
/// assert!(pairs.by_ref().map(|pair| pair.name_raw()).eq([b"a", b"b", b"c"]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parser {
    semicolons: bool,
    plus_as_space: bool,
    backend: Option<Backend>,
}

impl Default for Parser {
    fn default() -> Self {
        Self::new()
    }
}

impl Parser {
    /// As WHATWG URL 5.1 says.
    #[must_use]
    pub const fn new() -> Self {
        Self { semicolons: false, plus_as_space: true, backend: None }
    }

    /// Whether `;` separates pairs as well as `&` does (HTML 4.01 B.2.2, XForms 1.1 11.9). Off by default: to WHATWG a `;` is data, and a server that
    /// splits where a cache before it does not can be made to disagree with it about the same URL.
    #[must_use]
    pub const fn semicolons(mut self, yes: bool) -> Self {
        self.semicolons = yes;
        self
    }

    /// Whether a raw `+` is SP; on by default. In the header fields of a `mailto:` URL it is a plus: see [`mailto`](super::mailto).
    #[must_use]
    pub const fn plus_as_space(mut self, yes: bool) -> Self {
        self.plus_as_space = yes;
        self
    }

    /// The same on that backend, whatever [`Backend::active`] is. The results are the same on all.
    #[must_use]
    pub const fn on(mut self, backend: Backend) -> Self {
        self.backend = Some(backend);
        self
    }

    /// The pairs of the input.
    #[must_use]
    pub const fn parse(self, input: &[u8]) -> Parse<'_> {
        let separators = Separators::new(input, self.semicolons, self.backend);
        Parse { input, start: 0, separators, plus_as_space: self.plus_as_space, backend: self.backend }
    }
}

/// The pairs of a form: what [`parse`] and [`Parser::parse`] return.
#[derive(Clone, Debug)]
pub struct Parse<'a> {
    input: &'a [u8],
    /// Where the next part begins: at most one byte behind the input's end.
    start: usize,
    separators: Separators<'a>,
    plus_as_space: bool,
    backend: Option<Backend>,
}

impl<'a> Iterator for Parse<'a> {
    type Item = Pair<'a>;

    #[inline]
    fn next(&mut self) -> Option<Pair<'a>> {
        while self.start < self.input.len() {
            let start = self.start;
            let name_end = self.separators.next();
            let has_equals = self.input.get(name_end) == Some(&b'=');
            let mut end = name_end;
            if has_equals {
                // Later ones are data.
                while self.input.get(end) == Some(&b'=') {
                    end = self.separators.next();
                }
            }
            self.start = end + 1;
            if start < end {
                let value_start = name_end + usize::from(has_equals);
                let (name, value) = (&self.input[start..name_end], &self.input[value_start..end]);
                return Some(Pair::new(name, value, has_equals, self.plus_as_space, self.backend));
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        // A pair takes a byte at least, and another one separates it from the next.
        (0, Some(self.input.len().saturating_sub(self.start).div_ceil(2)))
    }
}

impl FusedIterator for Parse<'_> {}
