//! WHATWG URL 5.2: *application/x-www-form-urlencoded serializing*.

use alloc::string::String;
use core::borrow::{Borrow, BorrowMut};

#[cfg(feature = "serde")]
use super::Delimiter;
use crate::memory::trimmed;
use crate::{Backend, Encoder, sets};

/// Serializes the pairs as in WHATWG URL 5.2: each pair has a `=`, even if its value is empty, and
/// `&` separates pairs.
///
/// The argument is any iterator of tuples, or of references to tuples: an array, a slice, a map,
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
    let mut serializer = Serializer::new(String::new());
    serializer.extend_pairs(pairs);
    trimmed(serializer.finish())
}

/// Appends pairs to a `String` or a `&mut String`, which may hold the start of a URL: no separator
/// is written before the first pair.
///
/// ```
/// use percent_simd::form::Serializer;
///
/// let mut url = String::from("https://example.com/search?");
/// Serializer::new(&mut url).append_pair("q", "1 + 1").append_pair_bytes("raw", b"\xFF");
/// assert_eq!(url, "https://example.com/search?q=1+%2B+1&raw=%FF");
///
/// let mut query = Serializer::new(String::with_capacity(64)).semicolons(true);
/// query.append_name_only("two words").extend_pairs([("a", ""), ("b", ";&")]);
/// assert_eq!(query.finish(), "two+words;a=;b=%3B%26");
/// ```
#[must_use]
#[derive(Debug)]
pub struct Serializer<T> {
    pub(super) target: T,
    pub(crate) encoder: Encoder,
    pub(super) separator: char,
    pub(super) is_first: bool,
    #[cfg(feature = "serde")]
    pub(super) delimiter: Option<Delimiter>,
}

impl<T: BorrowMut<String>> Serializer<T> {
    /// Creates a serializer with the rules of WHATWG URL 5.2. No separator is written before the
    /// first pair.
    pub const fn new(target: T) -> Self {
        let encoder = Encoder::new(sets::FORM_SET).space_as_plus(true);
        Self {
            target,
            encoder,
            separator: '&',
            is_first: true,
            #[cfg(feature = "serde")]
            delimiter: None,
        }
    }

    /// Sets whether `;` separates pairs instead of `&` (HTML 4.01 B.2.2, XForms 1.1 11.9). Only a
    /// parser with the same option reads the result.
    pub const fn semicolons(mut self, yes: bool) -> Self {
        self.separator = if yes { ';' } else { '&' };
        self
    }

    /// Sets whether SP is written as `+` instead of `%20`; on by default. A `mailto:` URL needs
    /// `%20`: see [`mailto`](super::mailto).
    pub const fn space_as_plus(mut self, yes: bool) -> Self {
        self.encoder = self.encoder.space_as_plus(yes);
        self
    }

    /// Sets the byte between the elements of a sequence within one value, in
    /// [`append_fields`](Self::append_fields) and [`append_nested`](Self::append_nested):
    /// `color=blue,black`. By default nothing does, and each element has a pair of its own. A
    /// parser with the [same option](super::Parser::delimiter), which has an example, reads it.
    #[cfg(feature = "serde")]
    pub const fn delimiter(mut self, delimiter: Delimiter) -> Self {
        self.delimiter = Some(delimiter);
        self
    }

    /// Runs this serializer on `backend` instead of [`Backend::active`]. The results are the same
    /// on all.
    pub const fn on(mut self, backend: Backend) -> Self {
        self.encoder = self.encoder.on(backend);
        self
    }

    /// Appends a name and its value, as UTF-8.
    pub fn append_pair(&mut self, name: &str, value: &str) -> &mut Self {
        self.append_pair_bytes(name, value)
    }

    /// Appends a name and its value as bytes: text in another charset, or binary data.
    #[inline]
    pub fn append_pair_bytes<N, V>(&mut self, name: &N, value: &V) -> &mut Self
    where
        N: AsRef<[u8]> + ?Sized,
        V: AsRef<[u8]> + ?Sized,
    {
        let (encoder, name, value) = (self.encoder, name.as_ref(), value.as_ref());
        self.append_encoded(
            |target| encoder.encode_append(name, target),
            |target| encoder.encode_append(value, target),
        )
    }

    /// Appends a name without `=`. WHATWG's serializer never writes this, and its parser reads it
    /// as a name with an empty value. It is for flags in queries, and for the words of an `ISINDEX`
    /// query (RFC 3875 4.4).
    pub fn append_name_only(&mut self, name: &str) -> &mut Self {
        let encoder = self.encoder;
        encoder.encode_append(name.as_bytes(), self.separate());
        self
    }

    /// Appends all pairs of an iterator over tuples, or over references to tuples:
    /// [`Parse::into_tuples`](super::Parse::into_tuples), for example.
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

    /// Returns the target with everything appended so far.
    #[must_use]
    pub fn finish(self) -> T {
        self.target
    }

    /// Appends a pair; the functions write its name and value, already encoded.
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

    /// Returns the target, with a separator appended if a pair precedes.
    fn separate(&mut self) -> &mut String {
        let target = self.target.borrow_mut();
        if !self.is_first {
            target.push(self.separator);
        }
        self.is_first = false;
        target
    }
}
