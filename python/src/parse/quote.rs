//! `quote`, `quote_plus`, `quote_from_bytes`.

use percent_simd::{Encoder, sets};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::codec;
use super::options::{escaped, is_handler, is_none, is_utf8, safe_bytes, writes_ascii};
use crate::ffi::{Answer, Args, bytes, new_ascii, text};

/// `quote`, with its default `safe='/'`.
static PATH: Encoder = Encoder::new(sets::URI_COMPONENT.remove(b'/'));
/// `quote_plus`, with its default `safe=''`.
static FORM: Encoder = Encoder::new(sets::URI_COMPONENT).space_as_plus(true);

/// The encoder of `quote` or of `quote_plus` for a `safe`. True if spaces become `+` at the end, as in the original: a `+` that
/// is safe stays.
pub(super) fn encoder(safe: &[u8], is_form: bool) -> (Encoder, bool) {
    let set = escaped(safe);
    match (is_form, safe.contains(&b'+')) {
        (false, _) => (Encoder::new(set), false),
        (true, false) => (Encoder::new(set.add(b' ')).space_as_plus(true), false),
        (true, true) => (Encoder::new(set.remove(b' ')), true),
    }
}

/// The quoted value, by the usual encoder unless the call has a `safe`; `None` to delegate.
#[inline(always)]
fn quote<'py>(
    py: Python<'py>,
    args: &Args<'_, 'py>,
    usual: &'static Encoder,
    is_form: bool,
) -> Answer<'py> {
    let [Some(value), safe, encoding, errors, ..] = *args else { return Ok(None) };
    let input = if let Some(input) = text(value) {
        let is_same = is_utf8(encoding) || input.is_ascii() && writes_ascii(encoding);
        Some(input.as_bytes()).filter(|_| is_same && is_handler(errors))
    } else {
        bytes(value).filter(|_| is_none(encoding) && is_none(errors))
    };
    let Some(input) = input else { return Ok(None) };
    let Some(safe) = safe else { return quoted(py, value, input, usual) };
    let Some(safe) = safe_bytes(safe) else { return Ok(None) };
    let (encoder, is_spaced) = encoder(safe, is_form);
    let quoted = quoted(py, value, input, &encoder)?;
    let spaced = quoted.as_ref().filter(|_| is_spaced).and_then(text);
    match spaced.filter(|text| text.contains(' ')) {
        Some(text) => new_ascii(py, text.replace(' ', "+").as_bytes()).map(Some),
        None => Ok(quoted),
    }
}

/// The quoted value with these bytes.
#[inline(always)]
fn quoted<'py>(
    py: Python<'py>,
    value: &Bound<'py, PyAny>,
    input: &[u8],
    encoder: &Encoder,
) -> Answer<'py> {
    match codec::encode(py, input, encoder)? {
        None if value.is_exact_instance_of::<PyString>() => Ok(Some(value.clone())),
        // Bytes that no encoder changes are ASCII.
        None => new_ascii(py, input).map(Some),
        quoted => Ok(quoted),
    }
}

function! {
    Quote 0: quote(string, safe, encoding, errors),
    |py, args| quote(py, args, &PATH, false),
    c"quote(string, safe='/', encoding=None, errors=None)
--

Percent-encode text or bytes for the path of a URL.

Letters, digits, ``_.-~`` and the ASCII characters of safe stay. The encoding and errors are for text only. The same object comes
back if nothing changes.

>>> quote('/caf\\u00e9 au lait')
'/caf%C3%A9%20au%20lait'
>>> quote('a/b', safe='')
'a%2Fb'
>>> quote(b'\\xff')
'%FF'
"
}

function! {
    QuotePlus 1: quote_plus(string, safe, encoding, errors),
    |py, args| quote(py, args, &FORM, true),
    c"quote_plus(string, safe='', encoding=None, errors=None)
--

Percent-encode text or bytes for a form or a query: a space becomes ``+``.

Otherwise as quote, but nothing beside letters, digits, and ``_.-~`` is safe by default.

>>> quote_plus('1 + 1 = /2')
'1+%2B+1+%3D+%2F2'
"
}

function! {
    QuoteFromBytes 2: quote_from_bytes(bs, safe),
    |py, args| args[0].and_then(bytes).map_or(Ok(None), |_| quote(py, args, &PATH, false)),
    c"quote_from_bytes(bs, safe='/')
--

Percent-encode bytes: quote for bytes only.

>>> quote_from_bytes(b'abc def\\x3f')
'abc%20def%3F'
"
}
