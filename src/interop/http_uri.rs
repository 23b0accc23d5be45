//! The crate `http` (feature `http`): decoded views of a [`Uri`]. The parts are split first and
//! decoded then, so an escaped `/` separates no segments and an escaped `&` no pairs (RFC 3986 2.2
//! and 2.4).
//!
//! ```
//! use http::Uri;
//! use percent_simd::http_uri::UriExt;
//!
//! let uri = Uri::from_static("https://example.org/wiki/caf%C3%A9%2Fbar?q=rock+%26+roll");
//! assert!(uri.path_segments().map(|segment| segment.value()).eq(["wiki", "café/bar"]));
//! let pair = uri.query_pairs().next().unwrap();
//! assert_eq!((pair.name(), pair.value()), ("q".into(), "rock & roll".into()));
//! ```

use alloc::borrow::Cow;
use core::iter::FusedIterator;

use ::http::Uri;

use crate::decode::{Decoder, decode, decode_lossy, decode_str};
use crate::error::DecodeError;
use crate::form;
use crate::path::{PathError, PathErrorKind, PathPolicy, Resolved};
use crate::request_line::{RequestLineError, Target};

/// Decoded views of a [`Uri`].
pub trait UriExt: private::Sealed {
    /// The path under a policy: checked, decoded, and normalized.
    ///
    /// # Errors
    /// [`Authority`](PathErrorKind::Authority), at 0, where [`target`](Self::target) refuses what is
    /// before the path; otherwise the first [`PathError`], with the position in [`Uri::path`]. What
    /// has no path, as the target of `CONNECT example.org:443` or `OPTIONS *`, is
    /// [`NotAbsolute`](PathErrorKind::NotAbsolute).
    ///
    /// ```
    /// use http::Uri;
    /// use percent_simd::{http_uri::UriExt, path};
    ///
    /// let uri = Uri::from_static("https://example.org/a/./caf%C3%A9?q=1");
    /// assert_eq!(&*uri.resolve_path(path::STRICT).unwrap().path, "/a/café".as_bytes());
    /// let uri = Uri::from_static("/..%2Fetc/passwd");
    /// assert!(uri.resolve_path(path::STRICT).is_err());
    /// let uri = Uri::from_static("http://example.org@evil.example/a");
    /// assert!(uri.resolve_path(path::STRICT).is_err());
    /// ```
    fn resolve_path(&self, policy: PathPolicy) -> Result<Resolved<'_>, PathError>;

    /// The target that a request with this URI has, under the rules of [`Target::parse`]: a userinfo
    /// with http, a bad port and the like are errors.
    ///
    /// # Errors
    /// The first [`RequestLineError`]; the position is in the URI as it is written.
    ///
    /// ```
    /// use http::Uri;
    /// use percent_simd::{http_uri::UriExt, request_line::Target};
    ///
    /// let uri = Uri::from_static("/a?q=1");
    /// assert_eq!(uri.target(), Ok(Target::Origin { path: b"/a", query: Some(b"q=1") }));
    /// assert!(Uri::from_static("http://evil@x/").target().is_err());
    /// ```
    fn target(&self) -> Result<Target<'_>, RequestLineError>;

    /// The segments of the path (RFC 3986 3.3): what follows each `/`. `/` has one empty segment.
    /// A URI without a path, as in `CONNECT example.org:443` or `OPTIONS *`, has no segments.
    /// Segments `.` and `..`, escaped or not, are yielded like any other;
    /// [`resolve_path`](Self::resolve_path) resolves them.
    fn path_segments(&self) -> impl FusedIterator<Item = Segment<'_>> + Clone;

    /// The pairs of the query, read as those of a form: **`+` is a space** (WHATWG URL 5). A URI
    /// without a query has no pairs. Another [`Parser`](form::Parser) reads [`Uri::query`] itself.
    fn query_pairs(&self) -> form::Parse<'_>;
}

mod private {
    pub trait Sealed {}
    impl Sealed for http::Uri {}
}

impl UriExt for Uri {
    fn resolve_path(&self, policy: PathPolicy) -> Result<Resolved<'_>, PathError> {
        if self.authority().is_some() && self.target().is_err() {
            return Err(PathError::new(0, PathErrorKind::Authority));
        }
        policy.resolve(self.path())
    }

    fn target(&self) -> Result<Target<'_>, RequestLineError> {
        Target::from_parts(
            self.scheme_str().map(str::as_bytes),
            self.authority().map(|authority| authority.as_str().as_bytes()),
            self.path().as_bytes(),
            self.query().map(str::as_bytes),
        )
    }

    fn path_segments(&self) -> impl FusedIterator<Item = Segment<'_>> + Clone {
        let path = self.path().strip_prefix('/');
        path.into_iter().flat_map(|path| path.split('/')).map(|raw| Segment { raw })
    }

    fn query_pairs(&self) -> form::Parse<'_> {
        form::parse(self.query().unwrap_or_default())
    }
}

/// A segment of a path, decoded on request. The decoded value borrows from the [`Uri`] if nothing
/// changes. `+` is a plus.
///
/// A decoded segment may contain `/` or NUL, or be `..`: check it before you use it as a file name.
/// [`decode`](Self::decode) takes a policy that does, and [`UriExt::resolve_path`] one for whole
/// paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Segment<'a> {
    raw: &'a str,
}

impl<'a> Segment<'a> {
    /// The segment as it is written.
    #[must_use]
    pub const fn raw(self) -> &'a str {
        self.raw
    }

    /// The decoded text, with U+FFFD for ill-formed UTF-8; a malformed `%` stays.
    #[must_use]
    pub fn value(self) -> Cow<'a, str> {
        decode_lossy(self.raw)
    }

    /// The decoded text; a malformed `%` stays.
    ///
    /// # Errors
    /// If the decoded bytes are not UTF-8; the position counts from the start of the segment.
    pub fn value_utf8(self) -> Result<Cow<'a, str>, DecodeError> {
        decode_str(self.raw)
    }

    /// The decoded bytes; a malformed `%` stays.
    #[must_use]
    pub fn value_bytes(self) -> Cow<'a, [u8]> {
        decode(self.raw)
    }

    /// The decoded bytes under a policy.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy; the position counts from the start of the
    /// segment.
    ///
    /// ```
    /// use http::Uri;
    /// use percent_simd::{AsciiSet, Decoder, http_uri::UriExt};
    ///
    /// const NAME: Decoder = Decoder::new().reject(AsciiSet::from_bytes(b"/\0"));
    /// let uri = Uri::from_static("/files/..%2Fsecret");
    /// let mut segments = uri.path_segments().map(|segment| segment.decode(NAME));
    /// assert_eq!(&*segments.next().unwrap().unwrap(), b"files");
    /// assert_eq!(segments.next().unwrap().unwrap_err().position(), 2);
    /// ```
    pub fn decode(self, policy: Decoder) -> Result<Cow<'a, [u8]>, DecodeError> {
        policy.decode(self.raw)
    }
}
