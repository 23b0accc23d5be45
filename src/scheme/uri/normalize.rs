//! Percent-encoding normalization and equivalence (RFC 3986 6.2.2.1 and 6.2.2.2).

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

#[cfg(feature = "alloc")]
use super::blocks::SHORT;
use super::blocks::{BLOCK, Blocks, RESERVED, Rules, UNRESERVED};
use crate::backend::Backend;
use crate::kernel;
use crate::sets::AsciiSet;

/// The normal form of percent-encoding: which spellings of a URI, or of a part of one, are the
/// same.
///
/// Hex digits become upper case (RFC 3986 6.2.2.1), triplets of *unreserved* characters are decoded
/// (6.2.2.2), and nothing else changes: no raw byte, no malformed `%`. The result is never longer
/// than the input, and normalizing it again changes nothing.
///
/// **No triplet is created.** The triplet of a hex digit stays where the output before it ends in a
/// stray `%`, or in a stray `%` and a digit: `%%34%31` becomes `%%341` and not `%41`, which the
/// next normalization would make `A`.
///
/// **Dot segments.** Decoding `%2E` may make one: `/a/%2E%2E/b` becomes `/a/../b`. Where that
/// matters, apply
#[cfg_attr(feature = "alloc", doc = "[`remove_dot_segments`](super::remove_dot_segments)")]
#[cfg_attr(not(feature = "alloc"), doc = "`remove_dot_segments`")]
/// too. It recognizes both spellings, so either may come first.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::{AsciiSet, uri::Normalizer};
///
/// // In this query `/` has no purpose of its own.
/// const QUERY: Normalizer = Normalizer::new().without_purpose(AsciiSet::from_bytes(b"/"));
/// assert!(QUERY.equivalent("a/b", "a%2Fb"));
/// assert!(!Normalizer::new().equivalent("a/b", "a%2Fb"));
/// assert_eq!(&*QUERY.normalize("a%2fb%c3%a9%7e"), b"a/b%C3%A9~");
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Normalizer {
    decode: AsciiSet,
    backend: Option<Backend>,
}

impl Default for Normalizer {
    fn default() -> Self {
        Self::new()
    }
}

impl Normalizer {
    /// RFC 3986 6.2.2: of all triplets, only those of unreserved characters are decoded.
    #[must_use]
    pub const fn new() -> Self {
        Self { decode: UNRESERVED, backend: None }
    }

    /// The reserved characters (`:/?#[]@!$&'()*+,;=`) that have no reserved purpose in this
    /// component: their triplets are decoded, too (RFC 3986 2.2 and 6.2.2.2). Other members of the
    /// set have no effect. Which characters these are depends on the scheme of the URI.
    #[must_use]
    pub const fn without_purpose(mut self, set: AsciiSet) -> Self {
        self.decode = UNRESERVED.union(RESERVED.intersection(set));
        self
    }

    /// This normalizer on that backend, whatever [`Backend::active`] is. The results are the same on all.
    #[must_use]
    pub const fn on(mut self, backend: Backend) -> Self {
        self.backend = Some(backend);
        self
    }

    fn backend(self) -> Backend {
        self.backend.unwrap_or_else(Backend::active)
    }

    /// Without a `%` nothing changes.
    fn find_percent(self, input: &[u8]) -> Option<usize> {
        let found = kernel::find_either(self.backend(), input, b'%', b'%');
        (found < input.len()).then_some(found)
    }

    const fn rules(self) -> Rules {
        Rules { decode: self.decode, decode_non_ascii: false, uppercase: true }
    }

