//! The functions of `urllib.parse`.
//!
//! A function handles calls with common arguments: exactly `str` or `bytes`, UTF-8, no error. It
//! delegates any other call unchanged to the original, which remains the authority for other types,
//! other encodings, lone surrogates, and every exception.

/// A function: its type, the place of its original, its name and parameters, the handling of a call, and the documentation,
/// which begins with the signature and a line of `--`.
macro_rules! function {
    (
        $type:ident $place:literal: $name:ident($($parameter:ident),*),
        |$py:ident, $args:ident| $call:expr,
        $doc:literal
    ) => {
        pub(super) enum $type {}

        impl crate::ffi::Function for $type {
            const NAME: &std::ffi::CStr =
                match std::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                    Ok(name) => name,
                    Err(_) => unreachable!(),
                };
            const DOC: &std::ffi::CStr = $doc;
            const PARAMETERS: &[&str] = &[$(stringify!($parameter)),*];
            const PLACE: usize = $place;

            #[inline(always)]
            fn call<'py>($py: Python<'py>, $args: &mut Args<'_, 'py>) -> Answer<'py> {
                $call
            }
        }
    };
}

mod codec;
mod options;
mod query;
mod quote;
mod unquote;
mod urlencode;

use pyo3::prelude::*;
use pyo3::types::PyString;

pub(crate) use codec::work;

use crate::ffi::add;

/// Adds all functions to the extension module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let name = PyString::intern(module.py(), "percent_simd.parse");
    add::<quote::Quote>(module, &name)?;
    add::<quote::QuotePlus>(module, &name)?;
    add::<quote::QuoteFromBytes>(module, &name)?;
    add::<unquote::Unquote>(module, &name)?;
    add::<unquote::UnquotePlus>(module, &name)?;
    add::<unquote::UnquoteToBytes>(module, &name)?;
    add::<query::ParseQs>(module, &name)?;
    add::<query::ParseQsl>(module, &name)?;
    add::<urlencode::UrlEncode>(module, &name)?;
    query::learn(module.py())
}
