//! Normalization and equivalence (RFC 3986 6.2.2).

use alloc::{borrow::Cow, string::String, vec::Vec};

use super::blocks::{Rules, SHORT, UNRESERVED};
use super::reference::{Glance, Reference};
use crate::backend::Backend;
use crate::kernel;
use crate::sets::AsciiSet;

/// The normal form of URI references: which spellings are the same.
///
/// By default it is *syntax-based normalization* (RFC 3986 6.2.2), each part of which is an option:
/// [`case`](Self::case), [`triplets`](Self::triplets), [`dot_segments`](Self::dot_segments).
///
/// Nothing else changes: no user information, port or empty path (6.2.3 depends on the scheme), and
/// of query and fragment only triplets; no malformed `%`, and no non-ASCII character. The result
/// has the same components as the input, is never longer, and normalizing it again changes nothing.
///
/// **A component alone** is no reference: a query `A:b/./c` has no scheme. Switch `case` and
/// `dot_segments` off for it; without these, every byte of the input is treated alike.
///
/// **Paths.** A path that does not begin with `/` keeps its dot segments: that of a relative
/// reference (`../a`), which are removed when it is resolved, and that of a URI like
/// `mailto:a/../b`, where they have no meaning. Where the rest of a path would be read as an
/// authority, it gets the prefix `/.`: `a:/..//b` becomes `a:/.//b`, as in the URL Standard.
///
/// **No triplet is created.** The triplet of a hex digit stays where the output before it ends in a
/// stray `%`, or in a stray `%` and a digit: `%%34%31` becomes `%%341` and not `%41`, which the
/// next normalization would make `A`. **No scheme is created**, either: the relative reference
/// `%61:b` becomes `./a:b` (RFC 3986 4.2).
///
/// **Hosts.** A triplet has upper-case digits in the host, too: `EX%c3%a9.org` becomes
/// `ex%C3%A9.org`. The zone of an IPv6 address (`[fe80::1%25Eth0]`) keeps its case, because names
/// of interfaces may differ by case alone.
///
/// **URL Standard.** From the normal form of an `http` URL its parser reads the same URL as from
/// the input. Its output differs: it keeps `%7e`, removes a default port, writes `/` for an empty
/// path, and keeps the case of hosts unless the scheme is one of the web's own.
///
/// **URNs** (RFC 8141 3.1): scheme, namespace identifier and hex digits have one case, and no
/// triplet is decoded. Their r-, q- and f-components are compared like the rest, although they do
/// not count for *URN-equivalence*: cut them off for that.
///
/// ```
/// use percent_simd::uri::Normalizer;
///
/// let uri = Normalizer::new();
/// assert_eq!(uri.normalize_str("HTTP://E.org/a/./b/%2e%2E/%7ec"), "http://e.org/a/~c");
/// ```
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Normalizer {
    case: bool,
    triplets: bool,
    dot_segments: bool,
    backend: Option<Backend>,
}

impl Default for Normalizer {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl Normalizer {
    /// RFC 3986 6.2.2: `case`, `triplets` and `dot_segments`.
    #[inline]
    pub const fn new() -> Self {
        Self { case: true, triplets: true, dot_segments: true, backend: None }
    }

    /// Writes scheme and host in lower case (RFC 3986 6.2.2.1), and a URN's namespace identifier
    /// (RFC 8141 3.1). On by default.
    pub const fn case(mut self, yes: bool) -> Self {
        self.case = yes;
        self
    }

    /// Writes hex digits in upper case (RFC 3986 6.2.2.1) and decodes the triplets of *unreserved*
    /// characters (6.2.2.2), except in URNs. On by default.
    pub const fn triplets(mut self, yes: bool) -> Self {
        self.triplets = yes;
        self
    }

    /// Removes the dot segments of a path that begins with `/` (RFC 3986 6.2.2.3), in all the
    /// spellings: `.`, `%2e`; `..`, `.%2e`, `%2e.`, `%2e%2e`, in either case. On by default.
    #[inline]
    pub const fn dot_segments(mut self, yes: bool) -> Self {
        self.dot_segments = yes;
        self
    }

    /// Sets the backend instead of [`Backend::active`]. The results are the same.
    #[inline]
    pub const fn on(mut self, backend: Backend) -> Self {
        self.backend = Some(backend);
        self
    }

    #[inline]
    fn backend(&self) -> Backend {
        self.backend.unwrap_or_else(Backend::active)
    }

    /// The answer of one look at this input.
    #[inline]
    fn glance(&self, input: &[u8]) -> Glance {
        match self.case || self.dot_segments {
            true => match Glance::at(self.backend(), input) {
                Glance::Triplets(_) if !self.triplets => Glance::Normal,
                glance => glance,
            },
            false => self.find_triplet(input),
        }
    }

    #[inline]
    fn find_triplet(&self, input: &[u8]) -> Glance {
        match kernel::find::find_either(self.backend(), input, b'%', b'%') {
            at if at < input.len() && self.triplets => Glance::Triplets(at),
            _ => Glance::Normal,
        }
    }

    #[inline]
    fn read(self, input: &[u8]) -> Reference {
        let decode = self.rules(false).decode;
        Reference::read(self.backend(), input, self.case, self.dot_segments, decode)
    }

    const fn rules(self, is_urn: bool) -> Rules {
        let decode = if self.triplets && !is_urn { UNRESERVED } else { AsciiSet::EMPTY };
        Rules { decode, decode_non_ascii: false, uppercase: self.triplets }
    }

