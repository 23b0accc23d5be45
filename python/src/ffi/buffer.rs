//! Writes to objects with the buffer protocol.

use std::ffi::CStr;
use std::slice;

use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::ffi::{
    Py_buffer, PyBUF_FULL_RO, PyBuffer_IsContiguous, PyBuffer_Release, PyObject_GetBuffer,
};
use pyo3::prelude::*;

/// The buffer of an object, released on drop; in a box, because it may point into itself. (PyO3's own type refuses those
/// without dimensions, as of ctypes.)
struct View<'py>(Box<Py_buffer>, Python<'py>);

impl<'py> View<'py> {
    fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let (py, mut view) = (object.py(), Box::new(Py_buffer::new()));
        // SAFETY: `object` is an object, and `view` can be written.
        match unsafe { PyObject_GetBuffer(object.as_ptr(), &raw mut *view, PyBUF_FULL_RO) } {
            0 => Ok(Self(view, py)),
            _ => Err(PyErr::fetch(py)),
        }
    }
}

impl Drop for View<'_> {
    fn drop(&mut self) {
        // SAFETY: the buffer is held, and this thread is attached, as the token proves.
        unsafe { PyBuffer_Release(&raw mut *self.0) };
    }
}

/// Runs `write` on the memory of a writable buffer, with the GIL held. The elements may have any type; they are
/// accessed as bytes.
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
    let buffer = &*view.0;
    if buffer.readonly != 0 {
        return refused("the buffer is read-only");
    }
    // SAFETY: the buffer is held; `C` is the order of rows.
    if unsafe { PyBuffer_IsContiguous(buffer, b'C' as std::ffi::c_char) } == 0 {
        return refused("the buffer is not contiguous");
    }
    // SAFETY: the buffer is held, so a format that is not null is a C string.
    let format = (!buffer.format.is_null()).then(|| unsafe { CStr::from_ptr(buffer.format) });
    if format.is_some_and(|format| format.to_bytes().contains(&b'O')) {
        return refused("the buffer holds references to objects");
    }
    if buffer.len == 0 {
        return Ok(write(&mut []));
    }
    // SAFETY: the memory is `len` contiguous bytes, writable, and stays where it is while `view` is held; any bytes are a value
    // of its elements, which are no objects. Nobody else uses it before `write` returns: the GIL is held, no Python code runs,
    // and the other memory that safe code gets from an object is that of a `str` or a `bytes`, which no writable buffer is, or a
    // copy. (A thread that writes to a buffer without the GIL, as `readinto` does, races with any user of that buffer.)
    let output = unsafe { slice::from_raw_parts_mut(buffer.buf.cast::<u8>(), buffer.len as usize) };
    Ok(write(output))
}
