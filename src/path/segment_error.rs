//! Why a segment cannot be written, as a part of a path or of a file's name.

use core::error::Error;
use core::fmt;

/// Why a segment is refused, and which: the error of [`join`](super::join()) and of
/// [`Resolved::file_under`](super::Resolved::file_under).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SegmentError {
    segment: usize,
    kind: SegmentErrorKind,
}

impl SegmentError {
    /// The index of the segment, from 0.
    #[must_use]
    pub const fn segment(self) -> usize {
        self.segment
    }

    /// The kind of the error.
    #[must_use]
    pub const fn kind(self) -> SegmentErrorKind {
        self.kind
    }
}

/// The kinds of [`SegmentError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SegmentErrorKind {
    /// The segment is empty.
    Empty,
    /// The segment is `.` or `..`, or would be one where an escaped slash separates segments or a
    /// `;` ends one.
    DotSegment,
    /// The segment holds `/`, `\` or NUL, which no name of a file may hold everywhere.
    Separator,
    /// The segment begins with `.`.
    DotFile,
    /// Windows reads it as another name.
    WindowsName,
    /// The segment is not UTF-8, and names of files are Unicode here.
    Utf8,
}

#[cfg(feature = "alloc")]
impl SegmentError {
    #[inline]
    pub(super) const fn new(segment: usize, kind: SegmentErrorKind) -> Self {
        Self { segment, kind }
    }
}

impl fmt::Display for SegmentError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            SegmentErrorKind::Empty => "it is empty",
            SegmentErrorKind::DotSegment => "a dot segment",
            SegmentErrorKind::Separator => "`/`, `\\` or NUL in the name of a file",
            SegmentErrorKind::DotFile => "a name that begins with `.`; `DotFiles::Allow` allows it",
            SegmentErrorKind::WindowsName => "a name that Windows reads as another one",
            SegmentErrorKind::Utf8 => "the name of a file that is not UTF-8",
        };
        write!(f, "segment {}: {what}", self.segment)
    }
}

impl Error for SegmentError {}
