//! `str` and `bytes`: read in place, and created without an intermediate copy.

use std::ffi::CStr;
use std::ops::Range;
use std::ptr::null;
use std::slice::from_raw_parts;
use std::str::from_utf8_unchecked;

use pyo3::ffi::{
    Py_ssize_t, PyErr_Clear, PyErr_ExceptionMatches, PyExc_UnicodeDecodeError,
    PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8, PyUnicode_Substring,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// The text of a `str`, as UTF-8. `None` for any other type, including subclasses, and for lone
/// surrogates, which UTF-8 cannot represent.
///
/// The characters of an ASCII string are read in place; for others, Python encodes UTF-8 and caches
/// it with the string.
#[inline(always)]
pub(crate) fn text<'a>(object: &'a Bound<'_, PyAny>) -> Option<&'a str> {
    let string = object.cast_exact::<PyString>().ok()?;
    let mut len = 0;
    // SAFETY: the object is a `str`. The result is null with an exception set, or points to this number of bytes of UTF-8, which live
    // as long as the object; `cast_exact` checks the type.
    unsafe {
        let utf8 = PyUnicode_AsUTF8AndSize(string.as_ptr(), &raw mut len);
        if utf8.is_null() {
            PyErr_Clear();
            return None;
        }
        Some(from_utf8_unchecked(from_raw_parts(utf8.cast(), len as usize)))
    }
}

/// The bytes of a `bytes`; `None` for any other type, including subclasses.
#[inline(always)]
pub(crate) fn bytes<'a>(object: &'a Bound<'_, PyAny>) -> Option<&'a [u8]> {
    Some(object.cast_exact::<PyBytes>().ok()?.as_bytes())
}

/// The name of Python's error handler for ill-formed UTF-8; without one, ill-formed UTF-8 gives no result.
pub(crate) type Handler = Option<&'static CStr>;

/// A `str` from UTF-8; `None` if it is ill-formed and there is no handler.
#[inline(always)]
pub(crate) fn new_text<'py>(
    py: Python<'py>,
    utf8: &[u8],
    errors: Handler,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let handler = errors.map_or(null(), CStr::as_ptr);
    // SAFETY: the pointer and the length are those of a slice, and the handler is null or a C string; the result is a new
    // reference, or null with an exception set, whose type is compared.
    unsafe {
        let object = PyUnicode_DecodeUTF8(utf8.as_ptr().cast(), utf8.len() as Py_ssize_t, handler);
        if object.is_null()
            && errors.is_none()
            && PyErr_ExceptionMatches(PyExc_UnicodeDecodeError) != 0
        {
            PyErr_Clear();
            return Ok(None);
        }
        Bound::from_owned_ptr_or_err(py, object).map(Some)
    }
}

/// A `str` from ASCII. (Other UTF-8 works, too; ill-formed UTF-8 raises `UnicodeDecodeError`.)
#[inline(always)]
pub(crate) fn new_ascii<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    PyString::from_bytes(py, text).map(Bound::into_any)
}

/// The `str` itself, if [`text`] gives this many bytes and each of them is a character.
#[inline(always)]
pub(crate) fn ascii<'a, 'py>(
    object: &'a Bound<'py, PyAny>,
    len: usize,
) -> Option<&'a Bound<'py, PyString>> {
    object.cast::<PyString>().ok().filter(|string| string.len().ok() == Some(len))
}

/// A range of the characters of a `str`. ASCII is copied without a scan, which is the fastest way
/// to create a `str` in the stable ABI.
#[inline(always)]
pub(crate) fn substring<'py>(
    string: &Bound<'py, PyString>,
    range: Range<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let (start, end) = (range.start as Py_ssize_t, range.end as Py_ssize_t);
    // SAFETY: the object is a `str`, and Python checks the indices; the result is a new reference, or null with an exception set.
    unsafe {
        let object = PyUnicode_Substring(string.as_ptr(), start, end);
        Bound::from_owned_ptr_or_err(string.py(), object)
    }
}
