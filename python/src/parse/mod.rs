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

pub(crate) use codec::work;

use crate::ffi::{Function, function, name_of, originals, set_originals};

/// The module of the functions.
const MODULE: &str = "percent_simd.parse";

/// Adds all functions to the extension module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    set_originals(py.import("urllib.parse")?.dict().copy()?);
    add::<quote::Quote>(module)?;
    add::<quote::QuotePlus>(module)?;
    add::<quote::QuoteFromBytes>(module)?;
    add::<unquote::Unquote>(module)?;
    add::<unquote::UnquotePlus>(module)?;
    add::<unquote::UnquoteToBytes>(module)?;
    add::<query::ParseQs>(module)?;
    add::<query::ParseQsl>(module)?;
    add::<urlencode::UrlEncode>(module)?;
    urlencode::learn(module, originals(py)?)?;
    query::learn(originals(py)?)
}

fn add<F: Function>(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let name = MODULE.into_pyobject(module.py())?;
    module.add(name_of::<F>(), function::<F>(module.py(), &name)?)
}
