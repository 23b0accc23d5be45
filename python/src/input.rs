//! Input values: `str`, `bytes`, or any object with the buffer protocol.

use percent_simd::AsciiSet;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyMemoryView, PyString};

/// Text or bytes that cannot change during a call.
pub(crate) enum Input<'a> {
    /// A `str`.
    Text(&'a str),
    /// A `bytes`.
    Bytes(&'a [u8]),
    /// A copy of any other buffer, because another thread could change the buffer during the call.
    Copy(PyBackedBytes),
}

impl<'a> Input<'a> {
    /// The input of an argument.
    pub(crate) fn of(value: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = value.cast::<PyString>() {
            return text.to_str().map(Self::Text);
        }
        if let Ok(bytes) = value.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.as_bytes()));
        }
        let copied = PyMemoryView::from(value)
            .and_then(|view| view.call_method0("tobytes")?.extract().map_err(PyErr::from));
        copied.map(Self::Copy).or_else(|error| {
            if !error.is_instance_of::<PyTypeError>(value.py()) {
                return Err(error);
            }
            let name = value.get_type().name()?;
            Err(PyTypeError::new_err(format!("a str or a bytes-like object is needed, not {name}")))
        })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
            Self::Copy(bytes) => bytes,
        }
    }

    /// The text, if it is a `str`.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Bytes(_) | Self::Copy(_) => None,
        }
    }

    /// The index of a byte in the object: of its character in a `str`.
    pub(crate) fn index(&self, byte: usize) -> usize {
        match self {
            Self::Text(text) => text.char_indices().take_while(|&(at, _)| at < byte).count(),
            Self::Bytes(_) | Self::Copy(_) => byte,
        }
    }
}

/// A set of ASCII characters, from a `str` or a `bytes`.
pub(crate) fn ascii_set(parameter: &str, characters: &Bound<'_, PyAny>) -> PyResult<AsciiSet> {
    let input = Input::of(characters)?;
    AsciiSet::try_from_bytes(input.bytes()).ok_or_else(|| {
        PyValueError::new_err(format!(
            "{parameter} must be ASCII: what is not ASCII is always escaped, and keep_non_ascii says whether it is decoded"
        ))
    })
}

/// The members of a set.
pub(crate) fn members(set: AsciiSet) -> String {
    set.iter().map(char::from).collect()
}
