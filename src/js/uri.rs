//! The URI handling functions on text, implemented by the core's policies.

use alloc::borrow::Cow;

use crate::DecodeError;
use crate::scheme::{JS_COMPONENT, JS_URI};

/// `encodeURI` (ECMA-262 19.2.6.4): escapes a whole URI. Reserved characters stay, and `%` becomes
/// `%25`. Borrowed if nothing changes.
///
/// The standard throws its `URIError` for lone surrogates, which a `str` cannot hold: see
/// [`encode_uri_utf16`](super::encode_uri_utf16).
///
/// ```
/// assert_eq!(percent_simd::js::encode_uri("/caf\u{e9}?100%#[1]"), "/caf%C3%A9?100%25#%5B1%5D");
/// ```
#[must_use]
#[inline]
pub fn encode_uri(text: &str) -> Cow<'_, str> {
    const { JS_URI.encoder() }.encode(text)
}

/// `encodeURIComponent` (ECMA-262 19.2.6.5): escapes one component of a URI. Alphanumerics and
/// `-_.!~*'()` stay. Borrowed if nothing changes.
///
/// ```
/// assert_eq!(percent_simd::js::encode_uri_component("it's 1/2"), "it's%201%2F2");
/// ```
#[must_use]
#[inline]
pub fn encode_uri_component(text: &str) -> Cow<'_, str> {
    const { JS_COMPONENT.encoder() }.encode(text)
}

/// `decodeURI` (ECMA-262 19.2.6.2): triplets of `;/?:@&=+$,#` stay unchanged, all others are
/// decoded. Borrowed if nothing changes.
///
/// `%25` becomes `%`, so `%252F` and `%2F` give the same result. Do not decode it again.
///
/// # Errors
/// A malformed triplet, or escaped bytes that are not UTF-8, as the standard's `URIError`. The
/// position, in bytes, is that of the `%` where the malformed triplet or the ill-formed sequence
/// begins.
///
/// ```
/// use percent_simd::{DecodeErrorKind, js};
/// assert_eq!(js::decode_uri("%2fa%20%E2%98%83").unwrap(), "%2fa ☃");
/// assert_eq!(js::decode_uri_component("%2fa%20+").unwrap(), "/a +");
/// let error = js::decode_uri("a%E2%98").unwrap_err();
/// assert_eq!((error.position(), error.kind()), (1, DecodeErrorKind::Utf8));
/// ```
#[inline]
pub fn decode_uri(text: &str) -> Result<Cow<'_, str>, DecodeError> {
    JS_URI.decoder().decode_str(text)
}

/// `decodeURIComponent` (ECMA-262 19.2.6.3): decodes every triplet; `+` stays. Borrowed if nothing
/// changes.
///
/// # Errors
/// The errors of [`decode_uri`].
#[inline]
pub fn decode_uri_component(text: &str) -> Result<Cow<'_, str>, DecodeError> {
    JS_COMPONENT.decoder().decode_str(text)
}
