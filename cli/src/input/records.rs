//! Records, the places where inputs may be cut, and positions in an input.

use memchr::{memchr, memchr_iter, memrchr};

use crate::control;
use crate::fields::BOM;

/// The unit of input: one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Records {
    /// A line. Its LF, or CR and LF, is no part of the value.
    Lines,
    Null,
    Raw,
}

impl Records {
    pub(crate) const fn terminator(self) -> Option<u8> {
        match self {
            Self::Lines => Some(b'\n'),
            Self::Null => Some(0),
            Self::Raw => None,
        }
    }

    /// How inputs are cut if a record must stay whole.
    pub(crate) const fn whole(self) -> Cut {
        match self.terminator() {
            Some(terminator) => Cut::After(terminator),
            None => Cut::Whole,
        }
    }

    /// How inputs are cut if a record may be handled in pieces.
    pub(crate) const fn in_pieces(self) -> Cut {
        match self.terminator() {
            Some(terminator) => Cut::AfterOrLoose(terminator),
            None => Cut::Loose,
        }
    }

    /// Splits off the first record: its value, its terminator, and the others.
    pub(crate) fn split_first(self, bytes: &[u8]) -> (&[u8], &[u8], &[u8]) {
        let end = self.terminator().and_then(|terminator| memchr(terminator, bytes));
        let (record, others) = bytes.split_at(end.map_or(bytes.len(), |end| end + 1));
        let value = &record[..end.unwrap_or(record.len())];
        let cr: &[u8] = if self == Self::Lines { b"\r" } else { b"" };
        let (value, end) = record.split_at(value.strip_suffix(cr).unwrap_or(value).len());
        (value, end, others)
    }
}

/// A place in an input: line and column count from 1, the column in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub(crate) line: u64,
    pub(crate) column: u64,
}

impl Position {
    pub(crate) const START: Self = Self { line: 1, column: 1 };

    /// The length of a byte order mark at the start of an input, which is no part of a value.
    pub(crate) fn mark(self, record: &[u8]) -> usize {
        if self == Self::START && record.starts_with(BOM) { BOM.len() } else { 0 }
    }

    /// The place after `passed`, which begins at this one.
    pub(crate) fn after(self, passed: &[u8], records: Records) -> Self {
        let end = records.terminator().unwrap_or(b'\n');
        match memchr(end, passed) {
            None => Self { column: self.column + passed.len() as u64, ..self },
            // One line, as most records are, needs no counting.
            Some(first) if first + 1 == passed.len() => Self { line: self.line + 1, column: 1 },
            Some(first) => {
                let last = memrchr(end, passed).unwrap_or(first);
                Self {
                    line: self.line + memchr_iter(end, passed).count() as u64,
                    column: (passed.len() - last) as u64,
                }
            }
        }
    }
}

/// A record of this length or more is cut at any harmless place.
pub(crate) const LONG: usize = 1024 * 1024;

/// The positions where an input may be cut into blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cut {
    /// After this byte: a block holds whole records.
    After(u8),
    /// After this byte; a long record is cut as loose input is.
    AfterOrLoose(u8),
    /// Not within a triplet, CRLF, an escaped control character, or a possible beginning of one.
    Loose,
    /// Nowhere: the block is the input.
    Whole,
}

impl Cut {
    /// The end of the last block in these bytes; there is none before `old`.
    pub(crate) fn find(self, bytes: &[u8], old: usize) -> Option<usize> {
        match self {
            Self::After(end) => memrchr(end, &bytes[old..]).map(|at| old + at + 1),
            Self::AfterOrLoose(end) => {
                let cut = Self::After(end).find(bytes, old);
                if cut.is_none() && bytes.len() >= LONG { Self::Loose.find(bytes, 0) } else { cut }
            }
            Self::Loose => {
                let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
                let bytes = match bytes {
                    [before @ .., b'%', digit] if digit.is_ascii_hexdigit() => before,
                    [before @ .., b'%'] => before,
                    _ => bytes,
                };
                Some(control::len_before_open(bytes)).filter(|&len| len > 0)
            }
            Self::Whole => None,
        }
    }
}
