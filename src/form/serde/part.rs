//! Deserializers for a name, a value, or a pair of both.

use alloc::borrow::Cow;
use core::str::FromStr;

use ::serde::de::value::SeqDeserializer;
use ::serde::de::{Deserializer, Error, IntoDeserializer, SeqAccess, Visitor};
use ::serde::{de, forward_to_deserialize_any};

use super::error::{Result, SerdeError};
use super::group::Pairs;
use super::nones::Nones;
use crate::form::Pair;

/// A name or a value.
pub(super) struct Part<'r, 'de> {
    text: Text<'r, 'de>,
    /// The source of a sequence's other values; `None` for a name or a sequence element, which
    /// cannot be sequences.
    pairs: Option<&'r mut Pairs<'de>>,
    /// `None` for a name.
    nones: Option<&'r Nones>,
}

/// The text of a part, as it is written or as one level of a decoded name.
enum Text<'r, 'de> {
    Pair(&'r Pair<'de>),
    Level(Cow<'de, str>),
}

impl<'r, 'de> Part<'r, 'de> {
    #[inline]
    pub(super) fn name(pair: &'r Pair<'de>) -> Self {
        Self { text: Text::Pair(pair), pairs: None, nones: None }
    }

    /// One level of a name.
    #[inline]
    pub(super) fn level(name: Cow<'de, str>) -> Self {
        Self { text: Text::Level(name), pairs: None, nones: None }
    }

    /// The value of the pair that `pairs` returned last.
    #[inline]
    pub(super) fn value_of(
        pair: &'r Pair<'de>,
        pairs: &'r mut Pairs<'de>,
        nones: &'r Nones,
    ) -> Self {
        Self { text: Text::Pair(pair), pairs: Some(pairs), nones: Some(nones) }
    }

    #[inline]
    pub(super) fn element(pair: &'r Pair<'de>, nones: &'r Nones) -> Self {
        Self { text: Text::Pair(pair), pairs: None, nones: Some(nones) }
    }

    #[inline]
    fn text(self) -> Result<Cow<'de, str>> {
        match self.text {
            Text::Pair(pair) => pair.typed_text(self.nones.is_none()).map_err(SerdeError::new),
            Text::Level(name) => Ok(name),
        }
    }

    fn parse<T: FromStr<Err: core::fmt::Display>>(self) -> Result<T> {
        let is_level = matches!(self.text, Text::Level(_));
        let text = self.text()?;
        text.parse().map_err(|error| {
            let error = SerdeError::new(error);
            if is_level { error.in_field(&text) } else { error }
        })
    }
}

/// Methods for types that parse with `FromStr`.
macro_rules! parsed {
    ($($deserialize:ident $visit:ident)+) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            visitor.$visit(self.parse()?)
        }
    )+};
}

/// The method for newtypes, which every deserializer passes through.
macro_rules! newtype {
    () => {
        fn deserialize_newtype_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            visitor: V,
        ) -> Result<V::Value> {
            visitor.visit_newtype_struct(self)
        }
    };
}

/// Methods for tuples, which are sequences.
macro_rules! tuples {
    () => {
        fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
            self.deserialize_seq(visitor)
        }

        fn deserialize_tuple_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            _: usize,
            visitor: V,
        ) -> Result<V::Value> {
            self.deserialize_seq(visitor)
        }
    };
}

pub(super) use {newtype, tuples};

impl<'de> Deserializer<'de> for Part<'_, 'de> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Text::Pair(pair) = self.text {
            if let Some(text) = pair.part(self.nones.is_none()).plain() {
                return visitor.visit_borrowed_str(text);
            }
        }
        match self.text()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    parsed! {
        deserialize_bool visit_bool
        deserialize_i8 visit_i8
        deserialize_i16 visit_i16
        deserialize_i32 visit_i32
        deserialize_i64 visit_i64
        deserialize_i128 visit_i128
        deserialize_u8 visit_u8
        deserialize_u16 visit_u16
        deserialize_u32 visit_u32
        deserialize_u64 visit_u64
        deserialize_u128 visit_u128
        deserialize_f32 visit_f32
        deserialize_f64 visit_f64
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let Text::Pair(pair) = self.text else { return self.deserialize_any(visitor) };
        match pair.typed_bytes(self.nones.is_none()).map_err(SerdeError::new)? {
            Cow::Borrowed(bytes) => visitor.visit_borrowed_bytes(bytes),
            Cow::Owned(bytes) => visitor.visit_byte_buf(bytes),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match (&self.text, self.nones) {
            (&Text::Pair(pair), Some(nones)) if pair.value_raw().is_empty() => {
                nones.read_empty(*pair, self, visitor)
            }
            _ => visitor.visit_some(self),
        }
    }

    newtype!();

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.text()?.into_deserializer().deserialize_enum(name, variants, visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match (&self.text, self.pairs) {
            (&Text::Pair(pair), Some(pairs)) => {
                let pairs = pairs.group(*pair).flat_map(Pair::elements);
                let mut elements = Elements { pairs, count: 0, nones: self.nones };
                let value = visitor.visit_seq(&mut elements)?;
                elements.end().map(|()| value)
            }
            _ => Part { pairs: None, ..self }.deserialize_any(visitor),
        }
    }

    tuples!();

    forward_to_deserialize_any! {
        char str string unit unit_struct map struct identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, SerdeError> for Part<'_, 'de> {
    type Deserializer = Self;

    #[inline]
    fn into_deserializer(self) -> Self {
        self
    }
}

/// The elements of a sequence: the values of these pairs. (Serde's own sequences would copy each
/// pair.)
struct Elements<'r, I> {
    pairs: I,
    /// The number of elements that were read.
    count: usize,
    nones: Option<&'r Nones>,
}

impl<'de, I: Iterator<Item = Pair<'de>>> Elements<'_, I> {
    /// An error if elements are left, with the words of serde's own sequences.
    fn end(self) -> Result<()> {
        let count = self.count;
        let all = count + self.pairs.count();
        if all == count {
            return Ok(());
        }
        let plural = if count == 1 { "" } else { "s" };
        let expected = alloc::format!("{count} element{plural} in sequence");
        Err(SerdeError::invalid_length(all, &&*expected))
    }
}

impl<'de, I: Iterator<Item = Pair<'de>>> SeqAccess<'de> for Elements<'_, I> {
    type Error = SerdeError;

    fn next_element_seed<T: de::DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>> {
        let Some(pair) = self.pairs.next() else { return Ok(None) };
        self.count += 1;
        seed.deserialize(Part { text: Text::Pair(&pair), pairs: None, nones: self.nones }).map(Some)
    }
}

/// A name and its value, as a sequence of two elements.
pub(super) struct TwoParts<'r, 'de> {
    pub(super) pair: &'r Pair<'de>,
    pub(super) pairs: &'r mut Pairs<'de>,
    pub(super) nones: &'r Nones,
}

impl<'de> Deserializer<'de> for TwoParts<'_, 'de> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let Self { pair, pairs, nones } = self;
        let parts = [Part::name(pair), Part::value_of(pair, pairs, nones)];
        SeqDeserializer::new(parts.into_iter()).deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    newtype!();

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct enum
        identifier ignored_any
    }
}
