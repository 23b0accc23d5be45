//! Encoding without a policy.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;

#[cfg(feature = "alloc")]
use super::Encoder;
use crate::kernel;

/// Encodes text or bytes as an [`AsciiSet`](crate::AsciiSet), an [`Encoder`] or a
/// [`Scheme`](crate::scheme::Scheme) says: the members of the set and every byte >= 0x80 become
/// triplets. Borrowed if nothing changes. [`Encoder::encode_append`] writes to a `String` that is
/// used again.
///
/// ```
/// use percent_simd::{Encoder, encode, sets};
///
/// assert_eq!(encode("/a b", sets::URL_PATH), "/a%20b");
/// assert_eq!(encode("☃", sets::URI_COMPONENT), "%E2%98%83");
/// let lower_case = Encoder::new(sets::URI_COMPONENT).lowercase_hex(true);
/// assert_eq!(encode("a/b", lower_case), "a%2fb");
/// # #[cfg(feature = "scheme")]
/// assert_eq!(encode("1 + 1", percent_simd::scheme::FORM), "1+%2B+1");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
#[inline]
pub fn encode<I: AsRef<[u8]> + ?Sized>(input: &I, how: impl Into<Encoder>) -> Cow<'_, str> {
    how.into().encode(input)
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
    kernel::encode::triplet(byte, false)
}
