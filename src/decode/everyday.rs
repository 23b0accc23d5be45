//! Decoding without a policy.

use alloc::borrow::Cow;

use super::owned_text::{self, NotText};
use super::{Decoder, Utf8, owned};
use crate::backend::Backend;
use crate::error::DecodeError;
use crate::kernel;
use crate::kernel::rules::DecodeRules;
use crate::text;

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
    let backend = Backend::active();
    if kernel::find::is_short_and_clean(backend, input.as_bytes(), &DecodeRules::PLAIN) {
        return Ok(Cow::Borrowed(input));
    }
    decode_str_other(backend, input)
}

/// [`decode_str`] of text that is long, or that decoding probably changes. Its calls repeat the plain
/// rules as constants: a program without other policies links no kernel for other rules.
#[inline(never)]
fn decode_str_other(backend: Backend, input: &str) -> Result<Cow<'_, str>, DecodeError> {
    const RULES: &DecodeRules = &DecodeRules::PLAIN;
    let bytes = input.as_bytes();
    if bytes.len() > kernel::marks::PLACES
        && kernel::find::find_change::<true>(backend, bytes, RULES).is_none()
    {
        return Ok(Cow::Borrowed(input));
    }
    owned_text::decode_short(backend, bytes, RULES, false).or_else(|why| {
        let long = matches!(why, NotText::TooLong);
        if let Some(text) = long.then(|| owned_text::decode_plainly(backend, bytes)).flatten() {
            return Ok(Cow::Owned(text));
        }
        Err(text::ill_formed::<true>(backend, RULES, bytes).expect("it is not UTF-8"))
    })
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
