//! Deserializes a form into a struct, a map or a sequence of pairs.

use ::serde::Deserialize;
use ::serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use ::serde::forward_to_deserialize_any;

use super::error::{Result, SerdeError};
use super::group::Pairs;
use super::nested::{self, Node};
use super::nones::Nones;
use super::part::{Part, TwoParts, newtype};
use crate::form::{Pair, Parser};

/// Deserializes a value from a form (*application/x-www-form-urlencoded*, WHATWG URL 5.1).
///
/// The type is a struct, a map, or a sequence or tuple of pairs; a form without pairs can also be
/// the unit. Names and values are read as text, numbers, booleans, characters and unit variants of
/// enums, also inside options and newtypes. Names and values that need no decoding can be borrowed:
/// as `&str`, or as `Cow<str>` with `#[serde(borrow)]` on the field (serde makes a `Cow` deeper in
/// a type owned). Text replaces bytes that are not UTF-8 with U+FFFD; `&[u8]` and other types that
/// ask for bytes keep them.
///
/// * **Sequences.** A field that is a sequence takes all values of its name, in their order. A
///   tuple or an array must match their number exactly. If the name is absent, the field is
///   missing; `#[serde(default)]` then makes it an empty sequence.
/// * **Empty values.** `page=` is `None` for an `Option` whose content does not read empty text, such
///   as a number, and `Some("")` for an optional text. If there are any of the first kind, the form is
///   read once more for each type of them.
/// * **`#[serde(flatten)]`.** serde requests the fields within without their type, so they are text:
///   not sequences, and a number, a boolean or an option of one needs `deserialize_with`, as below.
/// * In a struct, a repeated name whose field is not a sequence is an error. In a map, the last
///   value wins.
/// * Unknown fields are skipped, unless the type says `#[serde(deny_unknown_fields)]`.
///
/// Reading takes one pass over the input and allocates only for the value's contents. At the first
/// sequence, the remaining pairs are collected and sorted by name, once.
///
/// # Errors
/// [`SerdeError`], which names the field, if the value's type rejects the input. Every input is a
/// well-formed form. [`Parser::from_bytes`] has options to reject malformed triplets and bytes that
/// are not UTF-8, to read every empty value as `None`, and to split a value at a delimiter.
/// [`Parser::from_bytes_nested`] reads `filter[year]=1886`.
///
/// ```
/// use std::borrow::Cow;
///
/// #[derive(serde::Deserialize, Debug, PartialEq)]
/// struct Search<'a> {
///     #[serde(borrow)]
///     q: Cow<'a, str>,
///     #[serde(default)]
///     tag: Vec<&'a str>,
///     page: Option<u32>,
/// }
///
/// let search: Search = percent_simd::form::from_bytes("tag=new&q=caf%C3%A9+bar&tag=open").unwrap();
/// assert_eq!(search, Search { q: "café bar".into(), tag: vec!["new", "open"], page: None });
/// ```
///
/// Numbers within `#[serde(flatten)]`:
///
/// ```
/// use std::{fmt::Display, str::FromStr};
/// use percent_simd::form;
/// use serde::{Deserialize, Deserializer, de::Error};
///
/// fn parsed<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(text: D) -> Result<T, D::Error> {
///     String::deserialize(text)?.parse().map_err(D::Error::custom)
/// }
///
/// #[derive(Deserialize)]
/// struct Page {
///     #[serde(deserialize_with = "parsed")]
///     number: u32,
/// }
///
/// #[derive(Deserialize)]
/// struct Search {
///     #[serde(flatten)]
///     page: Page,
/// }
///
/// assert_eq!(form::from_str::<Search>("number=2").unwrap().page.number, 2);
/// ```
#[inline]
pub fn from_bytes<'de, T: Deserialize<'de>>(
    input: &'de (impl AsRef<[u8]> + ?Sized),
) -> core::result::Result<T, SerdeError> {
    Parser::new().from_bytes(input)
}

