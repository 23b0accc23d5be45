//! Functions on whole columns. Input and output have Arrow's PyCapsule interface.
//!
//! | module | |
//! | --- | --- |
//! | [`verbs`] | the functions |
//! | [`chunks`] | their application to the chunks of a column, and to dictionaries |
//! | [`rows`] | the rows of arrays, and arrays made of rows |
//! | [`text`] | arrays decoded and encoded to text |
//!
//! Arrays of text are arrays of binary values here; the type is that of the column's field.

mod chunks;
mod rows;
mod text;
mod verbs;

use arrow_array::{Array, ArrayRef};
use arrow_schema::Field;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use crate::ffi::arrow::{schema_capsule, stream_capsule};

pub(crate) use verbs::{
    decode_column, encode_column, flags_column, normalize_column, path_check_column,
    query_param_column, query_param_values_column, query_params_column,
};

/// A column of one or more chunks, with Arrow's PyCapsule interface: pyarrow.array(column), pyarrow.chunked_array(column),
/// polars.Series(column), and so on take it without a copy.
// `percent_simd._columns` adds the methods that need pyarrow.
#[pyclass(frozen, module = "percent_simd")]
pub(crate) struct Column {
    field: Field,
    chunks: Vec<ArrayRef>,
}

impl Drop for Column {
    /// Frees the chunks without the GIL, since returning much memory to the system takes milliseconds.
    fn drop(&mut self) {
        let chunks = std::mem::take(&mut self.chunks);
        // While the interpreter shuts down, this drops the closure, and so the chunks.
        let _ = Python::try_attach(move |py| py.detach(move || drop(chunks)));
    }
}

#[pymethods]
impl Column {
    /// Arrow's PyCapsule interface: the type.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.field)
    }

    /// Arrow's PyCapsule interface: the chunks. A requested schema is ignored, which the interface permits.
    #[pyo3(signature = (requested_schema=None, **_kwargs))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
        _kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        stream_capsule(py, &self.field, self.chunks.clone())
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    fn __repr__(&self) -> String {
        let (rows, chunks) = (self.__len__(), self.chunks.len());
        format!(
            "<percent_simd.Column of {rows} rows in {chunks} chunks: {}>",
            self.field.data_type()
        )
    }
}
