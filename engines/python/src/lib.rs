//! The functions of [`percent_simd_datafusion`] for the Python package `datafusion`.
//!
//! `register_all` passes them as capsules of [`datafusion_ffi`], DataFusion's binary interface.

use std::sync::Arc;

use datafusion_expr::ScalarUDF;
use datafusion_ffi::udf::FFI_ScalarUDF;
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// An object that `datafusion.udf` takes.
#[pyclass(frozen)]
struct Function(Arc<ScalarUDF>);

#[pymethods]
impl Function {
    fn __datafusion_scalar_udf__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let function = FFI_ScalarUDF::from(Arc::clone(&self.0));
        PyCapsule::new_with_value(py, function, c"datafusion_scalar_udf")
    }
}

/// Percent-encoding functions for the SQL of the package `datafusion`.
#[pymodule(name = "percent_simd_datafusion")]
mod module {
    use pyo3::prelude::*;

    use super::{Function, check_version};

    /// Registers all functions with a `datafusion.SessionContext`.
    #[pyfunction]
    fn register_all(context: &Bound<'_, PyAny>) -> PyResult<()> {
        let datafusion = context.py().import("datafusion")?;
        check_version(&datafusion)?;
        for function in percent_simd_datafusion::functions() {
            let function = datafusion.call_method1("udf", (Function(function),))?;
            context.call_method1("register_udf", (function,))?;
        }
        Ok(())
    }
}

/// Refuses another major version of the package: the layout of a capsule may differ, and `datafusion`
/// does not check it.
fn check_version(datafusion: &Bound<'_, PyModule>) -> PyResult<()> {
    let built_for = datafusion_ffi::version();
    let installed: String = datafusion.getattr("__version__")?.extract()?;
    if installed.split('.').next() == Some(&built_for.to_string()) {
        return Ok(());
    }
    Err(PyImportError::new_err(format!(
        "percent_simd_datafusion needs datafusion {built_for}, and {installed} is installed: pip install 'datafusion=={built_for}.*'"
    )))
}
