//! Dot segments of a path (RFC 3986 3.3 and 5.2.4, WHATWG URL 4.4), in all their spellings.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;

/// The meaning of a dot segment of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DotSegment {
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
/// For a whole URI or reference use a [`Normalizer`](crate::uri::Normalizer), which removes the dot
/// segments of its path. One that normalizes [triplets](crate::uri::Normalizer::triplets) alone can make
/// a dot segment (`%2E%2E` becomes `..`) but no `/` unless that is [without
/// purpose](crate::uri::Normalizer::without_purpose), and removing segments makes no triplet: so either
/// may come first, with the same result. With `/` without purpose, normalize first.
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
    let Some(first) = find_dot_segment(path) else { return Cow::Borrowed(path) };
    let mut output = path.to_vec();
    let len = remove_in_place(&mut output, first);
    output.truncate(len);
    crate::memory::trim(&mut output);
    Cow::Owned(output)
}

/// The place and the meaning of a dot segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DotSegmentPlace {
    start: usize,
    end: usize,
    kind: DotSegment,
}

/// Removes the dot segments of a path, from the first one on, and returns the length of the rest.
pub(crate) fn remove_in_place(path: &mut [u8], first: DotSegmentPlace) -> usize {
    let mut place = first;
    let (mut read, mut len) = (0, 0);
    loop {
        let DotSegmentPlace { start, end, kind } = place;
        path.copy_within(read..start, len);
        len += start - read;
        // The `/` before the segment has been written, and takes the place of the one after it.
        // Without one it is the path's first segment: rules A and D of the standard.
        if kind == DotSegment::Parent && len > 0 {
            // Rule C: "remove the last segment and its preceding "/" (if any) from the output
            // buffer".
            len = path[..len - 1].iter().rposition(|&byte| byte == b'/').unwrap_or(0);
            path[len] = b'/';
            len += 1;
        }
        read = path.len().min(end + 1);
        match find_next(path, read) {
            Some(next) => place = next,
            None => break,
        }
    }
    path.copy_within(read.., len);
    len + path.len() - read
}

/// The first dot segment of a path.
pub(crate) fn find_dot_segment(path: &[u8]) -> Option<DotSegmentPlace> {
    find_next(path, 0)
}

/// The first dot segment of a path without an authority, unless it is the `/.` that keeps `//` from
/// beginning the path, and no other follows.
pub(crate) fn find_removed_segment(path: &[u8]) -> Option<DotSegmentPlace> {
    let is_prefix = path.starts_with(b"/.//") && find_next(path, 3).is_none();
    if is_prefix { None } else { find_dot_segment(path) }
}

/// The first dot segment at or after `from`, where a segment begins.
fn find_next(path: &[u8], from: usize) -> Option<DotSegmentPlace> {
    const LANES: usize = 32;
    let segment_at = |start: usize| {
        // A longer segment is not a dot segment.
        let longest = &path[start..path.len().min(start + "%2e%2e/".len())];
        let len = longest.iter().position(|&byte| byte == b'/').unwrap_or(longest.len());
        dot_segment(&longest[..len]).map(|kind| DotSegmentPlace { start, end: start + len, kind })
    };
    if let Some(place) = segment_at(from) {
        return Some(place);
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
            && let Some(place) = pairs
                .windows(2)
                .enumerate()
                .filter(|(_, pair)| may_begin(pair))
                .find_map(|(at, _)| segment_at(start + at + 1))
        {
            return Some(place);
        }
        start += LANES;
    }
    None
}
