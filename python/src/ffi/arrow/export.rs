//! Export of columns as the structures of Arrow's interface.

use std::ffi::{c_char, c_int};
use std::ptr::null;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef};
use arrow_schema::Field;

/// The structure of a type.
pub(super) fn schema(field: &Field) -> FFI_ArrowSchema {
    FFI_ArrowSchema::try_from(field).expect("the types of results have formats")
}

/// The data of an exported stream until its release.
type Held = (Field, std::vec::IntoIter<ArrayRef>);

/// A stream of arrays.
pub(super) fn stream(field: Field, arrays: Vec<ArrayRef>) -> FFI_ArrowArrayStream {
    let held: Box<Held> = Box::new((field, arrays.into_iter()));
    FFI_ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release),
        private_data: Box::into_raw(held).cast(),
    }
}

unsafe extern "C" fn get_schema(
    stream: *mut FFI_ArrowArrayStream,
    out: *mut FFI_ArrowSchema,
) -> c_int {
    // SAFETY: only `stream` sets this callback, together with a `Held`; `out` can be written, and holds nothing yet.
    unsafe { out.write(schema(&(*(*stream).private_data.cast::<Held>()).0)) };
    0
}

unsafe extern "C" fn get_next(
    stream: *mut FFI_ArrowArrayStream,
    out: *mut FFI_ArrowArray,
) -> c_int {
    // SAFETY: only `stream` sets this callback, together with a `Held`; the specification has no two calls at a time.
    let (_, arrays) = unsafe { &mut *(*stream).private_data.cast::<Held>() };
    let next = arrays.next().map(|array| FFI_ArrowArray::new(&array.to_data()));
    // SAFETY: `out` can be written, and holds nothing yet.
    unsafe { out.write(next.unwrap_or_else(FFI_ArrowArray::empty)) };
    0
}

unsafe extern "C" fn get_last_error(_: *mut FFI_ArrowArrayStream) -> *const c_char {
    null()
}

unsafe extern "C" fn release(stream: *mut FFI_ArrowArrayStream) {
    // SAFETY: only `stream` sets this callback, together with a `Held` that is released here, once.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<Held>()));
        (*stream).release = None;
    }
}
