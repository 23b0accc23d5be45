//! The exceptions, which the Python module `percent_simd._errors` makes.

use percent_simd::{DecodeError, DecodeErrorKind, path::PathError};
use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::input::Input;

/// The exception for a decoding that failed, in a round of several; of a column, in a row.
pub(crate) fn decode_error(
    py: Python<'_>,
    error: DecodeError,
    round: u32,
    input: &Input<'_>,
    row: Option<usize>,
) -> PyErr {
    let kind = match error.kind() {
        DecodeErrorKind::Truncated => "truncated",
        DecodeErrorKind::BadHex => "bad-hex",
        DecodeErrorKind::Rejected(_) => "rejected",
        DecodeErrorKind::Utf8 => "utf8",
        _ => "unknown",
    };
    let (at, is_text) = (error.position(), input.text.is_some());
    let arguments = (error.to_string(), kind, at, &*input.bytes, is_text, round, row);
    made(py, "decode_error", arguments)
}

/// The exception for a refused path.
pub(crate) fn path_error(py: Python<'_>, error: PathError, input: &Input<'_>) -> PyErr {
    let (kind, at, is_text) = (error.kind(), error.position(), input.text.is_some());
    let is = (kind.is_malformed(), kind.is_attack());
    let arguments = (error.to_string(), kind.name(), at, &*input.bytes, is_text, is);
    made(py, "path_error", arguments)
}

/// The exception that a function or a class of the module makes.
fn made<'py>(py: Python<'py>, function: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let import = || py.import("percent_simd._errors").map(Bound::unbind);
    let exception = MODULE
        .get_or_try_init(py, import)
        .and_then(|module| module.bind(py).getattr(function)?.call1(arguments));
    exception.map_or_else(|error| error, PyErr::from_value)
}

/// Parses one of several words; the error lists all of them.
pub(crate) fn choice<T: Copy>(
    parameter: &str,
    word: &str,
    choices: &[(&'static str, T)],
) -> PyResult<(&'static str, T)> {
    if let Some(&found) = choices.iter().find(|(name, _)| *name == word) {
        return Ok(found);
    }
    let names: Vec<_> = choices.iter().map(|(name, _)| format!("{name:?}")).collect();
    let names = names.join(" or ");
    Err(PyValueError::new_err(format!("{parameter} must be {names}, not {word:?}")))
}
