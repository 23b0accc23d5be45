//! The sinks that names and values are written to.

use alloc::string::{String, ToString};
use core::fmt::{Display, Write};

use ::serde::Serialize;
use ::serde::ser::{Impossible, SerializeSeq, SerializeTuple, SerializeTupleStruct, Serializer};

use super::SerdeError;
use super::refuse::{refuse, refuse_maps, refuse_variants, transparent};
use crate::Decoder;
use crate::form::{self, Begun, Delimiter};

/// A sink for a name or a value.
pub(super) trait Sink: Sized {
    type Ok;
    type Sequence: SerializeSeq<Ok = Self::Ok, Error = SerdeError>
        + SerializeTuple<Ok = Self::Ok, Error = SerdeError>
        + SerializeTupleStruct<Ok = Self::Ok, Error = SerdeError>;

    fn bytes(self, bytes: &[u8]) -> Result<Self::Ok, SerdeError>;
    /// Writes text that needs no escapes, such as a number.
    fn plain(self, text: impl Display) -> Result<Self::Ok, SerdeError>;
    fn none(self) -> Result<Self::Ok, SerdeError>;
    fn some<T: ?Sized + Serialize>(self, value: &T) -> Result<Self::Ok, SerdeError>;
    fn sequence(self) -> Result<Self::Sequence, SerdeError>;
    fn refuse(kind: &str) -> SerdeError;
}

/// A name: it is written before its value, and removed if no value follows.
pub(super) struct Name<'a, 't>(pub(super) &'a mut form::Serializer<&'t mut String>);

impl Sink for Name<'_, '_> {
    type Ok = Begun;
    type Sequence = Impossible<Begun, SerdeError>;

    fn bytes(self, bytes: &[u8]) -> Result<Begun, SerdeError> {
        let encoder = self.0.encoder();
        Ok(self.0.begin(|target| encoder.encode_append(bytes, target)))
    }

    fn plain(self, text: impl Display) -> Result<Begun, SerdeError> {
        Ok(self.0.begin(|target| append_plain(text, target)))
    }

    fn none(self) -> Result<Begun, SerdeError> {
        Err(Self::refuse("an option"))
    }

    fn some<T: ?Sized + Serialize>(self, _: &T) -> Result<Begun, SerdeError> {
        Err(Self::refuse("an option"))
    }

    fn sequence(self) -> Result<Self::Sequence, SerdeError> {
        Err(Self::refuse("a sequence"))
    }

    fn refuse(kind: &str) -> SerdeError {
        SerdeError::new(format_args!("{kind} cannot be a field's name"))
    }
}

fn append_plain(text: impl Display, target: &mut String) {
    write!(target, "{text}").expect("a String takes all");
}

/// The name of a value.
#[derive(Clone, Copy)]
enum NameOf<'a> {
    /// Written with its value: most fields of a struct may have no value.
    Field(&'a str),
    Begun(&'a Begun),
}

/// A value: it is written together with its name.
pub(super) struct Value<'a, 't> {
    form: &'a mut form::Serializer<&'t mut String>,
    name: NameOf<'a>,
    place: Place,
}

/// The place of a value: by itself, or in a sequence.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Single,
    /// Each element repeats the name.
    Repeated,
    /// The first element of a value with a delimiter, and those after it.
    First(Delimiter),
    Later(Delimiter),
}

/// Writes the value of a field, or all values if it is a sequence.
pub(super) fn write_field<T: ?Sized + Serialize>(
    form: &mut form::Serializer<&mut String>,
    name: &str,
    value: &T,
) -> Result<(), SerdeError> {
    let sink = Value::of_field(form, name);
    value.serialize(Part(sink)).map_err(|error| error.in_field(name))
}

/// Writes the value of a name that is already written.
pub(super) fn write_value<T: ?Sized + Serialize>(
    form: &mut form::Serializer<&mut String>,
    name: &Begun,
    value: &T,
) -> Result<(), SerdeError> {
    let sink = Value { form, name: NameOf::Begun(name), place: Place::Single };
    value.serialize(Part(sink)).map_err(|error| {
        let decoder = Decoder::new().plus_as_space(true);
        error.in_field(&decoder.display(form.name(name)).to_string())
    })?;
    form.end(name);
    Ok(())
}

impl<'a, 't> Value<'a, 't> {
    pub(super) fn of_field(form: &'a mut form::Serializer<&'t mut String>, name: &'a str) -> Self {
        Self { form, name: NameOf::Field(name), place: Place::Single }
    }

