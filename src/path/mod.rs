//! Request paths that may be trusted: split, decoded once, checked and resolved under one policy, for proxies and servers.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use percent_simd::path::{self, PathErrorKind};
//!
//! assert_eq!(&*path::STRICT.resolve(b"/caf%C3%A9/./menu//today").unwrap().path, "/café/menu/today".as_bytes());
//! let error = path::STRICT.resolve(b"/cgi-bin/.%2e/.%2e/etc/passwd").unwrap_err();
//! assert_eq!((error.position(), error.kind()), (14, PathErrorKind::ClimbsAboveRoot));
//! # }
//! ```
//!
//! # What is done, and in which order
//!
//! The path is that of a request target, with its `/` and without query (see [`request_line`](mod@crate::request_line)). Under a [`PathPolicy`]:
//!
//! 1. **Split first**, at `/`, before anything is decoded: and at `\`, `%2F`, `%5C` where the policy takes them for slashes.
//! 2. **Decode once**, each segment. Malformed triplets, control characters, what is not UTF-8 and whatever else the policy refuses are errors,
//!    whatever becomes of their segment. NUL is always one, and so is a raw control character, `?` or `#`.
//! 3. **Empty segments** go, if the policy merges slashes.
//! 4. **Dot segments** are resolved, in every spelling, and never climb above the root.
//! 5. **Never decode twice**: `%25`, and `%2F`, `%5C` and `%3B` where they are kept, stay as they are written in the output. So one more decoding of the
//!    output gives the value that the client meant. A malformed `%` that is kept must not become a triplet by that: `%%32%65`, which decodes to `%2e`,
//!    is an error.
//!
//! # What holds for all that is accepted
//!
//! Under any preset, and any policy but one of [`EscapedPercent::Decode`], which gives all three up:
//!
//! * **Decoded once more, the output has no dot segment and no NUL.** (Slashes there are those that the policy takes for one: with [`Backslash::Keep`], `\`
//!   is none, unless `%5C` is kept.) It has new slashes only where the policy keeps escaped ones ([`EscapedSlashes::Keep`]).
//! * **The output holds no triplets but those**: `%25`, and the kept ones of step 5. So rules on the output see a path in one spelling.
//! * **Written with [`TARGET`], the output resolves to itself**: the same policy in a second proxy accepts that target and gives it again.
//!
//! To forward the output, write it with [`TARGET`]: decoding may have made a `?`, a space or bytes >= 0x80, which no target holds raw.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use percent_simd::path;
//!
//! let resolved = path::STRICT.resolve(b"/x/../what%3F/100%25%20sure").unwrap();
//! assert_eq!(&*resolved.path, b"/what?/100%25 sure");
//! assert_eq!(path::TARGET.encode(&resolved.path), "/what%3F/100%25%20sure");
//! assert!(resolved.segments().eq([&b"what?"[..], b"100% sure"])); // decoded to the end
//! # }
//! ```
//!
#![doc = include_str!("presets.md")]

mod error;
mod options;
mod presets;
mod segments;

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;

use crate::kernel::scalar;
use crate::sets::{self, AsciiSet};
use crate::uri::DotSegment;
use crate::{Backend, DecodeError, DecodeErrorKind, Decoder, Encoder, Malformed};
use segments::{Kind, Segments};

pub use error::{PathError, PathErrorKind};
pub use options::{Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, Semicolon};
pub use presets::{ENVOY_KEEP, ENVOY_REDIRECT, ENVOY_REJECT, ENVOY_UNESCAPE, NGINX, SPRING, STRICT};

/// Writes what [`PathPolicy::resolve`] gives as the path of a request target: whatever no *segment* of RFC 3986 3.3 holds is escaped, and triplets that
/// are there stay. Decoded once, it is the value that the output stands for.
///
/// Not for the output of a policy with [`EscapedPercent::Decode`], which may hold triplets that are none.
pub const TARGET: Encoder = Encoder::new(sets::URI_SEGMENT.remove(b'/')).keep_escapes(true);

