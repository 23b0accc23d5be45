//! Sets of ASCII bytes to escape.

use core::fmt;
use core::ops::{Add, Not};

use percent_simd::{Encoder, sets};

/// A set of ASCII bytes that [`percent_encode`](crate::percent_encode) and
/// [`utf8_percent_encode`](crate::utf8_percent_encode) escape. Bytes >= 0x80 are in no set and
/// always escaped (WHATWG URL 1.3 *percent-encode sets*).
///
/// Sets are derived from other sets, in `const`:
///
/// ```
/// use percent_encoding::{AsciiSet, CONTROLS};
///
/// /// WHATWG URL 1.3, query percent-encode set.
/// const QUERY: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>');
/// /// The same for the query of an http URL.
/// const SPECIAL_QUERY: &AsciiSet = &QUERY.add(b'\'');
/// # assert_ne!(QUERY, SPECIAL_QUERY);
/// ```
#[derive(PartialEq, Eq)]
#[repr(align(16))] // so that no set lies across two pages
pub struct AsciiSet {
    members: percent_simd::AsciiSet,
    /// The encoder for the set. It is built once, because a kernel that loads a recently stored set
    /// waits for the stores.
    encoder: Encoder,
}

impl AsciiSet {
    /// The set without members: only bytes >= 0x80 are escaped.
    ///
    /// ```
    /// use percent_encoding::{AsciiSet, utf8_percent_encode};
    /// assert!(utf8_percent_encode("%<ü>", &AsciiSet::EMPTY).eq(["%<", "%C3", "%BC", ">"]));
    /// ```
    pub const EMPTY: Self = Self::of(percent_simd::AsciiSet::EMPTY);

    const fn of(members: percent_simd::AsciiSet) -> Self {
        Self { members, encoder: Encoder::new(members) }
    }

    /// The set with `byte` in it.
    ///
    /// # Panics
    /// If `byte` is >= 0x80; in a `const` that is a compile error.
    ///
    /// ```
    /// use percent_encoding::AsciiSet;
    /// assert_eq!(AsciiSet::EMPTY.add(b'/').add(b'/'), AsciiSet::EMPTY.add(b'/'));
    /// ```
    pub const fn add(&self, byte: u8) -> Self {
        Self::of(self.members.add(byte))
    }

    /// The set without `byte`.
    ///
    /// # Panics
    /// If `byte` is >= 0x80; in a `const` that is a compile error.
    ///
    /// ```
    /// use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
    ///
    /// /// RFC 3986 2.3: all but unreserved.
    /// const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    /// assert!(utf8_percent_encode("a.b/c", COMPONENT).eq(["a.b", "%2F", "c"]));
    /// ```
    pub const fn remove(&self, byte: u8) -> Self {
        Self::of(self.members.remove(byte))
    }

    /// The bytes in this set, in the other, or in both.
    ///
    /// ```
    /// use percent_encoding::{AsciiSet, CONTROLS};
    /// const SLASHES: AsciiSet = AsciiSet::EMPTY.add(b'/').add(b'\\');
    /// assert_eq!(CONTROLS.union(SLASHES), CONTROLS.add(b'/').add(b'\\'));
    /// ```
    pub const fn union(&self, other: Self) -> Self {
        Self::of(self.members.union(other.members))
    }

    /// The ASCII bytes that are not in this set.
    ///
    /// ```
    /// use percent_encoding::{AsciiSet, utf8_percent_encode};
    /// const ALL: &AsciiSet = &AsciiSet::EMPTY.complement();
    /// assert!(utf8_percent_encode("ab", ALL).eq(["%61", "%62"]));
    /// ```
    pub const fn complement(&self) -> Self {
        Self::of(self.members.complement())
    }

    /// True if the byte is escaped.
    #[inline(always)]
    pub(crate) const fn escapes(&self, byte: u8) -> bool {
        byte >= 0x80 || self.members.contains(byte)
    }

    #[inline(always)]
    pub(crate) fn split_unescaped<'a>(&self, input: &'a [u8]) -> (&'a str, &'a [u8]) {
        self.members.split_unescaped(input)
    }

    /// The encoder that escapes the members.
    #[inline]
    pub(crate) const fn encoder(&self) -> &Encoder {
        &self.encoder
    }
}

/// The union: [`AsciiSet::union`].
///
/// ```
/// use percent_encoding::AsciiSet;
/// assert_eq!(AsciiSet::EMPTY.add(b'a') + AsciiSet::EMPTY.add(b'b'), AsciiSet::EMPTY.add(b'a').add(b'b'));
/// ```
impl Add for AsciiSet {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.union(other)
    }
}

/// The complement: [`AsciiSet::complement`].
///
/// ```
/// use percent_encoding::AsciiSet;
/// assert_eq!(!!AsciiSet::EMPTY.add(b'a'), AsciiSet::EMPTY.add(b'a'));
/// ```
impl Not for AsciiSet {
    type Output = Self;

    fn not(self) -> Self {
        self.complement()
    }
}

/// Prints a mask of 128 bits in four words, the lowest first, like the original.
impl fmt::Debug for AsciiSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut mask = [0u32; 4];
        for byte in self.members.iter() {
            mask[usize::from(byte / 32)] |= 1 << (byte % 32);
        }
        f.debug_struct("AsciiSet").field("mask", &mask).finish()
    }
}

/// 0x00 to 0x1F and 0x7F: the ASCII bytes of the *C0 control percent-encode set* of WHATWG URL 1.3.
/// TAB, LF and CR are in it; SP is not.
///
/// ```
/// use percent_encoding::{CONTROLS, utf8_percent_encode};
/// assert!(utf8_percent_encode("a b\n", CONTROLS).eq(["a b", "%0A"]));
/// ```
pub const CONTROLS: &AsciiSet = &AsciiSet::of(sets::CONTROLS);

/// Every ASCII byte except A-Z, a-z and 0-9: more than any standard requires, and safe everywhere.
///
/// ```
/// use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
/// assert!(utf8_percent_encode("a-b", NON_ALPHANUMERIC).eq(["a", "%2D", "b"]));
/// ```
pub const NON_ALPHANUMERIC: &AsciiSet = &AsciiSet::of(sets::NON_ALPHANUMERIC);
