//! The segments of an encoded path, as a policy separates them.

use super::policy::PathPolicy;
use super::{Backslash, EscapedSlashes, PathError, PathErrorKind, Semicolon};
use crate::backend::Backend;
use crate::kernel::find::places_of;
use crate::kernel::marks::PLACES;
use crate::syntax::dot_segment::{DotSegment, dots};

/// The bytes between two separators of the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) start: usize,
    /// Unspecified if it is one of [`Candidates`] and a name.
    pub(super) end: usize,
    /// The start of the next segment, or the end of the path.
    pub(super) next: usize,
    pub(super) kind: Kind,
    /// Nothing follows it, not even a separator.
    pub(super) is_last: bool,
    /// The separator after it is not written as `/`, or parameters are before that.
    pub(super) is_respelled: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Empty,
    Dots(DotSegment),
    Name,
}

/// The effect of a slash, in any spelling, under the policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// A slash of this many bytes that separates segments.
    Separator(usize),
    /// A triplet that does so in the last pass only.
    Last,
    /// A slash of this many bytes that stays in its segment, and becomes a slash if the output is
    /// decoded.
    Kept(usize),
}

/// The segments of a path that begins with `/`, from left to right: all of them ([`Pieces`]), or
/// those that may be no names ([`Candidates`]).
pub(super) trait Segments {
    /// The next segment, or the error that refuses it. Each step takes the path again, so that the
    /// caller may overwrite the bytes before.
    fn next(&mut self, path: &[u8]) -> Option<Result<Segment, PathError>>;

    /// The number of names left out before the segment that was last returned.
    #[inline(always)]
    fn left_out(&self, _: Segment) -> usize {
        0
    }
}

impl PathPolicy {
    /// Returns whether only `/` separates the segments of a path, so that [`Candidates`] are all that
    /// matter. `is_spelled`: slashes and dots may have other spellings than raw ones.
    #[inline(always)]
    pub(super) fn splits_at_slashes_only(&self, is_spelled: bool) -> bool {
        let splits = self.derived.splits_at_backslash
            || self.derived.splits_at_triplets
            || self.segments.semicolon == Semicolon::Drop;
        !splits || !is_spelled
    }

    /// The error of a segment that other servers end at `after`: at parameters, which they drop.
    #[inline(always)]
    fn refused_before(&self, kind: Kind, after: &[u8]) -> Option<PathErrorKind> {
        let begins_parameters = matches!(after, [b';', ..] | [b'%', b'3', b'b' | b'B', ..]);
        match kind {
            _ if !begins_parameters || self.segments.semicolon != Semicolon::Guard => None,
            Kind::Empty => Some(PathErrorKind::Semicolon),
            _ => Some(PathErrorKind::HiddenDotSegment),
        }
    }
}

/// The segments between `/` that are empty or may be dot segments: a mask of 64 bytes leads from
/// one to the next.
pub(super) struct Candidates<'p> {
    policy: &'p PathPolicy,
    backend: Backend,
    /// The bytes besides `/` and `.` with which these segments may begin.
    other: u8,
    /// The position of the block in the path.
    block: usize,
    /// The starts of such segments in it that were not yet returned.
    places: u64,
    /// The starts of names in it.
    names: u64,
    /// Names before it.
    before: usize,
    /// The lowest bit is set if the block follows a `/`.
    after_slash: u64,
}

impl<'p> Candidates<'p> {
    #[inline(always)]
    pub(super) fn new(policy: &'p PathPolicy, path: &[u8], is_spelled: bool) -> Self {
        let mut segments = Self {
            policy,
            backend: policy.backend(),
            other: if is_spelled { b'%' } else { b'.' },
            block: 0,
            places: 0,
            names: 0,
            before: 0,
            after_slash: 0,
        };
        segments.look_at(path);
        segments
    }

    #[inline(always)]
    fn look_at(&mut self, block: &[u8]) {
        let slashes = places_of(self.backend, block, [b'/'; 3]);
        let mut firsts = places_of(self.backend, block, [b'/', b'.', self.other]);
        if self.other == b'%' && self.policy.segments.semicolon == Semicolon::Guard {
            firsts |= places_of(self.backend, block, [b';'; 3]);
        }
        let begin = slashes << 1 | self.after_slash;
        self.after_slash = slashes >> (PLACES - 1);
        (self.places, self.names) = (begin & firsts, begin & !firsts);
    }
}

impl Segments for Candidates<'_> {
    #[inline(always)]
    fn next(&mut self, path: &[u8]) -> Option<Result<Segment, PathError>> {
        while self.places == 0 {
            let next = self.block + PLACES;
            let block = path.get(next..).filter(|block| !block.is_empty())?;
            self.before += self.names.count_ones() as usize;
            self.block = next;
            self.look_at(block);
        }
        let start = self.block + self.places.trailing_zeros() as usize;
        self.places &= self.places - 1;

        let (kind, after) = kind_of(&path[start..]);
        if let Some(kind) = self.policy.refused_before(kind, after) {
            return Some(Err(PathError::new(start, kind)));
        }
        let end = path.len() - after.len();
        let kind = if matches!(after, [] | [b'/', ..]) { kind } else { Kind::Name };
        let (next, is_last) = (path.len().min(end + 1), end == path.len());
        Some(Ok(Segment { start, end, next, kind, is_last, is_respelled: false }))
    }

    #[inline(always)]
    fn left_out(&self, segment: Segment) -> usize {
        let earlier = self.names & ((1 << (segment.start - self.block)) - 1);
        self.before + earlier.count_ones() as usize
    }
}