    fn blocks(self, input: &[u8]) -> Blocks<'_> {
        Blocks::new(self.backend(), self.rules(), input)
    }

    /// The normal form of the input; borrowed, without allocation, if it is the input. Never fails;
    /// linear time.
    ///
    /// An owned result has at most an eighth of its length and 64 bytes to spare. Input of more
    /// than 1 MiB is measured first.
    #[cfg(feature = "alloc")]
    #[must_use]
    #[inline]
    pub fn normalize<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Cow<'_, [u8]> {
        self.normalize_slice(input.as_ref())
    }

    #[cfg(feature = "alloc")]
    fn normalize_slice(self, input: &[u8]) -> Cow<'_, [u8]> {
        let Some(mut unchanged) = self.find_percent(input) else { return Cow::Borrowed(input) };
        if let Some(normalized) = self.rules().decode_short(self.backend(), input, &mut [0; SHORT])
        {
            return if normalized == input {
                Cow::Borrowed(input)
            } else {
                Cow::Owned(normalized.to_vec())
            };
        }
        let mut blocks = self.blocks(&input[unchanged..]);
        loop {
            let block = blocks.next();
            if block.is_empty() {
                return Cow::Borrowed(input);
            }
            // The first triplet that is decoded leaves no `%` at its start: an output that differs
            // is not a prefix of the input.
            if !input[unchanged..].starts_with(block) {
                break;
            }
            unchanged += block.len();
        }
        let capacity = if input.len() > crate::memory::LONG {
            self.normalized_len(input)
        } else {
            input.len()
        };
        let mut normalized = Vec::with_capacity(capacity);
        normalized.extend_from_slice(&input[..unchanged]);
        normalized.extend_from_slice(blocks.current());
        loop {
            let block = blocks.next();
            if block.is_empty() {
                break;
            }
            normalized.extend_from_slice(block);
        }
        crate::memory::trim(&mut normalized);
        Cow::Owned(normalized)
    }

    #[cfg(feature = "alloc")]
    fn normalized_len(self, input: &[u8]) -> usize {
        let mut blocks = self.blocks(input);
        core::iter::from_fn(|| Some(blocks.next().len()).filter(|&len| len > 0)).sum()
    }

    /// The normal form of text; borrowed, without allocation, if it is the input.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn normalize_str(self, input: &str) -> Cow<'_, str> {
        match self.normalize_slice(input.as_bytes()) {
            Cow::Borrowed(_) => Cow::Borrowed(input),
            Cow::Owned(normalized) => {
                Cow::Owned(String::from_utf8(normalized).expect("only ASCII has been decoded"))
            }
        }
    }

    /// Whether both have the same normal form. Neither is built, and nothing is allocated.
    #[must_use]
    #[inline]
    pub fn equivalent<A: AsRef<[u8]> + ?Sized, B: AsRef<[u8]> + ?Sized>(
        self,
        a: &A,
        b: &B,
    ) -> bool {
        self.key(a) == self.key(b)
    }

    /// The input as a key that compares, orders and hashes by the normal form.
    #[must_use]
    #[inline]
    pub fn key<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> NormalizedKey<'_> {
        NormalizedKey { normalizer: self, raw: input.as_ref() }
    }
}

/// Bytes that compare, order and hash as their normal form does, without building it: for maps and
/// sets of URIs.
///
/// `Display` writes the normal form, bytes that are not UTF-8 as U+FFFD. Keys of different
/// [`Normalizer`]s compare by the normal form that each gives.
///
/// ```
/// use percent_simd::uri::NormalizedKey;
/// # #[cfg(feature = "std")] {
/// use std::collections::HashSet;
///
/// let mut seen = HashSet::new();
/// assert!(seen.insert(NormalizedKey::new("/%7Ebob")));
/// assert!(!seen.insert(NormalizedKey::new("/~bob")));
/// # }
/// assert_eq!(NormalizedKey::new("/%7ebob/%c3%a9").to_string(), "/~bob/%C3%A9");
/// ```
#[derive(Clone, Copy)]
pub struct NormalizedKey<'a> {
    normalizer: Normalizer,
    raw: &'a [u8],
}

impl<'a> NormalizedKey<'a> {
    /// The key of these bytes under [`Normalizer::new`].
    #[must_use]
    #[inline]
    pub fn new<I: AsRef<[u8]> + ?Sized>(raw: &'a I) -> Self {
        Normalizer::new().key(raw)
    }

