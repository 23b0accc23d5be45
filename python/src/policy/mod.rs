//! Policies for encoding and decoding.

mod decoder;
mod encoder;
mod scheme;

pub(crate) use decoder::Decoder;
pub(crate) use encoder::Encoder;
pub(crate) use scheme::{Scheme, schemes};

/// How Python writes a keyword argument that is not what it is by default.
fn keyword(list: &mut Vec<String>, name: &str, value: impl std::fmt::Display, is_default: bool) {
    if !is_default {
        list.push(format!("{name}={value}"));
    }
}

/// How Python writes a flag.
fn python_bool(flag: bool) -> &'static str {
    if flag { "True" } else { "False" }
}

/// How Python writes ASCII text.
fn python_str(py: pyo3::Python<'_>, text: &str) -> pyo3::PyResult<String> {
    use pyo3::prelude::*;
    pyo3::types::PyString::new(py, text).repr().map(|repr| repr.to_string())
}
