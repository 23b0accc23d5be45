//! Why a path is refused.

use core::error::Error;
use core::fmt;

use super::options::ESCAPED;
use crate::error::OutputTooSmall;

/// Why and where a path is refused: 16 bytes, no allocation.
///
/// Of several errors it is the one with the smallest position; at the same byte, a raw byte
/// comes before a triplet, and a triplet before a segment.
///
/// ```
/// use percent_simd::path::{self, PathErrorKind};
///
/// let error = path::STRICT.check("/a/%2e%2E/../etc/passwd").unwrap_err();
/// assert_eq!((error.position(), error.kind()), (10, PathErrorKind::ClimbsAboveRoot));
/// assert_eq!(error.to_string(), "path refused at byte 10: `..` climbs above the root");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PathError {
    position: usize,
    kind: PathErrorKind,
}

impl PathError {
    /// The offset in the path, in bytes from 0: of the byte that is refused, of the `%` of its
    /// triplet, or of the first byte of the segment.
    #[must_use]
    pub const fn position(self) -> usize {
        self.position
    }

    /// The kind of the error.
    #[must_use]
    pub const fn kind(self) -> PathErrorKind {
        self.kind
    }

    #[inline]
    pub(crate) const fn new(position: usize, kind: PathErrorKind) -> Self {
        Self { position, kind }
    }
}

const _: () = assert!(size_of::<PathError>() <= 16);

/// The kinds of [`PathError`]. All of them are a status 400 to the client; a log may want to tell
/// [malformed](Self::is_malformed) paths from [attacks](Self::is_attack).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathErrorKind {
    /// The part before the path is refused, as userinfo with http or a bad port is: the answer of
    /// `UriExt::resolve_path` (feature `http`), and of no policy by itself.
    Authority,
    /// The path does not begin with `/`.
    NotAbsolute,
    /// The path ends after `%`, or after `%` and one hex digit.
    Truncated,
    /// A byte after the `%` is present and is not a hex digit.
    BadHex,
    /// A `%` that begins no triplet as written, but begins one once the bytes after it are decoded:
    /// `%%32%65` decodes to `%2e`.
    HiddenTriplet,
    /// The decoded bytes are not UTF-8; overlong forms such as `%C0%AF` are not.
    Utf8,
    /// A control character (0x00 to 0x1F, 0x7F), raw or as a triplet.
    Control(u8),
    /// `%2F` or `%5C`: the triplet of this byte.
    EscapedSlash(u8),
    /// A raw `\`, or a `%5C` that would become one.
    Backslash,
    /// `%25`.
    EscapedPercent,
    /// `%2E`, anywhere.
    EscapedDot,
    /// `;` or `%3B`.
    Semicolon,
    /// A raw byte >= 0x80.
    NonAscii(u8),
    /// A raw `?` or `#`: query and fragment are not part of the path and must be split off first.
    Delimiter(u8),
    /// The value of a triplet, or a raw byte, in the set of
    /// [`PathPolicy::reject`](super::PathPolicy::reject).
    Rejected(u8),
    /// A segment that Windows reads as another name: see
    /// [`PathPolicy::windows_names`](super::PathPolicy::windows_names).
    WindowsName,
    /// A dot segment, in any spelling.
    DotSegment,
    /// A dot segment for a server that treats a kept `%2F` or `%5C` as a slash, or `;` as the start
    /// of parameters.
    HiddenDotSegment,
    /// An empty segment.
    EmptySegment,
    /// A dot segment `..` that climbs above the root.
    ClimbsAboveRoot,
}

impl PathErrorKind {
    /// The name of the kind: that of the variant in lower case, with `-`; that of
    /// [`EscapedSlash`](Self::EscapedSlash) says which slash it is. For logs and columns.
    ///
    /// ```
    /// let error = percent_simd::path::STRICT.check("/a%2Fb").unwrap_err();
    /// assert_eq!(error.kind().name(), "escaped-slash");
    /// ```
    #[must_use]
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Authority => "authority",
            Self::NotAbsolute => "not-absolute",
            Self::Truncated => "truncated",
            Self::BadHex => "bad-hex",
            Self::HiddenTriplet => "hidden-triplet",
            Self::Utf8 => "utf8",
            Self::Control(_) => "control",
            Self::EscapedSlash(b'\\') => "escaped-backslash",
            Self::EscapedSlash(_) => "escaped-slash",
            Self::Backslash => "backslash",
            Self::EscapedPercent => "escaped-percent",
            Self::EscapedDot => "escaped-dot",
            Self::Semicolon => "semicolon",
            Self::NonAscii(_) => "non-ascii",
            Self::Delimiter(_) => "delimiter",
            Self::Rejected(_) => "rejected",
            Self::WindowsName => "windows-name",
            Self::DotSegment => "dot-segment",
            Self::HiddenDotSegment => "hidden-dot-segment",
            Self::EmptySegment => "empty-segment",
            Self::ClimbsAboveRoot => "climbs-above-root",
        }
    }

    /// Returns whether this is not the path of a URI (RFC 3986 3.3), or not text: the client, or
    /// the author of the link, did not percent-encode it correctly.
    ///
    /// These are [`NotAbsolute`](Self::NotAbsolute), [`Truncated`](Self::Truncated),
    /// [`BadHex`](Self::BadHex), [`Utf8`](Self::Utf8), [`Backslash`](Self::Backslash),
    /// [`NonAscii`](Self::NonAscii), and [`Delimiter`](Self::Delimiter).
    ///
    /// ```
    /// use percent_simd::path::SPRING;
    ///
    /// assert!(SPRING.check("/100%").unwrap_err().kind().is_malformed());
    /// assert!(SPRING.check("/a/..%00").unwrap_err().kind().is_attack());
    /// // Well-formed and harmless by itself; this policy does not want it.
    /// let kind = SPRING.check("/a;v=1").unwrap_err().kind();
    /// assert!(!kind.is_malformed() && !kind.is_attack());
    /// ```
    #[must_use]
    pub const fn is_malformed(self) -> bool {
        matches!(
            self,
            Self::NotAbsolute
                | Self::Truncated
                | Self::BadHex
                | Self::Utf8
                | Self::Backslash
                | Self::NonAscii(_)
                | Self::Delimiter(_)
        )
    }

    /// Returns whether the path evades checks: it climbs above the root, or another server reads it
    /// differently. No browser or library sends such a path by itself.
    ///
    /// These are [`HiddenTriplet`](Self::HiddenTriplet), [`Control`](Self::Control),
    /// [`HiddenDotSegment`](Self::HiddenDotSegment), and
    /// [`ClimbsAboveRoot`](Self::ClimbsAboveRoot). Kinds that are neither this nor
    /// [malformed](Self::is_malformed) are refused because an option of the policy says so.
    #[must_use]
    pub const fn is_attack(self) -> bool {
        matches!(
            self,
            Self::HiddenTriplet | Self::Control(_) | Self::HiddenDotSegment | Self::ClimbsAboveRoot
        )
    }
}

