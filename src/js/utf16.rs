//! The URI handling functions on UTF-16 code units.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::LoneSurrogate;
use super::units::{CHUNK, find_percent, narrow, push_utf8, widen};
use crate::memory;
use crate::scheme::{JS_COMPONENT, JS_URI};
use crate::sets::AsciiSet;
use crate::{DecodeError, Decoder, Encoder};

/// `encodeURI` (ECMA-262 19.2.6.4) for UTF-16 code units; see [`encode_uri`](super::encode_uri).
///
/// # Errors
/// A lone surrogate, as the standard's `URIError`. The position is in code units.
///
/// ```
/// use percent_simd::js;
/// let units: Vec<u16> = "/a b/💩".encode_utf16().collect();
/// assert_eq!(js::encode_uri_utf16(&units).unwrap(), "/a%20b/%F0%9F%92%A9");
/// assert_eq!(js::encode_uri_component_utf16(&units).unwrap(), "%2Fa%20b%2F%F0%9F%92%A9");
/// assert_eq!(js::encode_uri_utf16(&units[..6]).unwrap_err().position(), 5);
/// ```
#[inline]
pub fn encode_uri_utf16(units: &[u16]) -> Result<String, LoneSurrogate> {
    encode(units, JS_URI.set())
}

/// `encodeURIComponent` (ECMA-262 19.2.6.5) for UTF-16 code units; see
/// [`encode_uri_component`](super::encode_uri_component).
///
/// # Errors
/// The errors of [`encode_uri_utf16`].
#[inline]
pub fn encode_uri_component_utf16(units: &[u16]) -> Result<String, LoneSurrogate> {
    encode(units, JS_COMPONENT.set())
}

/// `decodeURI` (ECMA-262 19.2.6.2) for UTF-16 code units; see [`decode_uri`](super::decode_uri).
/// Borrowed if nothing changes.
///
/// Raw surrogates stay, with or without a partner. An owned result needs capacity for as many code
/// units as the input while it is built.
///
/// # Errors
/// The errors of [`decode_uri`](super::decode_uri); positions are in code units.
///
/// ```
/// use percent_simd::js;
/// let units: Vec<u16> = "é%2f%E2%98%83".encode_utf16().collect();
/// assert_eq!(String::from_utf16(&js::decode_uri_utf16(&units).unwrap()).unwrap(), "é%2f☃");
/// assert_eq!(js::decode_uri_utf16(&units[..10]).unwrap_err().position(), 4);
/// // A lone surrogate passes.
/// assert_eq!(*js::decode_uri_component_utf16(&[0xD83D, 0x25, 0x34, 0x31]).unwrap(), [0xD83D, 0x41]);
/// ```
#[inline]
pub fn decode_uri_utf16(units: &[u16]) -> Result<Cow<'_, [u16]>, DecodeError> {
    decode(units, JS_URI.decoder())
}

/// `decodeURIComponent` (ECMA-262 19.2.6.3) for UTF-16 code units; see
/// [`decode_uri_component`](super::decode_uri_component). Borrowed if nothing changes.
///
/// # Errors
/// The errors of [`decode_uri_utf16`].
#[inline]
pub fn decode_uri_component_utf16(units: &[u16]) -> Result<Cow<'_, [u16]>, DecodeError> {
    decode(units, JS_COMPONENT.decoder())
}

/// ECMA-262 19.2.6.5, *Encode*.
#[inline]
fn encode(units: &[u16], set: AsciiSet) -> Result<String, LoneSurrogate> {
    let encoder = Encoder::new(set);
    let (mut text, mut bytes, mut at) = (String::new(), Vec::new(), 0);
    while at < units.len() {
        bytes.clear();
        let read = push_utf8(&units[at..], &mut bytes)
            .map_err(|error| LoneSurrogate { position: at + error.position })?;
        encoder.encode_append(&bytes, &mut text);
        at += read;
    }
    Ok(memory::trimmed(text))
}

/// ECMA-262 19.2.6.6, *Decode*. A raw code unit other than `%` is never part of an escaped
/// sequence, so only ASCII is passed to the decoder.
#[inline]
fn decode(units: &[u16], decoder: Decoder) -> Result<Cow<'_, [u16]>, DecodeError> {
    let (mut buffer, mut text) = ([0; CHUNK], String::new());
    // The results for the units before `copied` are in `output`.
    let (mut output, mut copied, mut at) = (Vec::new(), 0, 0);
    while let Some(clean) = find_percent(&units[at..]) {
        at += clean;
        let ascii = narrow(&units[at..], &mut buffer);
        let chunk = if ascii.len() == CHUNK { &ascii[..end_of_characters(ascii)] } else { ascii };
        if decoder.find(chunk).is_some() {
            text.clear();
            decoder
                .decode_utf8_append(chunk, &mut text)
                .map_err(|error| error_at(units, at + error.position(), error, decoder))?;
            if copied == 0 {
                output.reserve_exact(units.len());
            }
            output.extend_from_slice(&units[copied..at]);
            widen(&text, &mut output);
            copied = at + chunk.len();
        }
        at += chunk.len();
    }
    if copied == 0 {
        return Ok(Cow::Borrowed(units));
    }
    output.extend_from_slice(&units[copied..]);
    Ok(Cow::Owned(memory::trimmed(output)))
}

/// The length of an escaped four-byte character: four triplets.
const LONGEST: usize = 12;

/// The position where a full chunk can end: before its last escaped character, which may continue
/// past the chunk, or otherwise before a `%` at its end.
#[inline]
fn end_of_characters(ascii: &[u8]) -> usize {
    let last = ascii.len() - 1;
    let begins = |&at: &usize| {
        ascii[at] == b'%' && !matches!(ascii[at + 1], b'8' | b'9' | b'A' | b'B' | b'a' | b'b')
    };
    (last - LONGEST..last).rev().find(begins).unwrap_or(last)
}

/// The error at this position, judged by the whole input: the chunk may end before the units that
/// determine its kind.
#[inline]
fn error_at(units: &[u16], position: usize, error: DecodeError, decoder: Decoder) -> DecodeError {
    let mut window = [0; LONGEST];
    let rest = &units[position..units.len().min(position + LONGEST)];
    for (byte, &unit) in window.iter_mut().zip(rest) {
        *byte = if unit < 0x80 { unit as u8 } else { 0xFF }; // no digit, and in no UTF-8
    }
    let error = decoder.check_utf8(&window[..rest.len()]).err().unwrap_or(error);
    DecodeError::new(position, error.kind())
}