/// What is done with the path of a request target: see the [module](self) for the steps, and its presets for where to begin.
///
/// It is `Copy`, 112 bytes at most, and built in `const`; every method takes it by value. All methods take linear time and never panic; the output is
/// never longer than the path. An error changes nothing.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::path::{self, EscapedSlashes, PathPolicy};
///
/// /// Names of objects may hold slashes.
/// const OBJECTS: PathPolicy = path::STRICT.escaped_slashes(EscapedSlashes::Keep);
/// assert_eq!(&*OBJECTS.resolve(b"/bucket/a%2Fb%20c").unwrap().path, b"/bucket/a%2Fb c");
/// assert!(OBJECTS.resolve(b"/bucket/..%2Fb").is_err());
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PathPolicy {
    /// Refuses triplets, and what is not UTF-8. Made of the options, as the two sets are.
    decoder: Decoder,
    /// What may not stand raw.
    refused_raw: AsciiSet,
    /// A path without these, empty and dot segments stays as it is.
    marks: AsciiSet,
    escaped_slashes: EscapedSlashes,
    escaped_backslash: EscapedSlashes,
    backslash: Backslash,
    escaped_percent: EscapedPercent,
    dot_segments: DotSegments,
    empty_segments: EmptySegments,
    semicolon: Semicolon,
    malformed: Malformed,
    escaped_controls: bool,
    escaped_dots: bool,
    raw_non_ascii: bool,
    must_be_utf8: bool,
    backend: Option<Backend>,
}

const _: () = assert!(size_of::<PathPolicy>() <= 112);

/// What [`PathPolicy::resolve`] gives.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Resolved<'a> {
    /// The path, decoded but for what stays escaped; borrowed if nothing changes. It begins with `/`.
    pub path: Cow<'a, [u8]>,
    /// Send the client to this path, written with [`TARGET`]: see [`redirects`](PathPolicy::redirects).
    pub redirect: bool,
}

#[cfg(feature = "alloc")]
impl Resolved<'_> {
    /// The segments behind each `/`, decoded to the end: here `%25` is `%`, and a kept `%2F` is a `/` *in* a segment. None is a dot segment or holds NUL
    /// (see the [module](self)). On Windows they are no names of files yet: it has others that lead elsewhere, as `C:`, `NUL`, `a.` and `a::$DATA`.
    pub fn segments(&self) -> impl Iterator<Item = Cow<'_, [u8]>> {
        self.path.get(1..).unwrap_or_default().split(|&byte| byte == b'/').map(crate::decode)
    }
}

/// What resolving has to do.
#[derive(Clone, Copy)]
struct Changes {
    /// Segments go, or separators are not written as `/`.
    reshapes: bool,
    /// What decodes the rest, and refuses nothing.
    decoder: Decoder,
    decodes: bool,
}

