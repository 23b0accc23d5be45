//! The segments of an encoded path, as a policy separates them.

use super::policy::PathPolicy;
use super::{Backslash, EscapedSlashes, PathError, PathErrorKind, Semicolon};
use crate::backend::Backend;
use crate::kernel::{PLACES, places_of};
use crate::uri::{self, DotSegment};

/// The bytes between two separators of the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: Kind,
    /// Nothing follows it, not even a separator.
    pub(super) is_last: bool,
    /// The separator after it is not written as `/`.
    pub(super) is_respelled: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Empty,
    Dots(DotSegment),
    Name,
}

/// What a slash, in any spelling, does under the policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// It separates segments, and takes this many bytes.
    Separator(usize),
    /// It stays in its segment, is a slash for whoever decodes the output, and takes this many
    /// bytes.
    Kept(usize),
}

/// The segments of a path that begins with `/`, from left to right.
///
/// Each step takes the path again, so that the caller may overwrite what lies before.
pub(super) struct Segments<'p> {
    policy: &'p PathPolicy,
    backend: Backend,
    /// The bytes that may begin a slash.
    marks: [u8; 3],
    /// Where the block begins in the path, and which of its bytes are marks not yet looked at.
    block: usize,
    places: u64,
    /// Where the next segment begins.
    next: Option<usize>,
}

impl<'p> Segments<'p> {
    pub(super) fn new(policy: &'p PathPolicy, path: &[u8]) -> Self {
        let backslash = if policy.splits_at_backslash { b'\\' } else { b'/' };
        let percent = if policy.splits_at_triplets { b'%' } else { b'/' };
        let marks = [b'/', backslash, percent];
        let backend = policy.backend();
        // Without the leading `/`.
        Self {
            policy,
            backend,
            marks,
            block: 0,
            places: places_of(backend, path, marks) & !1,
            next: Some(1),
        }
    }

    /// The next segment, or the error that refuses it.
    pub(super) fn next(&mut self, path: &[u8]) -> Option<Result<Segment, PathError>> {
        let start = self.next?;
        // Kept slashes divide a segment into pieces, none of which may be a dot segment.
        let mut piece = start;
        let (end, separator) = loop {
            let cut = self.next_cut(path);
            let end = cut.map_or(path.len(), |(at, _)| at);
            let is_whole = piece == start && !matches!(cut, Some((_, Cut::Kept(_))));
            if self.hides_dots(&path[piece..end], is_whole) {
                return Some(Err(PathError::new(piece, PathErrorKind::HiddenDotSegment)));
            }
            match cut {
                Some((at, Cut::Kept(len))) => piece = at + len,
                Some((_, Cut::Separator(len))) => break (end, Some(len)),
                None => break (end, None),
            }
        };
        self.next = separator.map(|len| end + len);
        let kind = match uri::dot_segment(&path[start..end]) {
            _ if start == end => Kind::Empty,
            Some(dots) => Kind::Dots(dots),
            None => Kind::Name,
        };
        Some(Ok(Segment {
            start,
            end,
            kind,
            is_last: separator.is_none(),
            is_respelled: separator.is_some() && path[end] != b'/',
        }))
    }

    fn hides_dots(&self, piece: &[u8], is_whole: bool) -> bool {
        (!is_whole && uri::dot_segment(piece).is_some())
            || (self.policy.semicolon == Semicolon::Guard
                && before_parameters(piece).is_some_and(|name| uri::dot_segment(name).is_some()))
    }

    /// The next slash of any spelling that counts.
    fn next_cut(&mut self, path: &[u8]) -> Option<(usize, Cut)> {
        loop {
            while self.places == 0 {
                self.block += PLACES;
                self.places = places_of(self.backend, path.get(self.block..)?, self.marks);
            }
            let at = self.block + self.places.trailing_zeros() as usize;
            self.places &= self.places - 1;
            if let Some(cut) = cut(self.policy, &path[at..]) {
                return Some((at, cut));
            }
        }
    }
}

/// What the slash at the start of the input does, in any spelling; `None` if there is none, or none
/// that counts.
fn cut(policy: &PathPolicy, input: &[u8]) -> Option<Cut> {
    let (action, separates) = match *input {
        [b'/', ..] => return Some(Cut::Separator(1)),
        [b'\\', ..] if policy.backslash == Backslash::Slash => return Some(Cut::Separator(1)),
        [b'\\', ..] => return policy.splits_at_backslash.then_some(Cut::Kept(1)),
        [b'%', b'2', b'f' | b'F', ..] => (policy.escaped_slashes, true),
        [b'%', b'5', b'c' | b'C', ..] => {
            (policy.escaped_backslash, policy.backslash == Backslash::Slash)
        }
        _ => return None,
    };
    match action {
        EscapedSlashes::Keep => Some(Cut::Kept("%2F".len())),
        EscapedSlashes::Reject => None,
        EscapedSlashes::Redirect | EscapedSlashes::Unescape => {
            separates.then_some(Cut::Separator("%2F".len()))
        }
    }
}

/// The segment's name, if it is short enough for a dot segment and parameters follow.
fn before_parameters(segment: &[u8]) -> Option<&[u8]> {
    if !matches!(segment.first(), Some(b'.' | b'%')) {
        return None;
    }
    let end = (1..segment.len().min("%2e%2e;".len()))
        .find(|&at| matches!(segment[at..], [b';', ..] | [b'%', b'3', b'b' | b'B', ..]))?;
    Some(&segment[..end])
}

/// Whether the segments of a path that begins with `/` have to be looked at one by one. If not, all
/// of them are names. Every separator is a `/`, and no dot is escaped.
pub(super) fn may_matter(backend: Backend, path: &[u8]) -> bool {
    let mut after_mark = 0;
    for (number, block) in path.chunks(PLACES).enumerate() {
        // A segment that matters begins with one of these, and its `/` is one of them, too.
        let marks = places_of(backend, block, [b'/', b'.', b'.']);
        let pairs = (marks << 1 | after_mark) & marks;
        after_mark = marks >> (PLACES - 1);
        // The segment may continue in the next block.
        let matters = |place| match path[number * PLACES + place - 1..] {
            [b'/', b'.', next, ..] => !next.is_ascii_alphanumeric(),
            [before, ..] => before == b'/',
            [] => false,
        };
        if places(pairs).any(matters) {
            return true;
        }
    }
    false
}

/// The positions of the bits that are set.
fn places(mut bits: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let place = (bits != 0).then_some(bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(place)
    })
}
