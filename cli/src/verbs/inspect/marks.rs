//! The marks of a record: the flags of the library, and `malformed`.

use std::fmt;

use percent_simd::{Flags, Report};

/// A set of marks: the bits of the flags, and one more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Marks(u64);

/// Flags that rarely matter: text that is not English, and escapes without need.
const EVERYDAY: [Flags; 2] = [Flags::NON_ASCII, Flags::UNRESERVED];

impl Marks {
    pub(crate) const MALFORMED: Self = Self(1 << 32);
    pub(crate) const NUL: Self = Self::of_flags(Flags::NUL);
    pub(crate) const WINDOWS_NAME: Self = Self::of_flags(Flags::WINDOWS_NAME);
    /// Common in benign URLs: `inspect` lists them only on demand.
    pub(crate) const COMMON: Self = Self::of_flags(
        Flags::NON_ASCII
            .union(Flags::SLASH)
            .union(Flags::UNRESERVED)
            .union(Flags::TRUNCATED_NEWLINE),
    );

    pub(crate) const fn of_flags(flags: Flags) -> Self {
        Self(flags.bits() as u64)
    }

    pub(crate) fn of(report: Report) -> Self {
        let malformed =
            if report.malformed_count() > 0 { Self::MALFORMED } else { Self::default() };
        Self::of_flags(report.flags()).with(malformed)
    }

    /// All marks one by one, most hostile first.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let flags = |everyday| {
            Flags::ALL
                .iter()
                .filter(move |flag| EVERYDAY.contains(flag) == everyday)
                .map(Self::of_flags)
        };
        flags(false).chain([Self::MALFORMED]).chain(flags(true))
    }

    pub(crate) fn every() -> Self {
        Self::all().fold(Self::default(), Self::with)
    }

    /// The marks that `inspect` lists unless others are named.
    pub(crate) fn by_default() -> Self {
        Self::every().without(Self::COMMON)
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Self> {
        Self::all().filter(move |mark| self.has_any(*mark))
    }

    pub(crate) fn name(self) -> &'static str {
        let flag = Flags::ALL.iter().find(|flag| Self::of_flags(*flag) == self);
        flag.and_then(Flags::name).unwrap_or("malformed")
    }

    /// The marks of a list of names, in which `no-NAME` leaves one out, given what `all` is. Of names
    /// that all leave some out, the default ones without those.
    pub(crate) fn of_names(names: &[String], all: Self, default: Self) -> Self {
        let named = |name: &str| Self::all().find(|mark| mark.name() == name);
        let (mut these, mut others) = (None::<Self>, Self::default());
        for name in names {
            match name.strip_prefix("no-").and_then(named) {
                Some(mark) => others = others.with(mark),
                None => {
                    these = Some(these.unwrap_or_default().with(named(name).unwrap_or(all)));
                }
            }
        }
        these.unwrap_or(default).without(others)
    }

    pub(crate) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn only(self, these: Self) -> Self {
        Self(self.0 & these.0)
    }

    pub(crate) fn without(self, these: Self) -> Self {
        Self(self.0 & !these.0)
    }

    pub(crate) fn has_any(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Self::default()
    }
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mark) in self.iter().enumerate() {
            f.write_str(if index > 0 { "," } else { "" })?;
            f.write_str(mark.name())?;
        }
        Ok(())
    }
}
