//! The types of columns, and where their rows are.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// How rows are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// Offsets of 32 bits.
    Small,
    /// Offsets of 64 bits.
    Large,
    /// Views.
    View,
}

/// The type of a column of text or bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    pub(crate) size: Size,
    pub(crate) is_text: bool,
    /// Of a dictionary: the format of its keys.
    pub(crate) keys: Option<u8>,
    /// Of a dictionary: whether the order of its values means something.
    pub(crate) is_ordered: bool,
}

impl Format {
    /// The type of that format string, and of the values' if it is a dictionary.
    pub(super) fn of(format: &str, values: Option<&str>, is_ordered: bool) -> PyResult<Self> {
        let (format, keys) = match (format.as_bytes(), values) {
            (&[key @ (b'c' | b'C' | b's' | b'S' | b'i' | b'I' | b'l' | b'L')], Some(values)) => {
                (values, Some(key))
            }
            (_, None) => (format, None),
            (_, Some(_)) => return Err(unknown(format)),
        };
        let (size, is_text) = match format {
            "u" => (Size::Small, true),
            "U" => (Size::Large, true),
            "vu" => (Size::View, true),
            "z" => (Size::Small, false),
            "Z" => (Size::Large, false),
            "vz" => (Size::View, false),
            _ => return Err(unknown(format)),
        };
        Ok(Self { size, is_text, keys, is_ordered: is_ordered && keys.is_some() })
    }

    /// The same type with values of text.
    pub(crate) fn text(self) -> Self {
        Self { is_text: true, ..self }
    }

    /// The format string of the values.
    pub(super) fn values(self) -> &'static str {
        match (self.size, self.is_text) {
            (Size::Small, true) => "u",
            (Size::Large, true) => "U",
            (Size::View, true) => "vu",
            (Size::Small, false) => "z",
            (Size::Large, false) => "Z",
            (Size::View, false) => "vz",
        }
    }
}

fn unknown(format: &str) -> PyErr {
    if format == "+s" {
        return PyTypeError::new_err(
            "this is a table (or a column of structs), and a column of strings or binary values is needed: \
             take one of its columns, as in table['name']",
        );
    }
    let remedy = match format {
        "+r" => "run-end encoded: decode it first, as in pyarrow.compute.run_end_decode(column)",
        "n" => "of nulls without a type: cast it first, as in column.cast(pyarrow.string())",
        _ if format.starts_with("w:") => {
            "of fixed-size binary: cast it first, as in column.cast(pyarrow.binary())"
        }
        _ => "",
    };
    if !remedy.is_empty() {
        return PyTypeError::new_err(format!(
            "a column of strings or binary values is needed, and this one is {remedy}"
        ));
    }
    PyTypeError::new_err(format!(
        "a column of strings or binary values is needed, perhaps as a dictionary, not one of Arrow's format {format:?}"
    ))
}

/// The rows of a column, or the values of a dictionary.
pub(crate) enum Layout<'a> {
    Small { values: &'a [u8], offsets: &'a [i32] },
    Large { values: &'a [u8], offsets: &'a [i64] },
    View { views: &'a [[u8; 16]], buffers: Vec<&'a [u8]> },
}

/// The keys of a dictionary.
pub(crate) enum Keys<'a> {
    I8(&'a [i8]),
    U8(&'a [u8]),
    I16(&'a [i16]),
    U16(&'a [u16]),
    I32(&'a [i32]),
    U32(&'a [u32]),
    I64(&'a [i64]),
    U64(&'a [u64]),
}
