//! `quote`, `quote_plus`, `quote_from_bytes`.

use std::ffi::CStr;

use percent_simd::{AsciiSet, Encoder, sets};
use pyo3::prelude::*;

use super::codec;
use super::options::{Argument, escaped, is_handler, is_none, is_utf8};
use crate::ffi::{Answer, Args, Function, bytes, new_ascii, text};

/// `quote`, with its default `safe='/'`.
static PATH: Encoder = Encoder::new(sets::URI_COMPONENT.remove(b'/'));
/// `quote_plus`, with its default `safe=''`.
static FORM: Encoder = Encoder::new(sets::URI_COMPONENT).space_as_plus(true);

/// The encoder of `quote_plus` for its `safe`.
pub(super) fn form(safe: Argument<'_, '_>) -> Option<Encoder> {
    safe.map_or(Some(FORM), |safe| form_of(escaped(safe)?))
}

/// The encoder of `quote_plus` that escapes these. `None` if `+` is safe, because an encoder that
/// writes a space as `+` always escapes `+`.
#[inline(always)]
fn form_of(set: AsciiSet) -> Option<Encoder> {
    set.contains(b'+').then(|| Encoder::new(set.add(b' ')).space_as_plus(true))
}

/// Quotes with the encoder for a `safe`. The default encoder is used in place, because moving an
/// encoder takes as long as quoting a short value.
#[inline(always)]
fn with_safe<'py>(
    safe: Argument<'_, '_>,
    usual: &'static Encoder,
    encoder_of: impl FnOnce(AsciiSet) -> Option<Encoder>,
    quote: impl Fn(&Encoder) -> Answer<'py>,
) -> Answer<'py> {
    match safe {
        None => quote(usual),
        Some(safe) => {
            escaped(safe).and_then(encoder_of).map_or(Ok(None), |encoder| quote(&encoder))
        }
    }
}

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
    match bytes(value) {
        Some(input) if is_none(encoding) && is_none(errors) => quote_bytes(py, input, encoder),
        _ => Ok(None),
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
        let path_of = |set| Some(Encoder::new(set));
        with_safe(args[1], &PATH, path_of, |encoder| quote(py, args, encoder))
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
        with_safe(args[1], &FORM, form_of, |encoder| quote(py, args, encoder))
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
        let Some(input) = args[0].and_then(bytes) else { return Ok(None) };
        let path_of = |set| Some(Encoder::new(set));
        with_safe(args[1], &PATH, path_of, |encoder| quote_bytes(py, input, encoder))
    }
}
