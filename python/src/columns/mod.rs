//! Functions on whole columns. Input and output have Arrow's PyCapsule interface.

mod verbs;

use arrow_array::{Array, ArrayRef};
use arrow_schema::Field;
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use crate::ffi::arrow::{array_capsules, schema_capsule, stream_capsule};

pub(crate) use verbs::{decode_column, encode_column, flags_column, query_param_column};

/// A column in one piece, with Arrow's PyCapsule interface: pyarrow.array(column), polars.Series(column), and so on take it without
/// a copy.
#[pyclass(frozen, module = "percent_simd")]
pub(crate) struct Column {
    field: Field,
    arrays: Arrays,
}

/// A column in chunks, with Arrow's PyCapsule interface: pyarrow.chunked_array(column), polars.Series(column), and so on take it
/// without a copy.
#[pyclass(frozen, module = "percent_simd")]
pub(crate) struct ChunkedColumn {
    field: Field,
    arrays: Arrays,
}

/// The chunks of a column, freed without the GIL, since returning much memory to the system takes
/// milliseconds.
struct Arrays(Vec<ArrayRef>);

impl Drop for Arrays {
    fn drop(&mut self) {
        let arrays = std::mem::take(&mut self.0);
        // While the interpreter shuts down, this drops the closure, and so the arrays.
        let _ = Python::try_attach(move |py| py.detach(move || drop(arrays)));
    }
}

impl Column {
    fn new(field: Field, array: ArrayRef) -> Self {
        Self { field, arrays: Arrays(vec![array]) }
    }

    fn array(&self) -> &ArrayRef {
        &self.arrays.0[0]
    }
}

impl ChunkedColumn {
    fn new(field: Field, arrays: Vec<ArrayRef>) -> Self {
        Self { field, arrays: Arrays(arrays) }
    }
}

#[pymethods]
impl Column {
    /// Arrow's PyCapsule interface: the type. A requested schema is not heeded, which the interface permits.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.field)
    }

    /// Arrow's PyCapsule interface: the type and the column.
    #[pyo3(signature = (requested_schema=None, **_kwargs))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
        _kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        array_capsules(py, &self.field, self.array())
    }

    /// Arrow's PyCapsule interface: the column as a stream of one chunk.
    #[pyo3(signature = (requested_schema=None, **_kwargs))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
        _kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        stream_capsule(py, &self.field, self.arrays.0.clone())
    }

    fn __len__(&self) -> usize {
        self.array().len()
    }

    /// The values as Python objects, which needs pyarrow.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        python(slf.py(), "iterate", (slf,))
    }

    /// The values as an array of NumPy, which needs pyarrow. (Without it, pandas would write the
    /// column itself into every row.)
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        python(slf.py(), "to_numpy", (slf, dtype, copy))
    }

    fn __repr__(&self) -> String {
        format!("<percent_simd.Column of {} rows>", self.array().len())
    }
}

#[pymethods]
impl ChunkedColumn {
    /// Arrow's PyCapsule interface: the type.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.field)
    }

    /// Arrow's PyCapsule interface: the chunks. A requested schema is not heeded, which the interface permits.
    #[pyo3(signature = (requested_schema=None, **_kwargs))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
        _kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        stream_capsule(py, &self.field, self.arrays.0.clone())
    }

    fn __len__(&self) -> usize {
        self.arrays.0.iter().map(|array| array.len()).sum()
    }

    /// The values as Python objects, which needs pyarrow.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        python(slf.py(), "iterate", (slf,))
    }

    /// The values as an array of NumPy, which needs pyarrow. (Without it, pandas would write the
    /// column itself into every row.)
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        python(slf.py(), "to_numpy", (slf, dtype, copy))
    }

    fn __repr__(&self) -> String {
        let chunks = self.arrays.0.len();
        format!("<percent_simd.ChunkedColumn of {} rows in {chunks} chunks>", self.__len__())
    }
}

/// Calls a function of the module `percent_simd._columns` with a column and further arguments.
fn python<'py>(
    py: Python<'py>,
    name: &str,
    args: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("percent_simd._columns")?.getattr(name)?.call1(args)
}
