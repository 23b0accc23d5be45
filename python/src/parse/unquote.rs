//! `unquote`, `unquote_plus`, `unquote_to_bytes`.

use std::ffi::CStr;

use percent_simd::Decoder;
use pyo3::prelude::*;

use super::codec;
use super::options::decoding;
use crate::ffi::{Answer, Args, Errors, Function, bytes, new_bytes, new_text, text};

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
    let Some(input) = text(value) else { return Ok(None) };
    let errors = match decoding(input.as_bytes(), encoding, errors) {
        Some(errors) => errors,
        // The original looks at the encoding only if there is something to decode.
        None if !input.as_bytes().contains(&b'%') => Errors::None,
        None => return Ok(None),
    };
    if !codec::changes(py, input.as_bytes(), decoder) {
        return Ok(Some(value.to_owned()));
    }
    codec::decode(py, input.as_bytes(), decoder, errors)
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
                None => return Ok(None),
            },
        };
        if codec::changes(py, input, &PLAIN) {
            return codec::decoded(py, input, &PLAIN, |output| new_bytes(py, output)).map(Some);
        }
        if is_text { new_bytes(py, input).map(Some) } else { Ok(Some(value.to_owned())) }
    }
}
