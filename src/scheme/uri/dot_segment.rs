//! Dot segments of a path (RFC 3986 3.3 and 5.2.4, WHATWG URL 4.4), in all their spellings.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, vec::Vec};

/// The meaning of a dot segment of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DotSegment {
    /// `.`, the segment itself (WHATWG URL: *single-dot URL path segment*).
    Current,
    /// `..`, the segment above (WHATWG URL: *double-dot URL path segment*).
    Parent,
}

/// Whether the segment, the part between two `/`, is a dot segment: `.`, `%2e`; `..`, `.%2e`,
/// `%2e.`, `%2e%2e`, in either case.
///
/// As `.` is unreserved, all these spellings are equivalent (RFC 3986 2.3). `%2f` ends no segment,
/// and nothing is decoded twice: `%252e` is not a dot.
///
/// ```
/// use percent_simd::uri::{self, DotSegment};
/// assert_eq!(uri::dot_segment(".%2E"), Some(DotSegment::Parent));
/// assert_eq!(uri::dot_segment("%2e"), Some(DotSegment::Current));
/// assert_eq!(uri::dot_segment("..."), None);
/// ```
#[must_use]
#[inline]
pub fn dot_segment<I: AsRef<[u8]> + ?Sized>(segment: &I) -> Option<DotSegment> {
    match segment.as_ref() {
        [b'.'] | [b'%', b'2', b'e' | b'E'] => Some(DotSegment::Current),
        [b'.', b'.']
        | [b'.', b'%', b'2', b'e' | b'E']
        | [b'%', b'2', b'e' | b'E', b'.']
        | [b'%', b'2', b'e' | b'E', b'%', b'2', b'e' | b'E'] => Some(DotSegment::Parent),
        _ => None,
    }
}

/// The path without its dot segments (RFC 3986 5.2.4, *remove_dot_segments*): those that
/// [`dot_segment`] recognizes. All other segments stay as they are written. It takes linear time
/// and borrows if nothing changes. The result is never longer than the input.
///
/// The input is a path alone, without `?query` and `#fragment`: that of a URI, or of a reference
/// that has been merged with its base. A path that does not begin with `/` loses the dot segments
/// at its start, so keep a relative reference as it is until it is merged.
///
/// Percent-encoding [normalization](super::Normalizer) can make a dot segment (`%2E%2E` becomes
/// `..`) but no `/` unless that is [without purpose](super::Normalizer::without_purpose), and
/// removing segments makes no triplet: so either may come first, with the same result. With `/`
/// without purpose, normalize first.
///
/// ```
/// use percent_simd::uri;
/// assert_eq!(&*uri::remove_dot_segments("/a/b/c/./../../g"), b"/a/g");
/// assert_eq!(&*uri::remove_dot_segments("/a/%2e%2E/b%2f../c%2e"), b"/b%2f../c%2e");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
#[inline]
pub fn remove_dot_segments<I: AsRef<[u8]> + ?Sized>(path: &I) -> Cow<'_, [u8]> {
    without_dot_segments(path.as_ref())
}

#[cfg(feature = "alloc")]
fn without_dot_segments(path: &[u8]) -> Cow<'_, [u8]> {
    let Some(mut found) = find_dot_segment(path, 0) else { return Cow::Borrowed(path) };
    let mut output = Vec::with_capacity(path.len());
    let mut done = 0;
    loop {
        let (start, end, kind) = found;
        output.extend_from_slice(&path[done..start]);
        // The `/` before the segment is in the output, and takes the place of the one after it.
        // Without one it is the path's first segment: rules A and D of the standard.
        if kind == DotSegment::Parent && output.pop().is_some() {
            // Rule C: "remove the last segment and its preceding "/" (if any) from the output
            // buffer".
            output.truncate(output.iter().rposition(|&byte| byte == b'/').unwrap_or(0));
            output.push(b'/');
        }
        done = path.len().min(end + 1);
        match find_dot_segment(path, done) {
            Some(next) => found = next,
            None => break,
        }
    }
    output.extend_from_slice(&path[done..]);
    crate::memory::trim(&mut output);
    Cow::Owned(output)
}

/// The first dot segment at or after `from`, where a segment begins: its start, its end, and its
/// meaning.
#[cfg(feature = "alloc")]
fn find_dot_segment(path: &[u8], from: usize) -> Option<(usize, usize, DotSegment)> {
    const LANES: usize = 32;
    let segment_at = |start: usize| {
        // A longer segment is not a dot segment.
        let longest = &path[start..path.len().min(start + "%2e%2e/".len())];
        let len = longest.iter().position(|&byte| byte == b'/').unwrap_or(longest.len());
        dot_segment(&longest[..len]).map(|kind| (start, start + len, kind))
    };
    if let Some(found) = segment_at(from) {
        return Some(found);
    }
    let may_begin = |pair: &[u8]| (pair[0] == b'/') & ((pair[1] == b'.') | (pair[1] == b'%'));
    let mut start = from;
    while start + 1 < path.len() {
        let pairs = &path[start..path.len().min(start + LANES + 1)];
        // No branch for each byte, so that the compiler compares many at a time.
        let (slashes, seconds) = (&pairs[..pairs.len() - 1], &pairs[1..]);
        let any = slashes
            .iter()
            .zip(seconds)
            .fold(false, |any, (&slash, &second)| any | may_begin(&[slash, second]));
        if any
            && let Some(found) = pairs
                .windows(2)
                .enumerate()
                .filter(|(_, pair)| may_begin(pair))
                .find_map(|(at, _)| segment_at(start + at + 1))
        {
            return Some(found);
        }
        start += LANES;
    }
    None
}
