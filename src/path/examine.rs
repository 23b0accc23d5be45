//! The checks: the first error of a path, or the changes that resolving makes.
//!
//! A kernel looks at the whole path once. Where it finds nothing odd, every byte and every triplet
//! is accepted, and only segments are left to be looked at, if there is a `//` or `/.`. An odd byte
//! or triplet is examined here, unit by unit from that place on: this defines the errors.

use super::policy::PathPolicy;
use super::segments::{Candidates, Kind, Pieces, Segments};
use super::{DotSegments, EmptySegments, EscapedPercent, PathError, PathErrorKind, Semicolon};
use crate::error::DecodeErrorKind;
use crate::kernel;
use crate::kernel::rules::{Examined, PathRules};
use crate::syntax::dot_segment::DotSegment;
use crate::syntax::{self, Sequence, WindowsName};

type Result<T> = core::result::Result<T, PathError>;

/// The changes that resolving makes.
#[derive(Clone, Copy, Default)]
pub(super) struct Changes {
    /// Segments are removed, or separators are not written as `/`.
    pub(super) reshapes: bool,
    /// One is removed or cut, or a separator that no decoding turns into `/` becomes one.
    pub(super) rearranges: bool,
    /// Triplets exist, and some may stay as they are written.
    pub(super) decodes: bool,
    /// Triplets that stay are written in lower case.
    pub(super) upper_cases: bool,
    /// Slashes and dots may have other spellings than raw ones.
    pub(super) is_spelled: bool,
}

impl PathPolicy {
    /// The first error, or the changes to be made, if any.
    #[inline(always)]
    pub(super) fn examine(&self, path: &[u8]) -> Result<Option<Changes>> {
        check_start(path)?;
        self.changes(
            path,
            kernel::examine::examine(self.backend(), path, &self.derived.rules, None),
        )
    }

    /// The changes that resolving makes, or the first error, after the kernel has seen the path.
    #[inline(always)]
    pub(super) fn changes(&self, path: &[u8], examined: Examined) -> Result<Option<Changes>> {
        match examined.found {
            _ if self.segments.refuses_windows_names => {
                self.changes_on_windows::<true>(path, examined)
            }
            0 => Ok(None),
            Examined::ESCAPES => {
                // Those that stay and have letters are odd, or another spelling of something.
                Ok(Some(Changes { decodes: true, ..Changes::default() }))
            }
            _ => self.examine_closely::<true>(path, examined),
        }
    }

    /// Names are looked at one by one, as far as nothing else is refused.
    #[inline(never)]
    fn changes_on_windows<const LAZY: bool>(
        &self,
        path: &[u8],
        examined: Examined,
    ) -> Result<Option<Changes>> {
        let mut others = *self;
        others.segments.refuses_windows_names = false;
        let changes = others.changes(path, examined);
        let end = changes.map_or_else(|error| error.position(), |_| path.len());
        let mut segments = Pieces::new(self, path);
        segments.checks = false;
        while let Some(Ok(segment)) = segments.next(path) {
            if segment.start >= end {
                break;
            }
            let name = &path[segment.start..segment.end];
            if segment.kind == Kind::Name && self.has_windows_name(name) {
                return Err(PathError::new(segment.start, PathErrorKind::WindowsName));
            }
        }
        changes
    }

    /// Returns whether Windows reads a segment, or a piece between kept `%2F`, as another name. The
    /// part before a `;` may be a name, too, if `;` may start parameters.
    #[inline]
    fn has_windows_name(&self, segment: &[u8]) -> bool {
        let mut name = WindowsName::default();
        for value in syntax::decoded_from(segment, 0).map(|byte| byte.value) {
            let ends =
                value == b'/' || (value == b';' && self.segments.semicolon == Semicolon::Guard);
            if ends && name.is_changed() {
                return true;
            }
            if value == b'/' {
                name = WindowsName::default();
            } else {
                name.push(value);
            }
        }
        name.is_changed()
    }

