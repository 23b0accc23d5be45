//! The set of tricks that escapes can hide.

use core::fmt;
use core::ops::{BitOr, BitOrAssign};
use core::str::FromStr;

use super::context::is_unreserved;
use crate::error::UnknownName;

/// The tricks with encodings that an input holds, as far as they matter for letting it pass: a set,
/// in 32 bits.
///
/// Most flags concern escapes: raw bytes alone do not set them, and if such a flag concerns several
/// decoded bytes, at least one of them comes from a triplet. Raw bytes alone can set
/// [`PERCENT_U`](Self::PERCENT_U), [`RAW_TRAVERSAL`](Self::RAW_TRAVERSAL),
/// [`CONFUSABLE`](Self::CONFUSABLE), [`BIDI`](Self::BIDI), and [`ZERO_WIDTH`](Self::ZERO_WIDTH).
///
/// This is not a web application firewall: the flags name the spelling of an attack, not its
/// aim. SQL, scripts and commands in plain letters set no flag, and a flag does not prove an attack.
/// The share of benign lines with the flags that raw bytes can set, and with `windows-name` (`pct
/// inspect --count`; none has `bidi`, `percent-u` or `truncated-newline`):
///
/// | lines | `raw-traversal` | `confusable` | `zero-width` | `windows-name` |
/// | --- | ---: | ---: | ---: | ---: |
/// | 47,847 URLs of web pages | 0.01% | 0 | 0.002% | 0 |
/// | 30,798 links of a wiki in all languages | 0 | 0.003% | 0.54% | 0 |
/// | 10,000 lines of an access log | 0 | 0 | 0 | 0.01% |
/// | 1,227 lines of Japanese, Latin and Russian text | 0 | 0 | 0 | 0 |
///
/// ```
/// use percent_simd::{Flags, inspect};
///
/// let flags = inspect("/a/%2e%2e%2f%c0%af").flags();
/// assert!(flags.contains(Flags::DOT_SEGMENT | Flags::OVERLONG));
/// assert!(!flags.intersects(Flags::CONTROL));
/// assert_eq!(flags.to_string(), "dot-segment,slash,overlong,invalid-utf8,non-ascii,unreserved");
/// assert_eq!("nul,dot-segment".parse(), Ok(Flags::NUL | Flags::DOT_SEGMENT));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags(u32);

