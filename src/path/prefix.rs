//! The prefix that a rule on paths compares with.

use core::error::Error;
use core::fmt;

use crate::syntax;

/// A decoded path that others may be [under](super::Resolved::is_under): `/admin` has the path
/// `/admin` and all below it.
///
/// It compares whole segments. A `/` at the end counts for nothing, and `/` is a prefix of every
/// path. Comparison is by bytes: apply Unicode normalization yourself where a file system does.
///
/// ```
/// use percent_simd::path::{Prefix, STRICT};
///
/// // On a file system that ignores case.
/// let admin = Prefix::new("/admin").unwrap().ignoring_ascii_case();
/// assert!(STRICT.resolve("/ADMIN").unwrap().is_under(&admin));
///
/// let error = Prefix::new("/a%20b").unwrap_err();
/// assert_eq!(error.to_string(), "no prefix: a triplet at byte 2; write the decoded text");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prefix<'a> {
    pub(super) text: &'a str,
    pub(super) ignores_case: bool,
}

impl<'a> Prefix<'a> {
    /// The prefix with this decoded text.
    ///
    /// # Errors
    /// For text that begins no resolved path under any policy, since a rule of it would match nothing:
    /// without a leading `/`, with an empty segment, a dot segment, or NUL; and for a `%` before two
    /// hex digits, which is probably not decoded. Rules of a single policy are not applied here:
    /// `/a;b` matches nothing under [`TOMCAT`](super::TOMCAT).
    #[inline]
    pub const fn new(text: &'a str) -> Result<Self, PrefixError> {
        const fn refuse<T>(position: usize, kind: PrefixErrorKind) -> Result<T, PrefixError> {
            Err(PrefixError { position, kind })
        }
        let bytes = text.as_bytes();
        if bytes.is_empty() || bytes[0] != b'/' {
            return refuse(0, PrefixErrorKind::NotAbsolute);
        }
        let (mut at, mut start) = (1, 1);
        while at <= bytes.len() {
            if at == bytes.len() || bytes[at] == b'/' {
                let len = at - start;
                if matches!(len, 1 | 2) && bytes[start] == b'.' && bytes[at - 1] == b'.' {
                    return refuse(start, PrefixErrorKind::DotSegment);
                }
                if len == 0 && at < bytes.len() {
                    return refuse(start, PrefixErrorKind::EmptySegment);
                }
                start = at + 1;
            } else if bytes[at] == 0 {
                return refuse(at, PrefixErrorKind::Nul);
            } else if syntax::is_triplet(bytes.split_at(at).1) {
                return refuse(at, PrefixErrorKind::Triplet);
            }
            at += 1;
        }
        Ok(Self { text, ignores_case: false })
    }

    /// This prefix, with `A` to `Z` equal to `a` to `z`: for file systems and servers that ignore
    /// case. Letters outside ASCII are compared as they are.
    #[must_use]
    pub const fn ignoring_ascii_case(mut self) -> Self {
        self.ignores_case = true;
        self
    }
}

/// Why a text is no [`Prefix`], and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PrefixError {
    position: usize,
    kind: PrefixErrorKind,
}

impl PrefixError {
    /// The offset in the text, in bytes from 0: of the byte, or of the segment's first.
    #[must_use]
    pub const fn position(self) -> usize {
        self.position
    }

    /// The kind of the error.
    #[must_use]
    pub const fn kind(self) -> PrefixErrorKind {
        self.kind
    }
}

/// The kinds of [`PrefixError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PrefixErrorKind {
    /// The prefix does not begin with `/`.
    NotAbsolute,
    /// An empty segment, as in `//`.
    EmptySegment,
    /// `.` or `..`.
    DotSegment,
    /// NUL.
    Nul,
    /// `%` and two hex digits.
    Triplet,
}

impl fmt::Display for PrefixError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, remedy) = match self.kind {
            PrefixErrorKind::NotAbsolute => ("no `/`", "begin with one"),
            PrefixErrorKind::EmptySegment => ("an empty segment", "write one `/`"),
            PrefixErrorKind::DotSegment => ("a dot segment", "write the resolved path"),
            PrefixErrorKind::Nul => ("NUL", "no policy accepts it in a path"),
            PrefixErrorKind::Triplet => ("a triplet", "write the decoded text"),
        };
        write!(f, "no prefix: {what} at byte {}; {remedy}", self.position)
    }
}

impl Error for PrefixError {}
