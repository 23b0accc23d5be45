//! WHATWG URL 5.1: *application/x-www-form-urlencoded parsing*.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
use core::iter::FusedIterator;

#[cfg(feature = "serde")]
use super::Delimiter;
use super::Pair;
use super::pair::Options;
use super::pairs::Pairs;
use crate::{Backend, Malformed, Utf8};

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
/// let pairs = form::parse("q=caf%C3%A9+au+lait&&a=b=c&flag");
/// let pairs: Vec<_> = pairs.map(|pair| (pair.name(), pair.value())).collect();
/// assert_eq!(pairs, [("q".into(), "café au lait".into()), ("a".into(), "b=c".into()), ("flag".into(), "".into())]);
/// # }
/// ```
#[inline]
pub fn parse<I: AsRef<[u8]> + ?Sized>(input: &I) -> Parse<'_> {
    Parser::new().parse(input)
}

/// Options for parsing forms; by default it parses like [`parse`]. It is `Copy` and built in
/// `const`.
///
/// ```
/// use percent_simd::form::Parser;
///
/// const XFORMS: Parser = Parser::new().semicolons(true);
/// let mut pairs = XFORMS.parse("a=1;b=2&c=3");
/// assert!(pairs.by_ref().map(|pair| pair.name_raw()).eq([b"a", b"b", b"c"]));
/// ```
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parser {
    semicolons: bool,
    options: Options,
}

impl Default for Parser {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl Parser {
    /// Creates a parser with the rules of WHATWG URL 5.1.
    #[inline]
    pub const fn new() -> Self {
        let options = Options {
            plus_as_space: true,
            malformed: Malformed::Keep,
            utf8: None,
            empty_as_none: false,
            #[cfg(feature = "serde")]
            delimiter: None,
            backend: None,
        };
        Self { semicolons: false, options }
    }

    /// Sets whether `;` separates pairs in addition to `&` (HTML 4.01 B.2.2, XForms 1.1 11.9). Off
    /// by default: to WHATWG `;` is data, and if a server splits at `;` but the cache in front of
    /// it does not, an attacker can make the two disagree about the same URL.
    pub const fn semicolons(mut self, yes: bool) -> Self {
        self.semicolons = yes;
        self
    }

    /// Sets whether a raw `+` is SP; on by default. In the header fields of a `mailto:` URL `+` is
    /// a plus: see [`mailto`](super::mailto).
    pub const fn plus_as_space(mut self, yes: bool) -> Self {
        self.options.plus_as_space = yes;
        self
    }

    /// Sets the handling of a `%` without two hex digits in [`Pair::value_utf8`], in typed reading
    /// (`from_bytes`, feature `serde`), and in [`Pair::decoder`]. By default it stays, as in
    /// WHATWG. `value` and `value_bytes` always keep it.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use percent_simd::{DecodeErrorKind, Malformed, form::Parser};
    ///
    /// let strict = Parser::new().malformed(Malformed::Error);
    /// let pair = strict.parse("discount=50%&page=2").next().unwrap();
    /// assert_eq!(pair.value_utf8().unwrap_err().kind(), DecodeErrorKind::Truncated);
    /// assert_eq!(pair.value(), "50%");
    /// # }
    /// ```
    #[inline]
    pub const fn malformed(mut self, malformed: Malformed) -> Self {
        self.options.malformed = malformed;
        self
    }

    /// Sets the handling of decoded bytes that are not UTF-8: in [`Pair::value_utf8`], which
    /// rejects them by default; in typed reading (`from_bytes`, feature `serde`), which replaces
    /// them with U+FFFD by default; and in [`Pair::decoder`]. `value` cannot fail: it follows
    /// [`Utf8::KeepEscaped`], and treats [`Utf8::Strict`] as [`Utf8::Lossy`].
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use percent_simd::{Utf8, form::Parser};
    ///
    /// let kept = Parser::new().utf8(Utf8::KeepEscaped).parse("q=%E9%C3%A9").next().unwrap();
    /// assert_eq!((kept.value(), kept.value_utf8()), ("%E9é".into(), Ok("%E9é".into())));
    /// # }
    /// ```
    pub const fn utf8(mut self, utf8: Utf8) -> Self {
        self.options.utf8 = Some(utf8);
        self
    }

    /// Sets whether every empty value (`page=`, or `page` alone) is `None` where typed reading
    /// (`from_bytes`, feature `serde`) reads an `Option`: browsers send an empty field this way.
    /// Off by default: then an `Option<String>` is `Some("")`, and an `Option` is `None` only if its
    /// content does not read empty text, as a number does not. Neither has an effect on an `Option`
    /// within `#[serde(flatten)]`, because serde does not tell it apart from its content.
    pub const fn empty_as_none(mut self, yes: bool) -> Self {
        self.options.empty_as_none = yes;
        self
    }

    /// Sets what separates the elements of a sequence within one value, in typed reading
    /// ([`from_bytes`](Self::from_bytes)): `color=blue,black`. By default nothing does. Only a
    /// field that is a sequence is split, before its elements are decoded; an empty value has no
    /// element.
    ///
    /// ```
    /// use percent_simd::form::{Delimiter, Parser};
    ///
    /// #[derive(serde::Deserialize, Debug, PartialEq)]
    /// struct Shirt {
    ///     color: Vec<String>,
    ///     note: String,
    /// }
    ///
    /// let parser = Parser::new().delimiter(Delimiter::Comma);
    /// let shirt: Shirt = parser.from_bytes("color=blue,black%2Cwhite&note=a,b").unwrap();
    /// assert_eq!((shirt.color, shirt.note), (vec!["blue".into(), "black,white".into()], "a,b".into()));
    /// ```
    #[cfg(feature = "serde")]
    pub const fn delimiter(mut self, delimiter: Delimiter) -> Self {
        self.options.delimiter = Some(delimiter);
        self
    }

    /// Runs this parser on `backend` instead of [`Backend::active`]. The results are the same on
    /// all.
    #[inline]
    pub const fn on(mut self, backend: Backend) -> Self {
        self.options.backend = Some(backend);
        self
    }

    /// Returns the pairs of the input.
    #[inline]
    pub fn parse<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Parse<'_> {
        let pairs = Pairs::new(input.as_ref(), self.semicolons, self.options.backend);
        Parse { pairs, options: self.options }
    }
}

/// Iterator over the pairs of a form, returned by [`parse`] and [`Parser::parse`].
#[must_use]
#[derive(Clone, Debug)]
pub struct Parse<'a> {
    pairs: Pairs<'a>,
    options: Options,
}

impl<'a> Parse<'a> {
    /// Converts the pairs to tuples of text, [`Pair::name`] and [`Pair::value`], to collect into
    /// maps and other collections of tuples.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use percent_simd::form;
    ///
    /// let query: HashMap<_, _> = form::parse("q=caf%C3%A9+1&page=2").into_tuples().collect();
    /// assert_eq!((&*query["q"], &*query["page"]), ("café 1", "2"));
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn into_tuples(self) -> impl FusedIterator<Item = (Cow<'a, str>, Cow<'a, str>)> + Clone {
        self.map(<(Cow<'a, str>, Cow<'a, str>)>::from)
    }
}

impl<'a> Iterator for Parse<'a> {
    type Item = Pair<'a>;

    #[inline(always)] // out of line, it would keep the marks of a look in memory
    fn next(&mut self) -> Option<Pair<'a>> {
        Some(Pair::new(self.pairs.next()?, self.options))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        // A pair takes at least one byte, and one byte separates it from the next.
        (0, Some(self.pairs.left().div_ceil(2)))
    }
}

impl FusedIterator for Parse<'_> {}
