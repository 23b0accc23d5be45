//! Serializes structs and maps within one another: `filter[tags][0]=Chess`.

use alloc::string::{String, ToString};
use core::fmt::{Display, Write};

use ::serde::Serialize;
use ::serde::ser::{
    Impossible, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, SerializeTupleStruct,
    Serializer,
};

use super::SerdeError;
use super::nested::LEVELS;
use super::refuse::{refuse_variants, transparent};
use super::sink::{Part, Sink, Value};
use crate::form;

/// Appends the pairs of a struct or a map.
pub(super) fn append<T: Serialize + ?Sized>(
    form: &mut form::Serializer<&mut String>,
    value: &T,
) -> Result<(), SerdeError> {
    value.serialize(Node(&mut Writer { form, name: String::new(), levels: 0 }))
}

struct Writer<'a, 't> {
    form: &'a mut form::Serializer<&'t mut String>,
    /// The name of what is written, not encoded.
    name: String,
    levels: usize,
}

impl Writer<'_, '_> {
    /// Writes a value one level below, of this name.
    fn below<T: Serialize + ?Sized>(
        &mut self,
        name: impl Display,
        value: &T,
    ) -> Result<(), SerdeError> {
        if self.levels == LEVELS {
            return Err(Node::refuse("a value below 16 levels").in_field(&self.name));
        }
        let len = self.name.len();
        let written = match self.levels {
            0 => write!(self.name, "{name}"),
            _ => write!(self.name, "[{name}]"),
        };
        written.expect("a String takes all");
        self.levels += 1;
        let result = value.serialize(Node(self));
        self.levels -= 1;
        self.name.truncate(len);
        result
    }

    /// Writes a value one level below, of a name that is not known to be one.
    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), SerdeError> {
        if name.is_empty() || name.contains(['[', ']']) {
            let error = SerdeError::new("a name between brackets has no bracket and is not empty");
            return Err(error.in_field(name));
        }
        self.below(name, value)
    }
}

/// A value at the name that is written.
struct Node<'w, 'a, 't>(&'w mut Writer<'a, 't>);

impl Node<'_, '_, '_> {
    fn refuse(kind: &str) -> SerdeError {
        SerdeError::new(format_args!("{kind} cannot be a field's value"))
    }

    /// Writes a single value.
    fn single(
        self,
        write: impl FnOnce(Part<Value<'_, '_>>) -> Result<(), SerdeError>,
    ) -> Result<(), SerdeError> {
        let Writer { form, name, levels } = self.0;
        if *levels == 0 {
            return Err(SerdeError::new("a single value cannot be a form, which is made of pairs"));
        }
        write(Part(Value::of_field(form, name))).map_err(|error| error.in_field(name))
    }
}

macro_rules! single {
    ($($method:ident $type:ty)*) => {$(
        fn $method(self, value: $type) -> Result<(), SerdeError> {
            self.single(|part| part.$method(value))
        }
    )*};
}

impl<'w, 'a, 't> Serializer for Node<'w, 'a, 't> {
    type Ok = ();
    type Error = SerdeError;
    type SerializeSeq = Elements<'w, 'a, 't>;
    type SerializeTuple = Elements<'w, 'a, 't>;
    type SerializeTupleStruct = Elements<'w, 'a, 't>;
    type SerializeMap = Fields<'w, 'a, 't>;
    type SerializeStruct = Fields<'w, 'a, 't>;

    single! {
        serialize_bool bool
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
        serialize_f32 f32
        serialize_f64 f64
        serialize_char char
        serialize_str &str
        serialize_bytes &[u8]
    }

