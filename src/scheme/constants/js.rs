//! ECMA-262 (JavaScript), 19.2.6 *URI Handling Functions*; see [`js`](crate::js).

use crate::scheme::Scheme;
use crate::sets::{self, AsciiSet};

/// The characters whose escapes `decodeURI` keeps (ECMA-262 19.2.6.2, *uriReserved* and `#`).
pub const URI_KEPT: AsciiSet = AsciiSet::from_bytes(b";/?:@&=+$,#");

/// `encodeURI` (ECMA-262 19.2.6.4): `%` becomes `%25`, `[` and `]` are escaped.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::JS_URI;
/// assert_eq!(JS_URI.encode("/a[1]?q=50%"), "/a%5B1%5D?q=50%25");
/// assert_eq!(&*JS_URI.decode(b"%2fa%20b").unwrap(), b"%2fa b");
/// # }
/// ```
pub const JS_URI: Scheme = Scheme::new(
    "js-uri",
    sets::JS_URI,
    "ECMA-262, encodeURI",
    ("/a[1]?q=50%", "/a%5B1%5D?q=50%25"),
)
.strict_text(URI_KEPT);

/// `encodeURIComponent` (ECMA-262 19.2.6.5). It keeps `!'()*`, which RFC 3986 reserves.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::JS_COMPONENT;
/// assert_eq!(JS_COMPONENT.encode("it's 1 & 2"), "it's%201%20%26%202");
/// # }
/// ```
pub const JS_COMPONENT: Scheme = Scheme::new(
    "js-component",
    sets::JS_COMPONENT,
    "ECMA-262, encodeURIComponent",
    ("it's 1 & 2", "it's%201%20%26%202"),
)
.strict_text(AsciiSet::EMPTY);
