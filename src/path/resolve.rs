//! Resolving: what is left of a path under the policy, in a buffer of its own or in place.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
#[cfg(feature = "alloc")]
use core::hash::{Hash, Hasher};

use super::examine::Changes;
#[cfg(feature = "alloc")]
use super::examine::check_start;
use super::policy::PathPolicy;
use super::segments::{Kind, Pieces, Segments, Separated, Spelling};
use super::{Backslash, ESCAPED, EmptySegments, EscapedSlashes, PathError, TARGET};
#[cfg(feature = "alloc")]
use crate::backend::Backend;
use crate::decode::Decoder;
use crate::kernel::scalar;
#[cfg(feature = "alloc")]
use crate::kernel::{DecodedPath, Examined};
use crate::sets::AsciiSet;
use crate::uri::DotSegment;

/// The result of [`PathPolicy::resolve`].
#[cfg(feature = "alloc")]
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Resolved<'a> {
    /// The path, decoded except for what stays escaped; borrowed if nothing changes. It begins
    /// with `/`. To forward it, write it with [`TARGET`](super::TARGET).
    pub path: Cow<'a, [u8]>,
    /// Redirect the client to this path, written with [`TARGET`](super::TARGET): see
    /// [`redirects`](PathPolicy::redirects).
    pub redirect: bool,
    /// That of the policy.
    backend: Option<Backend>,
}

/// The path and the redirect, whatever backend they come from.
#[cfg(feature = "alloc")]
impl PartialEq for Resolved<'_> {
    fn eq(&self, other: &Self) -> bool {
        (&self.path, self.redirect) == (&other.path, other.redirect)
    }
}

#[cfg(feature = "alloc")]
impl Eq for Resolved<'_> {}

#[cfg(feature = "alloc")]
impl Hash for Resolved<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.path, self.redirect).hash(state);
    }
}

#[cfg(feature = "alloc")]
impl Resolved<'_> {
    /// The path as text; `None` if it is not UTF-8, which only policies accept that allow such
    /// bytes.
    ///
    /// ```
    /// use percent_simd::path;
    ///
    /// assert_eq!(path::STRICT.resolve("/caf%C3%A9").unwrap().path_str(), Some("/café"));
    /// ```
    #[must_use]
    pub fn path_str(&self) -> Option<&str> {
        core::str::from_utf8(&self.path).ok()
    }

    /// The same path, borrowed from nothing.
    #[must_use]
    pub fn into_owned(self) -> Resolved<'static> {
        let Self { path, redirect, backend } = self;
        Resolved { path: Cow::Owned(path.into_owned()), redirect, backend }
    }

    /// Whether the path is `prefix` or below it: its first segments are those of `prefix`, which is
    /// a resolved path itself. A `/` at the end of `prefix` counts for nothing, and `/` is a prefix
    /// of every path.
    ///
    /// ```
    /// use percent_simd::path;
    ///
    /// let resolved = path::STRICT.resolve("/x/../admin/users").unwrap();
    /// assert!(resolved.is_under("/admin") && resolved.is_under("/admin/") && resolved.is_under("/"));
    /// assert!(!path::STRICT.resolve("/administrator").unwrap().is_under("/admin"));
    /// ```
    #[must_use]
    pub fn is_under<I: AsRef<[u8]> + ?Sized>(&self, prefix: &I) -> bool {
        let prefix = prefix.as_ref();
        let prefix = prefix.strip_suffix(b"/").unwrap_or(prefix);
        self.path.strip_prefix(prefix).is_some_and(|rest| matches!(rest, [] | [b'/', ..]))
    }

    /// The segments, one after each `/`, decoded to the end: here `%25` is `%`, and a kept `%2F` is
    /// a `/` *in* a segment. None of them is a dot segment or contains NUL (see the
    /// [module](super)).
    ///
    /// On Windows a segment is not yet a safe file name: `C:`, `NUL`, `a.`, and `a::$DATA` lead
    /// elsewhere.
    pub fn segments(&self) -> impl Iterator<Item = Cow<'_, [u8]>> {
        let decoder = self.backend.map_or(Decoder::new(), |backend| Decoder::new().on(backend));
        let segments = self.path.get(1..).unwrap_or_default().split(|&byte| byte == b'/');
        segments.map(move |segment| decoder.decode(segment).expect("this decoder refuses nothing"))
    }
}

