//! ECMA-262 (JavaScript), 19.2.6 *URI Handling Functions* and B.2.1 `escape` and `unescape`, for text and for UTF-16 code units.
//!
//! Some texts on `escape` are wrong: code units from 80 to FF give `%XX`, not `%u00XX`; what stands behind `%u` is a UTF-16 code unit, not a code
//! point; and hex digits are of both cases.

use super::{Scheme, Special};
use crate::sets;

/// `encodeURI` (ECMA-262 19.2.6.4): `%` becomes `%25`, `[` and `]` are escaped.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::JS_URI;
/// assert_eq!(JS_URI.encode_str("/a[1]?q=50%"), "/a%5B1%5D?q=50%25");
/// assert_eq!(&*JS_URI.decode(b"%2fa%20b").unwrap(), b"%2fa b");
/// # }
/// ```
pub const JS_URI: Scheme =
    Scheme::new("js-uri", sets::JS_URI, "ECMA-262, encodeURI", ("/a[1]?q=50%", "/a%5B1%5D?q=50%25")).strict_text(b";/?:@&=+$,#");

/// `encodeURIComponent` (ECMA-262 19.2.6.5). It keeps `!'()*`, which RFC 3986 reserves.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::JS_COMPONENT;
/// assert_eq!(JS_COMPONENT.encode_str("it's 1 & 2"), "it's%201%20%26%202");
/// # }
/// ```
pub const JS_COMPONENT: Scheme =
    Scheme::new("js-component", sets::JS_COMPONENT, "ECMA-262, encodeURIComponent", ("it's 1 & 2", "it's%201%20%26%202")).strict_text(b"");

/// `escape` (ECMA-262 B.2.1.1): code units up to FF as `%XX`, others as `%uXXXX`.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::JS_ESCAPE;
/// assert_eq!(JS_ESCAPE.encode_str("é☃+1"), "%E9%u2603+1");
/// # }
/// ```
pub const JS_ESCAPE: Scheme =
    Scheme::new("js-escape", sets::JS_ESCAPE, "ECMA-262 Annex B, escape", ("é☃+1", "%E9%u2603+1")).special(Special::JsEscape);

/// A surrogate without its partner, at a position in UTF-16 code units (or bytes, where the input is text).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoneSurrogate {
    position: usize,
}

impl LoneSurrogate {
    /// Where it stands.
    #[must_use]
    pub const fn position(self) -> usize {
        self.position
    }
}

/// Stub.
#[cfg(feature = "alloc")]
pub fn escape(_text: &str) -> alloc::borrow::Cow<'_, str> {
    todo!()
}

/// Stub.
#[cfg(feature = "alloc")]
pub fn unescape(_text: &str) -> Result<alloc::borrow::Cow<'_, str>, LoneSurrogate> {
    todo!()
}
