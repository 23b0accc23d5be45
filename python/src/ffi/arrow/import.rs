//! Import of columns from the capsules of Arrow's interface.

use std::ffi::{CStr, c_int};
use std::fmt::Display;
use std::ptr::null;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, make_array, new_empty_array};
use arrow_schema::{DataType, Field};
use percent_simd::batch::{ColumnRef, ViewColumnRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyCapsule, PyTuple};

use super::{ARRAY, SCHEMA, STREAM};

/// A column: its type, and its chunks.
pub(crate) struct Imported {
    pub(crate) field: Field,
    pub(crate) chunks: Vec<ArrayRef>,
    /// Whether it came as a stream of chunks.
    pub(crate) is_stream: bool,
}

/// The column of an object that has Arrow's PyCapsule interface.
pub(crate) fn import(object: &Bound<'_, PyAny>) -> PyResult<Imported> {
    let py = object.py();
    if object.hasattr("__arrow_c_array__")? {
        let pair = object.call_method0("__arrow_c_array__")?.cast_into::<PyTuple>()?;
        let (schema, array) = (pair.get_item(0)?, pair.get_item(1)?);
        // SAFETY: capsules of these names hold these structures, and live until the end of this block; they are ours to take, as
        // the interface says, and the GIL is held, so nobody else takes them.
        let (schema, array) = unsafe {
            (
                FFI_ArrowSchema::from_raw(place(&schema, SCHEMA)?),
                FFI_ArrowArray::from_raw(place(&array, ARRAY)?),
            )
        };
        check_unused(schema.release.is_none() || array.is_released())?;
        let field = field_of(&schema)?;
        let chunks = vec![py.detach(|| chunk(array, &field))?];
        return Ok(Imported { chunks, field, is_stream: false });
    }
    if object.hasattr("__arrow_c_stream__")? {
        let capsule = object.call_method0("__arrow_c_stream__")?;
        // SAFETY: a capsule of this name holds a stream, and lives until the end of this block; it is ours to take, as the
        // interface says, and the GIL is held, so nobody else takes it.
        let stream = unsafe { FFI_ArrowArrayStream::from_raw(place(&capsule, STREAM)?) };
        check_unused(stream.release.is_none())?;
        let is_duckdb = object.get_type().module()?.to_string().starts_with("duckdb");
        // A producer may wait for its own threads, and these for the GIL.
        let read = py.detach(|| read(stream));
        return read.map_err(|error| if is_duckdb { relation() } else { error });
    }
    let name = object.get_type().name()?;
    if object.hasattr("__array__")? {
        // NumPy's arrays, and the indices and arrays of pandas.
        let pyarrow = py.import("pyarrow").map_err(|_| {
            PyTypeError::new_err(format!("of {name}, a column needs pyarrow: install it"))
        })?;
        let from_pandas = [("from_pandas", true)].into_py_dict(py)?;
        return import(&pyarrow.call_method("array", (object,), Some(&from_pandas))?);
    }
    Err(PyTypeError::new_err(format!(
        "a column with Arrow's PyCapsule interface is needed (of pyarrow, Polars, DuckDB, ...), or an array of NumPy or pandas, not {name}"
    )))
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

/// The error for a relation of DuckDB, which is a table even if it has one column.
fn relation() -> PyErr {
    PyTypeError::new_err(
        "this is a relation of DuckDB, and a column of strings or binary values is needed: \
         take one, as in relation.to_arrow_table()['name']",
    )
}

/// All chunks of a stream.
fn read(mut stream: FFI_ArrowArrayStream) -> PyResult<Imported> {
    let (Some(get_schema), Some(get_next)) = (stream.get_schema, stream.get_next) else {
        return Err(PyValueError::new_err("the Arrow stream has no callbacks"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the stream is not released and nobody else uses it; the callback is its own, and fills what it is given.
    let status = unsafe { get_schema(&raw mut stream, &raw mut schema) };
    check_status(status, &mut stream)?;
    let field = field_of(&schema)?;
    let mut chunks = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: the stream is not released and nobody else uses it; the callback is its own, and fills what it is given.
        let status = unsafe { get_next(&raw mut stream, &raw mut array) };
        check_status(status, &mut stream)?;
        if array.is_released() {
            return Ok(Imported { field, chunks, is_stream: true });
        }
        chunks.push(chunk(array, &field)?);
    }
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

/// The type of a column of strings or binary values.
fn field_of(schema: &FFI_ArrowSchema) -> PyResult<Field> {
    let format = format_of(schema)?;
    let data_type = match schema.dictionary() {
        None => values(format),
        Some(dictionary) => {
            let values = values(format_of(dictionary)?);
            keys(format)
                .zip(values)
                .map(|(keys, values)| DataType::Dictionary(Box::new(keys), Box::new(values)))
        }
    };
    let data_type = data_type.ok_or_else(|| unknown(format))?;
    let is_ordered = schema.dictionary_ordered() && schema.dictionary().is_some();
    Ok(Field::new("", data_type, true).with_dict_is_ordered(is_ordered))
}

fn format_of(schema: &FFI_ArrowSchema) -> PyResult<&str> {
    let bad = || PyValueError::new_err("the Arrow schema has no format");
    if schema.format.is_null() {
        return Err(bad());
    }
    // SAFETY: it is not null, so it is a C string that lives as long as the schema, which is not released.
    unsafe { CStr::from_ptr(schema.format) }.to_str().map_err(|_| bad())
}

fn values(format: &str) -> Option<DataType> {
    Some(match format {
        "u" => DataType::Utf8,
        "U" => DataType::LargeUtf8,
        "vu" => DataType::Utf8View,
        "z" => DataType::Binary,
        "Z" => DataType::LargeBinary,
        "vz" => DataType::BinaryView,
        _ => return None,
    })
}

fn keys(format: &str) -> Option<DataType> {
    Some(match format {
        "c" => DataType::Int8,
        "C" => DataType::UInt8,
        "s" => DataType::Int16,
        "S" => DataType::UInt16,
        "i" => DataType::Int32,
        "I" => DataType::UInt32,
        "l" => DataType::Int64,
        "L" => DataType::UInt64,
        _ => return None,
    })
}

fn unknown(format: &str) -> PyErr {
    if format == "+s" {
        return PyTypeError::new_err(
            "this is a table (or a column of structs), and a column of strings or binary values is needed: \
             take one of its columns, as in table['name']",
        );
    }
    let remedy = match format {
        "+r" => "run-end encoded: decode it first, as in pyarrow.compute.run_end_decode(column)",
        "n" => "of nulls without a type: cast it first, as in column.cast(pyarrow.string())",
        _ if format.starts_with("w:") => {
            "of fixed-size binary: cast it first, as in column.cast(pyarrow.binary())"
        }
        _ => "",
    };
    if !remedy.is_empty() {
        return PyTypeError::new_err(format!(
            "a column of strings or binary values is needed, and this one is {remedy}"
        ));
    }
    PyTypeError::new_err(format!(
        "a column of strings or binary values is needed, perhaps as a dictionary, not one of Arrow's format {format:?}"
    ))
}

/// The array of a chunk. Its counts and offsets are checked, not its text: that the buffers are as long
/// as they say is what the C data interface promises.
fn chunk(array: FFI_ArrowArray, field: &Field) -> PyResult<ArrayRef> {
    let data_type = field.data_type();
    if array.is_empty() {
        // Its buffers may be absent, which arrow-array refuses.
        return Ok(new_empty_array(data_type));
    }
    check_counts(&array, data_type)?;
    if let DataType::Dictionary(_, values) = data_type {
        let dictionary = array.dictionary();
        check_counts(dictionary.ok_or_else(|| damaged(&"it has no dictionary"))?, values)?;
    }
    // SAFETY: the array has the buffers of its type, as checked; that these are as long as its counts and offsets say, and do not
    // change before its release, is what the C data interface promises.
    let data = unsafe { from_ffi_and_data_type(array, data_type.clone()) };
    let data = data.map_err(|error| damaged(&error))?;
    let values = data.child_data().first().unwrap_or(&data);
    if values.buffers().iter().any(|buffer| isize::try_from(buffer.len()).is_err()) {
        return Err(damaged(&"an offset or a size is negative"));
    }
    if matches!(data_type, DataType::Dictionary(..)) {
        data.validate_values().map_err(|error| damaged(&error))?; // each key has a value
    }
    let array = make_array(data);
    check_rows(array.as_any_dictionary_opt().map_or(&array, |dictionary| dictionary.values()))?;
    Ok(array)
}

fn damaged(why: &dyn Display) -> PyErr {
    PyValueError::new_err(format!("the Arrow array is damaged: {why}"))
}

/// Checks that the counts of an array, and the offsets or sizes that arrow-array reads at once, can be
/// read.
fn check_counts(array: &FFI_ArrowArray, data_type: &DataType) -> PyResult<()> {
    let (buffers, end) = (array.num_buffers(), array.offset().checked_add(array.len()));
    let is_sound = isize::try_from(array.len()).is_ok()
        && end.is_some_and(|end| end < isize::MAX as usize / 16)
        && isize::try_from(buffers).is_ok()
        && !array.buffers.is_null();
    let is_sound = is_sound
        && match data_type {
            DataType::Utf8 | DataType::Binary => buffers >= 3 && is_there::<i32>(array.buffer(1)),
            DataType::LargeUtf8 | DataType::LargeBinary => {
                buffers >= 3 && is_there::<i64>(array.buffer(1))
            }
            DataType::Utf8View | DataType::BinaryView => {
                buffers == 3 || buffers > 3 && is_there::<i64>(array.buffer(buffers - 1))
            }
            _ => buffers >= 2,
        };
    if is_sound { Ok(()) } else { Err(damaged(&"its counts do not fit its buffers")) }
}

fn is_there<T>(buffer: *const u8) -> bool {
    !buffer.is_null() && buffer.cast::<T>().is_aligned()
}

/// Checks that each row is inside the buffers.
fn check_rows(array: &ArrayRef) -> PyResult<()> {
    macro_rules! offsets {
        ($array:expr) => {
            ColumnRef::new($array.value_data(), $array.value_offsets()).map(drop)
        };
    }
    macro_rules! views {
        ($array:expr) => {{
            let buffers: Vec<&[u8]> =
                $array.data_buffers().iter().map(|buffer| &**buffer).collect();
            ViewColumnRef::new($array.views().inner().as_chunks().0, &buffers, None).map(drop)
        }};
    }
    let checked = match array.data_type() {
        DataType::Utf8 => offsets!(array.as_string::<i32>()),
        DataType::LargeUtf8 => offsets!(array.as_string::<i64>()),
        DataType::Binary => offsets!(array.as_binary::<i32>()),
        DataType::LargeBinary => offsets!(array.as_binary::<i64>()),
        DataType::Utf8View => views!(array.as_string_view()),
        _ => views!(array.as_binary_view()),
    };
    checked.map_err(|error| damaged(&error))
}
