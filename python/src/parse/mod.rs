//! The functions of `urllib.parse`.
//!
//! A function handles calls with common arguments: exactly `str` or `bytes`, UTF-8, no error. It
//! delegates any other call unchanged to the original, which remains the authority for other types,
//! other encodings, lone surrogates, and every exception.

mod codec;
mod options;
mod query;
mod quote;
mod unquote;
mod urlencode;

use pyo3::prelude::*;
use pyo3::types::PyString;

pub(crate) use codec::work;

use crate::ffi::{FUNCTIONS, Function, Named, function, name_of};

/// The module of the functions.
const MODULE: &str = "percent_simd.parse";

/// Adds all functions to the extension module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let functions = vec![
        add::<quote::Quote>(module)?,
        add::<quote::QuotePlus>(module)?,
        add::<quote::QuoteFromBytes>(module)?,
        add::<unquote::Unquote>(module)?,
        add::<unquote::UnquotePlus>(module)?,
        add::<unquote::UnquoteToBytes>(module)?,
        add::<query::ParseQs>(module)?,
        add::<query::ParseQsl>(module)?,
        add::<urlencode::UrlEncode>(module)?,
    ];
    // They are already set if the module is imported again.
    let _ = FUNCTIONS.set(module.py(), functions);
    options::learn(module.py())
}

/// Adds a function.
fn add<F: Function>(module: &Bound<'_, PyModule>) -> PyResult<Named> {
    let (py, name) = (module.py(), name_of::<F>());
    let original = py.import("urllib.parse")?.getattr(name)?;
    let function = function::<F>(py, PyString::intern(py, MODULE).as_any())?;
    module.add(name, &function)?;
    Ok((name, [original.unbind(), function.unbind()]))
}