impl PathPolicy {
    /// [`STRICT`]: every option's default.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            decoder: Decoder::new(),
            refused_raw: AsciiSet::EMPTY,
            marks: AsciiSet::EMPTY,
            escaped_slashes: EscapedSlashes::Reject,
            escaped_backslash: EscapedSlashes::Reject,
            backslash: Backslash::Reject,
            escaped_percent: EscapedPercent::Keep,
            dot_segments: DotSegments::Resolve,
            empty_segments: EmptySegments::Merge,
            semicolon: Semicolon::Guard,
            malformed: Malformed::Error,
            escaped_controls: false,
            escaped_dots: true,
            raw_non_ascii: false,
            must_be_utf8: true,
            backend: None,
        }
        .settled()
    }

    /// What becomes of `%2F`. By default it is an error.
    #[must_use]
    pub const fn escaped_slashes(mut self, action: EscapedSlashes) -> Self {
        self.escaped_slashes = action;
        self.settled()
    }

    /// What becomes of `%5C`. By default it is an error.
    #[must_use]
    pub const fn escaped_backslash(mut self, action: EscapedSlashes) -> Self {
        self.escaped_backslash = action;
        self.settled()
    }

    /// What becomes of a raw `\`. By default it is an error. [`TARGET`] writes one that is kept as `%5C`, so where `%5C` is an error, so is a raw `\`
    /// under [`Backslash::Keep`].
    #[must_use]
    pub const fn backslash(mut self, action: Backslash) -> Self {
        self.backslash = action;
        self.settled()
    }

    /// What becomes of `%25`. By default it stays as it is written.
    #[must_use]
    pub const fn escaped_percent(mut self, action: EscapedPercent) -> Self {
        self.escaped_percent = action;
        self.settled()
    }

    /// What becomes of dot segments. By default they are resolved, and one that climbs above the root is an error.
    #[must_use]
    pub const fn dot_segments(mut self, action: DotSegments) -> Self {
        self.dot_segments = action;
        self.settled()
    }

    /// What becomes of empty segments. By default slashes are merged.
    #[must_use]
    pub const fn empty_segments(mut self, action: EmptySegments) -> Self {
        self.empty_segments = action;
        self.settled()
    }

    /// Whether slashes are merged: [`EmptySegments::Merge`] or [`EmptySegments::Keep`].
    #[must_use]
    pub const fn merge_slashes(self, yes: bool) -> Self {
        self.empty_segments(if yes { EmptySegments::Merge } else { EmptySegments::Keep })
    }

    /// What becomes of `;`. By default it may stand anywhere but behind a dot segment.
    #[must_use]
    pub const fn semicolon(mut self, action: Semicolon) -> Self {
        self.semicolon = action;
        self.settled()
    }

    /// What becomes of a `%` that is not followed by two hex digits. By default it is an error. Where it is kept, it must not become a triplet when the
    /// path is decoded: that is a [`HiddenTriplet`](PathErrorKind::HiddenTriplet). [`TARGET`] writes one that is kept as `%25`, so it remains an error
    /// where `%25` is one ([`EscapedPercent::Reject`]).
    #[must_use]
    pub const fn malformed(mut self, action: Malformed) -> Self {
        self.malformed = action;
        self.settled()
    }

    /// Whether triplets of control characters are decoded, but for `%00`, which is always an error. By default all are errors.
    #[must_use]
    pub const fn escaped_controls(mut self, allowed: bool) -> Self {
        self.escaped_controls = allowed;
        self.settled()
    }

    /// Whether `%2E` is as good as `.`, which it is for RFC 3986. By default it is; else it is an error wherever it stands.
    #[must_use]
    pub const fn escaped_dots(mut self, allowed: bool) -> Self {
        self.escaped_dots = allowed;
        self.settled()
    }

    /// Whether bytes of 80 and above may stand raw. RFC 3986 has them escaped, and by default they are an error.
    #[must_use]
    pub const fn raw_non_ascii(mut self, allowed: bool) -> Self {
        self.raw_non_ascii = allowed;
        self
    }

    /// Whether the decoded path, with what goes, must be UTF-8. By default it must.
    #[must_use]
    pub const fn must_be_utf8(mut self, yes: bool) -> Self {
        self.must_be_utf8 = yes;
        self
    }

    /// The same policy on that backend, whatever [`Backend::active`] is. The results are the same on all.
    #[must_use]
    pub const fn on(mut self, backend: Backend) -> Self {
        self.backend = Some(backend);
        self.settled()
    }

    /// The path as the policy has it; borrowed, without allocation, if nothing changes.
    ///
    /// # Errors
    /// The first [`PathError`].
    ///
    /// ```
    /// use percent_simd::path;
    ///
    /// let resolved = path::ENVOY_REDIRECT.resolve(b"/public%2F../admin").unwrap();
    /// assert_eq!((&*resolved.path, resolved.redirect), (&b"/admin"[..], true));
    /// ```
    #[cfg(feature = "alloc")]
    pub fn resolve(self, path: &[u8]) -> Result<Resolved<'_>, PathError> {
        let Some(changes) = self.examine(path)? else {
            return Ok(Resolved { path: Cow::Borrowed(path), redirect: false });
        };
        let mut output = path.to_vec();
        let len = self.apply(changes, &mut output);
        output.truncate(len);
        if crate::kernel::out::is_wasteful(output.len(), output.capacity()) {
            output.shrink_to_fit();
        }
        Ok(Resolved { path: Cow::Owned(output), redirect: self.redirects(path) })
    }

    /// Resolves within the buffer and returns how many bytes at its front are the result; what stands behind them is unspecified. For
    /// [`EscapedSlashes::Redirect`], ask [`redirects`](Self::redirects) before.
    ///
    /// # Errors
    /// The first [`PathError`]; then the buffer is as it was.
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

    /// Whether the policy accepts the path; nothing is written or allocated. That a path is accepted makes the output of [`resolve`](Self::resolve)
    /// safe to pass on, not the path as it came: others may read `/;/../a` otherwise.
    ///
    /// # Errors
    /// The first [`PathError`].
    ///
    /// ```
    /// use percent_simd::path::{self, PathErrorKind};
    ///
    /// assert_eq!(path::SPRING.check(b"/users/42"), Ok(()));
    /// assert_eq!(path::SPRING.check(b"/users;a=b/42").unwrap_err().kind(), PathErrorKind::Semicolon);
    /// ```
    pub fn check(self, path: &[u8]) -> Result<(), PathError> {
        self.examine(path).map(|_| ())
    }

    /// Whether the path, which the policy accepts, holds an escaped slash that separates segments and for which the policy is
    /// [`EscapedSlashes::Redirect`]: `%2F`, or `%5C` with [`Backslash::Slash`]. What it is redirected to, written with [`TARGET`], holds none.
    #[must_use]
    pub fn redirects(self, path: &[u8]) -> bool {
        let mut slashes = AsciiSet::EMPTY;
        if self.escaped_slashes == EscapedSlashes::Redirect {
            slashes = slashes.add(b'/');
        }
        if self.escaped_backslash == EscapedSlashes::Redirect && self.backslash == Backslash::Slash {
            slashes = slashes.add(b'\\');
        }
        !slashes.is_empty() && self.decoding(Decoder::new().reject(slashes)).check(path).is_err()
    }

    /// The sets and the decoder that the options come to.
    const fn settled(mut self) -> Self {
        let mut raw = sets::CONTROLS.union(AsciiSet::from_bytes(b"?#"));
        let mut triplets = if self.escaped_controls { AsciiSet::from_bytes(b"\0") } else { sets::CONTROLS };
        if matches!(self.escaped_slashes, EscapedSlashes::Reject) {
            triplets = triplets.add(b'/');
        }
        match (self.backslash, self.escaped_backslash) {
            // Kept, it is `%5C` in a target.
            (Backslash::Reject | Backslash::Keep, EscapedSlashes::Reject) => (raw, triplets) = (raw.add(b'\\'), triplets.add(b'\\')),
            // A `%5C` that is kept never becomes a raw one.
            (Backslash::Reject, EscapedSlashes::Keep) => raw = raw.add(b'\\'),
            (Backslash::Reject, EscapedSlashes::Redirect | EscapedSlashes::Unescape) => (raw, triplets) = (raw.add(b'\\'), triplets.add(b'\\')),
            (Backslash::Slash, EscapedSlashes::Reject) => triplets = triplets.add(b'\\'),
            (Backslash::Keep | Backslash::Slash, _) => {}
        }
        let mut malformed = self.malformed;
        if matches!(self.escaped_percent, EscapedPercent::Reject) {
            triplets = triplets.add(b'%');
            // Kept, it is `%25` in a target.
            malformed = Malformed::Error;
        }
        if matches!(self.semicolon, Semicolon::Reject) {
            raw = raw.add(b';');
            triplets = triplets.add(b';');
        }
        if !self.escaped_dots {
            triplets = triplets.add(b'.');
        }
        self.refused_raw = raw;
        self.marks = raw.add(b'%');
        if matches!(self.backslash, Backslash::Slash) {
            self.marks = self.marks.add(b'\\');
        }
        self.decoder = self.decoding(Decoder::new().malformed(malformed).reject(triplets));
        self
    }

    const fn decoding(self, decoder: Decoder) -> Decoder {
        match self.backend {
            Some(backend) => decoder.on(backend),
            None => decoder,
        }
    }

    /// Finds the set's members.
    const fn finding(self, set: AsciiSet) -> Encoder {
        match self.backend {
            Some(backend) => Encoder::new(set).on(backend),
            None => Encoder::new(set),
        }
    }

    /// The first error, or what has to be done, if anything.
    fn examine(&self, path: &[u8]) -> Result<Option<Changes>, PathError> {
        if path.first() != Some(&b'/') {
            return Err(PathError::new(0, PathErrorKind::NotAbsolute));
        }
        let segments_matter = segments::may_matter(self, path);
        if !segments_matter && self.finding(self.marks).find(path).is_none() {
            return Ok(None);
        }
        self.examine_closely(path, segments_matter)
    }

    #[inline(never)]
    fn examine_closely(&self, path: &[u8], segments_matter: bool) -> Result<Option<Changes>, PathError> {
        let reshapes = if segments_matter { self.check_segments(path) } else { Ok(false) };
        let errors = [self.check_raw(path).err(), self.check_triplets(path).err(), self.check_malformed(path).err(), reshapes.err()];
        if let Some(first) = errors.into_iter().flatten().min_by_key(|error| error.position()) {
            return Err(first);
        }
        let decoder = self.output_decoder();
        let changes = Changes { reshapes: reshapes == Ok(true), decoder, decodes: decoder.find(path).is_some() };
        Ok((changes.reshapes || changes.decodes).then_some(changes))
    }

    fn check_raw(&self, path: &[u8]) -> Result<(), PathError> {
        let finder = self.finding(self.refused_raw);
        let found = if self.raw_non_ascii { find_ascii(finder, path) } else { finder.find(path) };
        let Some(at) = found else { return Ok(()) };
        let kind = match path[at] {
            b'\\' => PathErrorKind::Backslash,
            b';' => PathErrorKind::Semicolon,
            delimiter @ (b'?' | b'#') => PathErrorKind::Delimiter(delimiter),
            byte if byte >= 0x80 => PathErrorKind::NonAscii(byte),
            control => PathErrorKind::Control(control),
        };
        Err(PathError::new(at, kind))
    }

    fn check_triplets(&self, path: &[u8]) -> Result<(), PathError> {
        let result = if self.must_be_utf8 { self.decoder.check_utf8(path) } else { self.decoder.check(path) };
        result.map_err(|error| PathError::new(error.position(), self.kind_of(error)))
    }

    fn kind_of(&self, error: DecodeError) -> PathErrorKind {
        match error.kind() {
            DecodeErrorKind::Truncated => PathErrorKind::Truncated,
            DecodeErrorKind::BadHex => PathErrorKind::BadHex,
            DecodeErrorKind::Rejected(b'\\') if self.escaped_backslash != EscapedSlashes::Reject => PathErrorKind::Backslash,
            DecodeErrorKind::Rejected(slash @ (b'/' | b'\\')) => PathErrorKind::EscapedSlash(slash),
            DecodeErrorKind::Rejected(b'%') => PathErrorKind::EscapedPercent,
            DecodeErrorKind::Rejected(b'.') => PathErrorKind::EscapedDot,
            DecodeErrorKind::Rejected(b';') => PathErrorKind::Semicolon,
            DecodeErrorKind::Rejected(control) => PathErrorKind::Control(control),
            // No decoder says anything else.
            _ => PathErrorKind::Utf8,
        }
    }

    /// Whether segments go or separators are respelled.
    fn check_segments(&self, path: &[u8]) -> Result<bool, PathError> {
        let mut segments = Segments::new(self, path);
        let (mut depth, mut reshapes) = (0_usize, false);
        while let Some(segment) = segments.next(path) {
            let segment = segment?;
            let refuse = |kind| Err(PathError::new(segment.start, kind));
            reshapes |= segment.is_respelled;
            match segment.kind {
                Kind::Empty if segment.is_last => {}
                Kind::Empty if self.empty_segments == EmptySegments::Merge => reshapes = true,
                Kind::Empty if self.empty_segments == EmptySegments::Reject => return refuse(PathErrorKind::EmptySegment),
                Kind::Dots(_) if self.dot_segments == DotSegments::Reject => return refuse(PathErrorKind::DotSegment),
                Kind::Dots(DotSegment::Parent) if depth == 0 && self.dot_segments == DotSegments::Resolve => {
                    return refuse(PathErrorKind::ClimbsAboveRoot);
                }
                Kind::Dots(dots) => {
                    depth = depth.saturating_sub(usize::from(dots == DotSegment::Parent));
                    reshapes = true;
                }
                Kind::Empty | Kind::Name => depth += 1,
            }
        }
        Ok(reshapes)
    }

    /// A malformed `%` that is kept must not begin a triplet in the output.
    fn check_malformed(&self, path: &[u8]) -> Result<(), PathError> {
        if self.malformed == Malformed::Error || self.escaped_percent != EscapedPercent::Keep {
            return Ok(());
        }
        match self.decoding(Decoder::new().malformed(Malformed::Error)).check(path) {
            Ok(()) => Ok(()),
            Err(first) => match find_hidden_triplet(path, first.position()) {
                Some(at) => Err(PathError::new(at, PathErrorKind::HiddenTriplet)),
                None => Ok(()),
            },
        }
    }

    /// What decodes a path in which nothing is refused.
    fn output_decoder(&self) -> Decoder {
        let mut keep = AsciiSet::EMPTY;
        if self.escaped_slashes == EscapedSlashes::Keep {
            keep = keep.add(b'/');
        }
        if self.escaped_backslash == EscapedSlashes::Keep {
            keep = keep.add(b'\\');
        }
        if self.escaped_percent == EscapedPercent::Keep {
            keep = keep.add(b'%');
        }
        if self.semicolon == Semicolon::Guard && self.escaped_percent != EscapedPercent::Decode {
            keep = keep.add(b';');
        }
        self.decoding(Decoder::new().keep(keep))
    }

    /// Does it, and returns the length of the output.
    fn apply(&self, changes: Changes, path: &mut [u8]) -> usize {
        let len = if changes.reshapes { self.reshape(path) } else { path.len() };
        if !changes.decodes {
            return len;
        }
        changes.decoder.decode_in_place(&mut path[..len]).expect("this decoder refuses nothing")
    }

    /// Moves the segments that stay to the front, each with a `/` before it, and returns how many bytes they take.
    fn reshape(&self, path: &mut [u8]) -> usize {
        let mut segments = Segments::new(self, path);
        // What is written ends with `/`, and the next segment follows.
        let mut len = 1;
        while let Some(Ok(segment)) = segments.next(path) {
            match segment.kind {
                Kind::Empty if segment.is_last || self.empty_segments == EmptySegments::Merge => {}
                Kind::Dots(DotSegment::Current) => {}
                Kind::Dots(DotSegment::Parent) => len = path[..len - 1].iter().rposition(|&byte| byte == b'/').map_or(1, |slash| slash + 1),
                Kind::Empty | Kind::Name => {
                    path.copy_within(segment.start..segment.end, len);
                    len += segment.end - segment.start;
                    if !segment.is_last {
                        path[len] = b'/';
                        len += 1;
                    }
                }
            }
        }
        len
    }
}

