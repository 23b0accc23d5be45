//! `unquote`, `unquote_plus`, `unquote_to_bytes`.

use std::ffi::CStr;

use percent_simd::Decoder;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};

use super::codec;
use super::options::{Argument, DIFFERENCES, decoding};
use crate::ffi::{
    Answer, Args, Errors, Function, any_text, bytes, contains_as_str, new_text, text,
};

const PLAIN: Decoder = Decoder::new();
const PLUS: Decoder = Decoder::new().plus_as_space(true);

/// The unquoted text; `None` to delegate a value that is no text.
///
/// The original decodes each run of ASCII separately. For UTF-8, decoding the whole gives the same result: a
/// non-ASCII character begins with a byte that no preceding sequence can contain, and is complete in itself.
#[inline(always)]
fn unquote<'py>(py: Python<'py>, args: &Args<'_, 'py>, decoder: &Decoder) -> Answer<'py> {
    let [Some(value), encoding, errors, ..] = *args else { return Ok(None) };
    let Some(input) = text(value) else { return unquote_subclass(py, value, args, decoder) };
    let errors = match decoding(encoding, errors) {
        Some(known) => known,
        None if is_escaped(input) => return in_encoding(py, input, [encoding, errors], decoder),
        None => Errors::None,
    };
    if !codec::changes(py, input.as_bytes(), decoder) {
        return Ok(Some(value.clone()));
    }
    codec::decode(py, input.as_bytes(), decoder, errors)
}

/// The unquoted text of a subclass of `str`. The original asks its own methods: `in`, and `replace` if `+` is a space.
#[cold]
fn unquote_subclass<'py>(
    py: Python<'py>,
    value: &Bound<'py, PyAny>,
    args: &Args<'_, 'py>,
    decoder: &Decoder,
) -> Answer<'py> {
    let Some(input) = any_text(value) else { return Ok(None) };
    if *decoder == PLUS {
        let spaced = value.call_method1(intern!(py, "replace"), ("+", " "))?;
        let mut args = *args;
        args[0] = Some(&spaced);
        return unquote(py, &args, &PLAIN);
    }
    if !contains_as_str(value) {
        return Ok(None);
    }
    if !is_escaped(input) {
        return Ok(Some(value.clone()));
    }
    match decoding(args[1], args[2]) {
        None => in_encoding(py, input, [args[1], args[2]], decoder),
        Some(errors) => codec::decode(py, input.as_bytes(), decoder, errors),
    }
}

/// The original looks at the encoding only if there is something to decode.
fn is_escaped(input: &str) -> bool {
    input.as_bytes().contains(&b'%')
}

/// The unquoted text in another encoding, in the original's steps: each run of ASCII is decoded by the method of
/// its bytes.
#[cold]
pub(super) fn in_encoding<'py>(
    py: Python<'py>,
    input: &str,
    arguments: [Argument<'_, 'py>; 2],
    decoder: &Decoder,
) -> Answer<'py> {
    let arguments = arguments.map(|argument| argument.filter(|value| !value.is_none()));
    let runs = input.as_bytes().chunk_by(|byte, next| byte.is_ascii() == next.is_ascii());
    let parts = runs.map(|run| {
        if run.is_ascii() {
            decoded_by_method(py, run, arguments, decoder)
        } else {
            PyString::from_bytes(py, run).map(Bound::into_any)
        }
    });
    let parts = parts.collect::<PyResult<Vec<_>>>()?;
    if let [only] = &*parts {
        return Ok(Some(only.clone()));
    }
    PyString::new(py, "").call_method1(intern!(py, "join"), (parts,)).map(Some)
}

/// The text of the decoded bytes, by their own method.
#[cold]
fn decoded_by_method<'py>(
    py: Python<'py>,
    input: &[u8],
    arguments: [Argument<'_, 'py>; 2],
    decoder: &Decoder,
) -> PyResult<Bound<'py, PyAny>> {
    let decoded = codec::decoded(py, input, decoder, |output| PyBytes::new(py, output));
    let [encoding, errors] = arguments.map(|argument| argument.cloned());
    let encoding = encoding.unwrap_or_else(|| intern!(py, "utf-8").clone().into_any());
    let errors = errors.unwrap_or_else(|| intern!(py, "replace").clone().into_any());
    decoded.call_method1(intern!(py, "decode"), (encoding, errors))
}

pub(super) enum Unquote {}

impl Function for Unquote {
    const NAME: &CStr = c"unquote";
    const DOC: &CStr = c"unquote(string, encoding='utf-8', errors='replace')
--

Decode the ``%XX`` escapes of text or bytes, to text.

A ``%`` that begins no escape stays. Ill-formed input becomes U+FFFD, unless errors says otherwise. The same object comes back if
nothing changes.

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
        // `bytes.decode` refuses `None`.
        let has_none = [encoding, errors].iter().flatten().any(|argument| argument.is_none());
        let Some(known) = decoding(encoding, errors).filter(|_| !has_none) else {
            return decoded_by_method(py, input, [encoding, errors], &PLAIN).map(Some);
        };
        if codec::changes(py, input, &PLAIN) {
            return codec::decode(py, input, &PLAIN, known);
        }
        new_text(py, input, known)
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
        let (input, is_bytes) = match (bytes(value), text(value)) {
            (Some(input), _) => (input, true),
            (None, Some(input)) => (input.as_bytes(), false),
            (None, None) => return unquote_other_to_bytes(py, value),
        };
        let is_same = is_bytes && !codec::changes(py, input, &PLAIN);
        Ok(Some(if is_same { value.clone() } else { to_bytes(py, input) }))
    }
}

/// The decoded bytes.
#[inline(always)]
fn to_bytes<'py>(py: Python<'py>, input: &[u8]) -> Bound<'py, PyAny> {
    codec::decoded(py, input, &PLAIN, |output| PyBytes::new(py, output).into_any())
}

/// The bytes of a `bytearray`, or of a subclass of `str`, whose own method encodes it.
#[cold]
fn unquote_other_to_bytes<'py>(py: Python<'py>, value: &Bound<'py, PyAny>) -> Answer<'py> {
    if let Ok(array) = value.cast_exact::<PyByteArray>() {
        // With an escape, it is an error of the original.
        let input = Some(array.to_vec()).filter(|input| !input.contains(&b'%'));
        return Ok(input.map(|input| {
            let copies = DIFFERENCES.get(py).is_some_and(|versions| versions.arrays_are_copied);
            if copies || input.is_empty() {
                PyBytes::new(py, &input).into_any()
            } else {
                value.clone()
            }
        }));
    }
    if !value.is_instance_of::<PyString>() {
        return Ok(None);
    }
    if !value.is_truthy()? {
        return Ok(Some(PyBytes::new(py, b"").into_any()));
    }
    let encoded = value.call_method1(intern!(py, "encode"), (intern!(py, "utf-8"),))?;
    Ok(bytes(&encoded).map(|input| to_bytes(py, input)))
}
