//! The pieces of a URI reference that normalization keeps, from its start to its end, without
//! memory for them.

use super::reference::Reference;
use crate::syntax::dot_segment::{DotSegment, dot_segment, find_dot_segment};

/// Bytes of the normal form, but for their triplets.
#[derive(Clone, Copy)]
pub(super) struct Piece<'a> {
    pub(super) bytes: &'a [u8],
    /// The piece is written in lower case.
    pub(super) lowercase: bool,
}

/// The pieces of a reference.
pub(crate) struct Pieces<'a> {
    raw: &'a [u8],
    reference: Reference,
    step: Step,
    path: Segments<'a>,
    /// The piece of the path after the one that was given last.
    queued: Option<&'a [u8]>,
}

#[derive(Clone, Copy)]
enum Step {
    Dot,
    Head,
    UserInfo,
    Host,
    BeforePath,
    PathStart,
    Path,
    AfterPath,
    End,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(raw: &'a [u8], reference: Reference) -> Self {
        let path = Segments::new(&raw[reference.path.0..reference.path.1]);
        Self { raw, reference, step: Step::Dot, path, queued: None }
    }

    /// The next piece that is not empty.
    pub(super) fn next(&mut self) -> Option<Piece<'a>> {
        loop {
            let Reference { head, host, path, .. } = self.reference;
            let (bytes, next): (&'a [u8], Step) = match self.step {
                Step::Dot if self.reference.hides_scheme => (b"./", Step::Head),
                Step::Dot => (b"", Step::Head),
                Step::Head => (&self.raw[..head], Step::UserInfo),
                Step::UserInfo => (&self.raw[head..host.0], Step::Host),
                Step::Host => (&self.raw[host.0..host.1], Step::BeforePath),
                Step::BeforePath => (&self.raw[host.1..path.0], Step::PathStart),
                Step::PathStart => (self.start_path(), Step::Path),
                Step::Path => match self.queued.take().or_else(|| self.path.next()) {
                    Some(bytes) => (bytes, Step::Path),
                    None => (b"", Step::AfterPath),
                },
                Step::AfterPath => (&self.raw[path.1..], Step::End),
                Step::End => return None,
            };
            let lowercase = matches!(self.step, Step::Head | Step::Host);
            self.step = next;
            if !bytes.is_empty() {
                return Some(Piece { bytes, lowercase });
            }
        }
    }

    /// The bytes before the first segments that stay. Where these begin with `//`, and no authority
    /// is before them, it is `/.`: else they would be read as an authority. (The URL Standard's
    /// serializer writes the same.)
    fn start_path(&mut self) -> &'a [u8] {
        let first = self.path.next();
        self.queued = first;
        match first {
            Some(_) if self.reference.has_authority => b"",
            Some([b'/', b'/', ..]) => b"/.",
            Some(b"/") => {
                self.queued = self.path.next();
                if self.queued.is_some() { b"/./" } else { b"/" }
            }
            _ => b"",
        }
    }
}

/// The segments of a path that remain when its dot segments are removed (RFC 3986 5.2.4), each
/// with the `/` before it, as slices of one or more of them.
///
/// A segment's staying depends on all `..` after it, and those on the segments between. Seen
/// from the end, a number says it: of segments that are yet to be removed. So a path is divided
/// until a part has no dot segment, and for each part that waits, the number at its end is noted:
/// n log n steps, and memory for the log alone.
struct Segments<'a> {
    path: &'a [u8],
    start: usize,
    /// The ends of the parts that wait, the next one last, each with the number of segments before
    /// it that are removed.
    parts: [(usize, usize); usize::BITS as usize + 2],
    waiting: usize,
    /// The path ends with a dot segment, whose `/` remains.
    ends_in_dots: bool,
}

impl<'a> Segments<'a> {
    fn new(path: &'a [u8]) -> Self {
        let mut parts = [(0, 0); usize::BITS as usize + 2];
        parts[0].0 = path.len();
        Self {
            path,
            start: 0,
            parts,
            waiting: usize::from(!path.is_empty()),
            ends_in_dots: !path.is_empty()
                && dot_segment(&path[last_segment(path) + 1..]).is_some(),
        }
    }

    fn next(&mut self) -> Option<&'a [u8]> {
        while let Some(waiting) = self.waiting.checked_sub(1) {
            let (end, removed) = self.parts[waiting];
            let part = &self.path[self.start..end];
            if find_dot_segment(part).is_some()
                && let Some(middle) = middle_segment(part)
            {
                let removed = removed_before(&part[middle..], removed);
                self.parts[self.waiting] = (self.start + middle, removed);
                self.waiting += 1;
                continue;
            }
            self.waiting = waiting;
            self.start = end;
            let remaining = without_last(part, removed);
            if !remaining.is_empty() {
                return Some(remaining);
            }
        }
        core::mem::take(&mut self.ends_in_dots).then_some(b"/")
    }
}

/// The start of the last segment, with its `/`.
fn last_segment(segments: &[u8]) -> usize {
    segments.iter().rposition(|&byte| byte == b'/').expect("each segment begins with `/`")
}

/// The start of a segment that is about in the middle, and not the first one.
fn middle_segment(segments: &[u8]) -> Option<usize> {
    let (before, after) = segments[1..].split_at((segments.len() - 1) / 2);
    let is_start = |&byte: &u8| byte == b'/';
    before
        .iter()
        .rposition(is_start)
        .or_else(|| after.iter().position(is_start).map(|at| before.len() + at))
        .map(|at| at + 1)
}

/// The number of segments removed before these, if `removed` are before their end.
fn removed_before(mut segments: &[u8], mut removed: usize) -> usize {
    while !segments.is_empty() {
        let last = last_segment(segments);
        removed = match dot_segment(&segments[last + 1..]) {
            Some(DotSegment::Parent) => removed + 1,
            Some(DotSegment::Current) => removed,
            None => removed.saturating_sub(1),
        };
        segments = &segments[..last];
    }
    removed
}

/// The part without its last segments, which are removed; nothing if it is a dot segment.
fn without_last(mut part: &[u8], removed: usize) -> &[u8] {
    if dot_segment(&part[1..]).is_some() {
        return b"";
    }
    for _ in 0..removed {
        if part.is_empty() {
            break;
        }
        part = &part[..last_segment(part)];
    }
    part
}
