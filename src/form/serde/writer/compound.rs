//! Values of several parts: sequences and tuples, structs and maps.

use ::serde::Serialize;
use ::serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, SerializeTupleStruct,
};

use super::{Node, Place, Writer};
use crate::form::serde::error::{Result, SerdeError};

pub(super) const NOT_TWO: &str = "a tuple of another length than two";

/// The elements of a sequence or a tuple.
pub(super) struct Elements<'w, 'a, 't> {
    pub(super) writer: &'w mut Writer<'a, 't>,
    /// [`Form`](Place::Form): pairs. [`Pair`](Place::Pair): a name and a value.
    /// [`Value`](Place::Value): values with a level of numbers. [`Element`](Place::Element): others.
    pub(super) place: Place,
    pub(super) count: usize,
}

impl Elements<'_, '_, '_> {
    #[inline]
    fn write<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        let Self { writer, place, count } = self;
        *count += 1;
        match (*place, *count) {
            (Place::Form, _) => Node { writer, place: Place::Pair }.write(value),
            (Place::Pair, 1) => writer.write_name(0, value),
            (Place::Pair, 2) => writer.write_value(0, value),
            (Place::Pair, _) => Err(place.refuse(NOT_TWO)),
            (Place::Value, count) => {
                let len = writer.name.len();
                writer.write_name(len, &(count - 1))?;
                writer.write_value(len, value)
            }
            (place, _) => Node { writer, place }.write(value),
        }
    }

    #[inline]
    fn close(self) -> Result<()> {
        match self.place {
            Place::Pair if self.count != 2 => Err(self.place.refuse(NOT_TWO)),
            // One empty element: a name and its `=`.
            Place::Element
                if self.writer.joins.is_some() && self.writer.form.target.ends_with('=') =>
            {
                Err(self.place.refuse("a sequence of one empty text"))
            }
            _ => Ok(()),
        }
    }
}

/// A trait for elements, by its method.
macro_rules! elements {
    ($($kind:ident $method:ident;)*) => {$(
        impl $kind for Elements<'_, '_, '_> {
            type Ok = ();
            type Error = SerdeError;

            #[inline]
            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
                self.write(value)
            }

            #[inline]
            fn end(self) -> Result<()> {
                self.close()
            }
        }
    )*};
}

elements! {
    SerializeSeq serialize_element;
    SerializeTuple serialize_element;
    SerializeTupleStruct serialize_field;
}

/// The fields of a struct, or the entries of a map.
pub(super) struct Fields<'w, 'a, 't> {
    pub(super) writer: &'w mut Writer<'a, 't>,
    /// The length of the name above.
    pub(super) len: usize,
    /// `true` after the name of an entry, until its value.
    pub(super) has_name: bool,
}

impl SerializeStruct for Fields<'_, '_, '_> {
    type Ok = ();
    type Error = SerdeError;

    #[inline]
    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        if self.writer.has_levels {
            self.writer.write_name(self.len, name)?;
        } else {
            self.writer.field = Some(name);
        }
        self.writer.write_value(self.len, value)
    }

    #[inline]
    fn end(self) -> Result<()> {
        Ok(())
    }
}

impl SerializeMap for Fields<'_, '_, '_> {
    type Ok = ();
    type Error = SerdeError;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<()> {
        self.has_name = true;
        self.writer.write_name(self.len, key)
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        if !core::mem::take(&mut self.has_name) {
            return Err(SerdeError::new("a value comes before its name"));
        }
        self.writer.write_value(self.len, value)
    }

    #[inline]
    fn end(self) -> Result<()> {
        self.writer.name.truncate(self.len);
        Ok(())
    }
}
