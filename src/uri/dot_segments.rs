//! The removal of dot segments from a path (RFC 3986 5.2.4).

use crate::syntax::dot_segment::{DotSegment, dot_segment};

/// The place and the meaning of a dot segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct DotSegmentPlace {
    start: usize,
    end: usize,
    kind: DotSegment,
}

/// Removes the dot segments of a path, from the first one on, and returns the length of the rest.
#[inline]
pub(super) fn remove_in_place(path: &mut [u8], first: DotSegmentPlace) -> usize {
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
#[inline]
pub(super) fn find_dot_segment(path: &[u8]) -> Option<DotSegmentPlace> {
    find_next(path, 0)
}

/// The first dot segment of a path without an authority, unless it is the `/.` that keeps `//` from
/// beginning the path, and no other follows.
#[inline]
pub(super) fn find_removed_segment(path: &[u8]) -> Option<DotSegmentPlace> {
    let is_prefix = path.starts_with(b"/.//") && find_next(path, 3).is_none();
    if is_prefix { None } else { find_dot_segment(path) }
}

/// The first dot segment at or after `from`, where a segment begins.
#[inline]
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
        if any {
            let mut places = pairs.windows(2).enumerate().filter(|(_, pair)| may_begin(pair));
            let place = places.find_map(|(at, _)| segment_at(start + at + 1));
            if place.is_some() {
                return place;
            }
        }
        start += LANES;
    }
    None
}
