//! Import of columns from the capsules of Arrow's interface.

use std::ffi::CStr;
use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi::PyCapsule_GetPointer;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyTuple};

use super::import::{Chunk, Imported, format_of};
use super::stream::read;
use super::{ARRAY, ArrowArray, ArrowArrayStream, ArrowSchema, Owned, SCHEMA, STREAM};

/// The column of an object that has Arrow's PyCapsule interface.
pub(crate) fn import(object: &Bound<'_, PyAny>) -> PyResult<Imported> {
    if object.hasattr("__arrow_c_array__")? {
        let pair = object.call_method0("__arrow_c_array__")?.cast_into::<PyTuple>()?;
        let (schema, array) = (pair.get_item(0)?, pair.get_item(1)?);
        // SAFETY: capsules of these names hold these structures; they are ours to take, as the interface says.
        let (schema, array) =
            unsafe { (take::<ArrowSchema>(&schema, SCHEMA)?, take::<ArrowArray>(&array, ARRAY)?) };
        let format = format_of(&schema)?;
        let chunk = Chunk::new(array, format)?;
        return Ok(Imported { format, chunks: vec![Arc::new(chunk)], is_stream: false });
    }
    if object.hasattr("__arrow_c_stream__")? {
        let capsule = object.call_method0("__arrow_c_stream__")?;
        // SAFETY: a capsule of this name holds a stream, which is ours to take.
        let read = read(object.py(), unsafe { take::<ArrowArrayStream>(&capsule, STREAM)? });
        let is_duckdb = object.get_type().module()?.to_string().starts_with("duckdb");
        return read.map_err(|error| if is_duckdb { relation() } else { error });
    }
    let name = object.get_type().name()?;
    if object.hasattr("__array__")? {
        // NumPy's arrays, and the indices and arrays of pandas.
        let pyarrow = object.py().import("pyarrow").map_err(|_| {
            PyTypeError::new_err(format!("of {name}, a column needs pyarrow: install it"))
        })?;
        let from_pandas = [("from_pandas", true)].into_py_dict(object.py())?;
        return import(&pyarrow.call_method("array", (object,), Some(&from_pandas))?);
    }
    Err(PyTypeError::new_err(format!(
        "a column with Arrow's PyCapsule interface is needed (of pyarrow, Polars, DuckDB, ...), or an array of NumPy or pandas, not {name}"
    )))
}

/// The error for a relation of DuckDB, which is a table even if it has one column.
fn relation() -> PyErr {
    PyTypeError::new_err(
        "this is a relation of DuckDB, and a column of strings or binary values is needed: \
         take one, as in relation.to_arrow_table()['name']",
    )
}

/// Moves a structure out of its capsule.
///
/// # Safety
/// A capsule with that name holds such a structure.
unsafe fn take<T: super::Structure>(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<Owned<T>> {
    // SAFETY: `capsule` is an object and `name` a C string; if it is no capsule of that name, this is null.
    let place = unsafe { PyCapsule_GetPointer(capsule.as_ptr(), name.as_ptr()) };
    if place.is_null() {
        return Err(PyErr::fetch(capsule.py()));
    }
    // SAFETY: the name says what it is, and it is not null; the GIL is held, so nobody else takes it.
    let owned = unsafe { Owned::take(place.cast::<T>()) };
    if owned.is_released() {
        return Err(PyValueError::new_err("the Arrow capsule is empty: it was used before"));
    }
    Ok(owned)
}
