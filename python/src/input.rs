//! Input values: `str`, `bytes`, or any object with the buffer protocol; and the results of functions on them.

use std::borrow::Cow;

use percent_simd::AsciiSet;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PyString};

use crate::ffi::new_text;
use crate::parse::work;

/// Text or bytes that cannot change during a call.
pub(crate) struct Input<'a> {
    /// The bytes; a copy of those of a buffer that is no `bytes`, because another thread could change it.
    pub(crate) bytes: Cow<'a, [u8]>,
    /// The text, if it is a `str`.
    pub(crate) text: Option<&'a str>,
}

impl<'a> Input<'a> {
    /// The input of an argument.
    pub(crate) fn of(value: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = value.cast::<PyString>() {
            let text = text.to_str()?;
            return Ok(Self { bytes: text.as_bytes().into(), text: Some(text) });
        }
        if let Ok(bytes) = value.cast::<PyBytes>() {
            return Ok(bytes.as_bytes().into());
        }
        let copy = PyMemoryView::from(value).and_then(|view| view.call_method0("tobytes"));
        match copy {
            Ok(copy) => {
                Ok(Self { bytes: copy.cast::<PyBytes>()?.as_bytes().to_vec().into(), text: None })
            }
            Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => {
                let name = value.get_type().name()?;
                let message = format!("a str or a bytes-like object is needed, not {name}");
                Err(PyTypeError::new_err(message))
            }
            Err(error) => Err(error),
        }
    }

    /// Runs a function on the bytes, without the GIL if they are long.
    pub(crate) fn run<'i, R: Send>(
        &'i self,
        py: Python<'_>,
        function: impl FnOnce(&'i [u8]) -> R + Send,
    ) -> R {
        work(py, self.bytes.len(), || function(&self.bytes))
    }

    /// The result of a function on this object, a `str` or a `bytes`: the object itself if it is one and nothing changed. Ill-formed
    /// bytes become lone surrogates in a `str`, as in `os.fsdecode`.
    pub(crate) fn answer<'py>(
        &self,
        object: &Bound<'py, PyAny>,
        output: Cow<'_, [u8]>,
        is_text: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let is_same = matches!(output, Cow::Borrowed(same) if same.len() == self.bytes.len());
        let is_own = matches!(self.bytes, Cow::Borrowed(_)) && self.text.is_some() == is_text;
        if is_same && is_own {
            return Ok(object.clone());
        }
        if !is_text {
            return Ok(PyBytes::new(object.py(), &output).into_any());
        }
        let text = new_text(object.py(), &output, Some(c"surrogateescape"))?;
        Ok(text.expect("a handler gives a result"))
    }

    /// The index of a byte in the object: of its character in a `str`.
    pub(crate) fn index(&self, byte: usize) -> usize {
        self.text.map_or(byte, |text| text.char_indices().take_while(|&(at, _)| at < byte).count())
    }
}

impl<'a> From<&'a [u8]> for Input<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self { bytes: bytes.into(), text: None }
    }
}

/// A set of ASCII characters, from a `str` or a `bytes`.
pub(crate) fn ascii_set(parameter: &str, characters: &Bound<'_, PyAny>) -> PyResult<AsciiSet> {
    let input = Input::of(characters)?;
    AsciiSet::try_from_bytes(&input.bytes).ok_or_else(|| {
        let text = String::from_utf8_lossy(&input.bytes);
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
