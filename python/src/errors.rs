//! The exceptions, which are classes of the Python module `percent_simd._errors`.

use std::fmt::{Debug, Display};

use percent_simd::{DecodeError, DecodeErrorKind, path::PathError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::input::Input;

/// The exception for a decoding that failed, in a round of several.
pub(crate) fn decode_error(
    py: Python<'_>,
    error: DecodeError,
    round: u32,
    input: &Input<'_>,
) -> PyErr {
    let message = refused(error, round, input.bytes(), "");
    raise(py, "DecodeError", &message, error.position(), &error.kind(), input)
}

/// The exception for a row of a column that cannot be decoded.
pub(crate) fn row_error(
    py: Python<'_>,
    error: DecodeError,
    row: usize,
    round: u32,
    value: &[u8],
) -> PyErr {
    let or_null = ", and on_error='null' makes the row null";
    // The position is in bytes of the row.
    let (message, input) =
        (format!("row {row}: {}", refused(error, round, value, or_null)), Input::Bytes(&[]));
    raise(py, "DecodeError", &message, error.position(), &error.kind(), &input)
}

/// What a policy refuses, and the remedy.
fn refused(error: DecodeError, round: u32, value: &[u8], or_else: &str) -> String {
    let remedy = match error.kind() {
        DecodeErrorKind::Rejected(_) => "without reject= the policy refuses no byte",
        DecodeErrorKind::Utf8 => "utf8='lossy' writes U+FFFD, utf8='keep' keeps it escaped",
        _ => "malformed='keep' keeps such a %",
    };
    // In a later round, the position is not one of the value.
    let (round, place) = match round {
        1 => (String::new(), error.position()),
        round => (format!("round {round} of decoding: "), 0),
    };
    format!("{round}{error}, in {}; {remedy}{or_else}", quoted(value, place))
}

/// A value in quotes, cut around a place in it.
fn quoted(value: &[u8], place: usize) -> String {
    const MOST: usize = 60;
    let is_boundary = |at: &usize| value.get(*at).is_none_or(|byte| byte & 0xC0 != 0x80);
    let boundary = |at: usize| (at..at + 4).find(is_boundary).unwrap_or(at).min(value.len());
    let start = if place < MOST { 0 } else { boundary(place.min(value.len()) - MOST / 2) };
    let end = boundary(start.saturating_add(MOST));
    let text = String::from_utf8_lossy(&value[start..end]);
    let (before, after) =
        (if start > 0 { "…" } else { "" }, if end < value.len() { "…" } else { "" });
    format!("'{before}{}{after}'", text.escape_debug())
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
