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

use crate::ffi::{Function, function, name_of, set_originals};

/// The module of the functions.
const MODULE: &str = "percent_simd.parse";

/// The functions.
const NAMES: [&str; 9] = [
    "quote",
    "quote_plus",
    "quote_from_bytes",
    "unquote",
    "unquote_plus",
    "unquote_to_bytes",
    "parse_qs",
    "parse_qsl",
    "urlencode",
];

/// Adds all functions to the extension module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let urllib = py.import("urllib.parse")?;
    let original = |name| Ok((name, urllib.getattr(name)?.unbind()));
    set_originals(py, NAMES.into_iter().map(original).collect::<PyResult<_>>()?);
    add::<quote::Quote>(module)?;
    add::<quote::QuotePlus>(module)?;
    add::<quote::QuoteFromBytes>(module)?;
    add::<unquote::Unquote>(module)?;
    add::<unquote::UnquotePlus>(module)?;
    add::<unquote::UnquoteToBytes>(module)?;
    add::<query::ParseQs>(module)?;
    add::<query::ParseQsl>(module)?;
    add::<urlencode::UrlEncode>(module)?;
    urlencode::learn(module)?;
    unquote::learn(py)?;
    query::learn(py)
}

fn add<F: Function>(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let name = MODULE.into_pyobject(module.py())?;
    module.add(name_of::<F>(), function::<F>(module.py(), &name)?)
}
