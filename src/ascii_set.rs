//! The type of sets: sixteen bytes.

use core::fmt;
use core::ops::{BitAnd, BitOr, Not, Sub};
use core::str::FromStr;

/// A set of ASCII bytes, in 16 bytes of memory.
///
/// Every method is `const` and takes the set by value, so sets are built from one another at
/// compile time. The operators `|`, `&`, `-` and `!` are the same algebra outside of constants.
///
/// ```
/// use percent_simd::{AsciiSet, sets};
///
/// const MINE: AsciiSet = sets::URL_QUERY.union(AsciiSet::from_bytes(b"+&")).remove(b'"');
/// assert!(MINE.contains(b'+') && !MINE.contains(b'"'));
/// assert!(!MINE.contains(0xE9), "no set holds bytes >= 0x80: they are always escaped");
/// assert_eq!(MINE | !MINE, AsciiSet::EMPTY.complement());
/// assert!(AsciiSet::from_range(b'0', b'3').iter().eq(*b"0123"));
/// assert_eq!(AsciiSet::all_except(b"ab").len(), 126);
/// assert_eq!(AsciiSet::try_from_bytes("é".as_bytes()), None);
/// ```
// Row = low nibble of the byte, bit = its high nibble: the rows are the table that the vector
// kernels shuffle.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct AsciiSet {
    rows: [u8; 16],
}

impl AsciiSet {
    /// The set without members.
    pub const EMPTY: Self = Self { rows: [0; 16] };

    /// The set of all the bytes given, in any order, repeated or not.
    ///
    /// # Panics
    /// Panics if one of them is >= 0x80; in a `const` that is a compile error.
    /// [`try_from_bytes`](Self::try_from_bytes) answers `None` instead.
    #[inline]
    pub const fn from_bytes(bytes: &[u8]) -> Self {
        match Self::try_from_bytes(bytes) {
            Some(set) => set,
            None => panic!("an AsciiSet holds bytes below 0x80 only"),
        }
    }

    /// The set of all the bytes given, or `None` if one of them is >= 0x80.
    #[must_use]
    #[inline]
    pub const fn try_from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut set = Self::EMPTY;
        let mut i = 0;
        while i < bytes.len() {
            if bytes[i] >= 0x80 {
                return None;
            }
            set = set.add(bytes[i]);
            i += 1;
        }
        Some(set)
    }

    /// The set of all bytes from `first` to `last`, both included; empty if `first` is greater.
    ///
    /// # Panics
    /// Panics if one of them is >= 0x80; in a `const` that is a compile error.
    #[inline]
    pub const fn from_range(first: u8, last: u8) -> Self {
        assert!(first < 0x80 && last < 0x80, "an AsciiSet holds bytes below 0x80 only");
        let mut set = Self::EMPTY;
        let mut byte = first;
        while byte <= last {
            set = set.add(byte);
            byte += 1;
        }
        set
    }

    /// The set of every ASCII byte except those given, in any order, repeated or not: for standards
    /// that list the bytes that stay, as RFC 3986 and RFC 8187 do.
    ///
    /// # Panics
    /// Panics if one of them is >= 0x80; in a `const` that is a compile error.
    #[inline]
    pub const fn all_except(members: &[u8]) -> Self {
        Self::from_bytes(members).complement()
    }

    /// The set with `byte` in it.
    ///
    /// # Panics
    /// Panics if `byte` is >= 0x80; in a `const` that is a compile error.
    #[inline]
    pub const fn add(mut self, byte: u8) -> Self {
        assert!(byte < 0x80, "an AsciiSet holds bytes below 0x80 only");
        self.rows[(byte & 15) as usize] |= 1 << (byte >> 4);
        self
    }

    /// The set without `byte`.
    ///
    /// # Panics
    /// Panics if `byte` is >= 0x80; in a `const` that is a compile error.
    #[inline]
    pub const fn remove(mut self, byte: u8) -> Self {
        assert!(byte < 0x80, "an AsciiSet holds bytes below 0x80 only");
        self.rows[(byte & 15) as usize] &= !(1 << (byte >> 4));
        self
    }

    /// The bytes that are in this set, in the other, or in both.
    pub const fn union(self, other: Self) -> Self {
        Self::from_u128(self.to_u128() | other.to_u128())
    }

    /// The bytes that are in both sets.
    pub const fn intersection(self, other: Self) -> Self {
        Self::from_u128(self.to_u128() & other.to_u128())
    }

    /// The bytes that are in this set and not in the other.
    pub const fn difference(self, other: Self) -> Self {
        Self::from_u128(self.to_u128() & !other.to_u128())
    }

    /// The ASCII bytes that are not in this set.
    pub const fn complement(self) -> Self {
        Self::from_u128(!self.to_u128())
    }

    /// Returns whether `byte` is in the set; false for every byte >= 0x80.
    #[must_use]
    #[inline(always)]
    pub const fn contains(self, byte: u8) -> bool {
        // For a byte >= 0x80 this is bit 8 or above, which no row has.
        (self.rows[(byte & 15) as usize] as u32 >> (byte >> 4)) & 1 != 0
    }

    /// Returns whether `byte` is in the set, or is >= 0x80.
    #[inline(always)]
    pub(crate) const fn or_non_ascii(&self, byte: u8) -> bool {
        ((self.rows[(byte & 15) as usize] as u32 | 0xFF00) >> (byte >> 4)) & 1 != 0
    }

    /// Returns whether every byte of this set is in the other.
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.difference(other).is_empty()
    }

    /// The number of bytes in the set: 0 to 128.
    #[must_use]
    pub const fn len(self) -> usize {
        self.to_u128().count_ones() as usize
    }

    /// Returns whether the set has no members.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.to_u128() == 0
    }

    /// The members in ascending order.
    #[must_use]
    pub const fn iter(
        self,
    ) -> impl ExactSizeIterator<Item = u8> + core::iter::FusedIterator + Clone {
        Iter(self)
    }

    /// The set as sixteen rows: bit `h` of row `l` says whether the byte `h << 4 | l` is a member.
    /// The layout is the same in every version, on every target and in every language that has
    /// these sets. [`from_rows`](Self::from_rows) reads it.
    ///
    /// ```
    /// # use percent_simd::AsciiSet;
    /// let rows = AsciiSet::from_bytes(b"%").to_rows(); // 0x25
    /// assert_eq!((rows[5], rows.iter().map(|row| row.count_ones()).sum()), (1 << 2, 1));
    /// assert_eq!(AsciiSet::from_rows(rows), AsciiSet::from_bytes(b"%"));
    /// ```
    #[must_use]
    #[inline]
    pub const fn to_rows(self) -> [u8; 16] {
        self.rows
    }

    /// The set of these rows, as [`to_rows`](Self::to_rows) gives them. Any 16 bytes are a set.
    #[inline]
    pub const fn from_rows(rows: [u8; 16]) -> Self {
        Self { rows }
    }

    /// The rows where they are, for kernels.
    #[inline]
    pub(crate) const fn rows(&self) -> &[u8; 16] {
        &self.rows
    }

    #[inline]
    const fn to_u128(self) -> u128 {
        u128::from_ne_bytes(self.rows)
    }

    const fn from_u128(bits: u128) -> Self {
        Self { rows: bits.to_ne_bytes() }
    }
}

