//! `quote`, `quote_plus`, `quote_from_bytes`.

use std::ffi::CStr;

use percent_simd::{AsciiSet, Encoder, sets};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use super::codec;
use super::options::{Argument, is_handler, is_none, is_utf8};
use super::recent::{self, Make};
use crate::ffi::{Answer, Args, Function, bytes, new_ascii, text};

/// `quote`, with its default `safe='/'`.
static PATH: Encoder = Encoder::new(sets::URI_COMPONENT.remove(b'/'));
/// `quote_plus`, with its default `safe=''`.
static FORM: Encoder = Encoder::new(sets::URI_COMPONENT).space_as_plus(true);

/// The encoder of `quote` for its `safe`.
pub(super) fn path(safe: Argument<'_, '_>) -> Option<Encoder> {
    // In urlencode nothing is safe by default.
    let usual = || Some(Encoder::new(sets::URI_COMPONENT));
    safe.map_or_else(usual, |safe| recent::encoder(PATH_OF.0, safe, PATH_OF.1))
}

/// The encoder of `quote_plus` for its `safe`.
pub(super) fn form(safe: Argument<'_, '_>) -> Option<Encoder> {
    safe.map_or(Some(FORM), |safe| recent::encoder(FORM_OF.0, safe, FORM_OF.1))
}

/// The encoder of `quote_plus` that escapes these. `None` if `+` is safe, because an encoder that
/// writes a space as `+` always escapes `+`.
fn form_of(set: AsciiSet) -> Option<Encoder> {
    set.contains(b'+').then(|| Encoder::new(set.add(b' ')).space_as_plus(true))
}

/// Quotes with the encoder for a `safe`. The default encoder is used in place, because moving an
/// encoder takes as long as quoting a short value.
#[inline(always)]
fn with_safe<'py>(
    safe: Argument<'_, '_>,
    usual: &'static Encoder,
    (function, make): (u8, Make),
    quote: impl Fn(&Encoder) -> Answer<'py>,
) -> Answer<'py> {
    match safe {
        None => quote(usual),
        Some(safe) => {
            recent::encoder(function, safe, make).map_or(Ok(None), |encoder| quote(&encoder))
        }
    }
}

/// How `quote` and `quote_plus` make their encoders, with a number for each.
const PATH_OF: (u8, Make) = (0, |set| Some(Encoder::new(set)));
const FORM_OF: (u8, Make) = (1, form_of);

/// The quoted value; `None` if it is neither `str` nor `bytes`, or the encoding is not supported
/// here.
#[inline(always)]
fn quote<'py>(py: Python<'py>, args: &Args<'_, 'py>, encoder: &Encoder) -> Answer<'py> {
    let [Some(value), _, encoding, errors, ..] = *args else { return Ok(None) };
    if let Some(input) = text(value) {
        if !is_utf8(encoding) || !is_handler(errors) {
            return Ok(None);
        }
        let quoted = codec::encode(py, input.as_bytes(), encoder)?;
        return Ok(Some(quoted.unwrap_or_else(|| value.to_owned())));
    }
    if is_none(encoding) && is_none(errors) {
        quote_any_bytes(py, value, encoder)
    } else {
        Ok(None)
    }
}

/// The quoted value; `None` if it is neither `bytes` nor a `bytearray`.
#[inline(always)]
fn quote_any_bytes<'py>(
    py: Python<'py>,
    value: Borrowed<'_, 'py, PyAny>,
    encoder: &Encoder,
) -> Answer<'py> {
    match bytes(value) {
        Some(input) => quote_bytes(py, input, encoder),
        // A copy: other threads may change it.
        None => match value.cast_exact::<PyByteArray>() {
            Ok(input) => quote_bytes(py, &input.to_vec(), encoder),
            Err(_) => Ok(None),
        },
    }
}

#[inline(always)]
fn quote_bytes<'py>(py: Python<'py>, input: &[u8], encoder: &Encoder) -> Answer<'py> {
    match codec::encode(py, input, encoder)? {
        // Input that no encoder changes is ASCII.
        None => new_ascii(py, input).map(Some),
        quoted => Ok(quoted),
    }
}

pub(super) enum Quote {}

impl Function for Quote {
    const NAME: &CStr = c"quote";
    const DOC: &CStr = c"quote(string, safe='/', encoding=None, errors=None)
--

Percent-encode text or bytes for the path of a URL.

Letters, digits, ``_.-~`` and the ASCII characters of safe stay. The encoding and errors are for text only; other encodings
than UTF-8 are urllib's work. The same object comes back if nothing changes.

>>> quote('/caf\\u00e9 au lait')
'/caf%C3%A9%20au%20lait'
>>> quote('a/b', safe='')
'a%2Fb'
>>> quote(b'\\xff')
'%FF'
";
    const PARAMETERS: &[&str] = &["string", "safe", "encoding", "errors"];

    fn call<'py>(py: Python<'py>, args: &Args<'_, 'py>) -> Answer<'py> {
        with_safe(args[1], &PATH, PATH_OF, |encoder| quote(py, args, encoder))
    }
}

pub(super) enum QuotePlus {}

impl Function for QuotePlus {
    const NAME: &CStr = c"quote_plus";
    const DOC: &CStr = c"quote_plus(string, safe='', encoding=None, errors=None)
--

Percent-encode text or bytes for a form or a query: a space becomes ``+``.

Otherwise as quote, but nothing beside letters, digits, and ``_.-~`` is safe by default.

>>> quote_plus('1 + 1 = /2')
'1+%2B+1+%3D+%2F2'
";
    const PARAMETERS: &[&str] = &["string", "safe", "encoding", "errors"];

    fn call<'py>(py: Python<'py>, args: &Args<'_, 'py>) -> Answer<'py> {
        with_safe(args[1], &FORM, FORM_OF, |encoder| quote(py, args, encoder))
    }
}

pub(super) enum QuoteFromBytes {}

impl Function for QuoteFromBytes {
    const NAME: &CStr = c"quote_from_bytes";
    const DOC: &CStr = c"quote_from_bytes(bs, safe='/')
--

Percent-encode bytes: quote for bytes only.

>>> quote_from_bytes(b'abc def\\x3f')
'abc%20def%3F'
";
    const PARAMETERS: &[&str] = &["bs", "safe"];

    fn call<'py>(py: Python<'py>, args: &Args<'_, 'py>) -> Answer<'py> {
        let Some(value) = args[0] else { return Ok(None) };
        with_safe(args[1], &PATH, PATH_OF, |encoder| quote_any_bytes(py, value, encoder))
    }
}
