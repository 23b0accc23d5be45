//! `unquote`, `unquote_plus`, `unquote_to_bytes`.

use percent_simd::Decoder;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use super::codec;
use super::options::{decoding, decoding_of};
use crate::ffi::{Answer, Args, bytes, new_text, text};

const PLAIN: Decoder = Decoder::new();
const PLUS: Decoder = Decoder::new().plus_as_space(true);

/// The unquoted text; `None` to delegate a value that is no text, and escapes of another encoding.
///
/// The original decodes each run of ASCII separately. For UTF-8, decoding the whole gives the same result: a
/// non-ASCII character begins with a byte that no preceding sequence can contain, and is complete in itself.
#[inline(always)]
fn unquote<'py>(py: Python<'py>, args: &Args<'_, 'py>, decoder: &Decoder) -> Answer<'py> {
    let [Some(value), encoding, errors, ..] = *args else { return Ok(None) };
    let Some(input) = text(value).map(str::as_bytes) else {
        return unquote_other(py, value, args, decoder);
    };
    let Some(errors) = decoding_of(input, encoding, errors) else { return Ok(None) };
    if !codec::changes(py, input, decoder) {
        return Ok(Some(value.clone()));
    }
    codec::decode(py, input, decoder, errors)
}

/// A subclass of `str`, or a `str` with lone surrogates, in the original's steps, which call its own methods; `None` if it has an
/// escape.
#[cold]
fn unquote_other<'py>(
    py: Python<'py>,
    value: &Bound<'py, PyAny>,
    args: &Args<'_, 'py>,
    decoder: &Decoder,
) -> Answer<'py> {
    if !value.is_instance_of::<PyString>() {
        return Ok(None);
    }
    let mut value = value.clone();
    if *decoder == PLUS {
        value = value.call_method1(intern!(py, "replace"), ("+", " "))?;
    }
    if value.is_instance_of::<PyString>() && !value.contains(intern!(py, "%"))? {
        return Ok(Some(value));
    }
    let args = [Some(&value), args[1], args[2], None, None, None, None];
    if *decoder == PLUS { unquote(py, &args, &PLAIN) } else { Ok(None) }
}

function! {
    Unquote 3: unquote(string, encoding, errors),
    |py, args| {
        let [Some(value), encoding, errors, ..] = *args else { return Ok(None) };
        let Some(input) = bytes(value) else { return unquote(py, args, &PLAIN) };
        // `bytes.decode` refuses `None`.
        let has_none = [encoding, errors].iter().flatten().any(|argument| argument.is_none());
        let Some(known) = decoding(encoding, errors).filter(|_| !has_none) else {
            return Ok(None);
        };
        if codec::changes(py, input, &PLAIN) {
            return codec::decode(py, input, &PLAIN, known);
        }
        new_text(py, input, known)
    },
    c"unquote(string, encoding='utf-8', errors='replace')
--

Decode the ``%XX`` escapes of text or bytes, to text.

A ``%`` that begins no escape stays. Ill-formed input becomes U+FFFD, unless errors says otherwise. The same object comes back if
nothing changes.

>>> unquote('abc%20def%C3%A9')
'abc def\\xe9'
>>> unquote('100%')
'100%'
"
}

function! {
    UnquotePlus 4: unquote_plus(string, encoding, errors),
    |py, args| unquote(py, args, &PLUS),
    c"unquote_plus(string, encoding='utf-8', errors='replace')
--

Decode the ``%XX`` escapes of text, and ``+`` as a space, as in forms and queries.

>>> unquote_plus('%7e/abc+def')
'~/abc def'
"
}

function! {
    UnquoteToBytes 5: unquote_to_bytes(string),
    |py, args| {
        let Some(value) = args[0] else { return Ok(None) };
        let (input, is_bytes) = match (bytes(value), text(value)) {
            (Some(input), _) => (input, true),
            (None, Some(input)) => (input.as_bytes(), false),
            (None, None) => return Ok(None),
        };
        if is_bytes && !codec::changes(py, input, &PLAIN) {
            return Ok(Some(value.clone()));
        }
        let decoded = codec::decoded(py, input, &PLAIN, |output| PyBytes::new(py, output));
        Ok(Some(decoded.into_any()))
    },
    c"unquote_to_bytes(string)
--

Decode the ``%XX`` escapes of text or bytes, to bytes. Text is UTF-8.

>>> unquote_to_bytes('abc%20def%FF')
b'abc def\\xff'
"
}