    #[inline(never)]
    fn examine_closely<const LAZY: bool>(
        &self,
        path: &[u8],
        examined: Examined,
    ) -> Result<Option<Changes>> {
        let (mut end, mut refused) = (path.len(), None);
        let mut is_spelled = examined.has(Examined::SPELLED);
        if examined.has(Examined::ODD) {
            match self.first_refused_after::<true>(path, examined.read) {
                Some((error, is_first_odd)) => {
                    // A refused dot, or slash after dots, may still end a dot segment that begins
                    // before it.
                    is_spelled |= !is_first_odd
                        || match error.kind() {
                            PathErrorKind::EscapedDot => true,
                            PathErrorKind::Rejected(value) => PathRules::is_spelling(value),
                            _ => false,
                        };
                    if !is_spelled && !examined.has(Examined::DOTS) {
                        // Nothing before it can make a segment matter.
                        return Err(error);
                    }
                    (end, refused) = (error.position(), Some(error));
                }
                None => is_spelled = true,
            }
        }
        let mut changes = match (refused, self.check_segments(path, end, is_spelled)) {
            // At the same byte, a byte or triplet comes before a segment.
            (Some(_), Err(error)) if error.position() < end => return Err(error),
            (Some(refused), _) => return Err(refused),
            (None, changes) => changes?,
        };
        // An odd byte may begin a triplet.
        changes.decodes = examined.found & (Examined::ODD | Examined::ESCAPES) != 0;
        // RFC 3986 2.1 asks for upper case.
        let keep = self.derived.decoder.rules.keep;
        let is_lower_case = |window: &[u8]| {
            matches!(window, [b'%', _, b'a'..=b'f'])
                && syntax::triplet(window).is_some_and(|value| keep.contains(value))
        };
        changes.upper_cases = is_spelled && path.windows("%2f".len()).any(is_lower_case);
        changes.is_spelled = is_spelled;
        Ok((changes.reshapes || changes.decodes).then_some(changes))
    }

    /// The first thing that is refused from `read` on, unit by unit; and whether nothing odd is
    /// accepted before it: no slash or dot in another spelling, and no malformed triplet.
    #[inline(never)]
    fn first_refused_after<const LAZY: bool>(
        &self,
        path: &[u8],
        read: usize,
    ) -> Option<(PathError, bool)> {
        let rules = &self.derived.rules;
        let mut at = start_before(path, read.saturating_sub(3));
        let (mut sequence_end, mut is_first_odd) = (at, true);
        loop {
            // The other bytes tell nothing.
            at += path[at..].iter().position(|&byte| rules.raw.or_non_ascii(byte))?;
            let unit = syntax::decoded_at(path, at)?;
            let value = unit.value;
            let is_harmless = unit.escaped && !rules.values.contains(value);
            let mut kind = match value {
                _ if is_harmless => None,
                _ if unit.escaped => self.kind_of_triplet(value),
                b'%' => self.kind_of_malformed(path, at),
                _ => self.kind_of_raw(value),
            };
            // An ill-formed sequence begins before an error inside it.
            if kind.is_none() && self.bytes.must_be_utf8 && !value.is_ascii() && at >= sequence_end
            {
                let sequence = Sequence::read(path, at, unit, syntax::continuation(value));
                sequence_end = sequence.end;
                kind = (!sequence.is_whole).then_some(PathErrorKind::Utf8);
            }
            if let Some(kind) = kind {
                return Some((PathError::new(at, kind), is_first_odd));
            }
            is_first_odd &= is_harmless && !PathRules::is_spelling(value);
            at += unit.len();
        }
    }

    /// Why the malformed triplet at `at` is refused, if it is.
    #[inline]
    fn kind_of_malformed(&self, path: &[u8], at: usize) -> Option<PathErrorKind> {
        if self.refuses_malformed() {
            return Some(match syntax::malformed_kind(&path[at..]) {
                DecodeErrorKind::Truncated => PathErrorKind::Truncated,
                _ => PathErrorKind::BadHex,
            });
        }
        if self.bytes.reject.contains(b'%') {
            return Some(PathErrorKind::Rejected(b'%'));
        }
        // It may precede two hex digits after decoding.
        let next = syntax::decoded_from(path, at + 1).take(2);
        let is_hidden = self.bytes.escaped_percent == EscapedPercent::Keep
            && next.filter(|byte| byte.value.is_ascii_hexdigit()).count() == 2;
        is_hidden.then_some(PathErrorKind::HiddenTriplet)
    }

