//! The serializer of serde: writes the parts of a form, each by its place.
//!
//! [`Node`] is the serializer of one value. Its [`Place`] decides which kinds of values are accepted
//! there, and where their text goes: a form has fields or pairs, a pair has a name and a value, a
//! value may have elements, or fields below it if names have levels.

mod compound;

use alloc::string::{String, ToString};
use core::fmt::Write;

use ::serde::Serialize;
use ::serde::ser::{Impossible, Serializer};

use self::compound::{Elements, Fields, NOT_TWO};
use super::error::{Result, SerdeError};
use super::nested::LEVELS;
use crate::Decoder;
use crate::form::{self, Delimiter};

/// Appends the pairs of a value to `form`. `has_levels`: a value below a field has a name in
/// brackets.
pub(super) fn write<T: Serialize + ?Sized>(
    form: &mut form::Serializer<&mut String>,
    has_levels: bool,
    value: &T,
) -> Result<()> {
    let (name, field, levels) = (String::new(), None, 0);
    let mut writer = Writer { form, has_levels, field, name, levels, joins: None };
    Node { writer: &mut writer, place: Place::Form }.write(value)
}

/// The name of a type or of a variant.
type Name = &'static str;

/// Variants with content are refused.
type Never = Impossible<(), SerdeError>;

struct Writer<'a, 't> {
    form: &'a mut form::Serializer<&'t mut String>,
    has_levels: bool,
    /// The name of the present value: a field of a struct, or else the encoded `name`.
    field: Option<&'static str>,
    name: String,
    /// The number of levels in the name.
    levels: usize,
    /// The delimiter before the next element, after the first one.
    joins: Option<Delimiter>,
}

impl Writer<'_, '_> {
    /// Cuts the name to `len` bytes, and adds a level to it.
    #[inline]
    fn write_name<T: Serialize + ?Sized>(&mut self, len: usize, name: &T) -> Result<()> {
        self.name.truncate(len);
        if self.name.capacity() == 0 {
            self.name = String::with_capacity(64); // most names grow no further
        }
        if self.levels == LEVELS {
            let error = Place::Value.refuse("a value below 16 levels");
            return Err(error.in_field(&self.name()));
        }
        if self.levels > 0 {
            self.name.push_str("%5B");
        }
        let start = self.name.len();
        Node { writer: self, place: Place::Name }.write(name)?;
        if self.has_levels {
            let name = &self.name[start..];
            if name.is_empty() || ["%5B", "%5D"].iter().any(|bracket| name.contains(bracket)) {
                let error =
                    SerdeError::new("a name between brackets has no bracket and is not empty");
                return Err(error.in_field(&decoded(name)));
            }
            if self.levels > 0 {
                self.name.push_str("%5D");
            }
        }
        Ok(())
    }

    /// Writes the value of the name, and cuts the name to `len` bytes.
    #[inline]
    fn write_value<T: Serialize + ?Sized>(&mut self, len: usize, value: &T) -> Result<()> {
        self.levels += 1;
        let result = Node { writer: self, place: Place::Value }.write(value);
        self.levels -= 1;
        let result = result.map_err(|error| error.in_field(&self.name()));
        self.name.truncate(len);
        result
    }

    /// The text of the name, for errors.
    #[cold]
    #[inline]
    fn name(&self) -> String {
        self.field.map_or_else(|| decoded(&self.name), String::from)
    }
}

/// The text of an encoded name.
#[cold]
#[inline]
fn decoded(name: &str) -> String {
    Decoder::new().plus_as_space(true).display(name).to_string()
}

/// The place of a value in a form.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Form,
    /// An element of a form that is a sequence.
    Pair,
    Name,
    Value,
    /// An element of a value. Each element repeats the name, or follows the delimiter.
    Element,
}

impl Place {
    /// The error for a value of that kind.
    #[cold]
    #[inline]
    fn refuse(self, kind: &str) -> SerdeError {
        let place = match self {
            Self::Form => "a form, which is made of pairs",
            Self::Pair => "an element of a form, which is a pair",
            Self::Name => "a field's name",
            Self::Value | Self::Element => "a field's value",
        };
        SerdeError::new(format_args!("{kind} cannot be {place}"))
    }
}

/// The serializer of one value.
struct Node<'w, 'a, 't> {
    writer: &'w mut Writer<'a, 't>,
    place: Place,
}

impl<'w, 'a, 't> Node<'w, 'a, 't> {
    #[inline]
    fn write<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn refuse<T>(self, kind: &str) -> Result<T> {
        Err(self.place.refuse(kind))
    }

    /// Appends text, which `append` writes encoded.
    #[inline]
    fn text(self, kind: &str, append: impl FnOnce(&mut String)) -> Result<()> {
        let Writer { form, field, name, joins, .. } = self.writer;
        match (self.place, *joins) {
            (Place::Form | Place::Pair, _) => return self.refuse(kind),
            (Place::Name, _) => append(name),
            (Place::Element, Some(delimiter)) => {
                form.target.push_str(delimiter.encoded());
                append(form.target);
            }
            (place @ (Place::Value | Place::Element), _) => {
                *joins = form.delimiter.filter(|_| place == Place::Element);
                let encoder = form.encoder;
                let append_name = |target: &mut String| match field {
                    Some(field) => encoder.encode_append(*field, target),
                    None => target.push_str(name),
                };
                form.append_encoded(append_name, append);
            }
        }
        Ok(())
    }