impl fmt::Display for PathError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "path refused at byte {}: ", self.position)?;
        match self.kind {
            PathErrorKind::Authority => f.write_str("the part before the path is refused: userinfo, host, or port"),
            PathErrorKind::NotAbsolute => f.write_str("it does not start with `/`"),
            PathErrorKind::Truncated => f.write_str("truncated triplet; write a literal `%` as %25"),
            PathErrorKind::BadHex => f.write_str("`%` is not followed by two hex digits; write a literal `%` as %25"),
            PathErrorKind::HiddenTriplet => f.write_str("decoding turns this `%` into a new triplet; write a literal `%` as %25"),
            PathErrorKind::Utf8 => f.write_str("the decoded bytes are not UTF-8"),
            PathErrorKind::Control(value) => write!(f, "control character 0x{value:02X}; remove it"),
            PathErrorKind::EscapedSlash(b'\\') => f.write_str("escaped backslash %5C; the option `escaped_backslash` may allow it"),
            PathErrorKind::EscapedSlash(_) => f.write_str("escaped slash %2F; the option `escaped_slashes` may allow it"),
            PathErrorKind::Backslash => f.write_str("backslash; separate segments with `/`"),
            PathErrorKind::EscapedPercent => f.write_str("escaped percent sign %25; the option `escaped_percent` may allow it"),
            PathErrorKind::EscapedDot => f.write_str("escaped dot %2E; write `.`"),
            PathErrorKind::Semicolon => f.write_str("semicolon; the option `semicolon` may allow it"),
            PathErrorKind::NonAscii(value) => write!(f, "raw byte 0x{value:02X}; percent-encode bytes >= 0x80"),
            PathErrorKind::Delimiter(value) => {
                let delimiter = char::from(value);
                write!(f, "raw `{delimiter}`; split the query and fragment off first, or write %{value:02X}")
            }
            PathErrorKind::Rejected(value) if ESCAPED.contains(value) && value != b' ' => {
                write!(f, "`{}`, raw or as %{value:02X}; the option `reject` refuses it", char::from(value))
            }
            PathErrorKind::Rejected(value) => write!(f, "%{value:02X}, which the option `reject` refuses"),
            PathErrorKind::WindowsName => f.write_str("Windows reads this segment as another name; the option `windows_names` refuses it"),
            PathErrorKind::DotSegment => f.write_str("dot segment; send the path without `.` and `..`"),
            PathErrorKind::HiddenDotSegment => f.write_str("dot segment beside an escaped slash or before a semicolon; other servers resolve it"),
            PathErrorKind::EmptySegment => f.write_str("empty segment; send the path without repeated slashes"),
            PathErrorKind::ClimbsAboveRoot => f.write_str("`..` climbs above the root"),
        }
    }
}

impl Error for PathError {}

/// Why writing a [target](super::PathPolicy::target_into) to a caller's buffer failed. Where both
/// apply, `Path` wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathIntoError {
    /// The policy refuses the path.
    Path(PathError),
    /// The buffer is too small.
    OutputTooSmall(OutputTooSmall),
}

impl fmt::Display for PathIntoError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(error) => error.fmt(f),
            Self::OutputTooSmall(error) => error.fmt(f),
        }
    }
}

impl Error for PathIntoError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(match self {
            Self::Path(error) => error,
            Self::OutputTooSmall(error) => error,
        })
    }
}

impl From<PathError> for PathIntoError {
    #[inline]
    fn from(error: PathError) -> Self {
        Self::Path(error)
    }
}

impl From<OutputTooSmall> for PathIntoError {
    #[inline]
    fn from(error: OutputTooSmall) -> Self {
        Self::OutputTooSmall(error)
    }
}
