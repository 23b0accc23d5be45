//! Deserializers for a name, a value, or a pair of both.

use alloc::borrow::Cow;
use core::str::FromStr;

use ::serde::de::value::SeqDeserializer;
use ::serde::de::{Deserializer, Error, IntoDeserializer, Unexpected, Visitor};
use ::serde::forward_to_deserialize_any;

use super::error::{Result, SerdeError};
use super::group::Pairs;
use super::nones::Nones;
use crate::form::Pair;

/// A name or a value.
pub(super) struct Part<'r, 'de> {
    pub(super) text: Text<'de>,
    /// The source of a sequence's other values; `None` for a name or a sequence element, which
    /// cannot be sequences.
    pub(super) pairs: Option<&'r mut Pairs<'de>>,
    /// `None` for a name.
    pub(super) nones: Option<&'r Nones>,
}

/// The text of a part, as it is written or as one level of a decoded name.
pub(super) enum Text<'de> {
    Pair(Pair<'de>),
    /// The name and the value, a sequence of two.
    Both(Pair<'de>),
    Level(Cow<'de, str>),
}

impl<'de> Part<'_, 'de> {
    /// The name of a pair.
    #[inline]
    pub(super) fn name(pair: Pair<'de>) -> Self {
        Self { text: Text::Pair(pair), pairs: None, nones: None }
    }

    #[inline]
    fn text(self) -> Result<Cow<'de, str>> {
        match self.text {
            Text::Pair(pair) => pair.typed_text(self.nones.is_none()).map_err(SerdeError::new),
            Text::Level(name) => Ok(name),
            Text::Both(_) => Err(SerdeError::invalid_type(Unexpected::Seq, &"a single value")),
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
        match self.text {
            Text::Pair(pair) => {
                if let Some(text) = pair.part(self.nones.is_none()).plain() {
                    return visitor.visit_borrowed_str(text);
                }
            }
            Text::Both(_) => return self.deserialize_seq(visitor),
            Text::Level(_) => {}
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
                nones.read_empty(pair, self, visitor)
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
        let nones = self.nones;
        let part = |text| Part { text, pairs: None, nones };
        match (self.text, self.pairs) {
            (Text::Pair(pair), Some(pairs)) => {
                let elements = pairs.group(pair).flat_map(Pair::elements);
                SeqDeserializer::new(elements.map(|pair| part(Text::Pair(pair))))
                    .deserialize_any(visitor)
            }
            (Text::Both(pair), pairs) => {
                let value = Part { text: Text::Pair(pair), pairs, nones };
                SeqDeserializer::new([Part::name(pair), value].into_iter()).deserialize_any(visitor)
            }
            (text, _) => part(text).deserialize_any(visitor),
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
