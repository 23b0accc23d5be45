//! Export of columns.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::null_mut;
use std::sync::Arc;

use percent_simd::batch::{Column, PrimitiveColumn, ViewBuffer, ViewColumn};
use pyo3::ffi::{PyCapsule_GetName, PyCapsule_GetPointer, PyCapsule_New, PyObject};
use pyo3::prelude::*;

use super::import::Chunk;
use super::layout::Format;
use super::{
    ARRAY, ArrowArray, ArrowArrayStream, ArrowSchema, NULLABLE, ORDERED, Owned, SCHEMA, STREAM,
    Structure,
};

/// A shared array; each export is a reference to it.
pub(crate) struct Array {
    len: usize,
    offset: usize,
    nulls: i64,
    buffers: Vec<Buffer>,
    dictionary: Option<Arc<Array>>,
}

/// A buffer of an array.
enum Buffer {
    Absent,
    Bytes(Vec<u8>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    U32(Vec<u32>),
    U128(Vec<u128>),
    /// A buffer of the input, which stays alive as long as this one.
    Input {
        _kept: Arc<Chunk>,
        start: *const c_void,
    },
}

// SAFETY: buffers are read only, and those of the input are those of a `Chunk`, which any thread may read and release.
unsafe impl Send for Buffer {}
// SAFETY: nothing writes to a buffer once it is made, so several threads may read it.
unsafe impl Sync for Buffer {}

impl Buffer {
    fn start(&self) -> *const c_void {
        match self {
            Self::Absent => std::ptr::null(),
            Self::Bytes(buffer) => buffer.as_ptr().cast(),
            Self::I32(buffer) => buffer.as_ptr().cast(),
            Self::I64(buffer) => buffer.as_ptr().cast(),
            Self::U32(buffer) => buffer.as_ptr().cast(),
            Self::U128(buffer) => buffer.as_ptr().cast(),
            Self::Input { start, .. } => *start,
        }
    }
}

fn validity(bitmap: Option<Vec<u8>>) -> Buffer {
    bitmap.map_or(Buffer::Absent, Buffer::Bytes)
}

fn named(format: &str) -> CString {
    CString::new(format).expect("formats hold no NUL")
}

impl Array {
    /// A column with offsets of 32 bits.
    pub(crate) fn small(column: Column<i32>) -> Self {
        let (len, nulls) = (column.len(), column.nulls() as i64);
        let (values, offsets, bitmap) = column.into_parts();
        let buffers = vec![validity(bitmap), Buffer::I32(offsets), Buffer::Bytes(values)];
        Self { len, offset: 0, nulls, buffers, dictionary: None }
    }

    /// A column with offsets of 64 bits.
    pub(crate) fn large(column: Column<i64>) -> Self {
        let (len, nulls) = (column.len(), column.nulls() as i64);
        let (values, offsets, bitmap) = column.into_parts();
        let buffers = vec![validity(bitmap), Buffer::I64(offsets), Buffer::Bytes(values)];
        Self { len, offset: 0, nulls, buffers, dictionary: None }
    }

    /// A column of views on this input.
    pub(crate) fn views(column: ViewColumn, input: &Arc<Chunk>) -> PyResult<Self> {
        let (len, nulls) = (column.len(), column.nulls() as i64);
        let (views, data, bitmap) = column.into_parts();
        let (mut buffers, mut sizes) = (vec![validity(bitmap), Buffer::U128(views)], Vec::new());
        for buffer in data {
            let (buffer, size) = match buffer {
                ViewBuffer::Input(index) => {
                    let (start, size) = input.data(index)?;
                    (Buffer::Input { _kept: Arc::clone(input), start }, size)
                }
                ViewBuffer::Own(bytes) => {
                    let size = bytes.len() as i64;
                    (Buffer::Bytes(bytes), size)
                }
                other => unreachable!("it is no buffer: {other:?}"),
            };
            buffers.push(buffer);
            sizes.push(size);
        }
        buffers.push(Buffer::I64(sizes));
        Ok(Self { len, offset: 0, nulls, buffers, dictionary: None })
    }