    #[inline]
    fn bytes(self, kind: &str, bytes: &[u8]) -> Result<()> {
        let Writer { form: &mut form::Serializer { encoder, delimiter, .. }, has_levels, .. } =
            *self.writer;
        match self.place {
            Place::Element if delimiter.is_some_and(|delimiter| delimiter.splits(bytes)) => {
                return self.refuse("an element that contains the delimiter");
            }
            Place::Name if has_levels && core::str::from_utf8(bytes).is_err() => {
                return self.refuse("a name that is not UTF-8");
            }
            _ => {}
        }
        self.text(kind, |target| encoder.encode_append(bytes, target))
    }

    /// Appends text that needs no escapes, such as a number.
    #[inline]
    fn plain(self, kind: &str, text: &str) -> Result<()> {
        self.text(kind, |target| target.push_str(text))
    }

    #[inline]
    fn elements(self) -> Result<Elements<'w, 'a, 't>> {
        let has_levels = self.writer.has_levels;
        let place = match self.place {
            Place::Form if has_levels => {
                return Err(SerdeError::new("a sequence cannot be a form with levels: use a map"));
            }
            Place::Value if has_levels && self.writer.form.delimiter.is_none() => Place::Value,
            Place::Value => Place::Element,
            Place::Form => Place::Form,
            Place::Pair | Place::Name => return self.refuse("a sequence"),
            _ => return self.refuse("a sequence in a sequence"),
        };
        self.writer.joins = None;
        Ok(Elements { writer: self.writer, place, count: 0 })
    }

    #[inline]
    fn fields(self, kind: &str) -> Result<Fields<'w, 'a, 't>> {
        match self.place {
            Place::Form => {}
            Place::Value if self.writer.has_levels => {}
            _ => return self.refuse(kind),
        }
        let len = self.writer.name.len();
        Ok(Fields { writer: self.writer, len, has_name: false })
    }
}

/// Methods for integers.
macro_rules! integers {
    ($($method:ident $type:ty;)*) => {$(
        fn $method(self, value: $type) -> Result<()> {
            self.text("a number", |target| write!(target, "{value}").expect("a String takes all"))
        }
    )*};
}

impl<'w, 'a, 't> Serializer for Node<'w, 'a, 't> {
    type Ok = ();
    type Error = SerdeError;
    type SerializeSeq = Elements<'w, 'a, 't>;
    type SerializeTuple = Elements<'w, 'a, 't>;
    type SerializeTupleStruct = Elements<'w, 'a, 't>;
    type SerializeTupleVariant = Never;
    type SerializeMap = Fields<'w, 'a, 't>;
    type SerializeStruct = Fields<'w, 'a, 't>;
    type SerializeStructVariant = Never;

    integers! {
        serialize_i8 i8;
        serialize_i16 i16;
        serialize_i32 i32;
        serialize_i64 i64;
        serialize_i128 i128;
        serialize_u8 u8;
        serialize_u16 u16;
        serialize_u32 u32;
        serialize_u64 u64;
        serialize_u128 u128;
    }

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<()> {
        self.plain("a boolean", if value { "true" } else { "false" })
    }

    #[inline]
    fn serialize_f32(self, value: f32) -> Result<()> {
        self.plain("a number", ryu::Buffer::new().format(value))
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Result<()> {
        self.plain("a number", ryu::Buffer::new().format(value))
    }

    #[inline]
    fn serialize_char(self, value: char) -> Result<()> {
        self.bytes("a character", value.encode_utf8(&mut [0; 4]).as_bytes())
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<()> {
        self.bytes("text", value.as_bytes())
    }

    #[inline]
    fn serialize_bytes(self, value: &[u8]) -> Result<()> {
        self.bytes("bytes", value)
    }

    #[inline]
    fn serialize_none(self) -> Result<()> {
        if self.place == Place::Name { self.refuse("an option") } else { Ok(()) }
    }

    #[inline]
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<()> {
        if self.place == Place::Name { self.refuse("an option") } else { self.write(value) }
    }

    #[inline]
    fn serialize_unit(self) -> Result<()> {
        if self.place == Place::Form { Ok(()) } else { self.refuse("the unit") }
    }

    #[inline]
    fn serialize_unit_struct(self, name: Name) -> Result<()> {
        if self.place == Place::Form { Ok(()) } else { self.bytes("the unit", name.as_bytes()) }
    }

    #[inline]
    fn serialize_unit_variant(self, _: Name, _: u32, variant: Name) -> Result<()> {
        self.bytes("a variant", variant.as_bytes())
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: Name, value: &T) -> Result<()> {
        self.write(value)
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq> {
        self.elements()
    }

    #[inline]
    fn serialize_tuple(self, len: usize) -> Result<Self::SerializeTuple> {
        match (self.place, len) {
            (Place::Pair, 2) => Ok(Elements { writer: self.writer, place: self.place, count: 0 }),
            (Place::Pair, _) => self.refuse(NOT_TWO),
            _ => self.elements(),
        }
    }

    #[inline]
    fn serialize_tuple_struct(self, _: Name, _: usize) -> Result<Elements<'w, 'a, 't>> {
        match self.place {
            Place::Form | Place::Pair => self.refuse("a tuple struct"),
            _ => self.elements(),
        }
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap> {
        self.fields("a map")
    }

    #[inline]
    fn serialize_struct(self, _: Name, _: usize) -> Result<Self::SerializeStruct> {
        self.fields("a struct")
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: Name,
        _: u32,
        _: Name,
        _: &T,
    ) -> Result<()> {
        self.refuse("a variant with content")
    }

    #[inline]
    fn serialize_tuple_variant(self, _: Name, _: u32, _: Name, _: usize) -> Result<Never> {
        self.refuse("a variant with content")
    }

    #[inline]
    fn serialize_struct_variant(self, _: Name, _: u32, _: Name, _: usize) -> Result<Never> {
        self.refuse("a variant with content")
    }
}
