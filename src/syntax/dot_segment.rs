//! Dot segments of a path (RFC 3986 3.3 and 5.2.4, WHATWG URL 4.4), in all their spellings.

/// The meaning of a dot segment of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DotSegment {
    /// `.`, the segment itself (WHATWG URL: *single-dot URL path segment*).
    Current,
    /// `..`, the segment above (WHATWG URL: *double-dot URL path segment*).
    Parent,
}

/// Recognizes a segment, the part between two `/`, that is a dot segment: `.`, `%2e`; `..`, `.%2e`,
/// `%2e.`, `%2e%2e`, in either case.
///
/// As `.` is unreserved, all these spellings are equivalent (RFC 3986 2.3). `%2f` ends no segment,
/// and nothing is decoded twice: `%252e` is not a dot.
#[cfg(all(feature = "scheme", feature = "alloc"))]
#[inline]
pub(crate) fn dot_segment(segment: &[u8]) -> Option<DotSegment> {
    match segment {
        [b'.'] | [b'%', b'2', b'e' | b'E'] => Some(DotSegment::Current),
        [b'.', b'.']
        | [b'.', b'%', b'2', b'e' | b'E']
        | [b'%', b'2', b'e' | b'E', b'.']
        | [b'%', b'2', b'e' | b'E', b'%', b'2', b'e' | b'E'] => Some(DotSegment::Parent),
        _ => None,
    }
}
