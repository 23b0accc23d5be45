//! WHATWG URL 5.2: *application/x-www-form-urlencoded serializing*.

use alloc::string::String;
use core::borrow::{Borrow, BorrowMut};
#[cfg(feature = "serde")]
use core::ops::Range;

use crate::memory;
use crate::{Backend, Encoder, sets};

/// The pairs as WHATWG URL 5.2 writes them: `=` in each, even if the value is empty, and `&`
/// between them.
///
/// It takes any iterator of tuples, or of references to them: an array, a slice, a map,
/// [`Parse::into_tuples`](super::Parse::into_tuples).
///
/// ```
/// use std::collections::BTreeMap;
/// use percent_simd::form;
///
/// assert_eq!(form::serialize([("q", "café & bar"), ("empty", "")]), "q=caf%C3%A9+%26+bar&empty=");
/// let owned = vec![(String::from("a"), String::from("1"))];
/// assert_eq!(form::serialize(&owned), "a=1");
/// assert_eq!(form::serialize(&BTreeMap::from([("b", "2"), ("a", "1")])), "a=1&b=2");
/// ```
#[must_use]
pub fn serialize<I, N, V>(pairs: I) -> String
where
    I: IntoIterator<Item: Borrow<(N, V)>>,
    N: AsRef<str>,
    V: AsRef<str>,
{
    serialize_by(
        |serializer| serializer,
        |serializer| {
            serializer.extend_pairs(pairs);
        },
    )
}

/// The pairs as [`serialize`] writes them, of bytes: text in another charset, or no text.
///
/// ```
/// use percent_simd::form;
/// assert_eq!(form::serialize_bytes([(&b"raw"[..], &b"\xFF "[..])]), "raw=%FF+");
/// assert_eq!(form::serialize_bytes(&[("q", vec![0xE9])]), "q=%E9");
/// ```
#[must_use]
pub fn serialize_bytes<I, N, V>(pairs: I) -> String
where
    I: IntoIterator<Item: Borrow<(N, V)>>,
    N: AsRef<[u8]>,
    V: AsRef<[u8]>,
{
    serialize_by(
        |serializer| serializer,
        |serializer| {
            serializer.extend_pairs_bytes(pairs);
        },
    )
}

/// What is appended by a serializer with options.
pub(crate) fn serialize_by(
    options: impl FnOnce(Serializer<String>) -> Serializer<String>,
    append: impl FnOnce(&mut Serializer<String>),
) -> String {
    let mut serializer = options(Serializer::new(String::new()));
    append(&mut serializer);
    let mut text = serializer.finish();
    memory::trim(&mut text);
    text
}

/// Appends pairs to a `String` or a `&mut String`, which may hold the start of a URL: nothing is put
/// before the first one.
///
/// ```
/// use percent_simd::form::Serializer;
///
/// let mut url = String::from("https://example.com/search?");
/// Serializer::new(&mut url).append_pair("q", "1 + 1").append_pair_bytes("raw", b"\xFF");
/// assert_eq!(url, "https://example.com/search?q=1+%2B+1&raw=%FF");
/// ```
#[derive(Debug)]
pub struct Serializer<T> {
    target: T,
    encoder: Encoder,
    separator: char,
    is_first: bool,
}

/// A name that is appended already.
#[cfg(feature = "serde")]
pub(super) struct Begun {
    /// The target's length before it and the separator.
    before: usize,
    was_first: bool,
    /// Where it is in the target.
    name: Range<usize>,
}

impl<T: BorrowMut<String>> Serializer<T> {
    /// Serializes as WHATWG URL 5.2 says. Nothing is put before the first pair.
    #[must_use]
    pub const fn new(target: T) -> Self {
        let encoder = Encoder::new(sets::FORM_SET).space_as_plus(true);
        Self { target, encoder, separator: '&', is_first: true }
    }

    /// Whether pairs are separated by `;` and not by `&` (HTML 4.01 B.2.2, XForms 1.1 11.9). Only a
    /// parser with the same option reads that.
    ///
    /// ```
    /// # use percent_simd::form::Serializer;
    /// let mut query = String::new();
    /// Serializer::new(&mut query).semicolons(true).extend_pairs([("a", "1"), ("b", ";&")]);
    /// assert_eq!(query, "a=1;b=%3B%26");
    /// ```
    #[must_use]
    pub const fn semicolons(mut self, yes: bool) -> Self {
        self.separator = if yes { ';' } else { '&' };
        self
    }

    /// Whether SP is written as `+`, and not as `%20`; on by default. A `mailto:` URL needs `%20`:
    /// see [`mailto`](super::mailto).
    #[must_use]
    pub const fn space_as_plus(mut self, yes: bool) -> Self {
        self.encoder = self.encoder.space_as_plus(yes);
        self
    }

    /// This serializer on that backend, whatever [`Backend::active`] is. The results are the same on all.
    #[must_use]
    pub const fn on(mut self, backend: Backend) -> Self {
        self.encoder = self.encoder.on(backend);
        self
    }

    /// Appends a name and its value, as UTF-8.
    pub fn append_pair(&mut self, name: &str, value: &str) -> &mut Self {
        self.append_slices(name.as_bytes(), value.as_bytes())
    }

