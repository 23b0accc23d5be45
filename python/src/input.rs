//! Input values: `str`, `bytes`, or any object with the buffer protocol; and the results of functions on them.

use std::borrow::Cow;

use percent_simd::AsciiSet;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyMemoryView, PyString};

use crate::ffi::{Errors, new_text};
use crate::parse::work;

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

    /// Runs a function on the bytes, without the GIL if they are long.
    pub(crate) fn run<'i, R: Send>(
        &'i self,
        py: Python<'_>,
        function: impl FnOnce(&'i [u8]) -> R + Send,
    ) -> R {
        work(py, self.bytes().len(), || function(self.bytes()))
    }

    /// The result of a function on this object, a `str` or a `bytes`: the object itself if it is one and nothing changed. Ill-formed
    /// bytes become lone surrogates in a `str`, as in `os.fsdecode`.
    pub(crate) fn answer<'py>(
        &self,
        object: &Bound<'py, PyAny>,
        output: Cow<'_, [u8]>,
        is_text: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let is_same = matches!(output, Cow::Borrowed(same) if same.len() == self.bytes().len());
        let has_type = match self {
            Self::Text(_) => is_text,
            Self::Bytes(_) => !is_text,
            Self::Copy(_) => false,
        };
        if is_same && has_type {
            return Ok(object.clone());
        }
        if !is_text {
            return Ok(PyBytes::new(object.py(), &output).into_any());
        }
        let text = new_text(object.py(), &output, Errors::Handler(c"surrogateescape"))?;
        Ok(text.expect("only `Errors::None` gives no result"))
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
        let text = String::from_utf8_lossy(input.bytes());
        let odd = text.chars().find(|character| !character.is_ascii()).unwrap_or_default();
        PyValueError::new_err(format!(
            "{parameter} must be ASCII characters, and {odd:?} is not one: remove it, since another option covers non-ASCII characters"
        ))
    })
}

/// The members of a set.
pub(crate) fn members(set: AsciiSet) -> String {
    set.iter().map(char::from).collect()
}

/// The bytes of a text.
pub(crate) fn bytes_of(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}
