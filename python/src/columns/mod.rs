//! Functions on whole columns. Input and output have Arrow's PyCapsule interface.

mod verbs;

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::ffi::arrow::{Array, Format, array_capsules, schema_capsule, stream_capsule};

pub(crate) use verbs::{decode_column, encode_column, flags_column, query_param_column};

/// A column in one piece, with Arrow's PyCapsule interface: pyarrow.array(column), polars.Series(column), and so on take it without
/// a copy.
#[pyclass(frozen, module = "percent_simd")]
pub(crate) struct Column {
    /// The type of the rows; `None` for flags, which are numbers.
    format: Option<Format>,
    array: Arc<Array>,
}

/// A column in chunks, with Arrow's PyCapsule interface: pyarrow.chunked_array(column), polars.Series(column), and so on take it
/// without a copy.
#[pyclass(frozen, module = "percent_simd")]
pub(crate) struct ChunkedColumn {
    format: Option<Format>,
    arrays: Vec<Arc<Array>>,
}

#[pymethods]
impl Column {
    /// Arrow's PyCapsule interface: the type. A requested schema is not heeded, which the interface permits.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        schema_capsule(py, self.format)
    }

    /// Arrow's PyCapsule interface: the type and the column.
    #[pyo3(signature = (requested_schema=None, **_kwargs))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
        _kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let _ = requested_schema;
        array_capsules(py, self.format, &self.array)
    }

    /// Arrow's PyCapsule interface: the column as a stream of one chunk.
    #[pyo3(signature = (requested_schema=None, **_kwargs))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
        _kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = requested_schema;
        stream_capsule(py, self.format, vec![Arc::clone(&self.array)])
    }

    fn __len__(&self) -> usize {
        self.array.len()
    }

    fn __repr__(&self) -> String {
        format!("<percent_simd.Column of {} rows>", self.array.len())
    }
}

#[pymethods]
impl ChunkedColumn {
    /// Arrow's PyCapsule interface: the type.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        schema_capsule(py, self.format)
    }

    /// Arrow's PyCapsule interface: the chunks. A requested schema is not heeded, which the interface permits.
    #[pyo3(signature = (requested_schema=None, **_kwargs))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
        _kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = requested_schema;
        stream_capsule(py, self.format, self.arrays.clone())
    }

    fn __len__(&self) -> usize {
        self.arrays.iter().map(|array| array.len()).sum()
    }

    fn __repr__(&self) -> String {
        let chunks = self.arrays.len();
        format!("<percent_simd.ChunkedColumn of {} rows in {chunks} chunks>", self.__len__())
    }
}
