//! The input of a verb, whole records of an input or one of them, and the outcome.

use crate::fields::{Header, Values};
use crate::input::{Position, Records};
use crate::reports::{PassedOn, Reports};
use crate::shown::Name;

#[derive(Clone, Copy)]
pub(crate) struct Block<'a> {
    pub(crate) bytes: &'a [u8],
    /// The bytes already read after the block.
    pub(crate) ahead: &'a [u8],
    /// The input ends with it.
    pub(crate) last: bool,
    /// The place of its start in the input.
    pub(crate) position: Position,
    pub(crate) origin: &'a Origin,
}

pub(crate) struct Origin {
    pub(crate) input: Name,
    /// The number of blocks of all inputs before this one.
    pub(crate) index: u64,
    /// The known fields of its records, if fields are selected.
    pub(crate) header: Option<Header>,
    /// An input before this one has named the fields, and both have one output.
    pub(crate) names_again: bool,
}

impl<'a> Block<'a> {
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.origin.input, self.position.line)
    }

    /// Goes through the records. `has_lines`: a value may have line ends.
    pub(crate) fn cursor(&'a self, records: Records, has_lines: bool) -> Cursor<'a> {
        Cursor { block: self, records, has_lines, position: self.position, at: 0 }
    }
}

pub(crate) struct Cursor<'a> {
    block: &'a Block<'a>,
    records: Records,
    has_lines: bool,
    /// Its position in the input, and its offset in the block.
    pub(super) position: Position,
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    /// Passes this many bytes, which are this many whole lines.
    pub(crate) fn pass(&mut self, (len, lines): (usize, u64)) {
        self.at += len;
        self.position.line += lines;
    }

    /// Passes the next record: the record, its value and its terminator, by `split_first`.
    pub(crate) fn next(
        &mut self,
        split_first: impl Fn(&'a [u8]) -> (&'a [u8], &'a [u8], &'a [u8]),
    ) -> Option<(Block<'a>, &'a [u8], &'a [u8])> {
        let rest = &self.block.bytes[self.at..];
        if rest.is_empty() {
            return None;
        }
        let (value, end, others) = split_first(rest);
        let bytes = &rest[..value.len() + end.len()];
        let (ahead, last) =
            if others.is_empty() { (self.block.ahead, self.block.last) } else { (others, false) };
        let record = Block { bytes, ahead, last, position: self.position, ..*self.block };
        self.position = if self.has_lines || end.is_empty() {
            self.position.after(bytes, self.records)
        } else {
            Position { line: self.position.line + 1, column: 1 }
        };
        self.at += bytes.len();
        Some((record, value, end))
    }
}

/// The results of a block. Made to be used again: clearing keeps the room.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) output: Vec<u8>,
    /// For standard error, to be written before the output.
    pub(crate) reports: Box<Reports>,
    /// Something could not be done, or `check` found a problem: exit status 1.
    pub(crate) problem: bool,
    /// A finding under `--fail`: exit status 3.
    pub(crate) found: bool,
    /// Malformed triplets that were passed on.
    pub(crate) passed_on: Box<PassedOn>,
    /// A record was refused, and that ends the run.
    pub(crate) ends: bool,
    /// The output is not the input. Known only where files are replaced.
    pub(crate) differs: bool,
    /// The end of the block, if the work has counted its lines.
    pub(crate) after: Option<Position>,
    /// Reused where the result is text, and between rounds of decoding.
    pub(crate) text: String,
    pub(crate) scratch: Vec<u8>,
    /// The new value of a field.
    pub(crate) value: Vec<u8>,
    pub(crate) values: Option<Box<Values>>,
}

impl Outcome {
    pub(crate) fn clear(&mut self) {
        self.output.clear();
        self.reports.clear();
        *self.passed_on = PassedOn::default();
        (self.problem, self.found) = (false, false);
        (self.ends, self.differs, self.after) = (false, false, None);
    }
}
