//! The marks of a record: the flags of the library, and `malformed`.

use std::fmt;

use percent_simd::{Flags, Report};

/// A set of marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Marks {
    flags: Flags,
    malformed: bool,
}

/// The name of all marks together.
pub(crate) const ALL: &str = "all";

/// Flags that rarely matter: text that is not English, and escapes without need.
const EVERYDAY: [Flags; 2] = [Flags::NON_ASCII, Flags::UNRESERVED];

impl From<Flags> for Marks {
    fn from(flags: Flags) -> Self {
        Self { flags, malformed: false }
    }
}

impl Marks {
    pub(crate) const MALFORMED: Self = Self { flags: Flags::EMPTY, malformed: true };
    pub(crate) const NUL: Self = Self { flags: Flags::NUL, malformed: false };
    /// Common in benign URLs: `inspect` lists them only on demand.
    pub(crate) const COMMON: Self = Self {
        flags: Flags::NON_ASCII.union(Flags::SLASH).union(Flags::UNRESERVED),
        malformed: false,
    };

    pub(crate) const fn of(report: Report) -> Self {
        Self { flags: report.flags(), malformed: report.malformed_count() > 0 }
    }

    /// All marks one by one, most hostile first.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let flags = |everyday| {
            Flags::ALL
                .iter()
                .filter(move |flag| EVERYDAY.contains(flag) == everyday)
                .map(Self::from)
        };
        flags(false).chain([Self::MALFORMED]).chain(flags(true))
    }

    /// The set of all marks.
    pub(crate) fn every() -> Self {
        Self::all().fold(Self::default(), Self::with)
    }

    /// The marks that `inspect` lists unless others are named.
    pub(crate) fn by_default() -> Self {
        Self::every().without(Self::COMMON)
    }

    /// The marks of the set, one by one.
    pub(crate) fn iter(self) -> impl Iterator<Item = Self> {
        Self::all().filter(move |mark| self.has_any(*mark))
    }

    /// The name of a single mark.
    pub(crate) fn name(self) -> &'static str {
        self.flags.name().unwrap_or("malformed")
    }

    /// The marks of a comma-separated list of names.
    ///
    /// # Errors
    /// An unknown name.
    pub(crate) fn parse(names: &str) -> Result<Self, String> {
        names.split(',').try_fold(Self::default(), |marks, name| {
            let named = Self::all().find(|mark| mark.name() == name);
            let mark = named.or_else(|| (name == ALL).then(Self::every));
            let known = || Self::all().map(Self::name).chain([ALL]).collect::<Vec<_>>().join(",");
            mark.map(|mark| marks.with(mark))
                .ok_or_else(|| format!("unknown flag `{name}`; the flags are: {}", known()))
        })
    }

    /// The marks of a list in which `no-NAME` leaves one out. Of names that all leave some out, the
    /// default ones without those.
    ///
    /// # Errors
    /// An unknown name.
    pub(crate) fn selection(names: &str) -> Result<Self, String> {
        let (mut these, mut others) = (None::<Self>, Self::default());
        for name in names.split(',') {
            match name.strip_prefix("no-") {
                Some(name) => others = others.with(Self::parse(name)?),
                None => these = Some(these.unwrap_or_default().with(Self::parse(name)?)),
            }
        }
        Ok(these.unwrap_or_else(Self::by_default).without(others))
    }

    #[must_use]
    pub(crate) fn with(self, other: Self) -> Self {
        Self { flags: self.flags | other.flags, malformed: self.malformed | other.malformed }
    }

    /// The intersection of the sets.
    #[must_use]
    pub(crate) fn only(self, these: Self) -> Self {
        Self {
            flags: self.flags.intersection(these.flags),
            malformed: self.malformed & these.malformed,
        }
    }

    /// The difference of the sets.
    #[must_use]
    pub(crate) fn without(self, these: Self) -> Self {
        Self {
            flags: self.flags.difference(these.flags),
            malformed: self.malformed & !these.malformed,
        }
    }

    pub(crate) fn has_any(self, others: Self) -> bool {
        self.flags.intersects(others.flags) || self.malformed && others.malformed
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Self::default()
    }
}

/// The names, separated by commas.
impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mark) in self.iter().enumerate() {
            f.write_str(if index > 0 { "," } else { "" })?;
            f.write_str(mark.name())?;
        }
        Ok(())
    }
}
