//! Optional arguments: encodings, error handlers, flags.

use percent_simd::{AsciiSet, sets};
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};

use crate::ffi::{Errors, bytes, text};

/// An argument, if the call has it.
pub(super) type Argument<'a, 'py> = Option<Borrowed<'a, 'py, PyAny>>;

/// Whether the argument is omitted or `None`.
#[inline(always)]
pub(super) fn is_none(argument: Argument<'_, '_>) -> bool {
    argument.is_none_or(|value| value.is_none())
}

/// Whether the encoding is UTF-8: the argument is omitted, `None`, or one of the common spellings.
#[inline(always)]
pub(super) fn is_utf8(encoding: Argument<'_, '_>) -> bool {
    is_none(encoding)
        || encoding.and_then(text).is_some_and(|name| matches!(name, "utf-8" | "UTF-8" | "utf8"))
}

/// The error handlers of every Python. (Another one may not be registered, which the development
/// mode reports.)
const HANDLERS: [&str; 8] = [
    "strict",
    "replace",
    "ignore",
    "surrogateescape",
    "surrogatepass",
    "backslashreplace",
    "xmlcharrefreplace",
    "namereplace",
];

/// Whether the argument names an error handler, or is omitted or `None`.
#[inline(always)]
pub(super) fn is_handler(errors: Argument<'_, '_>) -> bool {
    is_none(errors) || errors.and_then(text).is_some_and(|name| HANDLERS.contains(&name))
}

/// The treatment of ill-formed UTF-8, from the two arguments of `unquote`. Input on which all
/// handlers agree is handled here.
#[inline(always)]
pub(super) fn decoding(encoding: Argument<'_, '_>, errors: Argument<'_, '_>) -> Option<Errors> {
    if encoding.is_none() && errors.is_none() {
        return Some(Errors::REPLACE);
    }
    if !is_utf8(encoding) || !is_handler(errors) {
        return None;
    }
    // Each of these treats ill-formed bytes where they stand, so that the whole may be decoded at
    // once; the others, which may raise an exception, are the original's.
    Some(match errors.and_then(text).unwrap_or("replace") {
        "replace" => Errors::REPLACE,
        "surrogateescape" => Errors::By(c"surrogateescape"),
        "ignore" => Errors::By(c"ignore"),
        "backslashreplace" => Errors::By(c"backslashreplace"),
        _ => Errors::None,
    })
}

/// The value of a flag; `None` unless the argument is a `bool`, an `int` or omitted.
#[inline(always)]
pub(super) fn flag(argument: Argument<'_, '_>) -> Option<bool> {
    match argument {
        None => Some(false),
        Some(value) => match value.cast_exact::<PyBool>() {
            Ok(flag) => Some(flag.is_true()),
            Err(_) => value.cast_exact::<PyInt>().ok()?.is_truthy().ok(),
        },
    }
}

/// The bytes of a `safe`, if it is a `str` or `bytes`.
#[inline(always)]
pub(super) fn safe_bytes<'a>(safe: Borrowed<'a, '_, PyAny>) -> Option<&'a [u8]> {
    text(safe).map(str::as_bytes).or_else(|| bytes(safe))
}

/// The bytes to escape, if these are safe in addition to letters, digits, and `_.-~`.
pub(super) fn escaped(safe: &[u8]) -> AsciiSet {
    let ascii = safe.iter().filter(|byte| byte.is_ascii());
    ascii.fold(sets::URI_COMPONENT, |set, &byte| set.remove(byte))
}