    /// The normal form of a short input without a stray `%`.
    #[inline]
    fn normalize_short<'b>(
        self,
        input: &[u8],
        reference: &Reference,
        buffer: &'b mut [u8; SHORT],
    ) -> Option<&'b [u8]> {
        let output = buffer.get_mut(..input.len())?;
        let mut written = self.rules(reference.is_urn).decode_to(self.backend(), input, output)?;
        if reference.has_parts_to_change() {
            // A scheme that decoding has made is none, and the parts stay where they were if
            // nothing has been decoded.
            let is_same = written == input.len() || reference.hides_scheme;
            let reference = if is_same { *reference } else { self.read(&output[..written]) };
            written = reference.normalize_parts(self.backend(), output, written);
        }
        Some(&buffer[..written])
    }

    /// The normal form of the input; borrowed, without allocation, if it is the input. Never fails;
    /// linear time.
    ///
    /// An owned result has at most an eighth of its length and 64 bytes to spare. Input of more
    /// than 1 MiB is measured first.
    #[must_use]
    #[inline]
    pub fn normalize<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Cow<'_, [u8]> {
        let input = input.as_ref();
        match self.glance(input) {
            Glance::Normal => Cow::Borrowed(input),
            glance => self.normalize_closely::<true>(input, glance),
        }
    }

    /// The normal form of an input that may change.
    #[inline(never)]
    fn normalize_closely<const LAZY: bool>(self, input: &[u8], glance: Glance) -> Cow<'_, [u8]> {
        let (reference, unchanged) = match glance {
            Glance::Normal => return Cow::Borrowed(input),
            Glance::Triplets(at) => (Reference::default(), at),
            Glance::Unclear => match self.read(input) {
                reference if reference.has_parts_to_change() || reference.is_urn => (reference, 0),
                reference => match self.find_triplet(input) {
                    Glance::Triplets(at) => (reference, at),
                    _ => return Cow::Borrowed(input),
                },
            },
        };
        match self.normalize_short(input, &reference, &mut [0; SHORT]) {
            Some(normalized) if normalized == input => Cow::Borrowed(input),
            Some(normalized) => Cow::Owned(normalized.to_vec()),
            None if reference.has_parts_to_change() => {
                let normalized = self.normalize_long_parts(input, &reference);
                // A triplet after a stray `%` stays, though its value is a capital.
                if normalized == input { Cow::Borrowed(input) } else { Cow::Owned(normalized) }
            }
            None => self.normalize_long(input, self.rules(reference.is_urn), unchanged),
        }
    }

    /// The normal form of a long input where only triplets change, none of them before `unchanged`.
    #[inline]
    fn normalize_long(self, input: &[u8], rules: Rules, mut unchanged: usize) -> Cow<'_, [u8]> {
        let (backend, mut changed) = (self.backend(), None);
        rules.for_each_block(backend, &input[unchanged..], |block| match &mut changed {
            None if input[unchanged..].starts_with(block) => unchanged += block.len(),
            _ => changed
                .get_or_insert_with(|| {
                    let mut capacity = input.len();
                    if capacity > crate::memory::LONG {
                        capacity = 0;
                        rules.for_each_block(backend, input, |block| capacity += block.len());
                    }
                    let mut normalized = Vec::with_capacity(capacity);
                    normalized.extend_from_slice(&input[..unchanged]);
                    normalized
                })
                .extend_from_slice(block),
        });
        // A triplet that is decoded or respelled differs, so a changed output is no start of the
        // input.
        let Some(normalized) = changed else { return Cow::Borrowed(input) };
        Cow::Owned(crate::memory::trimmed(normalized))
    }

    /// The normal form of a long reference whose scheme, host or path changes.
    #[inline]
    fn normalize_long_parts(self, input: &[u8], reference: &Reference) -> Vec<u8> {
        let mut normalized =
            self.normalize_long(input, self.rules(reference.is_urn), 0).into_owned();
        let len = normalized.len();
        let reference = if reference.hides_scheme {
            normalized.extend_from_slice(b"./"); // room for the prefix
            *reference
        } else {
            self.read(&normalized)
        };
        let len = reference.normalize_parts(self.backend(), &mut normalized, len);
        normalized.truncate(len);
        crate::memory::trimmed(normalized)
    }

    /// The normal form of text; borrowed, without allocation, if it is the input.
    #[must_use]
    #[inline]
    pub fn normalize_str(self, input: &str) -> Cow<'_, str> {
        match self.normalize(input) {
            Cow::Borrowed(_) => Cow::Borrowed(input),
            Cow::Owned(normalized) => Cow::Owned(
                String::from_utf8(normalized)
                    .expect("ASCII has been decoded, and whole segments removed"),
            ),
        }
    }

    /// Compares the normal forms of two references: true if they are the same.
    #[must_use]
    #[inline]
    pub fn equivalent<A: AsRef<[u8]> + ?Sized, B: AsRef<[u8]> + ?Sized>(
        self,
        a: &A,
        b: &B,
    ) -> bool {
        let (a, b) = (a.as_ref(), b.as_ref());
        a == b || self.normalize(a) == self.normalize(b)
    }
}

/// Compares the normal forms (RFC 3986 6.2.2) of two references by [`Normalizer::new`].
///
/// ```
/// use percent_simd::uri;
/// assert!(uri::equivalent("HTTP://E.org/a/./%7Eb/%2f", "http://e.org/a/~b/%2F"));
/// assert!(!uri::equivalent("/a/b", "/a%2Fb")); // a reserved character and its triplet differ
/// ```
#[must_use]
#[inline]
pub fn equivalent<A: AsRef<[u8]> + ?Sized, B: AsRef<[u8]> + ?Sized>(a: &A, b: &B) -> bool {
    Normalizer::new().equivalent(a, b)
}
