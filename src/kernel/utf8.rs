//! Well-formed UTF-8.

use super::scalar;
use super::vector::dispatch;
use crate::backend::Backend;

/// Whether the input is well-formed UTF-8.
#[inline]
pub(crate) fn is_utf8(backend: Backend, input: &[u8]) -> bool {
    // Memory: the input is a slice, and only read.
    dispatch!(backend, is_utf8(input), scalar::is_utf8(input))
}