    fn append(self, write_value: impl FnOnce(&mut String)) {
        if let Place::Later(delimiter) = self.place {
            return self.form.append_element(delimiter, write_value);
        }
        match self.name {
            NameOf::Field(name) => {
                let encoder = self.form.encoder();
                let write_name = |target: &mut String| encoder.encode_append(name, target);
                self.form.append_encoded(write_name, write_value);
            }
            NameOf::Begun(begun) => self.form.append_value(begun, write_value),
        }
    }
}

impl Sink for Value<'_, '_> {
    type Ok = ();
    type Sequence = Self;

    fn bytes(self, bytes: &[u8]) -> Result<(), SerdeError> {
        if let Place::First(delimiter) | Place::Later(delimiter) = self.place
            && delimiter.splits(bytes)
        {
            return Err(Self::refuse("an element that contains the delimiter"));
        }
        let encoder = self.form.encoder();
        self.append(|target| encoder.encode_append(bytes, target));
        Ok(())
    }

    fn plain(self, text: impl Display) -> Result<(), SerdeError> {
        self.append(|target| append_plain(text, target));
        Ok(())
    }

    fn none(self) -> Result<(), SerdeError> {
        Ok(())
    }

    fn some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), SerdeError> {
        value.serialize(Part(self))
    }

    fn sequence(self) -> Result<Self, SerdeError> {
        if self.place != Place::Single {
            return Err(Self::refuse("a sequence in a sequence"));
        }
        let place = self.form.delimiter.map_or(Place::Repeated, Place::First);
        Ok(Self { place, ..self })
    }

    fn refuse(kind: &str) -> SerdeError {
        SerdeError::new(format_args!("{kind} cannot be a field's value"))
    }
}

/// Writes the elements of a sequence, each with the name, or all as one value.
impl SerializeSeq for Value<'_, '_> {
    type Ok = ();
    type Error = SerdeError;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), SerdeError> {
        let len = self.form.text().len();
        value.serialize(Part(Value { form: self.form, ..*self }))?;
        if let Place::First(delimiter) = self.place
            && self.form.text().len() > len
        {
            self.place = Place::Later(delimiter);
        }
        Ok(())
    }

    fn end(self) -> Result<(), SerdeError> {
        // One empty element: a name and its `=`.
        if matches!(self.place, Place::Later(_)) && self.form.text().ends_with('=') {
            return Err(Self::refuse("a sequence of one empty text"));
        }
        Ok(())
    }
}

impl SerializeTuple for Value<'_, '_> {
    type Ok = ();
    type Error = SerdeError;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), SerdeError> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<(), SerdeError> {
        SerializeSeq::end(self)
    }
}

impl SerializeTupleStruct for Value<'_, '_> {
    type Ok = ();
    type Error = SerdeError;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), SerdeError> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<(), SerdeError> {
        SerializeSeq::end(self)
    }
}

/// Serializes a name or a value into its sink.
pub(super) struct Part<S>(pub(super) S);

impl<S: Sink> Part<S> {
    fn refuse(kind: &str) -> SerdeError {
        S::refuse(kind)
    }
}

macro_rules! plain {
    ($($method:ident $type:ty)*) => {$(
        fn $method(self, value: $type) -> Result<S::Ok, SerdeError> {
            self.0.plain(value)
        }
    )*};
}

impl<S: Sink> Serializer for Part<S> {
    type Ok = S::Ok;
    type Error = SerdeError;
    type SerializeSeq = S::Sequence;
    type SerializeTuple = S::Sequence;
    type SerializeTupleStruct = S::Sequence;

    plain! {
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
    }

    fn serialize_f32(self, value: f32) -> Result<S::Ok, SerdeError> {
        self.0.plain(ryu::Buffer::new().format(value))
    }

    fn serialize_f64(self, value: f64) -> Result<S::Ok, SerdeError> {
        self.0.plain(ryu::Buffer::new().format(value))
    }

    fn serialize_char(self, value: char) -> Result<S::Ok, SerdeError> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<S::Ok, SerdeError> {
        self.0.bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<S::Ok, SerdeError> {
        self.0.bytes(value)
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<S::Ok, SerdeError> {
        self.serialize_str(name)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<S::Ok, SerdeError> {
        self.serialize_str(variant)
    }

    fn serialize_none(self) -> Result<S::Ok, SerdeError> {
        self.0.none()
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<S::Ok, SerdeError> {
        self.0.some(value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<S::Sequence, SerdeError> {
        self.0.sequence()
    }

    fn serialize_tuple(self, _: usize) -> Result<S::Sequence, SerdeError> {
        self.0.sequence()
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<S::Sequence, SerdeError> {
        self.0.sequence()
    }

    refuse! {
        serialize_unit() as "the unit";
    }
    refuse_maps!();
    refuse_variants!();
    transparent!();
}
