//! The extension module `percent_simd._native`: what the Python package `percent_simd` is made of.
//!
//! | module | |
//! | --- | --- |
//! | [`ffi`] | the foreign interfaces, and all unsafe code: fast calls, `str` and `bytes` |
//! | [`parse`] | the functions of `urllib.parse` |
//!
//! `ffi` knows no other module.

mod ffi;
mod parse;

use pyo3::prelude::*;

// PyO3 would declare that the module needs no GIL; it says so once it is tested on such a Python.
#[pymodule(gil_used = true)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    parse::add_to(module)
}
