//! Policies for encoding and decoding.

mod decoder;
mod encoder;
mod scheme;

pub(crate) use decoder::{Decoder, DecoderOrScheme, check_times, rounds};
pub(crate) use encoder::{Encoder, EncoderOrScheme};
pub(crate) use scheme::{Scheme, schemes};

/// The Python source of a keyword argument that differs from its default.
fn keyword(list: &mut Vec<String>, name: &str, value: impl std::fmt::Display, is_default: bool) {
    if !is_default {
        list.push(format!("{name}={value}"));
    }
}

/// The Python source of a flag.
fn python_bool(flag: bool) -> &'static str {
    if flag { "True" } else { "False" }
}

/// The Python source of ASCII text.
fn python_str(py: pyo3::Python<'_>, text: &str) -> pyo3::PyResult<String> {
    use pyo3::prelude::*;
    pyo3::types::PyString::new(py, text).repr().map(|repr| repr.to_string())
}
