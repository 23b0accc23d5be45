//! Resolving in place: the path that results under the policy.

use super::examine::Changes;
use super::policy::PathPolicy;
use super::segments::{Candidates, Kind, Pieces, Segments};
use super::{Backslash, EmptySegments, EscapedSlashes, PathError};
use crate::decode::Decoder;
use crate::sets::AsciiSet;
use crate::syntax;
use crate::syntax::dot_segment::DotSegment;

impl PathPolicy {
    /// Resolves within the buffer and returns the length of the result, which is the front of the
    /// buffer; the bytes past it are unspecified. With [`EscapedSlashes::Redirect`], call
    /// [`redirects`](Self::redirects) first.
    ///
    /// # Errors
    /// The first [`PathError`]; the buffer is then unchanged.
    ///
    /// ```
    /// use percent_simd::path;
    ///
    /// let mut buffer = *b"/a/%2E%2E/b%20c/.";
    /// let len = path::STRICT.resolve_in_place(&mut buffer).unwrap();
    /// assert_eq!(&buffer[..len], b"/b c/");
    /// ```
    #[inline]
    pub fn resolve_in_place(self, path: &mut [u8]) -> Result<usize, PathError> {
        Ok(match self.examine(path)? {
            Some(changes) => self.apply::<true>(changes, path),
            None => path.len(),
        })
    }

    /// Checks that the policy accepts the path; writes and allocates nothing. Acceptance makes the
    /// [target](Self::target) safe to forward, not the path as it arrived: another server may read
    /// `/;/../a` differently.
    ///
    /// # Errors
    /// The first [`PathError`].
    ///
    /// ```
    /// use percent_simd::path::SPRING;
    ///
    /// assert!(SPRING.check("/users/42").is_ok() && SPRING.check("/users;a=b/42").is_err());
    /// ```
    #[inline]
    pub fn check<I: AsRef<[u8]> + ?Sized>(self, path: &I) -> Result<(), PathError> {
        self.examine(path.as_ref()).map(|_| ())
    }

    /// Returns whether the path, which the policy accepts, contains an escaped slash that separates
    /// segments and whose option is [`EscapedSlashes::Redirect`]: `%2F`, or `%5C` with
    /// [`Backslash::Slash`]. Redirect the client to its [target](Self::target), which contains
    /// none.
    #[must_use]
    #[inline]
    pub fn redirects<I: AsRef<[u8]> + ?Sized>(self, path: &I) -> bool {
        let mut slashes = AsciiSet::EMPTY;
        if self.slashes.escaped_slash == EscapedSlashes::Redirect {
            slashes = slashes.add(b'/');
        }
        if self.slashes.escaped_backslash == EscapedSlashes::Redirect
            && self.slashes.backslash == Backslash::Slash
        {
            slashes = slashes.add(b'\\');
        }
        let decoder = self.decoding(Decoder::new().reject(slashes));
        !slashes.is_empty() && decoder.check(path.as_ref()).is_err()
    }

    /// Makes the changes and returns the length of the output. Not inlined: most paths stay as they
    /// are, and need none of its registers.
    #[inline(never)]
    pub(super) fn apply<const LAZY: bool>(&self, changes: Changes, path: &mut [u8]) -> usize {
        let len =
            if changes.reshapes { self.reshape(path, changes.is_spelled) } else { path.len() };
        if !changes.decodes {
            return len;
        }
        let path = &mut path[..len];
        if changes.upper_cases {
            upper_case(path);
        }
        self.derived.decoder.decode_in_place(path).expect("this decoder refuses nothing")
    }

    /// Moves the segments that remain to the front, each after a `/`, and returns how many bytes
    /// they take.
    #[inline]
    pub(super) fn reshape(&self, path: &mut [u8], is_spelled: bool) -> usize {
        if self.splits_at_slashes_only(is_spelled) {
            return self.reshape_each(path, Candidates::new(self, path, is_spelled));
        }
        self.reshape_all::<true>(path)
    }

    #[inline(never)]
    fn reshape_all<const LAZY: bool>(&self, mut path: &mut [u8]) -> usize {
        if self.unescapes_last() {
            let mut first = Pieces::new(self, path);
            first.is_last_pass = false;
            let len = self.reshape_each(path, first);
            path = &mut path[..len];
        }
        self.reshape_each(path, Pieces::new(self, path))
    }

    #[inline(always)]
    fn reshape_each(&self, path: &mut [u8], mut segments: impl Segments) -> usize {
        // The bytes from `start` on are still to be moved or removed; `len` bytes are in place.
        let (mut start, mut len) = (0, 0);
        let keep = |path: &mut [u8], start: usize, end: usize, len: &mut usize| {
            if start != *len {
                path.copy_within(start..end, *len);
            }
            *len += end - start;
        };
        while let Some(Ok(segment)) = segments.next(path) {
            let is_removed = match segment.kind {
                Kind::Empty => !segment.is_last && self.segments.empty == EmptySegments::Merge,
                Kind::Dots(_) => true,
                Kind::Name => false,
            };
            if is_removed {
                // With the `/` before it.
                keep(path, start, segment.start, &mut len);
                start = segment.next;
                if segment.kind == Kind::Dots(DotSegment::Parent) {
                    len = path[..len - 1]
                        .iter()
                        .rposition(|&byte| byte == b'/')
                        .map_or(1, |slash| slash + 1);
                }
            } else if segment.is_respelled {
                keep(path, start, segment.end, &mut len);
                if !segment.is_last {
                    path[len] = b'/';
                    len += 1;
                }
                start = segment.next;
            }
        }
        keep(path, start, path.len(), &mut len);
        len
    }
}

/// Writes the digits of triplets in upper case (RFC 3986 6.2.2.1).
#[inline]
pub(super) fn upper_case(path: &mut [u8]) {
    syntax::for_each_unit(path, |unit| {
        if unit.len() > 1 {
            unit.make_ascii_uppercase();
        }
    });
}
