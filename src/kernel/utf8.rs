//! Well-formed UTF-8.

#[cfg(any(feature = "simd", test))]
use super::scalar;
#[cfg(feature = "simd")]
use super::trust::text;
#[cfg(any(feature = "simd", test))]
use super::vector::dispatch;
use crate::backend::Backend;

/// Whether the input is well-formed UTF-8.
#[cfg(any(feature = "simd", test))]
#[inline]
pub(super) fn is_utf8(backend: Backend, input: &[u8]) -> bool {
    // Memory: the input is a slice, and only read.
    dispatch!(backend, is_utf8(input), scalar::is_utf8(input))
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
