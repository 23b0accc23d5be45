//! `unquote`, `unquote_plus`, `unquote_to_bytes`.

use std::ffi::CStr;

use percent_simd::Decoder;
use pyo3::prelude::*;
use pyo3::types::PyString;
use pyo3::{Borrowed, intern};

use super::codec;
use super::options::{Argument, decoding, is_none};
use crate::ffi::{
    Answer, Args, Errors, Function, bytes, contains_as_str, new_bytes, new_text, text,
};

const PLAIN: Decoder = Decoder::new();
const PLUS: Decoder = Decoder::new().plus_as_space(true);

/// The unquoted text; `None` if it is not a `str`, or the encoding or error handler is not
/// supported here.
///
/// The original decodes each run of ASCII separately. Decoding the whole gives the same result: a
/// non-ASCII character begins with a byte that no preceding sequence can contain, and is complete
/// in itself.
#[inline(always)]
fn unquote<'py>(py: Python<'py>, args: &Args<'_, 'py>, decoder: &Decoder) -> Answer<'py> {
    let [Some(value), encoding, errors, ..] = *args else { return Ok(None) };
    let Some(input) = text(value) else { return unquote_subclass(py, value, args, decoder) };
    let Some(errors) = decoding(input.as_bytes(), encoding, errors) else {
        return unquote_encoded(py, value, input, [encoding, errors], decoder);
    };
    if !codec::changes(py, input.as_bytes(), decoder) {
        return Ok(Some(value.to_owned()));
    }
    codec::decode(py, input.as_bytes(), decoder, errors)
}

/// The unquoted text of a subclass of `str`. The original asks it for `in`, and for `replace` if `+` is a space.
#[cold]
fn unquote_subclass<'py>(
    py: Python<'py>,
    value: Borrowed<'_, 'py, PyAny>,
    args: &Args<'_, 'py>,
    decoder: &Decoder,
) -> Answer<'py> {
    let Ok(string) = value.cast::<PyString>() else { return Ok(None) };
    if *decoder == PLUS {
        let spaced = value.call_method1(intern!(py, "replace"), ("+", " "))?;
        let mut args = *args;
        args[0] = Some(spaced.as_borrowed());
        return if text(spaced.as_borrowed()).is_some() {
            unquote(py, &args, &PLAIN)
        } else {
            Ok(None)
        };
    }
    if !contains_as_str(value) {
        return Ok(None);
    }
    match string.to_str() {
        Ok(input) if !input.as_bytes().contains(&b'%') => Ok(Some(value.to_owned())),
        Ok(input) if is_none(args[1]) && is_none(args[2]) => {
            codec::decode(py, input.as_bytes(), decoder, Errors::Replace)
        }
        _ => Ok(None),
    }
}

/// The unquoted text in another encoding, in the original's steps: the decoded bytes' own method decodes
/// each run of ASCII, here the only one.
#[cold]
fn unquote_encoded<'py>(
    py: Python<'py>,
    value: Borrowed<'_, 'py, PyAny>,
    input: &str,
    [encoding, errors]: [Argument<'_, 'py>; 2],
    decoder: &Decoder,
) -> Answer<'py> {
    // The original looks at the encoding only if there is something to decode.
    if !input.as_bytes().contains(&b'%') {
        let is_same = !codec::changes(py, input.as_bytes(), decoder);
        return if is_same {
            Ok(Some(value.to_owned()))
        } else {
            codec::decode(py, input.as_bytes(), decoder, Errors::None)
        };
    }
    if !input.is_ascii() {
        return Ok(None);
    }
    let decoded = codec::decoded(py, input.as_bytes(), decoder, |output| new_bytes(py, output))?;
    in_encoding(decoded, [encoding, errors]).map(Some)
}

/// The text of decoded bytes in that encoding, by their own method.
pub(super) fn in_encoding<'py>(
    decoded: Bound<'py, PyAny>,
    [encoding, errors]: [Argument<'_, 'py>; 2],
) -> PyResult<Bound<'py, PyAny>> {
    let py = decoded.py();
    let or = |argument: Argument<'_, 'py>, default| match argument {
        Some(value) if !value.is_none() => value.to_owned(),
        _ => PyString::intern(py, default).into_any(),
    };
    decoded.call_method1(intern!(py, "decode"), (or(encoding, "utf-8"), or(errors, "replace")))
}

