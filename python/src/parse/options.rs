//! Optional arguments: encodings, error handlers, flags.

use percent_simd::{AsciiSet, sets};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};

use crate::ffi::{Errors, bytes, text};

/// An argument, if the call has it.
pub(super) type Argument<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

/// True if the argument is omitted or `None`.
#[inline(always)]
pub(super) fn is_none(argument: Argument<'_, '_>) -> bool {
    argument.is_none_or(|value| value.is_none())
}

/// True if the encoding is UTF-8: the argument is omitted, `None`, or one of the common spellings.
#[inline(always)]
pub(super) fn is_utf8(encoding: Argument<'_, '_>) -> bool {
    is_none(encoding)
        || encoding.and_then(text).is_some_and(|name| matches!(name, "utf-8" | "UTF-8" | "utf8"))
}

/// True if the encoding is ISO 8859-1, in one of its common spellings.
pub(super) fn is_latin1(encoding: Argument<'_, '_>) -> bool {
    let name = encoding.and_then(text);
    name.is_some_and(|name| matches!(name, "latin-1" | "latin1" | "iso-8859-1" | "ISO-8859-1"))
}

/// True if the encoding writes ASCII as UTF-8 does: it is one of the common ones that do.
pub(super) fn writes_ascii(encoding: Argument<'_, '_>) -> bool {
    let is_ascii = |name| matches!(name, "ascii" | "ASCII" | "us-ascii" | "cp1252");
    is_utf8(encoding) || is_latin1(encoding) || encoding.and_then(text).is_some_and(is_ascii)
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

/// True if the argument names an error handler, or is omitted or `None`.
#[inline(always)]
pub(super) fn is_handler(errors: Argument<'_, '_>) -> bool {
    is_none(errors) || errors.and_then(text).is_some_and(|name| HANDLERS.contains(&name))
}

/// The treatment of ill-formed UTF-8, from the two arguments of `unquote`. Input on which all
/// handlers agree is handled here.
#[inline(always)]
pub(super) fn decoding(
    input: &[u8],
    encoding: Argument<'_, '_>,
    errors: Argument<'_, '_>,
) -> Option<Errors> {
    if encoding.is_none() && errors.is_none() {
        return Some(Errors::Replace);
    }
    if !is_utf8(encoding) {
        // Text that is not escaped is in no encoding.
        let is_latin1 = is_latin1(encoding) && is_handler(errors) && input.is_ascii();
        return is_latin1.then_some(Errors::Latin1);
    }
    if is_none(errors) {
        return Some(Errors::Replace);
    }
    match errors.and_then(text)? {
        "replace" => Some(Errors::Replace),
        "ignore" => Some(Errors::Ignore),
        "surrogateescape" => Some(Errors::SurrogateEscape),
        "backslashreplace" => Some(Errors::BackslashReplace),
        name => HANDLERS.contains(&name).then_some(Errors::None),
    }
}

/// The value of a flag; `None` to delegate, unless the argument is a `bool`, an `int`, `None`, or
/// omitted.
#[inline(always)]
pub(super) fn flag(argument: Argument<'_, '_>) -> Option<bool> {
    match argument {
        None => Some(false),
        Some(value) => {
            let is_plain = value.is_exact_instance_of::<PyBool>()
                || value.is_exact_instance_of::<PyInt>()
                || value.is_none();
            is_plain.then(|| value.is_truthy().ok())?
        }
    }
}

/// The characters of a `safe`.
#[inline(always)]
pub(super) fn safe_bytes<'a>(safe: &'a Bound<'_, PyAny>) -> Option<&'a [u8]> {
    text(safe).map(str::as_bytes).or_else(|| bytes(safe))
}

/// The bytes to escape, if these are safe in addition to letters, digits, and `_.-~`.
pub(super) fn escaped(safe: &[u8]) -> AsciiSet {
    let ascii = safe.iter().filter(|byte| byte.is_ascii());
    ascii.fold(sets::URI_COMPONENT, |set, &byte| set.remove(byte))
}
