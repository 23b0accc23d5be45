//! Import of columns from the capsules of Arrow's interface.

use std::collections::HashMap;
use std::ffi::{CStr, c_int};
use std::fmt::Display;
use std::ptr::null;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, make_array, new_empty_array, new_null_array};
use arrow_schema::{DataType, Field};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use super::{ARRAY, Column, SCHEMA, STREAM};

/// The column of an object that has Arrow's PyCapsule interface, or of an array of NumPy or pandas.
pub(crate) fn import(object: &Bound<'_, PyAny>) -> PyResult<Column> {
    let (py, given) = (object.py(), object.as_unbound());
    let capsules = py.import("percent_simd._columns")?.getattr("capsules")?.call1((object,))?;
    let capsules = capsules.cast_into::<PyTuple>()?;
    if capsules.len() == 2 {
        let (schema, array) = (capsules.get_item(0)?, capsules.get_item(1)?);
        // SAFETY: capsules of these names hold these structures, and live until the end of this block; they are ours to take, as
        // the interface says, and the GIL is held, so nobody else takes them.
        let (schema, array) = unsafe {
            (
                FFI_ArrowSchema::from_raw(place(&schema, SCHEMA)?),
                FFI_ArrowArray::from_raw(place(&array, ARRAY)?),
            )
        };
        check_unused(schema.release.is_none() || array.is_released())?;
        return py.detach(move || column(given, &schema, std::iter::once(Ok(array))));
    }
    let capsule = capsules.get_item(0)?;
    // SAFETY: a capsule of this name holds a stream, and lives until the end of this block; it is ours to take, as the
    // interface says, and the GIL is held, so nobody else takes it.
    let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(place(&capsule, STREAM)?) };
    check_unused(stream.release.is_none())?;
    let (Some(get_schema), Some(get_next)) = (stream.get_schema, stream.get_next) else {
        return Err(PyValueError::new_err("the Arrow stream has no callbacks"));
    };
    // A producer may wait for its own threads, and these for the GIL.
    py.detach(move || {
        let mut schema = FFI_ArrowSchema::empty();
        // SAFETY: the stream is not released and nobody else uses it; the callback is its own, and `schema` can be written.
        let status = unsafe { get_schema(&raw mut stream, &raw mut schema) };
        check_status(status, &mut stream)?;
        let arrays = std::iter::from_fn(|| {
            let mut array = FFI_ArrowArray::empty();
            // SAFETY: as for `get_schema`; `array` can be written.
            let status = unsafe { get_next(&raw mut stream, &raw mut array) };
            let checked = check_status(status, &mut stream);
            (checked.is_err() || !array.is_released()).then(|| checked.map(|()| array))
        });
        column(given, &schema, arrays)
    })
}

