//! What a verb is given: whole records of an input, or one of them.

use super::Outcome;
use crate::fields::Header;
use crate::input::{Position, Records};
use crate::reports::Name;

/// A piece of an input.
#[derive(Clone, Copy)]
pub(crate) struct Block<'a> {
    pub(crate) bytes: &'a [u8],
    /// What is known already of what follows.
    pub(crate) ahead: &'a [u8],
    /// The input ends with it.
    pub(crate) last: bool,
    /// The name of the input, for reports.
    pub(crate) input: &'a Name,
    /// Where in the input it begins.
    pub(crate) position: Position,
    /// How many blocks of all inputs stand before it.
    pub(crate) index: u64,
    /// What is known of the fields of its records, if fields are meant.
    pub(crate) header: Option<&'a Header>,
}

impl Block<'_> {
    /// Gives each record to `each`, with its place, its value and what ends it, as `split_first`
    /// tells them; stops where the run ends. `has_lines`: a value may hold what ends a line.
    pub(crate) fn each_record<'a>(
        &'a self,
        split_first: impl Fn(&'a [u8]) -> (&'a [u8], &'a [u8], &'a [u8]),
        (records, has_lines): (Records, bool),
        outcome: &mut Outcome,
        mut each: impl FnMut(&Block<'_>, &[u8], &[u8], &mut Outcome),
    ) {
        let (mut position, mut rest) = (self.position, self.bytes);
        while !rest.is_empty() && !outcome.ends {
            let (value, end, others) = split_first(rest);
            let record = &rest[..value.len() + end.len()];
            let (ahead, last) =
                if others.is_empty() { (self.ahead, self.last) } else { (others, false) };
            each(&Block { bytes: record, ahead, last, position, ..*self }, value, end, outcome);
            position = if has_lines || end.is_empty() {
                position.after(record, records)
            } else {
                position.next_line()
            };
            rest = others;
        }
    }
}