    /// The changes of the segments that begin before `end`, or the first error of one.
    #[inline]
    fn check_segments(&self, path: &[u8], end: usize, is_spelled: bool) -> Result<Changes> {
        if self.splits_at_slashes_only(is_spelled) {
            let refuses_climbing = self.segments.dots == DotSegments::Resolve;
            let segments = Candidates::new(self, path, is_spelled);
            return self.check_each(path, end, segments, refuses_climbing);
        }
        self.check_all::<true>(path, end)
    }

    /// Checks all segments. Not inlined: few policies ask for it, and it takes many registers.
    #[inline(never)]
    fn check_all<const LAZY: bool>(&self, path: &[u8], end: usize) -> Result<Changes> {
        let mut pieces = Pieces::new(self, path);
        let refuses_climbing = self.segments.dots == DotSegments::Resolve;
        let in_first_pass = refuses_climbing && self.unescapes_last();
        let all = self.check_each(path, end, pieces, refuses_climbing && !in_first_pass);
        if !in_first_pass {
            return all;
        }
        // Only a `..` of the first pass climbs, and everything else shows in the second.
        let end = all.map_or_else(|error| error.position(), |_| end);
        pieces.is_last_pass = false;
        self.check_each(path, end, pieces, true).and(all)
    }

    #[inline(always)]
    fn check_each(
        &self,
        path: &[u8],
        end: usize,
        mut segments: impl Segments,
        refuses_climbing: bool,
    ) -> Result<Changes> {
        // The depth is this, and the names that were left out.
        let mut depth = 0_isize;
        let (mut removes, mut changes) = (false, Changes::default());
        while let Some(segment) = segments.next(path) {
            let segment = match segment {
                Ok(segment) if segment.start < end => segment,
                Err(error) if error.position() < end => return Err(error),
                _ => break,
            };
            let refuse = |kind| Err(PathError::new(segment.start, kind));
            if segment.is_respelled {
                changes.reshapes = true;
                // With the parameters before it.
                let separator = &path[segment.end..segment.next];
                changes.rearranges |= !matches!(separator, b"%2F" | b"%2f");
            }
            match segment.kind {
                Kind::Empty if segment.is_last => {}
                Kind::Empty if self.segments.empty == EmptySegments::Merge => removes = true,
                Kind::Empty if self.segments.empty == EmptySegments::Reject => {
                    return refuse(PathErrorKind::EmptySegment);
                }
                Kind::Dots(_) if self.segments.dots == DotSegments::Reject => {
                    return refuse(PathErrorKind::DotSegment);
                }
                Kind::Dots(DotSegment::Current) => removes = true,
                Kind::Dots(DotSegment::Parent) => {
                    removes = true;
                    if depth + segments.left_out(segment) as isize > 0 {
                        depth -= 1;
                    } else if refuses_climbing {
                        return refuse(PathErrorKind::ClimbsAboveRoot);
                    }
                }
                Kind::Empty | Kind::Name => depth += 1,
            }
        }
        changes.reshapes |= removes;
        changes.rearranges |= removes;
        Ok(changes)
    }
}

/// Checks that the path begins with `/`.
#[inline(always)]
pub(super) fn check_start(path: &[u8]) -> Result<()> {
    match path.first() {
        Some(b'/') => Ok(()),
        _ => Err(PathError::new(0, PathErrorKind::NotAbsolute)),
    }
}

/// The last place at or before `read` where no triplet and no sequence of UTF-8 is begun, if all
/// that ends before `read` is well-formed.
#[inline]
fn start_before(path: &[u8], read: usize) -> usize {
    // A triplet may be cut in two.
    let mut at = (read.saturating_sub(2)..read).find(|&at| path[at] == b'%').unwrap_or(read);
    // The triplets of a sequence, and the one that begins it; raw bytes >= 0x80 are read later.
    while let [.., b'%', b'8'..=b'9' | b'A'..=b'B' | b'a'..=b'b', _] = path[..at] {
        at -= 3;
    }
    if let [.., b'%', b'C'..=b'F' | b'c'..=b'f', _] = path[..at] {
        at -= 3;
    }
    at
}
