//! Import of streams.
//!
//! Callbacks run without the GIL, because a producer may wait for its own threads, and these for
//! the GIL.

use std::ffi::{CStr, c_int};
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::import::{Chunk, Imported, format_of};
use super::{ArrowArrayStream, Owned, Structure};

/// A callback that fills a structure.
type Get<T> = unsafe extern "C" fn(*mut ArrowArrayStream, *mut T) -> c_int;

/// All chunks of a stream, which is then released.
pub(super) fn read(py: Python<'_>, mut stream: Owned<ArrowArrayStream>) -> PyResult<Imported> {
    let imported = chunks(py, &mut stream);
    py.detach(move || drop(stream));
    imported
}

fn chunks(py: Python<'_>, stream: &mut Owned<ArrowArrayStream>) -> PyResult<Imported> {
    let (Some(get_schema), Some(get_next)) = (stream.0.get_schema, stream.0.get_next) else {
        return Err(PyValueError::new_err("the Arrow stream has no callbacks"));
    };
    let format = format_of(&get(py, stream, get_schema)?)?;
    let mut chunks = Vec::new();
    loop {
        let array = get(py, stream, get_next)?;
        if array.is_released() {
            return Ok(Imported { format, chunks, is_stream: true });
        }
        chunks.push(Arc::new(Chunk::new(array, format)?));
    }
}

/// The structure that a callback fills.
fn get<T: Structure>(
    py: Python<'_>,
    stream: &mut Owned<ArrowArrayStream>,
    callback: Get<T>,
) -> PyResult<Owned<T>> {
    let result = py.detach(|| {
        let mut out = Owned::<T>::empty();
        // SAFETY: the stream is not released and nobody else uses it; the callback is its own, and fills what it is given.
        match unsafe { callback(&raw mut *stream.0, &raw mut *out.0) } {
            0 => Ok(out),
            status => Err(last_error(stream).unwrap_or_else(|| format!("error {status}"))),
        }
    });
    result.map_err(|words| PyValueError::new_err(format!("the Arrow stream failed: {words}")))
}

/// The stream's message for a failed callback.
fn last_error(stream: &mut Owned<ArrowArrayStream>) -> Option<String> {
    let last_error = stream.0.get_last_error?;
    // SAFETY: the stream is not released and nobody else uses it; the text is null or a C string that lives until the next call.
    unsafe {
        let words = last_error(&raw mut *stream.0);
        (!words.is_null()).then(|| CStr::from_ptr(words).to_string_lossy().into_owned())
    }
}
