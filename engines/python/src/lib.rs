//! The functions of [`percent_simd_datafusion`] for Python's DataFusion: `functions()` gives objects
//! that `datafusion.udf` takes, through DataFusion's interface for foreign functions.

mod constants;

use std::sync::Arc;

use datafusion_expr::ScalarUDF;
use datafusion_ffi::udf::FFI_ScalarUDF;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// A function that `datafusion.udf` takes.
#[pyclass(frozen)]
struct Function(Arc<ScalarUDF>);

#[pymethods]
impl Function {
    fn __datafusion_scalar_udf__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let function = FFI_ScalarUDF::from(Arc::clone(&self.0));
        PyCapsule::new(py, function, Some(c"datafusion_scalar_udf".to_owned()))
    }

    fn __repr__(&self) -> String {
        format!("<percent_simd_datafusion function {}>", self.0.name())
    }
}

/// Percent-encoding functions for the package `datafusion`.
#[pymodule(name = "percent_simd_datafusion")]
mod module {
    use super::{Function, constants, pyfunction};

    /// All functions, for `context.register_udf(datafusion.udf(function))`.
    #[pyfunction]
    fn functions() -> Vec<Function> {
        percent_simd_datafusion::functions()
            .into_iter()
            .map(constants::kept)
            .map(Function)
            .collect()
    }
}
