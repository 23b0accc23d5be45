//! What escapes can hide, as a set.

use core::fmt;
use core::ops::{BitOr, BitOrAssign};

/// What the triplets of an input decode into, as far as it matters to who lets the input pass: a set, in 16 bits.
///
/// Each flag is about escapes: raw bytes alone set none, whatever they are. Where several decoded bytes make what a flag names, one of them at least
/// comes from a triplet.
///
/// ```
/// use percent_simd::{Flags, inspect};
///
/// let flags = inspect(b"/a/%2e%2e%2f%c0%af").flags();
/// assert!(flags.contains(Flags::DOT_SEGMENT | Flags::OVERLONG) && !flags.intersects(Flags::CONTROL));
/// assert_eq!(flags.to_string(), "dot-segment,slash,overlong,invalid-utf8,non-ascii,unreserved");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags(u16);

/// The name of each flag, by its bit.
const NAMES: [&str; 12] =
    ["nul", "cr", "lf", "control", "nested", "dot-segment", "slash", "backslash", "overlong", "invalid-utf8", "non-ascii", "unreserved"];

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
    /// A control character: 00 to 1F, NUL, CR and LF among them, and 7F; also U+0080 to U+009F in UTF-8 (C2 80 to C2 9F), which terminals obey too.
    pub const CONTROL: Self = Self(1 << 3);
    /// Exactly if decoding a second time changes the bytes once more: they hold a triplet, as those of `%2541`, `%25%34%31`, `%%34%31` and `%4%31` do.
    pub const NESTED: Self = Self(1 << 4);
    /// Decoding makes a dot segment (RFC 3986 3.3): `.` or `..` between separators or the input's ends, where a dot or a separator beside it was
    /// escaped, as in `.%2E`, and in `..%2F`.
    ///
    /// Separators are `/` and `\`, raw or escaped, and a raw `?` or `#`, where a path ends. Dots may also end at a `;`, raw or escaped, from where on
    /// Tomcat and others drop parameters: `%2e%2e;` and `..%3B`. Give it the names and values of a query one by one.
    pub const DOT_SEGMENT: Self = Self(1 << 5);
    /// `%2F`.
    pub const SLASH: Self = Self(1 << 6);
    /// `%5C`.
    pub const BACKSLASH: Self = Self(1 << 7);
    /// An overlong form of UTF-8: the bits of a character in more bytes than it needs, as `/` in `%C0%AF`, `%E0%80%AF` and `%F0%80%80%AF`, and in the
    /// five and six bytes that RFC 2279 had. It is always [`INVALID_UTF8`](Self::INVALID_UTF8) as well (RFC 3629 3 and 10).
    pub const OVERLONG: Self = Self(1 << 8);
    /// The decoded bytes are not UTF-8, and a triplet has part in an ill-formed sequence (Unicode 3.9, *maximal subpart*).
    pub const INVALID_UTF8: Self = Self(1 << 9);
    /// A value from 80 to FF.
    pub const NON_ASCII: Self = Self(1 << 10);
    /// An unreserved character, which needs no escape (RFC 3986 2.3): letters, digits, `-._~`.
    pub const UNRESERVED: Self = Self(1 << 11);

    /// Whether all of these are set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether one of these is set.
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// What is set here, there, or in both.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What is set both here and there.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What is set here and not there.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether none is set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those that are set, one by one; what tells most of an attack comes first.
    ///
    /// ```
    /// # use percent_simd::{Flags, inspect};
    /// assert!(inspect(b"%0d%2F").flags().iter().eq([Flags::CR, Flags::CONTROL, Flags::SLASH]));
    /// ```
    pub fn iter(self) -> impl Iterator<Item = Self> {
        (0..NAMES.len()).map(|bit| Self(1 << bit)).filter(move |&flag| self.contains(flag))
    }

    /// The name of a single flag, as [`Display`](fmt::Display) writes it: that of its constant in lower case, with `-`. `None` for other sets.
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

    /// What a triplet of that value, below 80, says by itself.
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

/// The names of those that are set, with `,` between them; nothing if there is none.
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
