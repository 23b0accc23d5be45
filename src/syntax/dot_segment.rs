//! Dot segments of a path (RFC 3986 3.3 and 5.2.4, WHATWG URL 4.4), in all their spellings.

/// The meaning of a dot segment of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DotSegment {
    /// `.`, the segment itself (WHATWG URL: *single-dot URL path segment*).
    Current,
    /// `..`, the segment above (WHATWG URL: *double-dot URL path segment*).
    Parent,
}

/// The dot segment of the dots at the start of the input, and the input after them: `.`, `%2e`; `..`,
/// `.%2e`, `%2e.`, `%2e%2e`, in either case. It is one only if the segment ends there.
///
/// As `.` is unreserved, all these spellings are equivalent (RFC 3986 2.3). Nothing is decoded twice:
/// `%252e` is not a dot.
#[inline(always)]
pub(crate) const fn dots(input: &[u8]) -> (Option<DotSegment>, &[u8]) {
    const fn after_dot(input: &[u8]) -> Option<&[u8]> {
        match input {
            [b'.', rest @ ..] | [b'%', b'2', b'e' | b'E', rest @ ..] => Some(rest),
            _ => None,
        }
    }
    let Some(rest) = after_dot(input) else { return (None, input) };
    match after_dot(rest) {
        None => (Some(DotSegment::Current), rest),
        Some(rest) => (Some(DotSegment::Parent), rest),
    }
}
