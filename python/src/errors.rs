//! The exceptions, which are classes of the Python module `percent_simd._errors`.

use std::fmt::{Debug, Display};

use percent_simd::request_line::RequestLineError;
use percent_simd::{DecodeError, path::PathError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::input::Input;

/// The exception for a decoding that failed.
pub(crate) fn decode_error(py: Python<'_>, error: DecodeError, input: &Input<'_>) -> PyErr {
    raise(py, "DecodeError", &error, error.position(), &error.kind(), input)
}

/// The exception for a row of a column that cannot be decoded.
pub(crate) fn row_error(py: Python<'_>, error: DecodeError, row: usize) -> PyErr {
    // The position is in bytes of the row.
    let (message, input) = (format!("row {row}: {error}"), Input::Bytes(&[]));
    raise(py, "DecodeError", &message, error.position(), &error.kind(), &input)
}

/// The exception for a refused path.
pub(crate) fn path_error(py: Python<'_>, error: PathError, input: &Input<'_>) -> PyErr {
    let exception = raise(py, "PathError", &error, error.position(), &error.kind(), input);
    let kind = error.kind();
    let value = exception.value(py);
    let set = value
        .setattr("is_attack", kind.is_attack())
        .and_then(|()| value.setattr("is_malformed", kind.is_malformed()));
    set.err().unwrap_or(exception)
}

/// The exception for a malformed request line.
pub(crate) fn request_line_error(
    py: Python<'_>,
    error: RequestLineError,
    input: &Input<'_>,
) -> PyErr {
    raise(py, "RequestLineError", &error, error.position(), &error.kind(), input)
}

fn raise(
    py: Python<'_>,
    class: &str,
    message: &dyn Display,
    position: usize,
    kind: &dyn Debug,
    input: &Input<'_>,
) -> PyErr {
    let exception = py
        .import("percent_simd._errors")
        .and_then(|module| module.getattr(class))
        .and_then(|class| {
            let (mut message, index) = (message.to_string(), input.index(position));
            if input.text().is_some() {
                // The library counts bytes.
                let (byte, character) =
                    (format!(" at byte {position}"), format!(" at character {index}"));
                message = message.replacen(&byte, &character, 1);
            }
            let kind = kebab(&format!("{kind:?}"));
            // The message alone has to suffice: Polars makes a new exception from it.
            class.call1((format!("{message} [{kind}]"), index, kind))
        });
    exception.map_or_else(|error| error, PyErr::from_value)
}

/// The name of a variant in lower case, with `-` between its words: `BadHex` is `bad-hex`.
fn kebab(variant: &str) -> String {
    let mut name = String::new();
    for letter in variant.chars().take_while(char::is_ascii_alphanumeric) {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
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
