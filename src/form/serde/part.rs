//! Deserializers for a name, a value, or a pair of both.

use alloc::borrow::Cow;
use core::str::FromStr;

use ::serde::de::value::SeqDeserializer;
use ::serde::de::{
    Deserializer, EnumAccess, Error, IntoDeserializer, SeqAccess, VariantAccess, Visitor,
};
use ::serde::{de, forward_to_deserialize_any};

use super::SerdeError;
use super::group::Pairs;
use super::nones::Nones;
use crate::form::Pair;

/// A name or a value.
pub(super) struct Part<'r, 'de> {
    pair: &'r Pair<'de>,
    /// The source of a sequence's other values; `None` for a name or a sequence element, which
    /// cannot be sequences.
    pairs: Option<&'r mut Pairs<'de>>,
    /// `None` for a name.
    nones: Option<&'r Nones>,
}

impl<'r, 'de> Part<'r, 'de> {
    pub(super) fn name(pair: &'r Pair<'de>) -> Self {
        Self { pair, pairs: None, nones: None }
    }

    /// The value of the pair that `pairs` returned last.
    pub(super) fn value_of(
        pair: &'r Pair<'de>,
        pairs: &'r mut Pairs<'de>,
        nones: &'r Nones,
    ) -> Self {
        Self { pair, pairs: Some(pairs), nones: Some(nones) }
    }

    pub(super) fn element(pair: &'r Pair<'de>, nones: &'r Nones) -> Self {
        Self { pair, pairs: None, nones: Some(nones) }
    }

    fn text(&self) -> Result<Cow<'de, str>, SerdeError> {
        self.pair.typed_text(self.nones.is_none()).map_err(SerdeError::new)
    }

    fn bytes(&self) -> Result<Cow<'de, [u8]>, SerdeError> {
        self.pair.typed_bytes(self.nones.is_none()).map_err(SerdeError::new)
    }

    fn parse<T: FromStr<Err: core::fmt::Display>>(&self) -> Result<T, SerdeError> {
        self.text()?.parse().map_err(SerdeError::new)
    }
}

/// Methods for types that parse with `FromStr`: `self.parse()` reads them.
macro_rules! parsed {
    ($($deserialize:ident $visit:ident)+) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
            visitor.$visit(self.parse()?)
        }
    )+};
    () => {
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
    };
}

/// The method for newtypes, which every deserializer passes through.
macro_rules! newtype {
    () => {
        fn deserialize_newtype_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            visitor: V,
        ) -> Result<V::Value, SerdeError> {
            visitor.visit_newtype_struct(self)
        }
    };
}

/// Methods for tuples, which are sequences.
macro_rules! tuples {
    () => {
        fn deserialize_tuple<V: Visitor<'de>>(
            self,
            _: usize,
            visitor: V,
        ) -> Result<V::Value, SerdeError> {
            self.deserialize_seq(visitor)
        }

        fn deserialize_tuple_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            _: usize,
            visitor: V,
        ) -> Result<V::Value, SerdeError> {
            self.deserialize_seq(visitor)
        }
    };
}

pub(super) use {newtype, parsed, tuples};

impl<'de> Deserializer<'de> for Part<'_, 'de> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        if let Some(text) = self.pair.plain(self.nones.is_none()) {
            return visitor.visit_borrowed_str(text);
        }
        match self.text()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    parsed!();

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match self.bytes()? {
            Cow::Borrowed(bytes) => visitor.visit_borrowed_bytes(bytes),
            Cow::Owned(bytes) => visitor.visit_byte_buf(bytes),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match self.nones {
            Some(nones) if self.pair.value_raw().is_empty() => {
                nones.read_empty(*self.pair, self, visitor)
            }
            _ => visitor.visit_some(self),
        }
    }

    newtype!();

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        visitor.visit_enum(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match self.pairs {
            Some(pairs) => {
                let pairs = pairs.group(*self.pair).flat_map(Pair::elements);
                let mut elements = Elements { pairs, count: 0, nones: self.nones };
                let value = visitor.visit_seq(&mut elements)?;
                elements.end().map(|()| value)
            }
            None => self.deserialize_any(visitor),
        }
    }

    tuples!();

    forward_to_deserialize_any! {
        char str string unit unit_struct map struct identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, SerdeError> for Part<'_, 'de> {
    type Deserializer = Self;

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
    fn end(self) -> Result<(), SerdeError> {
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
    ) -> Result<Option<T::Value>, SerdeError> {
        let Some(pair) = self.pairs.next() else { return Ok(None) };
        self.count += 1;
        seed.deserialize(Part { pair: &pair, pairs: None, nones: self.nones }).map(Some)
    }
}

/// Reads the name of a variant.
impl<'de> EnumAccess<'de> for Part<'_, 'de> {
    type Error = SerdeError;
    type Variant = UnitVariant;

    fn variant_seed<V: de::DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, UnitVariant), SerdeError> {
        seed.deserialize(self).map(|variant| (variant, UnitVariant))
    }
}

pub(super) struct UnitVariant;

impl UnitVariant {
    fn refuse<T>() -> Result<T, SerdeError> {
        Err(SerdeError::new("the variant has content, and a form has no place for it"))
    }
}

impl<'de> VariantAccess<'de> for UnitVariant {
    type Error = SerdeError;

    fn unit_variant(self) -> Result<(), SerdeError> {
        Ok(())
    }

    fn newtype_variant_seed<T: de::DeserializeSeed<'de>>(
        self,
        _: T,
    ) -> Result<T::Value, SerdeError> {
        Self::refuse()
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, SerdeError> {
        Self::refuse()
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, SerdeError> {
        Self::refuse()
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

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        let Self { pair, pairs, nones } = self;
        let parts = [Part::name(pair), Part::value_of(pair, pairs, nones)];
        SeqDeserializer::new(parts.into_iter()).deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_some(self)
    }

    newtype!();

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct enum
        identifier ignored_any
    }
}
