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
    if let Some(input) = text(value)
        && (is_utf8(encoding) || input.is_ascii() && writes_ascii(encoding))
        && is_handler(errors)
    {
        let quoted = codec::encode(py, input.as_bytes(), encoder)?;
        return Ok(Some(quoted.unwrap_or_else(|| value.clone())));
    }
    if value.is_instance_of::<PyString>() {
        return quote_encoded(py, value, [encoding, errors], encoder);
    }
    if !is_none(encoding) || !is_none(errors) {
        return Ok(None);
    }
    quote_bytes(py, value, encoder)
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
    // Of a subclass, the original asks `in` (and `bool`, which may say so of any text).
    if !contains_as_str(value) {
        return Ok(None);
    }
    if !value.is_truthy()? {
        return Ok((value.len()? == 0).then(|| value.clone()));
    }
    encoded(value, arguments)?.map_or(Ok(None), |input| quote_bytes(py, &input, encoder))
}

/// The `bytes` of a text in that encoding; `None` to delegate its quoting to the original.
pub(super) fn encoded<'py>(
    text: &Bound<'py, PyAny>,
    [encoding, errors]: [Argument<'_, 'py>; 2],
) -> Answer<'py> {
    let or = |argument: Argument<'_, 'py>, default| match argument {
        Some(value) if !value.is_none() => value.clone(),
        _ => PyString::intern(text.py(), default).into_any(),
    };
    let arguments = (or(encoding, "utf-8"), or(errors, "strict"));
    let encoded = text.call_method1(intern!(text.py(), "encode"), arguments)?;
    // The original looks for spaces in the text. In UTF-16, 0x20 may be a part of a character.
    let is_like_text = match bytes(&encoded) {
        Some(input) => !input.contains(&b' ') || text.contains(intern!(text.py(), " "))?,
        None => false,
    };
    Ok(is_like_text.then_some(encoded))
}

/// The quoted `bytes` or `bytearray`.
#[inline(always)]
fn quote_bytes<'py>(py: Python<'py>, value: &Bound<'py, PyAny>, encoder: &Encoder) -> Answer<'py> {
    let array;
    let input = if let Some(input) = bytes(value) {
        input
    } else if let Ok(value) = value.cast_exact::<PyByteArray>() {
        array = value.to_vec();
        &array
    } else {
        return Ok(None);
    };
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
        with_safe(args, &PATH, |_| Safety::Path, |encoder| quote_bytes(py, value, encoder))
    }
}