    /// A column of numbers.
    pub(crate) fn numbers(column: PrimitiveColumn<u32>) -> Self {
        let (values, bitmap) = column.into_parts();
        let (len, nulls) = (values.len(), if bitmap.is_some() { -1 } else { 0 });
        let buffers = vec![validity(bitmap), Buffer::U32(values)];
        Self { len, offset: 0, nulls, buffers, dictionary: None }
    }

    /// The input's keys with new values, one for each value of the input's dictionary. `rows` has
    /// the validity bitmap of the rows, from the first bit of the keys' own buffer on, and the null
    /// count, if they differ from the input's.
    pub(crate) fn dictionary(
        input: &Arc<Chunk>,
        mut values: Self,
        rows: Option<(Vec<u8>, i64)>,
    ) -> Self {
        assert_eq!(values.len, input.content_len(), "each key keeps its value's place");
        let part = |index| match input.buffer(index) {
            start if start.is_null() => Buffer::Absent,
            start => Buffer::Input { _kept: Arc::clone(input), start },
        };
        let (validity, nulls) = match rows {
            Some((bitmap, nulls)) => {
                // The rows mark nulls, because pandas does not accept null as a category.
                (values.buffers[0], values.nulls) = (Buffer::Absent, 0);
                (Buffer::Bytes(bitmap), nulls)
            }
            None => (part(0), input.null_count()),
        };
        Self {
            len: input.len(),
            offset: input.offset(),
            nulls,
            buffers: vec![validity, part(1)],
            dictionary: Some(Arc::new(values)),
        }
    }

