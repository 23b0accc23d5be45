//! The removal of dot segments from a path (RFC 3986 5.2.4).

use crate::backend::Backend;
use crate::kernel;
use crate::kernel::marks::PLACES;
use crate::syntax::dot_segment::{DotSegment, dots};

/// The place and the meaning of a dot segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct DotSegmentPlace {
    start: usize,
    end: usize,
    kind: DotSegment,
}

/// Removes the dot segments of a path, from the first one on, and returns the length of the rest.
#[inline]
pub(super) fn remove_in_place(backend: Backend, path: &mut [u8], first: DotSegmentPlace) -> usize {
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
        match find_dot_segment(backend, path, read) {
            Some(next) => place = next,
            None => break,
        }
    }
    path.copy_within(read.., len);
    len + path.len() - read
}

/// The first dot segment of a path that begins with `/`, at or after `from`.
#[inline]
pub(super) fn find_dot_segment(
    backend: Backend,
    path: &[u8],
    mut from: usize,
) -> Option<DotSegmentPlace> {
    loop {
        let start = find_dot_after_slash(backend, path, from)?;
        if let (Some(kind), after @ ([] | [b'/', ..])) = dots(&path[start..]) {
            return Some(DotSegmentPlace { start, end: path.len() - after.len(), kind });
        }
        from = start + 1;
    }
}

/// The first dot, in either spelling, at or after `at` and after a `/`.
#[inline]
pub(super) fn find_dot_after_slash(backend: Backend, raw: &[u8], mut at: usize) -> Option<usize> {
    let mut before = u64::from(at > 0);
    while at < raw.len() {
        let marks = kernel::find::places_of(backend, &raw[at..], [b'/', b'.', b'%']);
        // Mostly none: two of them beside each other; the first may be before the block.
        let mut pairs = marks & (marks << 1 | before);
        while pairs != 0 {
            let place = at + pairs.trailing_zeros() as usize;
            if matches!(raw[place - 1..], [b'/', b'.', ..] | [b'/', b'%', b'2', b'e' | b'E', ..]) {
                return Some(place);
            }
            pairs &= pairs - 1;
        }
        before = marks >> (PLACES - 1);
        at += PLACES;
    }
    None
}
