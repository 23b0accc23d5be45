//! RFC 6901 *JavaScript Object Notation (JSON) Pointer*: a pointer in the fragment of a URI.

use crate::scheme::Scheme;
use crate::sets;

/// Keeps *fragment* of RFC 3986 (RFC 6901 6): a whole pointer, whose tokens have `~0` and `~1`
/// already. The `#` before it is not part of it.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::JSON_POINTER;
/// assert_eq!(JSON_POINTER.encode("/c%d"), "/c%25d");
/// assert_eq!(JSON_POINTER.encode("/m~0n"), "/m~0n");
/// # }
/// ```
pub const JSON_POINTER: Scheme = Scheme::new(
    "json-pointer",
    sets::JSON_POINTER,
    "RFC 6901 6, URI fragment identifier representation",
    ("/k\"l/c%d", "/k%22l/c%25d"),
);
