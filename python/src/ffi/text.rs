//! `str` and `bytes`: read in place, and created without an intermediate copy.

use std::ffi::{CStr, c_char};
use std::ops::Range;

use pyo3::ffi::{
    Py_sq_contains, Py_ssize_t, PyBytes_AsString, PyBytes_CheckExact, PyBytes_FromStringAndSize,
    PyBytes_Size, PyErr_Clear, PyType_GetSlot, PyUnicode_AsUTF8AndSize, PyUnicode_CheckExact,
    PyUnicode_DecodeLatin1, PyUnicode_DecodeUTF8, PyUnicode_FromStringAndSize, PyUnicode_GetLength,
    PyUnicode_Substring, PyUnicode_Type,
};
use pyo3::types::PyString;
use pyo3::{Borrowed, prelude::*};

/// The text of a `str`, as UTF-8. `None` for any other type, including subclasses, and for lone
/// surrogates, which UTF-8 cannot represent.
///
/// The characters of an ASCII string are read in place; for others, Python encodes UTF-8 and caches
/// it with the string.
#[inline(always)]
pub(crate) fn text<'a>(object: Borrowed<'a, '_, PyAny>) -> Option<&'a str> {
    // SAFETY: `object` is a valid object.
    if unsafe { PyUnicode_CheckExact(object.as_ptr()) } == 0 {
        return None;
    }
    utf8(object)
}

/// The text of a subclass of `str`, as UTF-8; `None` for any other type, and for lone surrogates.
pub(crate) fn subclass_text<'a>(object: Borrowed<'a, '_, PyAny>) -> Option<&'a str> {
    let is_subclass =
        object.is_instance_of::<PyString>() && !object.is_exact_instance_of::<PyString>();
    if is_subclass { utf8(object) } else { None }
}

/// The text of a `str` or an object of a subclass.
#[inline(always)]
fn utf8<'a>(object: Borrowed<'a, '_, PyAny>) -> Option<&'a str> {
    let mut len: Py_ssize_t = 0;
    // SAFETY: `len` can be written; Python refuses an object that is no `str`.
    let start = unsafe { PyUnicode_AsUTF8AndSize(object.as_ptr(), &mut len) };
    if start.is_null() {
        // SAFETY: the caller of Python is attached to it, as it holds an object.
        unsafe { PyErr_Clear() };
        return None;
    }
    // SAFETY: `start` points to `len` bytes of UTF-8, which live as long as the object (`'a`) and never change, as a `str` is
    // immutable.
    Some(unsafe {
        std::str::from_utf8_unchecked(std::slice::from_raw_parts(start.cast(), len as usize))
    })
}

/// True if `in` of an object of a subclass of `str` is that of `str`.
pub(crate) fn contains_as_str(object: Borrowed<'_, '_, PyAny>) -> bool {
    // SAFETY: both are types, and the slot is one of those that types have.
    unsafe {
        let of_str = PyType_GetSlot(&raw mut PyUnicode_Type, Py_sq_contains);
        PyType_GetSlot(object.get_type_ptr(), Py_sq_contains) == of_str
    }
}

/// The bytes of a `bytes`; `None` for any other type, including subclasses.
#[inline(always)]
pub(crate) fn bytes<'a>(object: Borrowed<'a, '_, PyAny>) -> Option<&'a [u8]> {
    // SAFETY: `object` is a valid object.
    if unsafe { PyBytes_CheckExact(object.as_ptr()) } == 0 {
        return None;
    }
    // SAFETY: the object is a `bytes`, so its bytes live as long as the object (`'a`) and never change.
    Some(unsafe {
        let start = PyBytes_AsString(object.as_ptr());
        std::slice::from_raw_parts(start.cast(), PyBytes_Size(object.as_ptr()) as usize)
    })
}

/// Python's treatment of ill-formed UTF-8.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Errors {
    /// U+FFFD for each maximal ill-formed subsequence.
    Replace,
    /// Nothing for it.
    Ignore,
    /// A lone surrogate for each ill-formed byte.
    SurrogateEscape,
    /// `\xFF` for each ill-formed byte.
    BackslashReplace,
    /// Returns no result.
    None,
    /// None of these: each byte is a character of ISO 8859-1.
    Latin1,
}

