//! Writes to objects with the buffer protocol.

use std::ffi::CStr;
use std::slice;

use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::ffi::{
    Py_buffer, PyBUF_FULL_RO, PyBuffer_IsContiguous, PyBuffer_Release, PyObject_GetBuffer,
};
use pyo3::prelude::*;

/// Row-major order: `b'C'` in the type of the Python API.
const C_ORDER: std::ffi::c_char = b'C' as std::ffi::c_char;

/// The buffer of an object, released on drop. Its elements may have any type; they are accessed as
/// bytes.
struct View<'py> {
    /// In a box, because it may point into itself.
    view: Box<Py_buffer>,
    py: Python<'py>,
}

impl<'py> View<'py> {
    fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let (py, mut view) = (object.py(), Box::new(Py_buffer::new()));
        // SAFETY: `object` is an object, and `view` can be written.
        match unsafe { PyObject_GetBuffer(object.as_ptr(), &raw mut *view, PyBUF_FULL_RO) } {
            0 => Ok(Self { view, py }),
            _ => Err(PyErr::fetch(py)),
        }
    }

    fn len(&self) -> usize {
        self.view.len as usize
    }

    fn is_contiguous(&self) -> bool {
        // SAFETY: the buffer is held.
        unsafe { PyBuffer_IsContiguous(&raw const *self.view, C_ORDER) != 0 }
    }

    /// True if an element is or contains a reference to an object, which must not be overwritten
    /// with bytes.
    fn has_objects(&self) -> bool {
        // SAFETY: the buffer is held, and its format is null or a C string.
        !self.view.format.is_null()
            && unsafe { CStr::from_ptr(self.view.format) }.to_bytes().contains(&b'O')
    }
}

impl Drop for View<'_> {
    fn drop(&mut self) {
        let _attached: Python<'_> = self.py;
        // SAFETY: the buffer is held, and this thread is attached, as `py` proves.
        unsafe { PyBuffer_Release(&raw mut *self.view) };
    }
}

/// Runs `write` on the memory of a writable buffer, with the GIL held.
///
/// `write` must not run Python code, which `Send` keeps it from: a closure that is `Send` holds no token of the interpreter.
pub(crate) fn with_writable<R>(
    object: &Bound<'_, PyAny>,
    write: impl FnOnce(&mut [u8]) -> R + Send,
) -> PyResult<R> {
    let needed = "a writable buffer of contiguous bytes is needed, such as a bytearray";
    let refused = |why: &str| Err(PyBufferError::new_err(format!("{why}: {needed}")));
    let Ok(view) = View::of(object) else {
        let name = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{needed}, not {name}")));
    };
    if view.view.readonly != 0 {
        return refused("the buffer is read-only");
    }
    if !view.is_contiguous() {
        return refused("the buffer is not contiguous");
    }
    if view.has_objects() {
        return refused("the buffer holds references to objects");
    }
    if view.len() == 0 {
        return Ok(write(&mut []));
    }
    // SAFETY: the memory is `len` contiguous bytes, writable, and stays where it is while `view` is held; any bytes are a value
    // of its elements, which are no objects. Nobody else uses it before `write` returns: the GIL is held, no Python code runs,
    // and the other memory that safe code gets from an object is that of a `str` or a `bytes`, which no writable buffer is, or a
    // copy. (A thread that writes to a buffer without the GIL, as `readinto` does, races with any user of that buffer.)
    let output = unsafe { slice::from_raw_parts_mut(view.view.buf.cast::<u8>(), view.len()) };
    Ok(write(output))
}
