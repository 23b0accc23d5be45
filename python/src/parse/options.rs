//! Optional arguments: encodings, error handlers, flags.

use percent_simd::{AsciiSet, sets};
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::PyBool;

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
        return Some(Errors::Replace);
    }
    if !is_utf8(encoding) || !is_handler(errors) {
        return None;
    }
    let is_replace = is_none(errors) || errors.and_then(text) == Some("replace");
    Some(if is_replace { Errors::Replace } else { Errors::None })
}

/// The value of a flag; `None` unless the argument is a `bool` or omitted.
#[inline(always)]
pub(super) fn flag(argument: Argument<'_, '_>) -> Option<bool> {
    match argument {
        None => Some(false),
        Some(value) => value.cast_exact::<PyBool>().ok().map(|flag| flag.is_true()),
    }
}

/// The bytes to escape, if these are safe in addition to letters, digits, and `_.-~`.
#[inline(always)]
pub(super) fn escaped(safe: Borrowed<'_, '_, PyAny>) -> Option<AsciiSet> {
    let safe = match text(safe) {
        Some(text) => text.as_bytes(),
        None => bytes(safe)?,
    };
    let ascii = safe.iter().filter(|byte| byte.is_ascii());
    Some(ascii.fold(sets::URI_COMPONENT, |set, &byte| set.remove(byte)))
}