/// A `str` from UTF-8; `None` if it is ill-formed and `errors` asks for that.
#[inline(always)]
pub(crate) fn new_text<'py>(
    py: Python<'py>,
    utf8: &[u8],
    errors: Errors,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let handler: Option<&'static CStr> = match errors {
        Errors::Replace => Some(c"replace"),
        Errors::Ignore => Some(c"ignore"),
        Errors::SurrogateEscape => Some(c"surrogateescape"),
        Errors::BackslashReplace => Some(c"backslashreplace"),
        Errors::None => None,
        Errors::Latin1 => return new_latin1(py, utf8).map(Some),
    };
    let handler: *const c_char = handler.map_or(std::ptr::null(), CStr::as_ptr);
    // SAFETY: the pointer and the length are those of a slice, and the handler is null or a C string; the result is a new
    // reference, or null with an exception set.
    let object = unsafe {
        let object = PyUnicode_DecodeUTF8(utf8.as_ptr().cast(), utf8.len() as Py_ssize_t, handler);
        Bound::from_owned_ptr_or_opt(py, object)
    };
    if object.is_some() {
        return Ok(object);
    }
    let error = PyErr::fetch(py);
    if errors == Errors::None && error.is_instance_of::<pyo3::exceptions::PyUnicodeDecodeError>(py)
    {
        return Ok(None);
    }
    Err(error)
}

/// A `str` from ISO 8859-1.
fn new_latin1<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let (start, len) = (bytes.as_ptr().cast(), bytes.len() as Py_ssize_t);
    // SAFETY: the pointer and the length are those of a slice, and the handler may be null; the result is a new reference, or
    // null with an exception set.
    unsafe {
        Bound::from_owned_ptr_or_err(py, PyUnicode_DecodeLatin1(start, len, std::ptr::null()))
    }
}

/// A `str` from ASCII. (Other UTF-8 works, too; ill-formed UTF-8 raises `UnicodeDecodeError`.)
#[inline(always)]
pub(crate) fn new_ascii<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the pointer and the length are those of a slice; the result is a new reference, or null with an exception set.
    unsafe {
        let object = PyUnicode_FromStringAndSize(text.as_ptr().cast(), text.len() as Py_ssize_t);
        Bound::from_owned_ptr_or_err(py, object)
    }
}

/// The `str` itself, if [`text`] gives this many bytes and each of them is a character.
#[inline(always)]
pub(crate) fn ascii<'a, 'py>(
    object: Borrowed<'a, 'py, PyAny>,
    len: usize,
) -> Option<Borrowed<'a, 'py, PyString>> {
    let string = object.cast::<PyString>().ok()?;
    // SAFETY: the object is a `str`.
    let characters = unsafe { PyUnicode_GetLength(string.as_ptr()) };
    (usize::try_from(characters) == Ok(len)).then_some(string)
}

/// A range of the characters of a `str`. ASCII is copied without a scan, which is the fastest way
/// to create a `str` in the stable ABI.
#[inline(always)]
pub(crate) fn substring<'py>(
    string: Borrowed<'_, 'py, PyString>,
    range: Range<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let (start, end) = (range.start as Py_ssize_t, range.end as Py_ssize_t);
    // SAFETY: the object is a `str`, and Python checks the indices; the result is a new reference, or null with an exception set.
    unsafe {
        let object = PyUnicode_Substring(string.as_ptr(), start, end);
        Bound::from_owned_ptr_or_err(string.py(), object)
    }
}

/// A `bytes`.
#[inline(always)]
pub(crate) fn new_bytes<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the pointer and the length are those of a slice; the result is a new reference, or null with an exception set.
    unsafe {
        let object = PyBytes_FromStringAndSize(bytes.as_ptr().cast(), bytes.len() as Py_ssize_t);
        Bound::from_owned_ptr_or_err(py, object)
    }
}

/// A `str` from bytes that may not be UTF-8: ill-formed bytes become lone surrogates, as in
/// `os.fsdecode`.
pub(crate) fn new_with_surrogates<'py>(
    py: Python<'py>,
    bytes: &[u8],
) -> PyResult<Bound<'py, PyAny>> {
    let text = new_text(py, bytes, Errors::SurrogateEscape)?;
    Ok(text.expect("only `Errors::None` gives no result"))
}