/// The name of each flag, by its bit.
const NAMES: [&str; 19] = [
    "nul",
    "cr",
    "lf",
    "control",
    "nested",
    "percent-u",
    "dot-segment",
    "raw-traversal",
    "slash",
    "backslash",
    "overlong",
    "invalid-utf8",
    "confusable",
    "bidi",
    "zero-width",
    "non-ascii",
    "unreserved",
    "windows-name",
    "truncated-newline",
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
    /// `%uXXXX`: the decoded input contains `%`, `u` or `U`, and four hex digits, as `%u002E`,
    /// `%25u002E` and `%%75002E` do. It is ECMAScript's escape (ECMA-262 B.2.1.1), which no
    /// standard of URLs has and IIS decodes, so it passes filters of triplets
    /// (CVE-2001-0669).
    pub const PERCENT_U: Self = Self(1 << 5);
    /// Decoding yields a dot segment (RFC 3986 3.3): `.` or `..` between separators or the ends of
    /// the input, with an escaped dot, or an escaped separator beside it: `.%2E`, `..%2F`.
    ///
    /// Separators are `/` and `\`, raw or escaped, and a raw `?` or `#`, which ends a path. A `;`,
    /// raw or escaped, also ends the dots, because Tomcat and others drop parameters from there on:
    /// `%2e%2e;`, `..%3B`. Inspect the names and values of a query one by one.
    ///
    /// Decoding is lenient here: again and again, which is [`NESTED`](Self::NESTED) as well
    /// (`%252e%252e%252f`; CVE-2001-0333, CVE-2021-42013), overlong forms
    /// ([`OVERLONG`](Self::OVERLONG), `%C0%AE%C0%AE/`; CVE-2000-0884), and `%uXXXX`
    /// ([`PERCENT_U`](Self::PERCENT_U), `%u002E%u002E/`), where they are ASCII. (Of escapes that
    /// begin inside one another, as in `%3%3%35`, the innermost 32 are followed.)
    pub const DOT_SEGMENT: Self = Self(1 << 6);
    /// `../` or `..\` without an escape (CWE-23), or `..;`, which Tomcat and others read as `..`
    /// (CVE-2020-5902): two raw dots and one of those, also raw, that are not the end of a name. (No
    /// unreserved character and no byte >= 0x80 is before them in the decoded input.) So it is found
    /// in the value of a query, too: `?file=../../etc/passwd`.
    pub const RAW_TRAVERSAL: Self = Self(1 << 7);
    /// `%2F`.
    pub const SLASH: Self = Self(1 << 8);
    /// `%5C`.
    pub const BACKSLASH: Self = Self(1 << 9);
    /// An overlong form of UTF-8: a character in more bytes than it needs, such as `/` in `%C0%AF`,
    /// `%E0%80%AF`, and `%F0%80%80%AF`, and in the five and six bytes of RFC 2279. Always
    /// [`INVALID_UTF8`](Self::INVALID_UTF8) as well (RFC 3629 3 and 10).
    pub const OVERLONG: Self = Self(1 << 10);
    /// The decoded bytes are not UTF-8, and an ill-formed sequence includes a triplet (Unicode 3.9,
    /// *maximal subpart*).
    pub const INVALID_UTF8: Self = Self(1 << 11);
    /// A character outside ASCII, raw or escaped or as `%uXXXX`, that is taken for one of
    /// `/ \ % . < > ' "`: NFKC makes it that (UAX #15; `\u{FF0F}` is `/`; CVE-2019-9636), Microsoft's
    /// `bestfit1252.txt` maps it to that (U+2215 to `/`, U+02BC to `'`), or it is punctuation or a
    /// symbol that UTS #39 lists as confusable with one of `/ \ . < >`. It becomes the ASCII character
    /// after a filter has searched for that one; U+FF05 and U+FE6A become `%`, which then begins a
    /// triplet. Letters, digits, quotation marks, the ellipses and U+066A do not count, because
    /// ordinary text has them.
    pub const CONFUSABLE: Self = Self(1 << 12);
    /// A control of the order of text, raw or escaped or as `%uXXXX`: `Bidi_Control` (UAX #9), such
    /// as U+202E in `%E2%80%AE`. The displayed order hides the real one (CVE-2021-42574, *Trojan
    /// Source*).
    pub const BIDI: Self = Self(1 << 13);
    /// An invisible format character, raw or escaped or as `%uXXXX`: general category Cf and
    /// `Default_Ignorable_Code_Point` (UAX #44), but no `Bidi_Control`: U+200B to U+200D, U+2060,
    /// U+FEFF, U+00AD, tags. It splits a word that a filter looks for, and some software removes or
    /// replaces it: Windows made `-` of U+00AD, which PHP's CGI took for an option (CVE-2024-4577).
    pub const ZERO_WIDTH: Self = Self(1 << 14);
    /// A value >= 0x80.
    pub const NON_ASCII: Self = Self(1 << 15);
    /// An unreserved character, which needs no escape (RFC 3986 2.3): letters, digits, `-._~`.
    pub const UNRESERVED: Self = Self(1 << 16);
    /// A name in a path that Windows reads as another name, spelled with an escape: `/private%2E/`
    /// and `/private%20/` are `private`, `/a%3A%3A$DATA` is `a`, `/c%3A/` is a drive, `/co%6E` a
    /// device, `/a%7E1` the short form of a longer name. A filter that compares names misses them
    /// (CWE-42, 46, 58, 67 and 69; CVE-2011-4963). The raw spellings are not covered.
    ///
    /// A name is the decoded bytes between two separators, those of
    /// [`DOT_SEGMENT`](Self::DOT_SEGMENT): `/` and `\`, raw or escaped, a raw `?` or `#`, and the ends
    /// of the input. It ends at a `;`, raw or escaped. The flag is set if one of these holds; letters
    /// are ASCII, in upper or lower case:
    ///
    /// * The name follows a `/` or `\` and ends with `.` and spaces, which are dropped; one of them
    ///   comes from a triplet. It is not `.`, not `..`, and does not consist of spaces. (The value of
    ///   a query may end with a space, and does not follow a slash.)
    /// * It is a letter and `:`, and one of them comes from a triplet.
    /// * Without `.` and spaces at its end, it ends with `:$DATA` or `:$INDEX_ALLOCATION`, and one of
    ///   these bytes comes from a triplet.
    /// * It is `CON`, `PRN`, `AUX`, `NUL`, `CONIN$`, `CONOUT$`, or `COM` or `LPT` and a digit or one
    ///   of U+00B9, U+00B2 and U+00B3, up to its first `.` or `:` and without spaces at the end of
    ///   that. One of the bytes up to the `.` or `:`, or that byte, comes from a triplet.
    /// * Without `.` and spaces at its end, it is an 8.3 name (MS-FSCC 2.1.5.2.1) that ends with `~`
    ///   and one to six digits before its extension, with an unreserved character from a triplet. Not
    ///   only digits are before the `~`, because `10%7E20` is a range.
    pub const WINDOWS_NAME: Self = Self(1 << 17);
    /// U+560A or U+560D with an escape among their bytes, `%E5%98%8A` and `%E5%98%8D`, or as
    /// `%u560A` and `%u560D`: LF and CR for software that keeps the low byte of each code unit, which
    /// then splits a header (CWE-113, CWE-197). Both are characters of Chinese text, so `pct inspect`
    /// lists them by name only; the raw ones set no flag.
    pub const TRUNCATED_NEWLINE: Self = Self(1 << 18);

    /// The set as bits: each flag is the power of two that is written beside it, in every version
    /// and in every language that has these flags.
    ///
    /// ```
    /// # use percent_simd::Flags;
    /// assert_eq!((Flags::NUL | Flags::NESTED).bits(), 0x11);
    /// assert_eq!(Flags::from_bits(0x11), Some(Flags::NUL | Flags::NESTED));
    /// ```
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set of these [`bits`](Self::bits); `None` if a bit does not belong to a flag.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        if bits & !Self::ALL.0 == 0 { Some(Self(bits)) } else { None }
    }

    /// The flag of that [`name`](Self::name), spelled exactly.
    #[must_use]
    #[inline]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|flag| flag.name() == Some(name))
    }

    /// Returns whether all of `other` are set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns whether any of `other` is set.
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

    /// Returns whether no flag is set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The flags that are set, one by one, in the order of their bits.
    pub fn iter(self) -> impl Iterator<Item = Self> {
        (0..NAMES.len()).map(|bit| Self(1 << bit)).filter(move |&flag| self.contains(flag))
    }

    /// The name of a single flag, as [`Display`](fmt::Display) writes it: that of its constant in
    /// lower case, with `-`. `None` for any other set.
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
            _ if is_unreserved(value) => Self::UNRESERVED,
            _ => Self::EMPTY,
        }
    }
}

/// Parses the names of flags, separated by `,`, as [`Display`](fmt::Display) writes them. Empty text
/// is the empty set.
impl FromStr for Flags {
    type Err = ParseFlagsError;

    #[inline]
    fn from_str(names: &str) -> Result<Self, ParseFlagsError> {
        if names.is_empty() {
            return Ok(Self::EMPTY);
        }
        names.split(',').try_fold(Self::EMPTY, |flags, name| {
            let flag = Self::from_name(name).ok_or_else(|| ParseFlagsError(UnknownName::new(name)));
            flag.map(|flag| flags | flag)
        })
    }
}

/// The error of parsing [`Flags`]: none has that name. The message lists the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseFlagsError(UnknownName);

impl fmt::Display for ParseFlagsError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no flag is named {}; the names are:", self.0)?;
        let mut names = NAMES.into_iter().enumerate();
        names.try_for_each(|(i, name)| write!(f, "{} {name}", if i == 0 { "" } else { "," }))
    }
}

impl core::error::Error for ParseFlagsError {}

impl BitOr for Flags {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitOrAssign for Flags {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// The names of the flags that are set, separated by `,`.
impl fmt::Display for Flags {
    #[inline]
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
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Flags(\"{self}\")")
    }
}
