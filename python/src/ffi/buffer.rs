//! Writable buffers, and where buffers are in memory.

use std::ops::Range;

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::prelude::*;

use super::{bytes, text};

/// Runs `write` on the memory of a writable buffer, with the GIL held.
///
/// `write` must not run Python code, which `Send` keeps it from: a closure that is `Send` holds no token of the interpreter.
pub(crate) fn with_writable<R>(
    object: &Bound<'_, PyAny>,
    write: impl FnOnce(&mut [u8]) -> R + Send,
) -> PyResult<R> {
    let needed = "a writable buffer of contiguous bytes is needed, such as a bytearray";
    let buffer = PyBuffer::<u8>::get(object).map_err(|_| PyTypeError::new_err(needed))?;
    if buffer.readonly() || !buffer.is_c_contiguous() {
        return Err(PyBufferError::new_err(needed));
    }
    let len = buffer.len_bytes();
    if len == 0 {
        return Ok(write(&mut []));
    }
    // SAFETY: the memory is `len` contiguous bytes, writable, and stays where it is while `buffer` is held. Nobody else uses it
    // before `write` returns: the GIL is held, no Python code runs, and the other memory that safe code gets from an object is
    // that of a `str` or a `bytes`, which no writable buffer is, or a copy. (A thread that writes to a buffer without the GIL,
    // as `readinto` does, races with any user of that buffer.)
    let output = unsafe { std::slice::from_raw_parts_mut(buffer.buf_ptr().cast::<u8>(), len) };
    Ok(write(output))
}

/// Whether the memory of two objects overlaps. Objects that have none, and `str`, overlap nothing.
pub(crate) fn overlap(one: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
    let (Some(one), Some(other)) = (memory(one)?, memory(other)?) else { return Ok(false) };
    Ok(!one.is_empty() && !other.is_empty() && one.start < other.end && other.start < one.end)
}

/// The addresses of an object's bytes.
fn memory(object: &Bound<'_, PyAny>) -> PyResult<Option<Range<usize>>> {
    if text(object.as_borrowed()).is_some() {
        return Ok(None);
    }
    if let Some(bytes) = bytes(object.as_borrowed()) {
        let range = bytes.as_ptr_range();
        return Ok(Some(range.start as usize..range.end as usize));
    }
    let Ok(buffer) = PyBuffer::<u8>::get(object) else { return Ok(None) };
    let start = buffer.buf_ptr() as usize;
    // With strides, the bytes are somewhere around: whatever lies between the first and the last of them counts.
    let (mut low, mut high) = (start, start + 1);
    for (&len, &stride) in buffer.shape().iter().zip(buffer.strides()) {
        let reach = len.saturating_sub(1) * stride.unsigned_abs();
        if stride < 0 { low -= reach } else { high += reach }
    }
    Ok((buffer.len_bytes() > 0).then_some(low..high))
}