/// A path that was decoded where it was examined. Callers inline what leaves a path as it is.
#[cfg(feature = "alloc")]
#[inline(never)]
fn owned<'a>(decoded: &DecodedPath) -> Cow<'a, [u8]> {
    Cow::Owned(crate::decode::new_vec(decoded.bytes()))
}

impl PathPolicy {
    /// The path under this policy; borrowed, without allocation, if nothing changes.
    ///
    /// # Errors
    /// The first [`PathError`].
    ///
    /// ```
    /// use percent_simd::path;
    ///
    /// let resolved = path::ENVOY_REDIRECT.resolve("/public%2F../admin").unwrap();
    /// assert_eq!((&*resolved.path, resolved.redirect), (&b"/admin"[..], true));
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn resolve<I: AsRef<[u8]> + ?Sized>(self, path: &I) -> Result<Resolved<'_>, PathError> {
        let (path, backend) = (path.as_ref(), self.backend);
        check_start(path)?;
        let mut decoded = DecodedPath::new();
        let seen = decoded.examine(self.backend(), path, &self.rules, &self.decoder.rules.keep);
        if seen.found == Examined::ESCAPES | Examined::DECODED {
            return Ok(Resolved { path: owned(&decoded), redirect: false, backend });
        }
        match self.changes(path, seen) {
            Ok(None) => Ok(Resolved { path: Cow::Borrowed(path), redirect: false, backend }),
            Ok(Some(changes)) => Ok(self.changed(path, changes)),
            Err(error) => Err(error),
        }
    }

    /// Makes the changes in a copy. Callers inline what leaves a path as it is.
    #[cfg(feature = "alloc")]
    #[inline(never)]
    fn changed<'a>(&self, path: &'a [u8], changes: Changes) -> Resolved<'a> {
        let backend = self.backend;
        if !changes.reshapes && !changes.upper_cases {
            return Resolved { path: self.decoded(path), redirect: false, backend };
        }
        let mut output = path.to_vec();
        let len = self.apply(changes, &mut output);
        output.truncate(len);
        crate::memory::trim(&mut output);
        Resolved { path: Cow::Owned(output), redirect: self.redirects_slice(path), backend }
    }

    #[cfg(feature = "alloc")]
    fn decoded<'a>(&self, path: &'a [u8]) -> Cow<'a, [u8]> {
        crate::decode::decode_escaped_here(self.backend(), path, &self.decoder.rules)
            .expect("this decoder refuses nothing")
    }

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
    pub fn resolve_in_place(self, path: &mut [u8]) -> Result<usize, PathError> {
        Ok(match self.examine(path)? {
            Some(changes) => self.apply(changes, path),
            None => path.len(),
        })
    }

    /// Whether the policy accepts the path; writes and allocates nothing. Acceptance makes the
    /// output of [`resolve`](Self::resolve) safe to pass on, not the path as it arrived: another
    /// server may read `/;/../a` differently.
    ///
    /// # Errors
    /// The first [`PathError`].
    ///
    /// ```
    /// use percent_simd::path::{self, PathErrorKind};
    ///
    /// assert_eq!(path::SPRING.check("/users/42"), Ok(()));
    /// let error = path::SPRING.check("/users;a=b/42").unwrap_err();
    /// assert_eq!(error.kind(), PathErrorKind::Semicolon);
    /// ```
    #[inline]
    pub fn check<I: AsRef<[u8]> + ?Sized>(self, path: &I) -> Result<(), PathError> {
        self.examine(path.as_ref()).map(|_| ())
    }

    /// Whether the path is in its resolved form: [`resolve`](Self::resolve) and
    /// [`TARGET`](super::TARGET) leave it as it is, so it can be forwarded unchanged. Writes and
    /// allocates nothing. With [`EscapedPercent::Decode`](super::EscapedPercent::Decode), no path
    /// with `%25` is in this form.
    ///
    /// # Errors
    /// The first [`PathError`].
    ///
    /// ```
    /// use percent_simd::path;
    ///
    /// assert_eq!(path::STRICT.is_resolved("/caf%C3%A9/menu"), Ok(true));
    /// for other in ["/x/../menu", "//menu", "/%6Denu", "/caf%c3%a9", "/\"menu\""] {
    ///     assert_eq!(path::STRICT.is_resolved(other), Ok(false));
    /// }
    /// assert!(path::STRICT.is_resolved("/caf%E9").is_err());
    /// ```
    #[inline]
    pub fn is_resolved<I: AsRef<[u8]> + ?Sized>(self, path: &I) -> Result<bool, PathError> {
        let path = path.as_ref();
        Ok(match self.examine(path)? {
            Some(changes) => !changes.reshapes && self.keeps_units(path),
            None => TARGET.on(self.backend()).find(path).is_none(),
        })
    }

    /// Whether [`TARGET`] writes every decoded triplet, and every raw byte, as it is here.
    #[inline(never)]
    fn keeps_units(&self, path: &[u8]) -> bool {
        let triplets = ESCAPED.remove(b'%').union(self.decoder.rules.keep);
        let mut at = 0;
        while let Some(&byte) = path.get(at) {
            let is_kept = if byte == b'%' {
                let is_upper_case = |digits: &[u8]| digits.iter().all(|&digit| digit < b'a');
                at += "%41".len();
                scalar::triplet(&path[at - 3..]).is_some_and(|value| {
                    triplets.or_non_ascii(value) && is_upper_case(&path[at - 2..at])
                })
            } else {
                at += 1;
                !ESCAPED.or_non_ascii(byte)
            };
            if !is_kept {
                return false;
            }
        }
        true
    }

    /// Whether the path, which the policy accepts, contains an escaped slash that separates
    /// segments and whose option is [`EscapedSlashes::Redirect`]: `%2F`, or `%5C` with
    /// [`Backslash::Slash`]. The path that the client is redirected to, written with
    /// [`TARGET`](super::TARGET), contains none.
    #[must_use]
    #[inline]
    pub fn redirects<I: AsRef<[u8]> + ?Sized>(self, path: &I) -> bool {
        self.redirects_slice(path.as_ref())
    }

    fn redirects_slice(&self, path: &[u8]) -> bool {
        let mut slashes = AsciiSet::EMPTY;
        if self.escaped_slashes == EscapedSlashes::Redirect {
            slashes = slashes.add(b'/');
        }
        if self.escaped_backslash == EscapedSlashes::Redirect && self.backslash == Backslash::Slash
        {
            slashes = slashes.add(b'\\');
        }
        !slashes.is_empty() && self.decoding(Decoder::new().reject(slashes)).check(path).is_err()
    }

    /// Makes the changes and returns the length of the output. Not inlined: most paths stay as they
    /// are, and need none of its registers.
    #[inline(never)]
    fn apply(&self, changes: Changes, path: &mut [u8]) -> usize {
        let len = if changes.reshapes { self.reshape(path, changes.spelling) } else { path.len() };
        if !changes.decodes {
            return len;
        }
        let path = &mut path[..len];
        let len = self.decoder.decode_in_place(path).expect("this decoder refuses nothing");
        if changes.upper_cases {
            upper_case(&mut path[..len]);
        }
        len
    }

    /// Moves the segments that remain to the front, each after a `/`, and returns how many bytes
    /// they take.
    fn reshape(&self, path: &mut [u8], spelling: Spelling) -> usize {
        match Segments::new(self, path, spelling) {
            Segments::All(pieces) if self.unescapes_last() => self.reshape_twice(path, pieces),
            Segments::All(pieces) => self.reshape_each(path, pieces),
            Segments::Few(few) => self.reshape_each(path, few),
        }
    }

    #[inline(never)]
    fn reshape_twice(&self, path: &mut [u8], pieces: Pieces<'_>) -> usize {
        let len = self.reshape_each(path, pieces.of_first_pass());
        let path = &mut path[..len];
        self.reshape_each(path, Pieces::new(self, path))
    }

    #[inline(always)]
    fn reshape_each(&self, path: &mut [u8], mut segments: impl Separated) -> usize {
        // What remains and was not yet moved begins at `start`; `len` bytes are in their place.
        let (mut start, mut len) = (0, 0);
        let keep = |path: &mut [u8], start: usize, end: usize, len: &mut usize| {
            if start != *len {
                path.copy_within(start..end, *len);
            }
            *len += end - start;
        };
        while let Some(Ok(segment)) = segments.next(path) {
            let is_removed = match segment.kind {
                Kind::Empty => !segment.is_last && self.empty_segments == EmptySegments::Merge,
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

/// Writes the digits of every triplet in upper case (RFC 3986 6.2.2.1).
fn upper_case(path: &mut [u8]) {
    let mut at = 0;
    while let Some(triplet) = path.get_mut(at..at + "%2f".len()) {
        if triplet[0] == b'%' && scalar::triplet(triplet).is_some() {
            triplet.make_ascii_uppercase();
            at += 2;
        }
        at += 1;
    }
}
