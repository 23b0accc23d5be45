//! Export of columns as the capsules of Arrow's interface.

use std::ffi::{c_char, c_int};
use std::ptr::null;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef};
use arrow_schema::Field;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use super::{SCHEMA, STREAM};

/// The capsule of a type.
pub(crate) fn schema_capsule<'py>(
    py: Python<'py>,
    field: &Field,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, schema_of(field), SCHEMA)
}

fn schema_of(field: &Field) -> FFI_ArrowSchema {
    FFI_ArrowSchema::try_from(field).expect("the types of results have formats")
}

/// The data of an exported stream until its release.
struct Held {
    field: Field,
    arrays: std::vec::IntoIter<ArrayRef>,
}

/// The capsule of a stream of arrays.
pub(crate) fn stream_capsule<'py>(
    py: Python<'py>,
    field: &Field,
    arrays: Vec<ArrayRef>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let held = Box::new(Held { field: field.clone(), arrays: arrays.into_iter() });
    let stream = FFI_ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release),
        private_data: Box::into_raw(held).cast(),
    };
    PyCapsule::new_with_value(py, stream, STREAM)
}

unsafe extern "C" fn get_schema(
    stream: *mut FFI_ArrowArrayStream,
    out: *mut FFI_ArrowSchema,
) -> c_int {
    // SAFETY: only `stream_capsule` sets this callback, together with a `Held`; `out` can be written, and holds nothing yet.
    unsafe {
        let held = &*(*stream).private_data.cast::<Held>();
        out.write(schema_of(&held.field));
    }
    0
}

unsafe extern "C" fn get_next(
    stream: *mut FFI_ArrowArrayStream,
    out: *mut FFI_ArrowArray,
) -> c_int {
    // SAFETY: only `stream_capsule` sets this callback, together with a `Held`; `out` can be written, and holds nothing yet; the
    // specification has no two calls at a time.
    unsafe {
        let held = &mut *(*stream).private_data.cast::<Held>();
        let next = held.arrays.next();
        out.write(
            next.map_or_else(FFI_ArrowArray::empty, |array| FFI_ArrowArray::new(&array.to_data())),
        );
    }
    0
}

unsafe extern "C" fn get_last_error(_: *mut FFI_ArrowArrayStream) -> *const c_char {
    null()
}

unsafe extern "C" fn release(stream: *mut FFI_ArrowArrayStream) {
    // SAFETY: only `stream_capsule` sets this callback, together with a `Held` that is released here, once.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<Held>()));
        (*stream).release = None;
    }
}
