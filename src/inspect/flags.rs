//! The set of what escapes can hide.

use core::fmt;
use core::ops::{BitOr, BitOrAssign};

/// What the triplets of an input decode to, as far as it matters for letting the input pass: a set,
/// in 16 bits.
///
/// Each flag is about escapes: raw bytes alone set none. Where a flag is about several decoded
/// bytes, at least one of them comes from a triplet.
///
/// ```
/// use percent_simd::{Flags, inspect};
///
/// let flags = inspect("/a/%2e%2e%2f%c0%af").flags();
/// assert!(flags.contains(Flags::DOT_SEGMENT | Flags::OVERLONG));
/// assert!(!flags.intersects(Flags::CONTROL));
/// assert_eq!(flags.to_string(), "dot-segment,slash,overlong,invalid-utf8,non-ascii,unreserved");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags(u16);

/// The name of each flag, by its bit.
const NAMES: [&str; 12] = [
    "nul",
    "cr",
    "lf",
    "control",
    "nested",
    "dot-segment",
    "slash",
    "backslash",
    "overlong",
    "invalid-utf8",
    "non-ascii",
    "unreserved",
];

impl Flags {
    /// No flag.
    pub const EMPTY: Self = Self(0);
    /// Every flag.
    pub const ALL: Self = Self((1 << NAMES.len()) - 1);

    /// `%00`.
    pub const NUL: Self = Self(1 << 0);
    /// `%0D`, carriage return.
    pub const CR: Self = Self(1 << 1);
    /// `%0A`, line feed.
    pub const LF: Self = Self(1 << 2);
    /// A control character: 0x00 to 0x1F, including NUL, CR, and LF, and 0x7F; also U+0080 to
    /// U+009F in UTF-8 (0xC2 0x80 to 0xC2 0x9F), which terminals obey, too.
    pub const CONTROL: Self = Self(1 << 3);
    /// Decoding a second time changes the bytes again, because the decoded input contains a
    /// triplet: `%2541`, `%25%34%31`, `%%34%31`, and `%4%31` do. Set if and only if this is so.
    pub const NESTED: Self = Self(1 << 4);
    /// Decoding yields a dot segment (RFC 3986 3.3): `.` or `..` between separators or the ends of
    /// the input, with an escaped dot, or an escaped separator beside it: `.%2E`, `..%2F`.
    ///
    /// Separators are `/` and `\`, raw or escaped, and a raw `?` or `#`, which ends a path. A `;`,
    /// raw or escaped, also ends the dots, because Tomcat and others drop parameters from there on:
    /// `%2e%2e;`, `..%3B`. Inspect the names and values of a query one by one.
    pub const DOT_SEGMENT: Self = Self(1 << 5);
    /// `%2F`.
    pub const SLASH: Self = Self(1 << 6);
    /// `%5C`.
    pub const BACKSLASH: Self = Self(1 << 7);
    /// An overlong form of UTF-8: a character in more bytes than it needs, such as `/` in `%C0%AF`,
    /// `%E0%80%AF`, and `%F0%80%80%AF`, and in the five and six bytes of RFC 2279. Always
    /// [`INVALID_UTF8`](Self::INVALID_UTF8) as well (RFC 3629 3 and 10).
    pub const OVERLONG: Self = Self(1 << 8);
    /// The decoded bytes are not UTF-8, and an ill-formed sequence includes a triplet (Unicode 3.9,
    /// *maximal subpart*).
    pub const INVALID_UTF8: Self = Self(1 << 9);
    /// A value >= 0x80.
    pub const NON_ASCII: Self = Self(1 << 10);
    /// An unreserved character, which needs no escape (RFC 3986 2.3): letters, digits, `-._~`.
    pub const UNRESERVED: Self = Self(1 << 11);

    /// Whether all of `other` are set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether any of `other` is set.
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The flags that are set in either.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The flags that are set in both.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The flags that are set in `self` and not in `other`.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether none is set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The flags that are set, one by one; those most typical of attacks come first.
    ///
    /// ```
    /// # use percent_simd::{Flags, inspect};
    /// assert!(inspect("%0d%2F").flags().iter().eq([Flags::CR, Flags::CONTROL, Flags::SLASH]));
    /// ```
    pub fn iter(self) -> impl Iterator<Item = Self> {
        (0..NAMES.len()).map(|bit| Self(1 << bit)).filter(move |&flag| self.contains(flag))
    }

    /// The name of a single flag, as [`Display`](fmt::Display) writes it: that of its constant in
    /// lower case, with `-`. `None` for any other set.
    ///
    /// ```
    /// # use percent_simd::Flags;
    /// assert_eq!(Flags::DOT_SEGMENT.name(), Some("dot-segment"));
    /// assert_eq!(Flags::EMPTY.name(), None);
    /// ```
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        if self.0.is_power_of_two() { Some(NAMES[self.0.trailing_zeros() as usize]) } else { None }
    }

    /// The flags of a triplet of that value, which is < 0x80, by itself.
    pub(super) const fn of_ascii(value: u8) -> Self {
        match value {
            0x00 => Self::NUL.union(Self::CONTROL),
            b'\r' => Self::CR.union(Self::CONTROL),
            b'\n' => Self::LF.union(Self::CONTROL),
            0x01..=0x1F | 0x7F => Self::CONTROL,
            b'/' => Self::SLASH,
            b'\\' => Self::BACKSLASH,
            b'-' | b'.' | b'_' | b'~' => Self::UNRESERVED,
            _ if value.is_ascii_alphanumeric() => Self::UNRESERVED,
            _ => Self::EMPTY,
        }
    }
}

impl BitOr for Flags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitOrAssign for Flags {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// The names of the flags that are set, separated by `,`.
impl fmt::Display for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, name) in self.iter().filter_map(Self::name).enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            f.write_str(name)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Flags(\"{self}\")")
    }
}
