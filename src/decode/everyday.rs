//! Decoding without a policy.

use alloc::borrow::Cow;

use super::{Decoder, Utf8, owned, to_text};
use crate::backend::Backend;
use crate::error::DecodeError;

/// Decodes triplets to bytes (WHATWG URL 1.3, *percent-decode*): a malformed `%` stays. Never
/// fails; borrowed if nothing changes.
///
/// ```
/// use percent_simd::decode;
/// assert_eq!(&*decode("%41%%41+%4"), b"A%A+%4");
/// ```
#[must_use]
#[inline]
pub fn decode<I: AsRef<[u8]> + ?Sized>(input: &I) -> Cow<'_, [u8]> {
    owned::decode_cow_plainly(Backend::active(), input.as_ref())
}

/// Decodes text to text; [`Decoder::decode_utf8`] takes bytes. Borrowed if nothing changes.
///
/// # Errors
/// The first sequence of the decoded bytes that is not UTF-8.
///
/// ```
/// use percent_simd::decode_str;
/// assert_eq!(decode_str("%E2%98%83").unwrap(), "☃");
/// assert_eq!(decode_str("caf%E9").unwrap_err().position(), 3);
/// ```
#[inline]
pub fn decode_str(input: &str) -> Result<Cow<'_, str>, DecodeError> {
    to_text::decode_str_plainly(Backend::active(), input)
}

/// Decodes bytes to text; bytes that are not UTF-8 become U+FFFD. Never fails; borrowed if nothing
/// changes.
///
/// ```
/// use percent_simd::decode_lossy;
/// assert_eq!(decode_lossy(b"caf%E9"), "caf\u{FFFD}");
/// ```
#[must_use]
#[inline]
pub fn decode_lossy<I: AsRef<[u8]> + ?Sized>(input: &I) -> Cow<'_, str> {
    const LOSSY: &Decoder = &Decoder::new().utf8(Utf8::Lossy);
    LOSSY.decode_slice_utf8(input.as_ref()).expect("these rules refuse nothing")
}
