//! The sinks of names and values.

use alloc::string::{String, ToString};
use core::fmt::{Display, Write};

use ::serde::Serialize;
use ::serde::ser::Impossible;

use super::SerdeError;
use super::sink::{Sequence, Sink, sequence};
use crate::Decoder;
use crate::form::{self, Begun, Delimiter};

/// A name: it is written before its value, and removed if no value follows.
pub(super) struct Name<'a, 't>(pub(super) &'a mut form::Serializer<&'t mut String>);

impl Sink for Name<'_, '_> {
    type Ok = Begun;
    type Sequence = Impossible<Begun, SerdeError>;
    type Fields = Impossible<Begun, SerdeError>;

    fn refuse(kind: &str) -> SerdeError {
        SerdeError::new(format_args!("{kind} cannot be a field's name"))
    }

    fn bytes(self, _: &str, bytes: &[u8]) -> Result<Begun, SerdeError> {
        let encoder = self.0.encoder();
        Ok(self.0.begin(|target| encoder.encode_append(bytes, target)))
    }

    fn plain(self, _: &str, text: impl Display) -> Result<Begun, SerdeError> {
        Ok(self.0.begin(|target| append_plain(text, target)))
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
    Value::of_field(form, name).write(value).map_err(|error| error.in_field(name))
}

/// Writes the value of a name that is already written.
pub(super) fn write_value<T: ?Sized + Serialize>(
    form: &mut form::Serializer<&mut String>,
    name: &Begun,
    value: &T,
) -> Result<(), SerdeError> {
    let sink = Value { form, name: NameOf::Begun(name), place: Place::Single };
    sink.write(value).map_err(|error| {
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
    type Fields = Impossible<(), SerdeError>;

    const NONE: Option<()> = Some(());

    fn refuse(kind: &str) -> SerdeError {
        SerdeError::new(format_args!("{kind} cannot be a field's value"))
    }

    fn bytes(self, _: &str, bytes: &[u8]) -> Result<(), SerdeError> {
        match self.place {
            Place::First(delimiter) | Place::Later(delimiter) if delimiter.splits(bytes) => {
                return Err(Self::refuse("an element that contains the delimiter"));
            }
            _ => {}
        }
        let encoder = self.form.encoder();
        self.append(|target| encoder.encode_append(bytes, target));
        Ok(())
    }

    fn plain(self, _: &str, text: impl Display) -> Result<(), SerdeError> {
        self.append(|target| append_plain(text, target));
        Ok(())
    }

    fn sequence(self) -> Result<Self, SerdeError> {
        if self.place != Place::Single {
            return Err(Self::refuse("a sequence in a sequence"));
        }
        let place = self.form.delimiter.map_or(Place::Repeated, Place::First);
        Ok(Self { place, ..self })
    }
}

/// Writes the elements, each with the name, or all as one value.
impl Sequence for Value<'_, '_> {
    fn element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), SerdeError> {
        let len = self.form.text().len();
        Value { form: self.form, ..*self }.write(value)?;
        match self.place {
            Place::First(delimiter) if self.form.text().len() > len => {
                self.place = Place::Later(delimiter);
            }
            _ => {}
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

sequence!(Value<'_, '_>);
