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

use crate::ffi::{Function, function, name_of, set_originals};

/// The module of the functions.
const MODULE: &str = "percent_simd.parse";

/// Adds all functions to the extension module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let mut originals = Vec::new();
    add::<quote::Quote>(module, &mut originals)?;
    add::<quote::QuotePlus>(module, &mut originals)?;
    add::<quote::QuoteFromBytes>(module, &mut originals)?;
    add::<unquote::Unquote>(module, &mut originals)?;
    add::<unquote::UnquotePlus>(module, &mut originals)?;
    add::<unquote::UnquoteToBytes>(module, &mut originals)?;
    add::<query::ParseQs>(module, &mut originals)?;
    add::<query::ParseQsl>(module, &mut originals)?;
    add::<urlencode::UrlEncode>(module, &mut originals)?;
    set_originals(module.py(), originals);
    urlencode::learn(module)?;
    unquote::learn(module.py())?;
    query::learn(module.py())
}

/// Adds a function, and its original to the list of these.
fn add<F: Function>(
    module: &Bound<'_, PyModule>,
    originals: &mut Vec<(&'static str, Py<PyAny>)>,
) -> PyResult<()> {
    let (py, name) = (module.py(), name_of::<F>());
    originals.push((name, py.import("urllib.parse")?.getattr(name)?.unbind()));
    module.add(name, function::<F>(py, PyString::intern(py, MODULE).as_any())?)
}
