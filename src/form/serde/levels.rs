//! Serializes structs and maps within one another: `filter[tags][0]=Chess`.

use alloc::string::{String, ToString};
use core::fmt::{Display, Write};

use ::serde::Serialize;
use ::serde::ser::{Impossible, SerializeMap, SerializeStruct};

use super::SerdeError;
use super::nested::LEVELS;
use super::sink::{Sequence, Sink, sequence};
use super::value::{Name, Value};
use crate::form;

/// Appends the pairs of a struct or a map.
pub(super) fn append<T: Serialize + ?Sized>(
    form: &mut form::Serializer<&mut String>,
    value: &T,
) -> Result<(), SerdeError> {
    Node(&mut Writer { form, name: String::new(), levels: 0 }).write(value)
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
        let result = Node(self).write(value);
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
    /// Writes a single value.
    fn single(
        self,
        write: impl FnOnce(Value<'_, '_>) -> Result<(), SerdeError>,
    ) -> Result<(), SerdeError> {
        let Writer { form, name, levels } = self.0;
        if *levels == 0 {
            return Err(SerdeError::new("a single value cannot be a form, which is made of pairs"));
        }
        write(Value::of_field(form, name)).map_err(|error| error.in_field(name))
    }
}

impl<'w, 'a, 't> Sink for Node<'w, 'a, 't> {
    type Ok = ();
    type Sequence = Elements<'w, 'a, 't>;
    type Fields = Fields<'w, 'a, 't>;

    const NONE: Option<()> = Some(());

    fn refuse(kind: &str) -> SerdeError {
        Value::refuse(kind)
    }

    fn bytes(self, kind: &str, bytes: &[u8]) -> Result<(), SerdeError> {
        self.single(|value| value.bytes(kind, bytes))
    }

    fn plain(self, kind: &str, text: impl Display) -> Result<(), SerdeError> {
        self.single(|value| value.plain(kind, text))
    }

    fn unit(self, name: Option<&'static str>) -> Result<(), SerdeError> {
        if self.0.levels == 0 { Ok(()) } else { self.single(|value| value.unit(name)) }
    }

    fn sequence(self) -> Result<Elements<'w, 'a, 't>, SerdeError> {
        if self.0.levels == 0 {
            return Err(SerdeError::new("a sequence cannot be a form with levels: use a map"));
        }
        if self.0.form.delimiter.is_none() {
            return Ok(Elements::Numbered(self.0, 0));
        }
        let Writer { form, name, .. } = self.0;
        Value::of_field(form, name).sequence().map(|value| Elements::Delimited(value, name))
    }

    fn fields(self, _: &str) -> Result<Fields<'w, 'a, 't>, SerdeError> {
        Ok(Fields { writer: self.0, name: None })
    }
}

/// The elements of a sequence: with a level of their numbers, or as one value, whose name is kept
/// for errors.
enum Elements<'w, 'a, 't> {
    Numbered(&'w mut Writer<'a, 't>, usize),
    Delimited(Value<'w, 't>, &'w str),
}

impl Sequence for Elements<'_, '_, '_> {
    fn element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), SerdeError> {
        match self {
            Self::Numbered(writer, number) => {
                *number += 1;
                writer.below(*number - 1, value)
            }
            Self::Delimited(elements, name) => {
                elements.element(value).map_err(|error| error.in_field(name))
            }
        }
    }

    fn end(self) -> Result<(), SerdeError> {
        match self {
            Self::Numbered(..) => Ok(()),
            Self::Delimited(elements, name) => elements.end().map_err(|error| error.in_field(name)),
        }
    }
}

sequence!(Elements<'_, '_, '_>);

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
        self.name = Some(Key.write(key)?);
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
    type Fields = Impossible<String, SerdeError>;

    fn refuse(kind: &str) -> SerdeError {
        Name::refuse(kind)
    }

    fn bytes(self, _: &str, bytes: &[u8]) -> Result<String, SerdeError> {
        let text = core::str::from_utf8(bytes);
        text.map(String::from).map_err(|_| Self::refuse("a name that is not UTF-8"))
    }

    fn plain(self, _: &str, text: impl Display) -> Result<String, SerdeError> {
        Ok(text.to_string())
    }
}
