//! `quote`, `quote_plus`, `quote_from_bytes`.

use std::ffi::CStr;

use percent_simd::{Encoder, sets};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyString};

use super::codec;
use super::options::{Argument, escaped, is_handler, is_none, is_utf8, safe_bytes, writes_ascii};
use crate::ffi::{Answer, Args, Function, bytes, contains_as_str, new_ascii, text};

/// `quote`, with its default `safe='/'`.
static PATH: Encoder = Encoder::new(sets::URI_COMPONENT.remove(b'/'));
/// `quote_plus`, with its default `safe=''`.
static FORM: Encoder = Encoder::new(sets::URI_COMPONENT).space_as_plus(true);

/// The treatment of spaces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Safety {
    /// `quote`: a space is a character like others.
    Path,
    /// `quote_plus`: a space becomes `+`, and a `+` is escaped.
    Form,
    /// `quote_plus` with a safe `+`: spaces stay, and become `+` at the end, as in the original.
    Spaced,
}

impl Safety {
    /// The treatment of spaces in `quote_plus`.
    pub(super) fn of_form(safe: &[u8]) -> Self {
        if safe.contains(&b'+') { Self::Spaced } else { Self::Form }
    }

    /// The encoder for a `safe`.
    pub(super) fn encoder(self, safe: &[u8]) -> Encoder {
        let set = escaped(safe);
        match self {
            Self::Path => Encoder::new(set),
            Self::Form => Encoder::new(set.add(b' ')).space_as_plus(true),
            Self::Spaced => Encoder::new(set.remove(b' ')),
        }
    }
}

/// Quotes with the encoder for a `safe`, or with the usual one.
#[inline(always)]
fn with_safe<'py>(
    args: &Args<'_, 'py>,
    usual: &'static Encoder,
    safety_of: impl FnOnce(&[u8]) -> Safety,
    quote: impl Fn(&Encoder) -> Answer<'py>,
) -> Answer<'py> {
    let Some(safe) = args[1] else { return quote(usual) };
    let Some(safe) = safe_bytes(safe) else { return Ok(None) };
    let safety = safety_of(safe);
    let quoted = quote(&safety.encoder(safe))?;
    if safety == Safety::Spaced
        && let Some(quoted) = &quoted
        && let Some(text) = text(quoted).filter(|text| text.contains(' '))
    {
        return new_ascii(quoted.py(), text.replace(' ', "+").as_bytes()).map(Some);
    }
    Ok(quoted)
}

/// The quoted value; `None` if it is neither `str` nor `bytes`, or the encoding is not supported
/// here.
#[inline(always)]
fn quote<'py>(py: Python<'py>, args: &Args<'_, 'py>, encoder: &Encoder) -> Answer<'py> {
    let [Some(value), _, encoding, errors, ..] = *args else { return Ok(None) };
    if let Some(input) = text(value) {
        let is_plain = is_utf8(encoding) || (input.is_ascii() && writes_ascii(encoding));
        if !is_plain || !is_handler(errors) {
            return quote_encoded(py, value, [encoding, errors], encoder);
        }
        let quoted = codec::encode(py, input.as_bytes(), encoder)?;
        return Ok(Some(quoted.unwrap_or_else(|| value.clone())));
    }
    // Of a subclass, the original asks `in` (and `bool`), and the method that encodes it.
    if value.is_exact_instance_of::<PyString>()
        || value.is_instance_of::<PyString>() && contains_as_str(value)
    {
        return quote_encoded(py, value, [encoding, errors], encoder);
    }
    if !is_none(encoding) || !is_none(errors) {
        return Ok(None);
    }
    quote_bytes_like(py, value, encoder)
}

/// The quoted text in any encoding, in the original's steps: the text's own method encodes it, or
/// raises the exception.
#[cold]
fn quote_encoded<'py>(
    py: Python<'py>,
    value: &Bound<'py, PyAny>,
    arguments: [Argument<'_, 'py>; 2],
    encoder: &Encoder,
) -> Answer<'py> {
    if !value.is_truthy()? {
        // A subclass may say so of any text.
        return Ok((value.len()? == 0).then(|| value.clone()));
    }
    with_encoded(value, arguments, |input| quote_bytes(py, input, encoder))
}

/// Quotes the text in that encoding; `None` to delegate it to the original.
pub(super) fn with_encoded<'py, R>(
    text: &Bound<'py, PyAny>,
    [encoding, errors]: [Argument<'_, 'py>; 2],
    quote: impl FnOnce(&[u8]) -> PyResult<Option<R>>,
) -> PyResult<Option<R>> {
    let or = |argument: Argument<'_, 'py>, default| match argument {
        Some(value) if !value.is_none() => value.clone(),
        _ => PyString::intern(text.py(), default).into_any(),
    };
    let arguments = (or(encoding, "utf-8"), or(errors, "strict"));
    let encoded = text.call_method1(intern!(text.py(), "encode"), arguments)?;
    match bytes(&encoded) {
        // The original looks for spaces in the text. In UTF-16, 0x20 may be a part of a character.
        Some(input) if !input.contains(&b' ') || text.contains(intern!(text.py(), " "))? => {
            quote(input)
        }
        _ => Ok(None),
    }
}

/// The quoted `bytes` or `bytearray`.
#[inline(always)]
fn quote_bytes_like<'py>(
    py: Python<'py>,
    value: &Bound<'py, PyAny>,
    encoder: &Encoder,
) -> Answer<'py> {
    if let Some(input) = bytes(value) {
        return quote_bytes(py, input, encoder);
    }
    match value.cast_exact::<PyByteArray>() {
        Ok(array) => quote_bytes(py, &array.to_vec(), encoder),
        Err(_) => Ok(None),
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

Letters, digits, ``_.-~`` and the ASCII characters of safe stay. The encoding and errors are for text only. The same object comes
back if nothing changes.

>>> quote('/caf\\u00e9 au lait')
'/caf%C3%A9%20au%20lait'
>>> quote('a/b', safe='')
'a%2Fb'
>>> quote(b'\\xff')
'%FF'
";
    const PARAMETERS: &[&str] = &["string", "safe", "encoding", "errors"];

    fn call<'py>(py: Python<'py>, args: &Args<'_, 'py>) -> Answer<'py> {
        with_safe(args, &PATH, |_| Safety::Path, |encoder| quote(py, args, encoder))
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
        with_safe(args, &FORM, Safety::of_form, |encoder| quote(py, args, encoder))
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
        with_safe(args, &PATH, |_| Safety::Path, |encoder| quote_bytes_like(py, value, encoder))
    }
}