impl Default for PathPolicy {
    fn default() -> Self {
        Self::new()
    }
}

/// The first `%` from `from` on that begins no triplet and is followed by two hex digits once these are decoded.
fn find_hidden_triplet(path: &[u8], from: usize) -> Option<usize> {
    let is_triplet = |at: usize| scalar::triplet(&path[at..]).is_some();
    // The digit that the byte or triplet at `at` decodes to, and where that ends.
    let digit_end = |at: usize| match *path.get(at)? {
        b'%' => scalar::triplet(&path[at..]).filter(u8::is_ascii_hexdigit).map(|_| at + 3),
        byte => byte.is_ascii_hexdigit().then_some(at + 1),
    };
    let mut at = from;
    loop {
        at += path[at..].iter().position(|&byte| byte == b'%')?;
        if is_triplet(at) {
            at += 3;
        } else if digit_end(at + 1).and_then(digit_end).is_some() {
            return Some(at);
        } else {
            at += 1;
        }
    }
}

/// The index of the first member of the encoder's set, whatever bytes of 80 and above stand before it.
pub(crate) fn find_ascii(finder: Encoder, input: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + finder.find(&input[from..])?;
        if input[at] < 0x80 {
            return Some(at);
        }
        // These stand together, mostly.
        from = at + input[at..].iter().take_while(|&&byte| byte >= 0x80).count();
    }
}
