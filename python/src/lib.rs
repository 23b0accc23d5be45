//! The extension module `percent_simd._native`, which implements the Python package `percent_simd`.
//! `ffi` has the foreign interfaces and all unsafe code, and depends on no other module.

mod columns;
mod errors;
mod ffi;
mod input;
mod parse;
mod policy;
mod urls;

use pyo3::prelude::*;

// By default PyO3 declares that the module needs no GIL. That has not been tested on a
// free-threaded Python.
#[pymodule(gil_used = true)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    ffi::check_interpreter()?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    parse::add_to(module)?;

    // Functions report the package as their module, not this one.
    let package = PyModule::new(module.py(), "percent_simd")?;
    module.add_class::<policy::Decoder>()?;
    module.add_class::<policy::Encoder>()?;
    module.add_class::<policy::Scheme>()?;
    module.add_function(wrap_pyfunction!(policy::schemes, &package)?)?;

    module.add_class::<urls::PathPolicy>()?;
    urls::add_presets(&module.getattr("PathPolicy")?)?;
    module.add_function(wrap_pyfunction!(urls::inspect, &package)?)?;
    module.add_function(wrap_pyfunction!(urls::flag_bits, &package)?)?;
    module.add_function(wrap_pyfunction!(urls::normalize, &package)?)?;
    module.add_function(wrap_pyfunction!(urls::equivalent, &package)?)?;

    module.add_class::<ffi::arrow::Column>()?;
    module.add_function(wrap_pyfunction!(columns::decode_column, &package)?)?;
    module.add_function(wrap_pyfunction!(columns::encode_column, &package)?)?;
    module.add_function(wrap_pyfunction!(columns::flags_column, &package)?)?;
    module.add_function(wrap_pyfunction!(columns::normalize_column, &package)?)?;
    module.add_function(wrap_pyfunction!(columns::path_check_column, &package)?)?;
    module.add_function(wrap_pyfunction!(columns::query_param_column, &package)?)?;
    module.add_function(wrap_pyfunction!(columns::query_param_values_column, &package)?)?;
    module.add_function(wrap_pyfunction!(columns::query_params_column, &package)?)
}
