//! "To percent-encode a byte" (WHATWG URL 1.3) as a function of all bytes.

use super::Scheme;
use crate::sets;

/// Escapes every byte.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::ALL;
/// assert_eq!(ALL.encode("a-1"), "%61%2D%31");
/// # }
/// ```
pub const ALL: Scheme =
    Scheme::new("all", sets::ALL, "WHATWG URL 1.3, percent-encode a byte", ("a-1", "%61%2D%31"));