pub(super) enum Unquote {}

impl Function for Unquote {
    const NAME: &CStr = c"unquote";
    const DOC: &CStr = c"unquote(string, encoding='utf-8', errors='replace')
--

Decode the ``%XX`` escapes of text or bytes, to text.

A ``%`` that begins no escape stays. What is not UTF-8 becomes U+FFFD, unless errors says otherwise; other encodings are
urllib's work. The same object comes back if nothing changes.

>>> unquote('abc%20def%C3%A9')
'abc def\\xe9'
>>> unquote('100%')
'100%'
";
    const PARAMETERS: &[&str] = &["string", "encoding", "errors"];

    #[inline(always)]
    fn call<'py>(py: Python<'py>, args: &Args<'_, 'py>) -> Answer<'py> {
        let [Some(value), encoding, errors, ..] = *args else { return Ok(None) };
        let Some(input) = bytes(value) else { return unquote(py, args, &PLAIN) };
        // bytes.decode takes no None.
        let refused = encoding.or(errors).is_some_and(|_| {
            encoding.is_some_and(|value| value.is_none())
                || errors.is_some_and(|value| value.is_none())
        });
        let errors = decoding(input, encoding, errors).filter(|_| !refused);
        let Some(errors) = errors else { return Ok(None) };
        if codec::changes(py, input, &PLAIN) {
            return codec::decode(py, input, &PLAIN, errors);
        }
        new_text(py, input, errors)
    }
}

pub(super) enum UnquotePlus {}

impl Function for UnquotePlus {
    const NAME: &CStr = c"unquote_plus";
    const DOC: &CStr = c"unquote_plus(string, encoding='utf-8', errors='replace')
--

Decode the ``%XX`` escapes of text, and ``+`` as a space, as in forms and queries.

>>> unquote_plus('%7e/abc+def')
'~/abc def'
";
    const PARAMETERS: &[&str] = &["string", "encoding", "errors"];

    #[inline(always)]
    fn call<'py>(py: Python<'py>, args: &Args<'_, 'py>) -> Answer<'py> {
        unquote(py, args, &PLUS)
    }
}

pub(super) enum UnquoteToBytes {}

impl Function for UnquoteToBytes {
    const NAME: &CStr = c"unquote_to_bytes";
    const DOC: &CStr = c"unquote_to_bytes(string)
--

Decode the ``%XX`` escapes of text or bytes, to bytes. Text is UTF-8.

>>> unquote_to_bytes('abc%20def%FF')
b'abc def\\xff'
";
    const PARAMETERS: &[&str] = &["string"];

    fn call<'py>(py: Python<'py>, args: &Args<'_, 'py>) -> Answer<'py> {
        let Some(value) = args[0] else { return Ok(None) };
        let (input, is_text) = match bytes(value) {
            Some(input) => (input, false),
            None => match text(value) {
                Some(input) => (input.as_bytes(), true),
                None => return unquote_subclass_to_bytes(py, value),
            },
        };
        if codec::changes(py, input, &PLAIN) {
            return codec::decoded(py, input, &PLAIN, |output| new_bytes(py, output)).map(Some);
        }
        if is_text { new_bytes(py, input).map(Some) } else { Ok(Some(value.to_owned())) }
    }
}

/// The bytes of a subclass of `str`, whose own method encodes it.
#[cold]
fn unquote_subclass_to_bytes<'py>(py: Python<'py>, value: Borrowed<'_, 'py, PyAny>) -> Answer<'py> {
    if !value.is_instance_of::<PyString>() {
        return Ok(None);
    }
    if !value.is_truthy()? {
        return new_bytes(py, b"").map(Some);
    }
    let encoded = value.call_method1(intern!(py, "encode"), (intern!(py, "utf-8"),))?;
    match bytes(encoded.as_borrowed()) {
        None => Ok(None),
        Some(input) if codec::changes(py, input, &PLAIN) => {
            codec::decoded(py, input, &PLAIN, |output| new_bytes(py, output)).map(Some)
        }
        Some(_) => Ok(Some(encoded)),
    }
}
