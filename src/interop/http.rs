//! The crate `http` (feature `http`): what the parts of a [`Uri`] stand for. Parts are split first and decoded then, so an escaped `/` divides no segments
//! and an escaped `&` no pairs (RFC 3986 2.2 and 2.4).
//!
//! ```
//! use http::Uri;
//! use percent_simd::http::UriExt;
//!
//! let uri = Uri::from_static("https://example.org/wiki/caf%C3%A9%2Fbar?q=rock+%26+roll");
//! assert!(uri.path_segments().map(|segment| segment.text().unwrap()).eq(["wiki", "café/bar"]));
//! let pair = uri.query_pairs().next().unwrap();
//! assert_eq!((pair.name_utf8().unwrap(), pair.value_utf8().unwrap()), ("q".into(), "rock & roll".into()));
//! ```

use alloc::borrow::Cow;
use core::iter::FusedIterator;

use ::http::Uri;

use crate::decode::Decoder;
use crate::error::DecodeError;
use crate::{decode, decode_lossy, decode_str, form};

/// Decoded views of a [`Uri`].
pub trait UriExt: private::Sealed {
    /// The segments of the path (RFC 3986 3.3): what follows each `/`. That of `/` is one empty segment; there are none where there is no path, as in a
    /// `CONNECT example.org:443` or an `OPTIONS *`. Segments `.` and `..`, also escaped ones, are given like others.
    fn path_segments(&self) -> PathSegments<'_>;

    /// The pairs of the query, read as a form is: **`+` is a space** (WHATWG URL 5). None where there is no query.
    fn query_pairs(&self) -> form::Parse<'_>;

    /// The pairs of the query, read as that parser reads them: for one in which `+` is a plus, `form::Parser::new().plus_as_space(false)`.
    fn query_pairs_with(&self, parser: form::Parser) -> form::Parse<'_>;
}

mod private {
    pub trait Sealed {}
    impl Sealed for http::Uri {}
}

impl UriExt for Uri {
    fn path_segments(&self) -> PathSegments<'_> {
        PathSegments { rest: self.path().strip_prefix('/') }
    }

    fn query_pairs(&self) -> form::Parse<'_> {
        self.query_pairs_with(form::Parser::new())
    }

    fn query_pairs_with(&self, parser: form::Parser) -> form::Parse<'_> {
        parser.parse(self.query().unwrap_or_default().as_bytes())
    }
}

/// The segments of a path: what [`UriExt::path_segments`] returns.
#[derive(Clone, Debug)]
pub struct PathSegments<'a> {
    rest: Option<&'a str>,
}

impl<'a> Iterator for PathSegments<'a> {
    type Item = Segment<'a>;

    fn next(&mut self) -> Option<Segment<'a>> {
        let rest = self.rest?;
        let (segment, rest) = rest.split_once('/').map_or((rest, None), |(segment, rest)| (segment, Some(rest)));
        self.rest = rest;
        Some(Segment { raw: segment })
    }
}

impl FusedIterator for PathSegments<'_> {}

/// A segment of a path, which is decoded when it is asked for. What is decoded borrows from the [`Uri`] where nothing changes. `+` is a plus.
///
/// A decoded segment may hold a `/`, be `..`, or hold NUL: it is no name of a file before that was looked at. [`decode`](Self::decode) takes a policy
/// that does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Segment<'a> {
    raw: &'a str,
}

impl<'a> Segment<'a> {
    /// As it is written.
    #[must_use]
    pub const fn raw(self) -> &'a str {
        self.raw
    }

    /// The decoded bytes; a malformed `%` stays.
    #[must_use]
    pub fn bytes(self) -> Cow<'a, [u8]> {
        decode(self.raw.as_bytes())
    }

    /// The decoded text; a malformed `%` stays.
    ///
    /// # Errors
    /// Where the decoded bytes are not UTF-8; the position counts from the segment's start.
    pub fn text(self) -> Result<Cow<'a, str>, DecodeError> {
        decode_str(self.raw)
    }

    /// The decoded text, with U+FFFD for what is not UTF-8; a malformed `%` stays.
    #[must_use]
    pub fn text_lossy(self) -> Cow<'a, str> {
        decode_lossy(self.raw.as_bytes())
    }

    /// The decoded bytes under a policy.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy; the position counts from the segment's start.
    ///
    /// ```
    /// use http::Uri;
    /// use percent_simd::{AsciiSet, Decoder, http::UriExt};
    ///
    /// const NAME: Decoder = Decoder::new().reject(AsciiSet::from_bytes(b"/\0"));
    /// let uri = Uri::from_static("/files/..%2Fsecret");
    /// let mut segments = uri.path_segments().map(|segment| segment.decode(NAME));
    /// assert_eq!(&*segments.next().unwrap().unwrap(), b"files");
    /// assert_eq!(segments.next().unwrap().unwrap_err().position(), 2);
    /// ```
    pub fn decode(self, policy: Decoder) -> Result<Cow<'a, [u8]>, DecodeError> {
        policy.decode(self.raw.as_bytes())
    }
}
