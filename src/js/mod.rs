//! ECMA-262 (JavaScript), 19.2.6 *URI Handling Functions* and B.2.1 `escape` and `unescape`, for
//! text and for UTF-16 code units.
//!
//! | ECMA-262 | text | UTF-16 |
//! | --- | --- | --- |
//! | `encodeURI` | [`encode_uri`] | [`encode_uri_utf16`] |
//! | `encodeURIComponent` | [`encode_uri_component`] | [`encode_uri_component_utf16`] |
//! | `decodeURI` | [`decode_uri`] | [`decode_uri_utf16`] |
//! | `decodeURIComponent` | [`decode_uri_component`] | [`decode_uri_component_utf16`] |
//! | `escape` | [`escape`](fn@escape) | [`escape_utf16`] |
//! | `unescape` | [`unescape`] | [`unescape_utf16`] |
//!
//! Instead of the standard's `URIError`, these functions return a typed error with a position:
//! [`LoneSurrogate`] when encoding, [`DecodeError`](crate::DecodeError) when decoding. Where the
//! standard lets surrogates pass, so do the functions for UTF-16. A `str` holds no surrogates. A
//! call takes linear time, and memory for its result and a scratch buffer of about 2 KiB. It runs
//! on [`Backend::active`](crate::Backend::active). The module needs the features `scheme` and
//! `alloc`.
//!
//! Some texts on `escape` are wrong. Code units from 0x80 to 0xFF become `%XX`, not `%u00XX`; `%u`
//! precedes a UTF-16 code unit, not a code point; and hex digits may have either case.

mod escape;
mod units;
mod uri;
mod utf16;

use core::fmt;

use crate::sets::AsciiSet;

pub use escape::{escape, escape_utf16, unescape, unescape_utf16};
pub use uri::{decode_uri, decode_uri_component, encode_uri, encode_uri_component};
pub use utf16::{
    decode_uri_component_utf16, decode_uri_utf16, encode_uri_component_utf16, encode_uri_utf16,
};

/// The characters whose escapes `decodeURI` keeps (ECMA-262 19.2.6.2, *uriReserved* and `#`).
pub const URI_KEPT: AsciiSet = crate::scheme::URI_KEPT;

/// A surrogate without its partner, which neither text nor UTF-8 can represent.
///
/// ```
/// use percent_simd::js;
/// let error = js::encode_uri_utf16(&[0x61, 0xD83D, 0x62]).unwrap_err();
/// assert_eq!((error.position(), error.to_string().as_str()), (1, "lone surrogate at 1: no text"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoneSurrogate {
    position: usize,
}

impl LoneSurrogate {
    /// The position of the surrogate, or of the `%` of the escape that spells it: in UTF-16
    /// code units from 0, or in bytes if the input is a `str`.
    #[must_use]
    pub const fn position(self) -> usize {
        self.position
    }
}

impl fmt::Display for LoneSurrogate {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lone surrogate at {}: no text", self.position)
    }
}

impl core::error::Error for LoneSurrogate {}