impl Parser {
    /// Deserializes a value from a form under these options; see
    /// [`form::from_bytes`](from_bytes()).
    ///
    /// # Errors
    /// The errors of [`form::from_bytes`](from_bytes()), and an error if
    /// [`malformed`](Self::malformed) or [`utf8`](Self::utf8) reject the input.
    ///
    /// ```
    /// use percent_simd::{Malformed, Utf8, form::Parser};
    ///
    /// type Pairs<'a> = Vec<(&'a str, Option<String>)>;
    /// const STRICT: Parser = Parser::new().malformed(Malformed::Error).utf8(Utf8::Strict).empty_as_none(true);
    /// let pairs = STRICT.from_bytes::<Pairs>("q=caf%C3%A9&page=").unwrap();
    /// assert_eq!(pairs, [("q", Some("café".into())), ("page", None)]);
    /// assert_eq!(STRICT.from_bytes::<Pairs>("q=100%").unwrap_err().field(), Some("q"));
    /// ```
    pub fn from_bytes<'de, T: Deserialize<'de>>(
        self,
        input: &'de (impl AsRef<[u8]> + ?Sized),
    ) -> core::result::Result<T, SerdeError> {
        Nones::retry(|nones| {
            let pairs = Pairs::Unread(self.parse(input));
            T::deserialize(Form { pairs, current: None, nones })
        })
        .map_err(|error| error.among(self.parse(input)))
    }

    /// Deserializes a value from a form whose names have brackets for levels, as OpenAPI's style
    /// *deepObject* and many frameworks write them: `filter[tags][0]=Chess` is the first element of
    /// `tags` in `filter`. Names are split after they are decoded, so brackets may be raw or
    /// escaped.
    ///
    /// `tags[]` appends an element, `tags[2]` sorts elements by their numbers, and a name repeated
    /// without brackets is a sequence, too. A name whose brackets do not match, or with more than
    /// 16 levels, is a name as it stands: the recursion of a type that contains itself is bounded.
    /// All pairs are collected, and sorted by name at each level.
    ///
    /// # Errors
    /// The errors of [`from_bytes`](Self::from_bytes); and a name that is repeated, or that also
    /// has levels below, where the field is a single value.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use percent_simd::form::Parser;
    ///
    /// #[derive(serde::Deserialize, Debug, PartialEq)]
    /// struct Filter {
    ///     tags: Vec<String>,
    ///     year: Option<u16>,
    /// }
    ///
    /// let form = "filter%5Btags%5D%5B0%5D=Chess&filter[year]=1886";
    /// let games: HashMap<String, Filter> = Parser::new().from_bytes_nested(form).unwrap();
    /// assert_eq!(games["filter"], Filter { tags: vec!["Chess".into()], year: Some(1886) });
    /// ```
    pub fn from_bytes_nested<'de, T: Deserialize<'de>>(
        self,
        input: &'de (impl AsRef<[u8]> + ?Sized),
    ) -> core::result::Result<T, SerdeError> {
        let entries = nested::entries(self.parse(input));
        Nones::retry(|nones| T::deserialize(Node::root(&entries, nones)))
            .map_err(|error| error.among(self.parse(input)))
    }
}

/// Deserializes a value from a form given as text; see [`from_bytes`].
///
/// # Errors
/// The errors of [`from_bytes`].
pub fn from_str<'de, T: Deserialize<'de>>(input: &'de str) -> core::result::Result<T, SerdeError> {
    from_bytes(input)
}

struct Form<'n, 'de> {
    pairs: Pairs<'de>,
    /// The pair whose name has been read but whose value has not.
    current: Option<Pair<'de>>,
    nones: &'n Nones,
}

impl<'de> Deserializer<'de> for Form<'_, 'de> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_map(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_seq(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(mut self, len: usize, visitor: V) -> Result<V::Value> {
        let value = visitor.visit_seq(&mut self)?;
        match self.pairs.next() {
            None => Ok(value),
            Some(_) => Err(SerdeError::new(format_args!("more than {len} pairs"))),
        }
    }

    newtype!();

    fn deserialize_unit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        match self.pairs.next() {
            None => visitor.visit_unit(),
            Some(pair) => Err(SerdeError::new("no field was expected").in_field(&pair.name())),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> MapAccess<'de> for Form<'_, 'de> {
    type Error = SerdeError;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.current = self.pairs.next();
        let Some(pair) = &self.current else { return Ok(None) };
        seed.deserialize(Part::name(pair)).map(Some).map_err(|error| error.in_field(&pair.name()))
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        let pair = self
            .current
            .take()
            .ok_or_else(|| SerdeError::custom("a value was asked for before its name"))?;
        seed.deserialize(Part::value_of(&pair, &mut self.pairs, self.nones))
            .map_err(|error| error.in_field(&pair.name()))
    }
}

impl<'de> SeqAccess<'de> for Form<'_, 'de> {
    type Error = SerdeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(pair) = self.pairs.next() else { return Ok(None) };
        seed.deserialize(TwoParts { pair: &pair, pairs: &mut self.pairs, nones: self.nones })
            .map(Some)
            .map_err(|error| error.in_field(&pair.name()))
    }
}
