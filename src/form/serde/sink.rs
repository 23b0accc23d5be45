//! A serializer into sinks, which accept some kinds of values and refuse the others.

use core::fmt::Display;

use ::serde::Serialize;
use ::serde::ser::{
    Impossible, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, SerializeTupleStruct,
    Serializer,
};

use super::SerdeError;

/// A sink for one value. By default it refuses every kind.
pub(super) trait Sink: Sized {
    type Ok;
    type Sequence: SerializeSeq<Ok = Self::Ok, Error = SerdeError>
        + SerializeTuple<Ok = Self::Ok, Error = SerdeError>
        + SerializeTupleStruct<Ok = Self::Ok, Error = SerdeError>;
    type Fields: SerializeMap<Ok = Self::Ok, Error = SerdeError>
        + SerializeStruct<Ok = Self::Ok, Error = SerdeError>;

    /// The result of `None`. A sink without one refuses options.
    const NONE: Option<Self::Ok> = None;

    /// The error for a value of that kind.
    fn refuse(kind: &str) -> SerdeError;

    fn bytes(self, kind: &str, _: &[u8]) -> Result<Self::Ok, SerdeError> {
        Err(Self::refuse(kind))
    }

    /// Writes text that needs no escapes, such as a number.
    fn plain(self, kind: &str, _: impl Display) -> Result<Self::Ok, SerdeError> {
        Err(Self::refuse(kind))
    }

    /// Writes the unit, or the unit struct of that name.
    fn unit(self, name: Option<&'static str>) -> Result<Self::Ok, SerdeError> {
        match name {
            Some(name) => self.bytes("the unit", name.as_bytes()),
            None => Err(Self::refuse("the unit")),
        }
    }

    fn sequence(self) -> Result<Self::Sequence, SerdeError> {
        Err(Self::refuse("a sequence"))
    }

    fn tuple(self, _len: usize) -> Result<Self::Sequence, SerdeError> {
        self.sequence()
    }

    fn tuple_struct(self) -> Result<Self::Sequence, SerdeError> {
        self.sequence()
    }

    fn fields(self, kind: &str) -> Result<Self::Fields, SerdeError> {
        Err(Self::refuse(kind))
    }

    /// Writes a value of any kind.
    #[inline]
    fn write<T: ?Sized + Serialize>(self, value: &T) -> Result<Self::Ok, SerdeError> {
        value.serialize(IntoSink(self))
    }
}

/// A sink for the elements of a sequence, a tuple or a tuple struct.
pub(super) trait Sequence {
    fn element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), SerdeError>;
    fn end(self) -> Result<(), SerdeError>;
}

/// The traits of serde for a [`Sequence`].
macro_rules! sequence {
    ($type:ty) => {
        sequence! { $type: SerializeSeq serialize_element }
        sequence! { $type: SerializeTuple serialize_element }
        sequence! { $type: SerializeTupleStruct serialize_field }
    };
    ($type:ty: $trait:ident $method:ident) => {
        impl ::serde::ser::$trait for $type {
            type Ok = ();
            type Error = SerdeError;

            #[inline]
            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), SerdeError> {
                self.element(value)
            }

            #[inline]
            fn end(self) -> Result<(), SerdeError> {
                Sequence::end(self)
            }
        }
    };
}
pub(super) use sequence;

struct IntoSink<S>(S);

macro_rules! plain {
    ($kind:literal: $($method:ident $type:ty)*) => {$(
        #[inline]
        fn $method(self, value: $type) -> Result<S::Ok, SerdeError> {
            self.0.plain($kind, value)
        }
    )*};
}

impl<S: Sink> Serializer for IntoSink<S> {
    type Ok = S::Ok;
    type Error = SerdeError;
    type SerializeSeq = S::Sequence;
    type SerializeTuple = S::Sequence;
    type SerializeTupleStruct = S::Sequence;
    type SerializeTupleVariant = Impossible<S::Ok, SerdeError>;
    type SerializeMap = S::Fields;
    type SerializeStruct = S::Fields;
    type SerializeStructVariant = Impossible<S::Ok, SerdeError>;

    plain! { "a boolean": serialize_bool bool }
    plain! {
        "a number":
        serialize_i8 i8
        serialize_i16 i16
        serialize_i32 i32
        serialize_i64 i64
        serialize_i128 i128
        serialize_u8 u8
        serialize_u16 u16
        serialize_u32 u32
        serialize_u64 u64
        serialize_u128 u128
    }

    fn serialize_f32(self, value: f32) -> Result<S::Ok, SerdeError> {
        self.0.plain("a number", ryu::Buffer::new().format(value))
    }

    fn serialize_f64(self, value: f64) -> Result<S::Ok, SerdeError> {
        self.0.plain("a number", ryu::Buffer::new().format(value))
    }

    fn serialize_char(self, value: char) -> Result<S::Ok, SerdeError> {
        self.0.bytes("a character", value.encode_utf8(&mut [0; 4]).as_bytes())
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<S::Ok, SerdeError> {
        self.0.bytes("text", value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<S::Ok, SerdeError> {
        self.0.bytes("bytes", value)
    }

    #[inline]
    fn serialize_none(self) -> Result<S::Ok, SerdeError> {
        S::NONE.ok_or_else(|| S::refuse("an option"))
    }

    #[inline]
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<S::Ok, SerdeError> {
        if S::NONE.is_some() { value.serialize(self) } else { Err(S::refuse("an option")) }
    }

    fn serialize_unit(self) -> Result<S::Ok, SerdeError> {
        self.0.unit(None)
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<S::Ok, SerdeError> {
        self.0.unit(Some(name))
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<S::Ok, SerdeError> {
        self.0.bytes("a variant", variant.as_bytes())
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<S::Ok, SerdeError> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, SerdeError> {
        self.0.sequence()
    }

    #[inline]
    fn serialize_tuple(self, len: usize) -> Result<Self::SerializeTuple, SerdeError> {
        self.0.tuple(len)
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, SerdeError> {
        self.0.tuple_struct()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<S::Fields, SerdeError> {
        self.0.fields("a map")
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<S::Fields, SerdeError> {
        self.0.fields("a struct")
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<S::Ok, SerdeError> {
        Err(S::refuse("a variant with content"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, SerdeError> {
        Err(S::refuse("a variant with content"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, SerdeError> {
        Err(S::refuse("a variant with content"))
    }
}