    /// The array's own validity bitmap, if any.
    pub(crate) fn validity(&self) -> Option<&[u8]> {
        match self.buffers.first() {
            Some(Buffer::Bytes(bitmap)) => Some(bitmap),
            _ => None,
        }
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.len
    }
}

/// The data of an exported array until its release.
struct Held {
    /// Of the buffers that are exported.
    starts: Vec<*const c_void>,
    dictionary: Option<Owned<ArrowArray>>,
    _array: Arc<Array>,
}

fn export(array: &Arc<Array>) -> Owned<ArrowArray> {
    let mut held = Box::new(Held {
        starts: array.buffers.iter().map(Buffer::start).collect(),
        dictionary: array.dictionary.as_ref().map(export),
        _array: Arc::clone(array),
    });
    Owned(Box::new(ArrowArray {
        length: array.len as i64,
        null_count: array.nulls,
        offset: array.offset as i64,
        n_buffers: held.starts.len() as i64,
        n_children: 0,
        buffers: held.starts.as_mut_ptr(),
        children: null_mut(),
        dictionary: held.dictionary.as_mut().map_or(null_mut(), |values| &raw mut *values.0),
        release: Some(release_array),
        private_data: Box::into_raw(held).cast(),
    }))
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: only `export` sets this callback, together with a `Held` that is released here, once: then `release` is null. (A
    // consumer may have moved the dictionary away; then its own `release` is null there.)
    unsafe {
        drop(Box::from_raw((*array).private_data.cast::<Held>()));
        (*array).release = None;
    }
}

/// The data of an exported schema until its release.
struct HeldSchema {
    format: CString,
    dictionary: Option<Owned<ArrowSchema>>,
}

fn export_schema(format: &CString, values: Option<&CString>, flags: i64) -> Owned<ArrowSchema> {
    let mut held = Box::new(HeldSchema {
        format: format.clone(),
        dictionary: values.map(|values| export_schema(values, None, NULLABLE)),
    });
    Owned(Box::new(ArrowSchema {
        format: held.format.as_ptr(),
        name: c"".as_ptr(),
        metadata: std::ptr::null(),
        flags,
        n_children: 0,
        children: null_mut(),
        dictionary: held.dictionary.as_mut().map_or(null_mut(), |values| &raw mut *values.0),
        release: Some(release_schema),
        private_data: Box::into_raw(held).cast(),
    }))
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: only `export_schema` sets this callback, together with a `HeldSchema` that is released here, once.
    unsafe {
        drop(Box::from_raw((*schema).private_data.cast::<HeldSchema>()));
        (*schema).release = None;
    }
}

/// The format strings of a type, and of its values if it is a dictionary.
fn formats(format: Option<Format>) -> (CString, Option<CString>) {
    match format {
        None => (named("I"), None),
        Some(format) => match format.keys {
            None => (named(format.values()), None),
            Some(key) => (named(&char::from(key).to_string()), Some(named(format.values()))),
        },
    }
}

fn schema_of(format: Option<Format>) -> Owned<ArrowSchema> {
    let is_ordered = format.is_some_and(|format| format.is_ordered);
    let (format, values) = formats(format);
    let flags = NULLABLE | if is_ordered { ORDERED } else { 0 };
    export_schema(&format, values.as_ref(), flags)
}

/// The data of a stream until its release.
struct HeldStream {
    format: Option<Format>,
    arrays: std::vec::IntoIter<Arc<Array>>,
}

unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: only `stream_capsule` sets this callback, together with a `HeldStream`; `out` can be written.
    unsafe {
        let held = &*(*stream).private_data.cast::<HeldStream>();
        move_to(schema_of(held.format), out);
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: only `stream_capsule` sets this callback, together with a `HeldStream`; `out` can be written, and the specification
    // has no two calls at a time.
    unsafe {
        let held = &mut *(*stream).private_data.cast::<HeldStream>();
        move_to(held.arrays.next().map_or_else(Owned::empty, |array| export(&array)), out);
    }
    0
}

unsafe extern "C" fn get_last_error(_: *mut ArrowArrayStream) -> *const c_char {
    std::ptr::null()
}

unsafe extern "C" fn release_stream(stream: *mut ArrowArrayStream) {
    // SAFETY: only `stream_capsule` sets this callback, together with a `HeldStream` that is released here, once.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<HeldStream>()));
        (*stream).release = None;
    }
}

/// # Safety
/// `out` can be written, and holds nothing that is to be released.
unsafe fn move_to<T: Structure>(mut structure: Owned<T>, out: *mut T) {
    // SAFETY: `out` can be written; the bitwise copy moves the structure, since what it is moved from counts as released.
    unsafe { out.copy_from_nonoverlapping(&raw const *structure.0, 1) };
    structure.0.clear_release();
}

/// The capsule of a type; `None` is the type of flags.
pub(crate) fn schema_capsule(py: Python<'_>, format: Option<Format>) -> PyResult<Bound<'_, PyAny>> {
    capsule(py, schema_of(format), SCHEMA)
}

/// The capsules of a type and of an array.
pub(crate) fn array_capsules<'py>(
    py: Python<'py>,
    format: Option<Format>,
    array: &Arc<Array>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    Ok((capsule(py, schema_of(format), SCHEMA)?, capsule(py, export(array), ARRAY)?))
}

/// The capsule of a stream of arrays.
pub(crate) fn stream_capsule<'py>(
    py: Python<'py>,
    format: Option<Format>,
    arrays: Vec<Arc<Array>>,
) -> PyResult<Bound<'py, PyAny>> {
    let held = Box::new(HeldStream { format, arrays: arrays.into_iter() });
    let stream = ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release_stream),
        private_data: Box::into_raw(held).cast(),
    };
    capsule(py, Owned(Box::new(stream)), STREAM)
}

fn capsule<'py, T: Structure>(
    py: Python<'py>,
    structure: Owned<T>,
    name: &'static CStr,
) -> PyResult<Bound<'py, PyAny>> {
    let place = structure.into_raw();
    // SAFETY: `place` is a structure that nobody else has; the capsule owns it, and `destroy` gives it back. If there is no
    // capsule, it is given back here.
    unsafe {
        let object = PyCapsule_New(place.cast(), name.as_ptr(), Some(destroy::<T>));
        if object.is_null() {
            drop(Owned::from_raw(place));
        }
        Bound::from_owned_ptr_or_err(py, object)
    }
}

unsafe extern "C" fn destroy<T: Structure>(capsule: *mut PyObject) {
    // SAFETY: only `capsule` sets this callback, on a capsule of this structure; its name is asked for, so that it is right.
    unsafe {
        let place = PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule));
        drop(Owned::from_raw(place.cast::<T>()));
    }
}
