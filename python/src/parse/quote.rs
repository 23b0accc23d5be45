//! `quote`, `quote_plus`, `quote_from_bytes`.

use std::cell::RefCell;
use std::ffi::CStr;
use std::rc::Rc;

use percent_simd::{Encoder, sets};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyString};
use pyo3::{Borrowed, intern};

use super::codec;
use super::options::{Argument, escaped, is_handler, is_none, is_utf8, safe_bytes, writes_ascii};
use crate::ffi::{Answer, Args, Function, bytes, contains_as_str, new_ascii, text};

/// `quote`, with its default `safe='/'`.
static PATH: Encoder = Encoder::new(sets::URI_COMPONENT.remove(b'/'));
/// `quote_plus`, with its default `safe=''`.
static FORM: Encoder = Encoder::new(sets::URI_COMPONENT).space_as_plus(true);

/// The encoder of `quote_plus` for its `safe`.
pub(super) fn form(safe: Argument<'_, '_>) -> Option<Encoder> {
    safe.map_or(Some(FORM), |safe| form_of(safe_bytes(safe)?))
}

/// The encoder of `quote_plus` for its `safe`. `None` if `+` is safe, because an encoder that
/// writes a space as `+` always escapes `+`.
#[inline(always)]
fn form_of(safe: &[u8]) -> Option<Encoder> {
    let encoder = || Encoder::new(escaped(safe).add(b' ')).space_as_plus(true);
    (!safe.contains(&b'+')).then(encoder)
}

/// The encoder of `quote` for its `safe`.
fn path_of(safe: &[u8]) -> Option<Encoder> {
    Some(Encoder::new(escaped(safe)))
}

/// The encoder of `quote_plus` for a `safe` with `+`, which leaves spaces.
fn spaced_of(safe: &[u8]) -> Option<Encoder> {
    Some(Encoder::new(escaped(safe).remove(b' ')))
}

/// The number of encoders that are kept, and of bytes of their `safe`.
const KEPT: usize = 8;
const LONGEST: usize = 32;

/// The encoders of the last few values of `safe`, since making one takes longer than quoting a
/// short value.
struct Kept {
    slots: [Option<Slot>; KEPT],
    oldest: usize,
}

/// An encoder, and its `safe`.
struct Slot {
    bytes: [u8; LONGEST],
    len: usize,
    encoder: Rc<Encoder>,
}

impl Kept {
    const fn new() -> Self {
        Self { slots: [const { None }; KEPT], oldest: 0 }
    }

    /// The encoder for this `safe`, made if it is not kept.
    #[inline(always)]
    fn get(
        &mut self,
        safe: &[u8],
        encoder_of: impl FnOnce(&[u8]) -> Option<Encoder>,
    ) -> Option<Rc<Encoder>> {
        if let Some(slot) = self.slots.iter().flatten().find(|slot| &slot.bytes[..slot.len] == safe)
        {
            return Some(Rc::clone(&slot.encoder));
        }
        let encoder = Rc::new(encoder_of(safe)?);
        if safe.len() <= LONGEST {
            let mut bytes = [0; LONGEST];
            bytes[..safe.len()].copy_from_slice(safe);
            let slot = Slot { bytes, len: safe.len(), encoder: Rc::clone(&encoder) };
            self.slots[self.oldest] = Some(slot);
            self.oldest = (self.oldest + 1) % KEPT;
        }
        Some(encoder)
    }
}

thread_local! {
    static PATHS: RefCell<Kept> = const { RefCell::new(Kept::new()) };
    static FORMS: RefCell<Kept> = const { RefCell::new(Kept::new()) };
    static SPACED: RefCell<Kept> = const { RefCell::new(Kept::new()) };
}

