//! Encoding without a policy.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;

#[cfg(feature = "alloc")]
use super::Encoder;
use crate::kernel;
#[cfg(feature = "alloc")]
use crate::sets::AsciiSet;

/// Encodes text or bytes: the members of `set` and every byte >= 0x80 become triplets. Borrowed if
/// nothing changes.
///
/// ```
/// use percent_simd::{encode, sets};
/// assert_eq!(encode("/a b", sets::URL_PATH), "/a%20b");
/// assert_eq!(encode("☃", sets::URI_COMPONENT), "%E2%98%83");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
#[inline]
pub fn encode<I: AsRef<[u8]> + ?Sized>(input: &I, set: AsciiSet) -> Cow<'_, str> {
    Encoder::new(set).encode(input)
}

/// The triplet of a byte, in upper-case hex (RFC 3986 2.1).
///
/// ```
/// use percent_simd::triplet;
/// assert_eq!((triplet(b' '), triplet(b'a'), triplet(0xFF)), ("%20", "%61", "%FF"));
/// ```
#[must_use]
#[inline]
pub fn triplet(byte: u8) -> &'static str {
    kernel::triplet(byte, false)
}
