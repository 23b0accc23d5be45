//! Columns of Apache Arrow, through its C data interface and its PyCapsule interface.
//!
//! The structures and their release are those of `arrow-array`. Its streams have record batches alone, so
//! streams of arrays are here. pyo3-arrow 0.20 has such streams, but makes the wheel larger by 21 percent:
//! it needs chrono-tz, numpy and arrow-cast. It also asks a producer for its schema with the GIL held (a
//! producer that waits for a thread of Python never answers), panics where one has no callback or no
//! message, and checks no counts.

mod export;
mod import;

use std::ffi::CStr;

use arrow_array::{Array, ArrayRef};
use arrow_schema::Field;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

pub(crate) use import::{Dictionaries, import};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// A column of one or more chunks, with Arrow's PyCapsule interface: pyarrow.array(column), pyarrow.chunked_array(column),
/// polars.Series(column), and so on take it without a copy.
// Chunks of text are binary values, since UTF-8 of others is not relied on; the type is that of the field.
// `percent_simd._columns` adds the methods that need pyarrow.
#[pyclass(frozen, module = "percent_simd")]
pub(crate) struct Column {
    pub(crate) field: Field,
    pub(crate) chunks: Vec<ArrayRef>,
}

impl Drop for Column {
    /// Frees the chunks without the GIL, since returning much memory to the system takes milliseconds.
    fn drop(&mut self) {
        let chunks = std::mem::take(&mut self.chunks);
        if !chunks.is_empty() {
            // While the interpreter shuts down, this drops the closure, and so the chunks.
            let _ = Python::try_attach(move |py| py.detach(move || drop(chunks)));
        }
    }
}

#[pymethods]
impl Column {
    /// Arrow's PyCapsule interface: the type.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        PyCapsule::new_with_value(py, export::schema(&self.field), SCHEMA)
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
        let stream = export::stream(self.field.clone(), self.chunks.clone());
        PyCapsule::new_with_value(py, stream, STREAM)
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    fn __repr__(&self) -> String {
        let (rows, chunks, kind) = (self.__len__(), self.chunks.len(), self.field.data_type());
        format!("<percent_simd.Column of {rows} rows in {chunks} chunks: {kind}>")
    }
}
