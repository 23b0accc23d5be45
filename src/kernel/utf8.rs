//! Well-formed UTF-8.

#[cfg(feature = "alloc")]
use super::copy::copied;
use super::decode::decode;
use super::dispatch::dispatch;
use super::find::is_plain_ascii;
use super::limits::{REGISTER, SHORT_TEXT};
use super::rules::DecodeRules;
#[cfg(any(feature = "simd", test))]
use super::scalar;
use super::trust::{Slot, initialised, text};
use crate::backend::Backend;
use crate::error::DecodeError;

/// Returns whether the input is well-formed UTF-8.
#[cfg(any(feature = "simd", test))]
#[inline]
pub(super) fn is_utf8(backend: Backend, input: &[u8]) -> bool {
    // SAFETY: the input is a slice, and only read.
    dispatch!(backend, K, unsafe { K::is_utf8(input) }, scalar::is_utf8(input))
}

/// The input as text, if it is well-formed UTF-8.
#[inline]
pub(crate) fn text(backend: Backend, input: &[u8]) -> Option<&str> {
    #[cfg(feature = "simd")]
    return is_utf8(backend, input).then(|| text!(input, "`is_utf8` has said so"));
    #[cfg(not(feature = "simd"))]
    {
        let _ = backend;
        core::str::from_utf8(input).ok()
    }
}

/// The input if it is ASCII and holds nothing that decoding looks at. Otherwise it may still be
/// text.
#[inline]
pub(crate) fn plain_ascii<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &DecodeRules,
) -> Option<&'a str> {
    is_plain_ascii(backend, input, rules)
        .then(|| text!(input, "`is_plain_ascii` is true only where every byte is < 0x80"))
}

/// Decodes short input to the front of `out`; tells how much that is, and whether it is UTF-8.
/// `None` where the input or the room is not as the kernels want it, or they have no such pass.
#[inline(always)]
fn decode_and_validate(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
) -> Option<(usize, bool)> {
    let is_plain = rules.is_plain() && !rules.reject_raw;
    if !is_plain || input.len() > SHORT_TEXT || out.len() < input.len() + REGISTER {
        return None;
    }
    dispatch!(
        backend,
        K,
        // SAFETY: `input` is `input.len()` readable bytes, which do not overlap `out`, and
        // `out.len() >= input.len() + REGISTER`, which is 64.
        unsafe {
            K::decode_text(
                input.as_ptr(),
                input.len(),
                out.as_mut_ptr().cast(),
                rules.plus_as_space,
            )
        },
        None
    )
}

/// Decodes to the front of `out`, and gives the result as text or, where it is not UTF-8, as bytes.
///
/// # Panics
/// If `out` is shorter than the input.
#[inline(always)] // the rules of most callers are constants
pub(crate) fn decode_to_text<'a>(
    backend: Backend,
    input: &[u8],
    out: &'a mut [Slot],
    rules: &DecodeRules,
) -> Result<Result<&'a str, &'a [u8]>, DecodeError> {
    if let Some((written, is_utf8)) = decode_and_validate(backend, input, out, rules) {
        let bytes =
            initialised!(out, written, "`decode_and_validate` has initialised `written` slots");
        return Ok(if is_utf8 {
            Ok(text!(bytes, "`decode_and_validate` has said so"))
        } else {
            Err(bytes)
        });
    }
    let bytes = decode(backend, input, out, rules)?;
    Ok(text(backend, bytes).ok_or(bytes))
}

/// The bytes as text, if they are those of `text`.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn same_text<'a>(bytes: &'a [u8], text: &str) -> Option<&'a str> {
    (bytes == text.as_bytes()).then(|| text!(bytes, "they are equal to those of `text`"))
}

/// [`copied`] for text.
///
/// # Panics
/// If there are fewer slots than bytes.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn copied_text<'a>(text: &str, out: &'a mut [Slot]) -> &'a str {
    text!(copied(text.as_bytes(), out), "they are those of `text`")
}
