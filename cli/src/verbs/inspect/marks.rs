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

/// A list of flags as an option takes it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MarkList {
    pub(crate) named: Marks,
    has_all: bool,
    left_out: Marks,
}

impl MarkList {
    /// The list of these comma-separated names: flags, `all`, and `no-FLAG`, which leaves one out.
    ///
    /// # Errors
    /// An unknown name.
    pub(crate) fn parse(names: &str) -> Result<Self, String> {
        let mut list = Self::default();
        for name in names.split(',') {
            let flag = name.strip_prefix("no-").unwrap_or(name);
            match Marks::all().find(|mark| mark.name() == flag) {
                Some(mark) if flag == name => list.named = list.named.with(mark),
                Some(mark) => list.left_out = list.left_out.with(mark),
                None if name == ALL => list.has_all = true,
                None => {
                    let known: Vec<_> = Marks::all().map(Marks::name).chain([ALL]).collect();
                    let known = known.join(",");
                    return Err(format!("unknown flag `{name}`; the flags are: {known}"));
                }
            }
        }
        Ok(list)
    }

    /// The flags of the list, given what `all` is, and from what a list of only `no-FLAG` leaves
    /// flags out.
    pub(crate) fn marks(self, all: Marks, default: Marks) -> Marks {
        let these = match self.has_all {
            true => self.named.with(all),
            false if self.named.is_empty() => default,
            false => self.named,
        };
        these.without(self.left_out)
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