/// The structure in a capsule of that name.
fn place<T>(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<*mut T> {
    Ok(capsule.cast::<PyCapsule>()?.pointer_checked(Some(name))?.cast().as_ptr())
}

fn check_unused(is_released: bool) -> PyResult<()> {
    if is_released {
        return Err(PyValueError::new_err("the Arrow capsule is empty: it was used before"));
    }
    Ok(())
}

/// The stream's message, if a callback failed.
fn check_status(status: c_int, stream: &mut FFI_ArrowArrayStream) -> PyResult<()> {
    if status == 0 {
        return Ok(());
    }
    let words = stream.get_last_error.map_or(null(), |last_error| {
        // SAFETY: the stream is not released and nobody else uses it.
        unsafe { last_error(&raw mut *stream) }
    });
    let words = if words.is_null() {
        format!("error {status}")
    } else {
        // SAFETY: it is not null, so it is a C string that lives until the next call.
        unsafe { CStr::from_ptr(words) }.to_string_lossy().into_owned()
    };
    Err(PyValueError::new_err(format!("the Arrow stream failed: {words}")))
}

/// The column of these arrays.
fn column(
    given: &Py<PyAny>,
    schema: &FFI_ArrowSchema,
    arrays: impl Iterator<Item = PyResult<FFI_ArrowArray>>,
) -> PyResult<Column> {
    let unfit = |format: &str| Err(unfit(given, format));
    let format = format_of(schema)?;
    let inner = schema.dictionary().map_or(Ok(format), format_of)?;
    // `arrow-schema` would read the children of a nested one.
    if let Some(nested) = [format, inner].into_iter().find(|format| format.starts_with('+')) {
        return unfit(nested);
    }
    let Ok(data_type) = DataType::try_from(schema) else { return unfit(inner) };
    let (keys, values) = match &data_type {
        DataType::Dictionary(keys, _) if !keys.is_dictionary_key_type() => return unfit(format),
        DataType::Dictionary(keys, values) => (Some(keys.clone()), &**values),
        plain => (None, plain),
    };
    // pandas gives columns of nothing but nulls such a type, and so do batches of others.
    let is_null = matches!(values, DataType::Null | DataType::Float32 | DataType::Float64);
    let text = if is_null { DataType::Utf8 } else { values.clone() };
    let bytes = match text {
        DataType::Utf8 | DataType::Binary => DataType::Binary,
        DataType::LargeUtf8 | DataType::LargeBinary => DataType::LargeBinary,
        DataType::Utf8View | DataType::BinaryView => DataType::BinaryView,
        _ => return unfit(inner),
    };
    let is_ordered = schema.dictionary_ordered() && keys.is_some();
    let of_values = |values| match &keys {
        Some(keys) => DataType::Dictionary(keys.clone(), Box::new(values)),
        None => values,
    };
    let field = Field::new("", of_values(text), true).with_dict_is_ordered(is_ordered);
    let bytes = of_values(bytes);
    let (mut chunks, mut checked) = (Vec::new(), Dictionaries::new());
    for array in arrays {
        let chunk = chunk(array?, if is_null { &data_type } else { &bytes }, &mut checked)?;
        if is_null && chunk.logical_null_count() < chunk.len() {
            return unfit(inner);
        }
        chunks.push(if is_null { new_null_array(&bytes, chunk.len()) } else { chunk });
    }
    if chunks.is_empty() {
        chunks.push(new_empty_array(&bytes));
    }
    Ok(Column { field, chunks })
}

/// The format of a type.
fn format_of(schema: &FFI_ArrowSchema) -> PyResult<&str> {
    // SAFETY: if it is not null, it is a C string that lives as long as the schema, which is not released.
    let format = (!schema.format.is_null()).then(|| unsafe { CStr::from_ptr(schema.format) });
    let format = format.and_then(|format| format.to_str().ok());
    format.ok_or_else(|| PyValueError::new_err("the Arrow schema has no format"))
}

/// The error for an object whose type has this format, with a remedy that its library has.
fn unfit(object: &Py<PyAny>, format: &str) -> PyErr {
    Python::attach(|py| {
        let error = py
            .import("percent_simd._columns")
            .and_then(|module| module.getattr("wrong_type")?.call1((object, format)));
        error.map_or_else(|error| error, PyErr::from_value)
    })
}

/// A result for each dictionary of a column, by the address of its first buffer: chunks may share a dictionary.
pub(crate) struct Dictionaries<T>(HashMap<usize, (ArrayRef, T)>);

impl<T> Dictionaries<T> {
    pub(crate) fn new() -> Self {
        Self(HashMap::new())
    }

    /// The result for the dictionary with these values, made if the dictionary is a new one.
    pub(crate) fn of<E>(
        &mut self,
        values: &ArrayRef,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<&T, E> {
        let data = values.to_data();
        let place = data.buffers().first().map_or(0, |buffer| buffer.as_ptr() as usize);
        if !self.0.get(&place).is_some_and(|(known, _)| known.to_data().ptr_eq(&data)) {
            self.0.insert(place, (Arc::clone(values), make()?));
        }
        Ok(&self.0[&place].1)
    }
}

/// The array of a chunk. Its counts, offsets, views and keys are checked; the C data interface promises
/// the lengths of its buffers.
fn chunk(
    array: FFI_ArrowArray,
    data_type: &DataType,
    checked: &mut Dictionaries<()>,
) -> PyResult<ArrayRef> {
    if array.is_empty() {
        // Its buffers may be absent, and arrow-array refuses that.
        return Ok(new_empty_array(data_type));
    }
    check_counts(&array, data_type)?;
    if *data_type == DataType::Null {
        // Producers give no buffer or one, and it holds nothing.
        return Ok(new_null_array(data_type, array.len()));
    }
    if let DataType::Dictionary(_, values) = data_type {
        let dictionary = array.dictionary();
        check_counts(dictionary.ok_or_else(|| damaged(&"it has no dictionary"))?, values)?;
    }
    // SAFETY: the array has the buffers of its type, as checked; the C data interface promises that these are as long as its counts
    // and offsets say, and do not change before its release.
    let data = unsafe { from_ffi_and_data_type(array, data_type.clone()) };
    let data = data.map_err(|error| damaged(&error))?;
    let values = data.child_data().first().unwrap_or(&data);
    if values.buffers().iter().any(|buffer| isize::try_from(buffer.len()).is_err()) {
        return Err(damaged(&"an offset or a size is negative"));
    }
    data.validate_values().map_err(|error| damaged(&error))?; // each row, or each key
    let array = make_array(data);
    if let Some(dictionary) = array.as_any_dictionary_opt() {
        let values = dictionary.values();
        let check = || values.to_data().validate_values().map_err(|error| damaged(&error));
        checked.of(values, check)?;
    }
    Ok(array)
}

fn damaged(why: &dyn Display) -> PyErr {
    PyValueError::new_err(format!("the Arrow array is damaged: {why}"))
}

/// Checks that the counts of an array, and the offsets or sizes that arrow-array reads at once, can be
/// read.
fn check_counts(array: &FFI_ArrowArray, data_type: &DataType) -> PyResult<()> {
    let end = array.offset().checked_add(array.len());
    if isize::try_from(array.len()).is_err()
        || end.is_none_or(|end| end >= isize::MAX as usize / 16)
    {
        return Err(damaged(&"its length or its offset is negative or too large"));
    }
    let buffers = array.num_buffers();
    let is_sound = isize::try_from(buffers).is_ok()
        && (!array.buffers.is_null() || *data_type == DataType::Null)
        && match data_type {
            DataType::Null => true,
            DataType::Binary => buffers >= 3 && is_there::<i32>(array.buffer(1)),
            DataType::LargeBinary => buffers >= 3 && is_there::<i64>(array.buffer(1)),
            DataType::BinaryView => {
                buffers == 3 || buffers > 3 && is_there::<i64>(array.buffer(buffers - 1))
            }
            _ => buffers >= 2,
        };
    if is_sound { Ok(()) } else { Err(damaged(&"its counts do not fit its buffers")) }
}

fn is_there<T>(buffer: *const u8) -> bool {
    !buffer.is_null() && buffer.cast::<T>().is_aligned()
}