    fn serialize_none(self) -> Result<(), SerdeError> {
        Ok(())
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), SerdeError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), SerdeError> {
        if self.0.levels == 0 { Ok(()) } else { self.single(|part| part.serialize_unit()) }
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<(), SerdeError> {
        if self.0.levels == 0 {
            return Ok(());
        }
        self.single(|part| part.serialize_unit_struct(name))
    }

    fn serialize_unit_variant(
        self,
        name: &'static str,
        number: u32,
        variant: &'static str,
    ) -> Result<(), SerdeError> {
        self.single(|part| part.serialize_unit_variant(name, number, variant))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Elements<'w, 'a, 't>, SerdeError> {
        if self.0.levels == 0 {
            return Err(SerdeError::new("a sequence cannot be a form with levels: use a map"));
        }
        if self.0.form.delimiter.is_none() {
            return Ok(Elements::Numbered(self.0, 0));
        }
        let Writer { form, name, .. } = self.0;
        Value::of_field(form, name).sequence().map(|value| Elements::Delimited(value, name))
    }

    fn serialize_tuple(self, len: usize) -> Result<Elements<'w, 'a, 't>, SerdeError> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        len: usize,
    ) -> Result<Elements<'w, 'a, 't>, SerdeError> {
        self.serialize_seq(Some(len))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Fields<'w, 'a, 't>, SerdeError> {
        Ok(Fields { writer: self.0, name: None })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'w, 'a, 't>, SerdeError> {
        Ok(Fields { writer: self.0, name: None })
    }

    refuse_variants!();
    transparent!();
}

/// The elements of a sequence: with a level of their numbers, or as one value, whose name is kept
/// for errors.
enum Elements<'w, 'a, 't> {
    Numbered(&'w mut Writer<'a, 't>, usize),
    Delimited(Value<'w, 't>, &'w str),
}

/// The methods of a sequence and of tuples.
macro_rules! elements {
    ($($trait:ident $method:ident)*) => {$(
        impl $trait for Elements<'_, '_, '_> {
            type Ok = ();
            type Error = SerdeError;

            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), SerdeError> {
                match self {
                    Self::Numbered(writer, number) => {
                        *number += 1;
                        writer.below(*number - 1, value)
                    }
                    Self::Delimited(elements, name) => {
                        SerializeSeq::serialize_element(elements, value)
                            .map_err(|error| error.in_field(name))
                    }
                }
            }

            fn end(self) -> Result<(), SerdeError> {
                match self {
                    Self::Numbered(..) => Ok(()),
                    Self::Delimited(elements, name) => {
                        SerializeSeq::end(elements).map_err(|error| error.in_field(name))
                    }
                }
            }
        }
    )*};
}

elements! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
}

/// The fields of a struct, or the entries of a map.
struct Fields<'w, 'a, 't> {
    writer: &'w mut Writer<'a, 't>,
    name: Option<String>,
}

impl SerializeStruct for Fields<'_, '_, '_> {
    type Ok = ();
    type Error = SerdeError;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), SerdeError> {
        self.writer.field(name, value)
    }

    fn end(self) -> Result<(), SerdeError> {
        Ok(())
    }
}

impl SerializeMap for Fields<'_, '_, '_> {
    type Ok = ();
    type Error = SerdeError;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), SerdeError> {
        self.name = Some(key.serialize(Part(Key))?);
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), SerdeError> {
        let name = self.name.take();
        let name = name.ok_or_else(|| SerdeError::new("a value comes before its name"))?;
        self.writer.field(&name, value)
    }

    fn end(self) -> Result<(), SerdeError> {
        Ok(())
    }
}

/// The name of an entry of a map, as text.
struct Key;

impl Sink for Key {
    type Ok = String;
    type Sequence = Impossible<String, SerdeError>;

    fn bytes(self, bytes: &[u8]) -> Result<String, SerdeError> {
        let text = core::str::from_utf8(bytes);
        text.map(String::from).map_err(|_| Self::refuse("a name that is not UTF-8"))
    }

    fn plain(self, text: impl Display) -> Result<String, SerdeError> {
        Ok(text.to_string())
    }

    fn none(self) -> Result<String, SerdeError> {
        Err(Self::refuse("an option"))
    }

    fn some<T: ?Sized + Serialize>(self, _: &T) -> Result<String, SerdeError> {
        Err(Self::refuse("an option"))
    }

    fn sequence(self) -> Result<Self::Sequence, SerdeError> {
        Err(Self::refuse("a sequence"))
    }

    fn refuse(kind: &str) -> SerdeError {
        SerdeError::new(format_args!("{kind} cannot be a field's name"))
    }
}