/// Quotes with the encoder for a `safe`. The default encoder is used in place, because moving an
/// encoder takes as long as quoting a short value.
#[inline(always)]
fn with_safe<'py>(
    safe: Argument<'_, '_>,
    usual: &'static Encoder,
    kept: &'static std::thread::LocalKey<RefCell<Kept>>,
    encoder_of: impl FnOnce(&[u8]) -> Option<Encoder>,
    quote: impl Fn(&Encoder) -> Answer<'py>,
) -> Answer<'py> {
    match safe {
        None => quote(usual),
        Some(safe) => {
            // Quoting may collect garbage, whose finalizers may quote: the borrow ends before.
            let encoder = safe_bytes(safe)
                .and_then(|safe| kept.with_borrow_mut(|kept| kept.get(safe, encoder_of)));
            encoder.map_or(Ok(None), |encoder| quote(&encoder))
        }
    }
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
        return Ok(Some(quoted.unwrap_or_else(|| value.to_owned())));
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
    value: Borrowed<'_, 'py, PyAny>,
    [encoding, errors]: [Argument<'_, 'py>; 2],
    encoder: &Encoder,
) -> Answer<'py> {
    if !value.is_truthy()? {
        return Ok(Some(value.to_owned()));
    }
    let encoded = encoded(value, [encoding, errors])?;
    let Some(input) = bytes(encoded.as_borrowed()) else { return Ok(None) };
    if is_spaced_otherwise(value, input)? {
        return Ok(None);
    }
    quote_bytes(py, input, encoder)
}

/// The text in that encoding.
pub(super) fn encoded<'py>(
    text: Borrowed<'_, 'py, PyAny>,
    [encoding, errors]: [Argument<'_, 'py>; 2],
) -> PyResult<Bound<'py, PyAny>> {
    let or = |argument: Argument<'_, 'py>, default| match argument {
        Some(value) if !value.is_none() => value.to_owned(),
        _ => PyString::intern(text.py(), default).into_any(),
    };
    text.call_method1(intern!(text.py(), "encode"), (or(encoding, "utf-8"), or(errors, "strict")))
}

/// Whether the encoded text has other spaces than the text, as in UTF-16, where 0x20 may be a part
/// of a character: the original looks for spaces in the text.
pub(super) fn is_spaced_otherwise(text: Borrowed<'_, '_, PyAny>, encoded: &[u8]) -> PyResult<bool> {
    let in_bytes = encoded.iter().filter(|&&byte| byte == b' ').count();
    let content = text.cast::<PyString>().ok();
    let in_text = match content.as_ref().map(|content| content.to_str()) {
        Some(Ok(content)) => content.bytes().filter(|&byte| byte == b' ').count(),
        // With lone surrogates.
        _ => text.call_method1("count", (" ",))?.extract()?,
    };
    Ok(in_bytes != in_text)
}

/// The quoted `bytes` or `bytearray`.
#[inline(always)]
fn quote_bytes_like<'py>(
    py: Python<'py>,
    value: Borrowed<'_, 'py, PyAny>,
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
        with_safe(args[1], &PATH, &PATHS, path_of, |encoder| quote(py, args, encoder))
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
        let plus_is_safe = args[1].and_then(safe_bytes).is_some_and(|safe| safe.contains(&b'+'));
        if !plus_is_safe {
            return with_safe(args[1], &FORM, &FORMS, form_of, |encoder| quote(py, args, encoder));
        }
        // As in the original: spaces stay, and become `+` at the end.
        let quote = |encoder: &Encoder| quote(py, args, encoder);
        let quoted = with_safe(args[1], &PATH, &SPACED, spaced_of, quote)?;
        let Some(quoted) = quoted else { return Ok(None) };
        let Some(text) = text(quoted.as_borrowed()).filter(|text| text.contains(' ')) else {
            return Ok(Some(quoted));
        };
        new_ascii(py, text.replace(' ', "+").as_bytes()).map(Some)
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
        with_safe(args[1], &PATH, &PATHS, path_of, |encoder| quote_bytes_like(py, value, encoder))
    }
}