    /// Appends a name and its value as bytes: text in another charset, or no text.
    #[inline]
    pub fn append_pair_bytes<N, V>(&mut self, name: &N, value: &V) -> &mut Self
    where
        N: AsRef<[u8]> + ?Sized,
        V: AsRef<[u8]> + ?Sized,
    {
        self.append_slices(name.as_ref(), value.as_ref())
    }

    fn append_slices(&mut self, name: &[u8], value: &[u8]) -> &mut Self {
        let encoder = self.encoder;
        self.append_encoded(
            |target| encoder.encode_append(name, target),
            |target| encoder.encode_append(value, target),
        )
    }

    /// Appends a name without `=`. WHATWG's serializer never writes that, and its parser reads it
    /// as a name with an empty value. A flag in a query may need it, and the value of
    /// [`isindex`](super::isindex) was sent so.
    ///
    /// ```
    /// # use percent_simd::form::Serializer;
    /// let mut query = String::new();
    /// Serializer::new(&mut query).append_name_only("two words").append_pair("a", "");
    /// assert_eq!(query, "two+words&a=");
    /// ```
    pub fn append_name_only(&mut self, name: &str) -> &mut Self {
        let encoder = self.encoder;
        encoder.encode_append(name.as_bytes(), self.separate());
        self
    }

    /// Appends all pairs of an iterator of tuples, or of references to them.
    ///
    /// ```
    /// # use percent_simd::form::{self, Serializer};
    /// let mut again = String::new();
    /// Serializer::new(&mut again).extend_pairs(form::parse("a=%41&&b").into_tuples());
    /// assert_eq!(again, "a=A&b=");
    /// ```
    pub fn extend_pairs<I, N, V>(&mut self, pairs: I) -> &mut Self
    where
        I: IntoIterator<Item: Borrow<(N, V)>>,
        N: AsRef<str>,
        V: AsRef<str>,
    {
        for pair in pairs {
            let (name, value) = pair.borrow();
            self.append_pair(name.as_ref(), value.as_ref());
        }
        self
    }

    /// Appends all pairs of an iterator of tuples of bytes, or of references to them.
    pub fn extend_pairs_bytes<I, N, V>(&mut self, pairs: I) -> &mut Self
    where
        I: IntoIterator<Item: Borrow<(N, V)>>,
        N: AsRef<[u8]>,
        V: AsRef<[u8]>,
    {
        for pair in pairs {
            let (name, value) = pair.borrow();
            self.append_slices(name.as_ref(), value.as_ref());
        }
        self
    }

    /// The target, with all that was appended.
    ///
    /// ```
    /// # use percent_simd::form::Serializer;
    /// let mut query = Serializer::new(String::with_capacity(64));
    /// query.append_pair("q", "a b").append_name_only("all");
    /// assert_eq!(query.finish(), "q=a+b&all");
    /// ```
    #[must_use]
    pub fn finish(self) -> T {
        self.target
    }

    /// Appends a pair whose name and value are written, already encoded, by these functions.
    pub(crate) fn append_encoded(
        &mut self,
        write_name: impl FnOnce(&mut String),
        write_value: impl FnOnce(&mut String),
    ) -> &mut Self {
        let target = self.separate();
        write_name(target);
        target.push('=');
        write_value(target);
        self
    }

    /// Appends the name of a pair whose value follows, if there is one. The function writes it,
    /// already encoded.
    #[cfg(feature = "serde")]
    pub(super) fn begin(&mut self, write_name: impl FnOnce(&mut String)) -> Begun {
        let (before, was_first) = (self.target.borrow().len(), self.is_first);
        let target = self.separate();
        let start = target.len();
        write_name(target);
        Begun { before, was_first, name: start..target.len() }
    }

    /// Appends a value of that name, or one more: then with the name once more.
    #[cfg(feature = "serde")]
    pub(super) fn append_value(&mut self, begun: &Begun, write_value: impl FnOnce(&mut String)) {
        let target = self.target.borrow_mut();
        if target.len() > begun.name.end {
            target.push(self.separator);
            target.extend_from_within(begun.name.clone());
        }
        target.push('=');
        write_value(target);
    }

    /// Takes the name back if no value has followed.
    #[cfg(feature = "serde")]
    pub(super) fn end(&mut self, begun: &Begun) {
        let target = self.target.borrow_mut();
        if target.len() == begun.name.end {
            target.truncate(begun.before);
            self.is_first = begun.was_first;
        }
    }

    /// The encoded name.
    #[cfg(feature = "serde")]
    pub(super) fn name(&self, begun: &Begun) -> &str {
        &self.target.borrow()[begun.name.clone()]
    }

    /// What encodes names and values, with the options: for callers of `append_encoded`.
    #[allow(dead_code, reason = "the core's own forms need no other encoder; legacy charsets do")]
    pub(crate) const fn encoder(&self) -> Encoder {
        self.encoder
    }

    /// The target, past the separator if a pair precedes.
    fn separate(&mut self) -> &mut String {
        let target = self.target.borrow_mut();
        if !self.is_first {
            target.push(self.separator);
        }
        self.is_first = false;
        target
    }
}
