//! Keys that compare, order and hash by the normal form.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::blocks::{BLOCK, Blocks, SHORT};
use super::normalize::{Changes, Normalizer};
use super::reference::Glance;

impl Normalizer {
    /// True if both have the same normal form. Neither is built, and nothing is allocated.
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
/// Nothing is allocated. Each call takes linear time, or n log n steps for n bytes with dot
/// segments. `Display` writes the normal form, bytes that are not UTF-8 as U+FFFD. Keys of
/// different [`Normalizer`]s compare by the normal form that each gives.
///
/// ```
/// use percent_simd::uri::NormalizedKey;
/// # #[cfg(feature = "std")] {
/// use std::collections::HashSet;
///
/// let mut seen = HashSet::new();
/// assert!(seen.insert(NormalizedKey::new("/%7Ebob")));
/// assert!(!seen.insert(NormalizedKey::new("/~bob")));
/// assert!(!seen.insert(NormalizedKey::new("/x/../%7ebob")));
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

    fn changes(self, glance: Glance) -> Changes {
        self.normalizer.changes(self.raw, glance)
    }

    fn blocks(self, changes: Changes) -> Blocks<'a> {
        self.normalizer.blocks(self.raw, changes)
    }

    /// Hashes bytes that normalization may change.
    #[inline(never)]
    fn hash_closely<H: Hasher>(self, glance: Glance, state: &mut H) {
        let changes = self.changes(glance);
        if let Some(short) = self.normalizer.normalize_short(self.raw, &changes, &mut [0; SHORT]) {
            // A short one fills no block, or is the input.
            return short.chunks(BLOCK).for_each(|block| state.write(block));
        }
        self.blocks(changes).for_each(|block| state.write(block));
    }

    /// Equality of two keys that are not the same bytes. Not inlined, so that the
    /// comparison of bytes is where it is inlined.
    #[inline(never)]
    fn has_form_of(self, other: NormalizedKey<'_>) -> bool {
        self.cmp(&other).is_eq()
    }
}

impl PartialEq for NormalizedKey<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        (self.normalizer.agrees_with(other.normalizer) && self.raw == other.raw)
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
        let glance = self.normalizer.glance(self.raw);
        let other_glance = other.normalizer.glance(other.raw);
        if glance == Glance::Normal && other_glance == Glance::Normal {
            return self.raw.cmp(other.raw);
        }
        let (changes, of_other) = (self.changes(glance), other.changes(other_glance));
        let (mut buffer, mut others) = ([0; SHORT], [0; SHORT]);
        if let Some(this) = self.normalizer.normalize_short(self.raw, &changes, &mut buffer)
            && let Some(that) = other.normalizer.normalize_short(other.raw, &of_other, &mut others)
        {
            return this.cmp(that);
        }
        let (mut these, mut those) = (self.blocks(changes), other.blocks(of_other));
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
        match self.normalizer.glance(self.raw) {
            Glance::Normal => self.raw.chunks(BLOCK).for_each(|block| state.write(block)),
            glance => self.hash_closely(glance, state),
        }
        // It ends the key, so that two keys in a row hash unlike two that are divided elsewhere.
        state.write_usize(usize::MAX);
    }
}

impl fmt::Display for NormalizedKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changes = self.changes(self.normalizer.glance(self.raw));
        self.blocks(changes).for_each_text(|text, invalid| {
            f.write_str(text)?;
            if invalid.is_empty() { Ok(()) } else { f.write_str("\u{FFFD}") }
        })
    }
}

impl fmt::Debug for NormalizedKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NormalizedKey(\"")?;
        let changes = self.changes(self.normalizer.glance(self.raw));
        self.blocks(changes).for_each_text(|text, invalid| {
            write!(f, "{}{}", text.escape_debug(), invalid.escape_ascii())
        })?;
        f.write_str("\")")
    }
}

/// True if both have the same normal form (RFC 3986 6.2.2): see [`Normalizer`]. Nothing is
/// allocated.
///
/// ```
/// use percent_simd::uri;
/// assert!(uri::equivalent("HTTP://E.org/a/./b", "http://e.org/a/b"));
/// assert!(uri::equivalent("/%7Ebob/%2f", "/~bob/%2F"));
/// assert!(!uri::equivalent("/a/b", "/a%2Fb")); // a reserved character and its triplet differ
/// ```
#[must_use]
#[inline]
pub fn equivalent<A: AsRef<[u8]> + ?Sized, B: AsRef<[u8]> + ?Sized>(a: &A, b: &B) -> bool {
    Normalizer::new().equivalent(a, b)
}