    /// The bytes as they were given.
    #[must_use]
    pub const fn raw(self) -> &'a [u8] {
        self.raw
    }

    /// Whether normalization may change these bytes.
    fn may_change(self) -> bool {
        self.normalizer.find_percent(self.raw).is_some()
    }

    fn blocks(self) -> Blocks<'a> {
        self.normalizer.blocks(self.raw)
    }

    /// Whether the two are equal, of keys that are not the same bytes. Not inlined, so that the
    /// comparison of bytes is where it is inlined.
    #[inline(never)]
    fn has_form_of(self, other: NormalizedKey<'_>) -> bool {
        // Decoding removes two thirds at most.
        let (short, long) =
            (self.raw.len().min(other.raw.len()), self.raw.len().max(other.raw.len()));
        long.div_ceil(3) <= short && self.cmp(&other).is_eq()
    }
}

impl PartialEq for NormalizedKey<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        (self.normalizer.decode == other.normalizer.decode && self.raw == other.raw)
            || self.has_form_of(*other)
    }
}

impl Eq for NormalizedKey<'_> {}

impl PartialOrd for NormalizedKey<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for NormalizedKey<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        if !self.may_change() && !other.may_change() {
            return self.raw.cmp(other.raw);
        }
        let (mut these, mut those) = (self.blocks(), other.blocks());
        loop {
            let (this, that) = (these.next(), those.next());
            // Blocks are equally long, except the last ones.
            let ordering = this.cmp(that);
            if ordering.is_ne() || this.is_empty() {
                return ordering;
            }
        }
    }
}

impl Hash for NormalizedKey<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The hasher gets the same blocks, whatever the spelling.
        if self.may_change() {
            let mut blocks = self.blocks();
            loop {
                let block = blocks.next();
                if block.is_empty() {
                    break;
                }
                state.write(block);
            }
        } else {
            self.raw.chunks(BLOCK).for_each(|block| state.write(block));
        }
        // It ends the key, so that two keys in a row hash unlike two that are divided elsewhere.
        state.write_usize(usize::MAX);
    }
}

impl fmt::Display for NormalizedKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.blocks().for_each_text(|text, invalid| {
            f.write_str(text)?;
            if invalid.is_empty() { Ok(()) } else { f.write_str("\u{FFFD}") }
        })
    }
}

impl fmt::Debug for NormalizedKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NormalizedKey(\"")?;
        self.blocks().for_each_text(|text, invalid| {
            write!(f, "{}{}", text.escape_debug(), invalid.escape_ascii())
        })?;
        f.write_str("\")")
    }
}

/// The normal form of percent-encoding (RFC 3986 6.2.2.1 and 6.2.2.2): see [`Normalizer`]. Never
/// fails; borrowed if nothing changes.
///
/// ```
/// use percent_simd::uri;
/// assert_eq!(&*uri::normalize("/%7Ebob/%c3%a9%2f"), b"/~bob/%C3%A9%2F");
/// assert_eq!(&*uri::normalize("100%%34%31"), b"100%%341"); // and not `%41`: no triplet is created
/// ```
#[cfg(feature = "alloc")]
#[must_use]
#[inline]
pub fn normalize<I: AsRef<[u8]> + ?Sized>(input: &I) -> Cow<'_, [u8]> {
    Normalizer::new().normalize(input)
}

/// The normal form of text, as [`normalize`] gives that of bytes. Borrowed if nothing changes.
///
/// ```
/// assert_eq!(percent_simd::uri::normalize_str("/ros%C3%a9/%41"), "/ros%C3%A9/A");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn normalize_str(input: &str) -> Cow<'_, str> {
    Normalizer::new().normalize_str(input)
}

/// Whether both have the same normal form (RFC 3986 6.2.2.1 and 6.2.2.2): see [`Normalizer`].
/// Nothing is allocated.
///
/// ```
/// use percent_simd::uri;
/// assert!(uri::equivalent("/%7Ebob/%2f", "/~bob/%2F"));
/// assert!(!uri::equivalent("/a/b", "/a%2Fb")); // a reserved character and its triplet differ
/// ```
#[must_use]
#[inline]
pub fn equivalent<A: AsRef<[u8]> + ?Sized, B: AsRef<[u8]> + ?Sized>(a: &A, b: &B) -> bool {
    Normalizer::new().equivalent(a, b)
}
