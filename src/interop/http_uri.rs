//! The crate `http` (feature `http`): decoded views of a [`Uri`]. The parts are split first and
//! decoded then (RFC 3986 2.2 and 2.4): an escaped `&` separates no pairs, and where segments are
//! split at `/` before they are decoded, an escaped `/` separates none.
//!
//! ```
//! use http::Uri;
//! use percent_simd::{http_uri::UriExt, path, request_line::Target};
//!
//! let uri = Uri::from_static("https://example.org/wiki/./caf%C3%A9%2Fbar?q=rock+%26+roll");
//! assert!(uri.path().split('/').map(percent_simd::decode_lossy).eq(["", "wiki", ".", "café/bar"]));
//! let pair = uri.query_pairs().next().unwrap();
//! assert_eq!((pair.name(), pair.value()), ("q".into(), "rock & roll".into()));
//!
//! let uri = Uri::from_static("/a/./caf%C3%A9?q=1");
//! assert_eq!(uri.target(), Ok(Target::Origin { path: b"/a/./caf%C3%A9", query: Some(b"q=1") }));
//! assert_eq!(&*uri.resolve_path(path::STRICT).unwrap().path, "/a/café".as_bytes());
//! for uri in ["/..%2Fetc/passwd", "http://example.org@evil.example/a"] {
//!     assert!(Uri::from_static(uri).resolve_path(path::STRICT).is_err());
//! }
//! ```

use ::http::Uri;

use crate::form;
use crate::path::{PathError, PathErrorKind, PathPolicy, Resolved};
use crate::request_line::{RequestLineError, Target};

/// Decoded views of a [`Uri`].
pub trait UriExt: private::Sealed {
    /// The path under a policy: checked, decoded, and normalized.
    ///
    /// # Errors
    /// [`Authority`](PathErrorKind::Authority), at 0, where [`target`](Self::target) refuses the
    /// part before the path; otherwise the first [`PathError`], with the position in [`Uri::path`]. A
    /// URI without a path, as the target of `CONNECT example.org:443` or `OPTIONS *`, is
    /// [`NotAbsolute`](PathErrorKind::NotAbsolute).
    fn resolve_path(&self, policy: PathPolicy) -> Result<Resolved<'_>, PathError>;

    /// The target that a request with this URI has, under the rules of [`Target::parse`]: a userinfo
    /// with http, a bad port and the like are errors.
    ///
    /// # Errors
    /// The first [`RequestLineError`]; the position is in the URI as it is written.
    fn target(&self) -> Result<Target<'_>, RequestLineError>;

    /// The pairs of the query, read as those of a form: **`+` is a space** (WHATWG URL 5). A URI
    /// without a query has no pairs. Another [`Parser`](form::Parser) reads [`Uri::query`] itself.
    fn query_pairs(&self) -> form::Parse<'_>;
}

mod private {
    pub trait Sealed {}
    impl Sealed for http::Uri {}
}

impl UriExt for Uri {
    #[inline]
    fn resolve_path(&self, policy: PathPolicy) -> Result<Resolved<'_>, PathError> {
        if self.authority().is_some() && self.target().is_err() {
            return Err(PathError::new(0, PathErrorKind::Authority));
        }
        policy.resolve(self.path())
    }

    #[inline]
    fn target(&self) -> Result<Target<'_>, RequestLineError> {
        Target::from_parts(
            self.scheme_str().map(str::as_bytes),
            self.authority().map(|authority| authority.as_str().as_bytes()),
            self.path().as_bytes(),
            self.query().map(str::as_bytes),
        )
    }

    #[inline]
    fn query_pairs(&self) -> form::Parse<'_> {
        form::parse(self.query().unwrap_or_default())
    }
}