/// The kind of a segment that ends after the dots at the start of the input, and the input after these.
#[inline(always)]
fn kind_of(input: &[u8]) -> (Kind, &[u8]) {
    let (found, after) = dots(input);
    (found.map_or(Kind::Empty, Kind::Dots), after)
}

/// The segments between separators in all spellings, and the pieces that kept slashes make of them.
#[derive(Clone, Copy)]
pub(super) struct Pieces<'p> {
    policy: &'p PathPolicy,
    backend: Backend,
    /// A slash that [`EscapedSlashes::UnescapeLast`] unescapes separates segments, too.
    pub(super) is_last_pass: bool,
    /// `true` if a hidden dot segment is an error.
    pub(super) checks: bool,
    /// The bytes that may begin a slash.
    marks: [u8; 3],
    /// The position of the block in the path, and which of its bytes are marks not yet looked at.
    block: usize,
    places: u64,
    /// The start of the next segment.
    next: Option<usize>,
}

impl<'p> Pieces<'p> {
    #[inline]
    pub(super) fn new(policy: &'p PathPolicy, path: &[u8]) -> Self {
        let backslash = if policy.derived.splits_at_backslash { b'\\' } else { b'/' };
        let percent = if policy.derived.splits_at_triplets { b'%' } else { b'/' };
        let marks = [b'/', backslash, percent];
        let backend = policy.backend();
        // Without the leading `/`.
        Self {
            policy,
            backend,
            is_last_pass: true,
            checks: true,
            marks,
            block: 0,
            places: places_of(backend, path, marks) & !1,
            next: Some(1),
        }
    }

    /// The next slash of any spelling that counts.
    #[inline]
    fn next_cut(&mut self, path: &[u8]) -> Option<(usize, Cut)> {
        loop {
            while self.places == 0 {
                self.block += PLACES;
                self.places = places_of(self.backend, path.get(self.block..)?, self.marks);
            }
            let at = self.block + self.places.trailing_zeros() as usize;
            self.places &= self.places - 1;
            if let Some(cut) = self.cut(&path[at..]) {
                return Some((at, cut));
            }
        }
    }

    /// The effect of the slash at the start of the input, in any spelling; `None` without one, or
    /// if the policy ignores it.
    #[inline]
    fn cut(&self, input: &[u8]) -> Option<Cut> {
        let policy = self.policy;
        let (action, separates) = match *input {
            [b'/', ..] => return Some(Cut::Separator(1)),
            [b'\\', ..] if policy.slashes.backslash == Backslash::Slash => {
                return Some(Cut::Separator(1));
            }
            [b'\\', ..] => return policy.derived.splits_at_backslash.then_some(Cut::Kept(1)),
            [b'%', b'2', b'f' | b'F', ..] => (policy.slashes.escaped_slash, true),
            [b'%', b'5', b'c' | b'C', ..] => {
                (policy.slashes.escaped_backslash, policy.slashes.backslash == Backslash::Slash)
            }
            _ => return None,
        };
        match action {
            EscapedSlashes::Keep => Some(Cut::Kept("%2F".len())),
            EscapedSlashes::Reject => None,
            EscapedSlashes::Redirect | EscapedSlashes::Unescape => {
                separates.then_some(Cut::Separator("%2F".len()))
            }
            EscapedSlashes::UnescapeLast => (separates && self.is_last_pass).then_some(Cut::Last),
        }
    }
}

impl Segments for Pieces<'_> {
    #[inline]
    fn next(&mut self, path: &[u8]) -> Option<Result<Segment, PathError>> {
        let start = self.next?;
        // Kept slashes divide a segment into pieces, none of which may be a dot segment. With
        // parameters that are dropped it ends where they start.
        let (mut piece, mut parameters, mut kind) = (start, None, Kind::Name);
        let (until, separator) = loop {
            let cut = self.next_cut(path);
            let until = cut.map_or(path.len(), |(at, _)| at);
            if parameters.is_none() {
                if self.policy.segments.semicolon == Semicolon::Drop {
                    let at = path[piece..until].iter().position(|&byte| byte == b';');
                    parameters = at.map(|at| piece + at);
                }
                let (found, after) = kind_of(&path[piece..parameters.unwrap_or(until)]);
                let mut hidden = self.policy.refused_before(found, after);
                if after.is_empty() {
                    let is_cut = parameters.is_none() && matches!(cut, Some((_, Cut::Kept(_))));
                    if piece == start && !is_cut {
                        kind = found;
                    } else if found != Kind::Empty {
                        hidden = Some(PathErrorKind::HiddenDotSegment);
                    }
                }
                if let Some(kind) = hidden.filter(|_| self.checks) {
                    return Some(Err(PathError::new(piece, kind)));
                }
            }
            match cut {
                Some((at, Cut::Kept(len))) => piece = at + len,
                // Parameters are dropped before a slash is unescaped last.
                Some((_, Cut::Last)) if parameters.is_some() => {}
                Some((_, Cut::Last)) => break (until, Some("%2F".len())),
                Some((_, Cut::Separator(len))) => break (until, Some(len)),
                None => break (until, None),
            }
        };
        let end = parameters.unwrap_or(until);
        self.next = separator.map(|len| until + len);
        Some(Ok(Segment {
            start,
            end,
            next: self.next.unwrap_or(path.len()),
            kind,
            is_last: separator.is_none(),
            is_respelled: parameters.is_some() || separator.is_some() && path[until] != b'/',
        }))
    }
}
