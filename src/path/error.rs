//! Why a path is refused.

use core::error::Error;
use core::fmt;

/// Why and where a path is refused: 16 bytes, no allocation. Where several things are wrong, it is the one that stands first; at one byte a raw byte
/// comes before a triplet, and that before a segment.
///
/// ```
/// use percent_simd::path::{self, PathErrorKind};
///
/// let error = path::STRICT.check(b"/a/%2e%2E/../etc/passwd").unwrap_err();
/// assert_eq!((error.position(), error.kind()), (10, PathErrorKind::ClimbsAboveRoot));
/// assert_eq!(error.to_string(), "path refused at byte 10: the dot segment climbs above the root");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PathError {
    position: usize,
    kind: PathErrorKind,
}

const _: () = assert!(size_of::<PathError>() <= 16);

/// The kinds of [`PathError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathErrorKind {
    /// The path does not begin with `/`.
    NotAbsolute,
    /// The path ends after `%`, or after `%` and one hex digit.
    Truncated,
    /// A byte that follows the `%` is there and is no hex digit.
    BadHex,
    /// A `%` that begins no triplet as written, but begins one once what follows it is decoded: `%%32%65` decodes to `%2e`.
    HiddenTriplet,
    /// The decoded bytes are not UTF-8; overlong forms such as `%C0%AF` are not.
    Utf8,
    /// A control character (00 to 1F, 7F), raw or in a triplet.
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
    /// This raw byte of 80 or above.
    NonAscii(u8),
    /// A raw `?` or `#`: query and fragment are no part of the path, and were to be split off.
    Delimiter(u8),
    /// A dot segment, in any spelling.
    DotSegment,
    /// A dot segment for whoever takes a kept `%2F` or `%5C` for a slash, or `;` for the begin of parameters.
    HiddenDotSegment,
    /// An empty segment.
    EmptySegment,
    /// A dot segment `..` that climbs above the root.
    ClimbsAboveRoot,
}

impl PathError {
    pub(super) const fn new(position: usize, kind: PathErrorKind) -> Self {
        Self { position, kind }
    }

    /// The offset in the path, in bytes from 0, of the byte that is refused, of the `%` of its triplet, or of the segment's first byte.
    #[must_use]
    pub const fn position(self) -> usize {
        self.position
    }

    /// What is wrong there.
    #[must_use]
    pub const fn kind(self) -> PathErrorKind {
        self.kind
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "path refused at byte {}: ", self.position)?;
        match self.kind {
            PathErrorKind::NotAbsolute => f.write_str("it does not begin with `/`"),
            PathErrorKind::Truncated => f.write_str("it ends before the second hex digit of a triplet"),
            PathErrorKind::BadHex => f.write_str("`%` is not followed by two hex digits"),
            PathErrorKind::HiddenTriplet => f.write_str("`%` that becomes a new triplet when what follows it is decoded"),
            PathErrorKind::Utf8 => f.write_str("the decoded bytes that begin there are not UTF-8"),
            PathErrorKind::Control(value) => write!(f, "the control character {value:02X}"),
            PathErrorKind::EscapedSlash(value) => write!(f, "the escaped slash %{value:02X}"),
            PathErrorKind::Backslash => f.write_str("a backslash"),
            PathErrorKind::EscapedPercent => f.write_str("the escaped percent sign %25"),
            PathErrorKind::EscapedDot => f.write_str("the escaped dot %2E"),
            PathErrorKind::Semicolon => f.write_str("a semicolon"),
            PathErrorKind::NonAscii(value) => write!(f, "the raw byte {value:02X}, which must be escaped"),
            PathErrorKind::Delimiter(value) => write!(f, "a raw `{}`, which is no part of a path", value.escape_ascii()),
            PathErrorKind::DotSegment => f.write_str("a dot segment"),
            PathErrorKind::HiddenDotSegment => f.write_str("a dot segment beside an escaped slash or before a semicolon"),
            PathErrorKind::EmptySegment => f.write_str("an empty segment"),
            PathErrorKind::ClimbsAboveRoot => f.write_str("the dot segment climbs above the root"),
        }
    }
}

impl Error for PathError {}