/// The [`union`](AsciiSet::union).
impl BitOr for AsciiSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

/// The [`intersection`](AsciiSet::intersection).
impl BitAnd for AsciiSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.intersection(other)
    }
}

/// The [`difference`](AsciiSet::difference).
impl Sub for AsciiSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.difference(other)
    }
}

/// The [`complement`](AsciiSet::complement) within ASCII.
impl Not for AsciiSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.complement()
    }
}

/// The members of one set in another.
impl Extend<u8> for AsciiSet {
    /// # Panics
    /// If one of the bytes is >= 0x80, as [`add`](Self::add).
    fn extend<I: IntoIterator<Item = u8>>(&mut self, bytes: I) {
        *self = bytes.into_iter().fold(*self, Self::add);
    }
}

/// The set of the bytes, in any order, repeated or not.
impl FromIterator<u8> for AsciiSet {
    /// # Panics
    /// If one of the bytes is >= 0x80, as [`add`](Self::add).
    fn from_iter<I: IntoIterator<Item = u8>>(bytes: I) -> Self {
        bytes.into_iter().fold(Self::EMPTY, Self::add)
    }
}

/// The set of the characters of a text, all of which must be ASCII. Each is a member; none is an
/// operator.
///
/// ```
/// # use percent_simd::AsciiSet;
/// assert_eq!("/?#".parse(), Ok(AsciiSet::from_bytes(b"#/?")));
/// let error = "/é".parse::<AsciiSet>().unwrap_err();
/// assert_eq!(error.to_string(), "byte 1 is 0xC3: an AsciiSet holds bytes below 0x80 only");
/// ```
impl FromStr for AsciiSet {
    type Err = ParseAsciiSetError;

    #[inline]
    fn from_str(members: &str) -> Result<Self, ParseAsciiSetError> {
        let non_ascii = members.bytes().enumerate().find(|&(_, byte)| byte >= 0x80);
        match non_ascii {
            Some((position, byte)) => Err(ParseAsciiSetError { position, byte }),
            None => Ok(members.bytes().collect()),
        }
    }
}

/// The error of parsing an [`AsciiSet`]: the text has a byte >= 0x80.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseAsciiSetError {
    position: usize,
    byte: u8,
}

impl ParseAsciiSetError {
    /// The index of the byte.
    #[must_use]
    pub const fn position(self) -> usize {
        self.position
    }
}

impl fmt::Display for ParseAsciiSetError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, byte } = self;
        write!(f, "byte {position} is {byte:#04X}: an AsciiSet holds bytes below 0x80 only")
    }
}

impl core::error::Error for ParseAsciiSetError {}

impl fmt::Debug for AsciiSet {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AsciiSet(\"")?;
        for byte in self.iter() {
            write!(f, "{}", byte.escape_ascii())?;
        }
        f.write_str("\")")
    }
}

/// The members of an [`AsciiSet`] in ascending order: those that are left.
#[derive(Clone)]
struct Iter(AsciiSet);

impl Iterator for Iter {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let byte = (0..0x80).find(|&byte| self.0.contains(byte))?;
        self.0 = self.0.remove(byte);
        Some(byte)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Iter {}
impl core::iter::FusedIterator for Iter {}
