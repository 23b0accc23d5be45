//! Records whose values are read: the whole record, or some of its fields.

use super::lines::{AllPresent, Lines};
use super::{Block, OnError, Outcome, Rules};
use crate::fields::{FieldSet, Fields, Header, Values};
use crate::input::{Position, Records};

/// Gives a verb the values of each record.
pub(crate) struct Reading {
    pub(crate) rules: Rules,
    fields: Option<Fields>,
    triggers: Option<[u8; 2]>,
    unsplit: Unsplit,
    present: AllPresent,
}

/// The fate of a record that cannot be split into fields, which is reported in any case.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unsplit {
    /// The rules say it.
    Refused,
    /// The verb gets it with the values before the place where it cannot.
    Kept,
    /// The verb gets it as one value: an escape in a malformed line is found, too.
    Whole,
}

impl Unsplit {
    const fn fate(self) -> &'static str {
        match self {
            Self::Whole => "read as a whole",
            Self::Refused | Self::Kept => "its row has empty cells",
        }
    }
}

pub(crate) struct Record<'a> {
    /// The record with its place and its terminator.
    pub(crate) block: &'a Block<'a>,
    /// The record without its terminator, and the terminator.
    pub(crate) bytes: &'a [u8],
    pub(crate) end: &'a [u8],
    pub(crate) header: Option<&'a Header>,
    pub(crate) names_fields: bool,
    pub(crate) values: &'a Values,
}

/// A place in a record, which goes on: counted from the start, many would take quadratic time.
pub(crate) struct Place {
    position: Position,
    /// The position of that in the record.
    at: usize,
}

impl Place {
    pub(crate) fn of(record: &Record<'_>) -> Self {
        Self { position: record.block.position, at: 0 }
    }

    /// Goes to an offset in the record; back only where fields overlap.
    pub(crate) fn to(&mut self, offset: usize, record: &Record<'_>, records: Records) -> Position {
        if offset < self.at {
            *self = Self::of(record);
        }
        self.position = self.position.after(&record.bytes[self.at..offset], records);
        self.at = offset;
        self.position
    }
}

impl Reading {
    /// Of fields, or whole records.
    pub(crate) fn new(fields: Option<Fields>, rules: Rules, unsplit: Unsplit) -> Self {
        let on_error = if rules.on_error == OnError::Keep { OnError::Drop } else { rules.on_error };
        let rules = Rules { on_error, ..rules };
        Self { rules, fields, triggers: None, unsplit, present: AllPresent::default() }
    }

    /// Leaves out records that have none of these one or two bytes.
    pub(crate) fn only_with(self, triggers: [u8; 2]) -> Self {
        Self { triggers: Some(triggers), ..self }
    }

    pub(crate) fn fields(&self) -> Option<&Fields> {
        self.fields.as_ref()
    }

    /// Gives each record of a block to `each`; with fields, no empty lines and no directives.
    pub(crate) fn each_record(
        &self,
        block: &Block<'_>,
        outcome: &mut Outcome,
        mut each: impl FnMut(&Record<'_>, &mut Outcome),
    ) {
        let mut values = outcome.values.take().unwrap_or_default();
        if let Some(fields) = &self.fields {
            self.each_in(fields, block, outcome, &mut values, &mut each);
        } else {
            let mut cursor = block.cursor(self.rules.records, false);
            while !outcome.ends
                && let Some((block, bytes, end)) =
                    cursor.next(|rest| self.rules.records.split_first(rest))
            {
                values.whole(bytes, block.position.mark(bytes));
                let (block, values, header) = (&block, &*values, None);
                each(&Record { block, bytes, end, header, names_fields: false, values }, outcome);
            }
        }
        outcome.values = Some(values);
    }

    fn each_in(
        &self,
        fields: &Fields,
        block: &Block<'_>,
        outcome: &mut Outcome,
        values: &mut Values,
        mut each: impl FnMut(&Record<'_>, &mut Outcome),
    ) {
        let mut lines = Lines::new(fields, block, self.rules, self.triggers);
        while !outcome.ends
            && let Some(line) = lines.next()
        {
            let (block, bytes, end) = (&line.record, line.bytes, line.end);
            let names_fields = fields.names_fields(&lines.header, bytes);
            let mut read = || lines.read(&line, values);
            let result = match line.may_change {
                // The names are values only when they are known.
                true if names_fields => read().and_then(|()| read()),
                true => read(),
                false => lines.check(&line),
            };
            let mut is_split = true;
            if let Err(problem) = result {
                lines.add_misfit(&problem, &line);
                if self.unsplit == Unsplit::Refused || names_fields {
                    self.rules.refuse(block, &problem, outcome);
                    continue;
                }
                self.rules.report(block, &problem, self.unsplit.fate(), outcome);
                is_split = self.unsplit == Unsplit::Kept || problem.in_header;
            }
            if !line.may_change || !fields.is_record(bytes) {
                continue;
            }
            if is_split {
                let fields = values.of(bytes).map(|value| value.index);
                lines.add(fields.fold(FieldSet::NONE, FieldSet::and), &line);
            } else {
                values.whole(bytes, block.position.mark(bytes));
            }
            let header = is_split.then_some(&lines.header);
            each(&Record { block, bytes, end, header, names_fields, values }, outcome);
        }
        lines.end(&self.present, outcome, &block.origin.input);
    }

    /// Reports the fields that no record has, after all blocks.
    pub(crate) fn end(&self, outcome: &mut Outcome) {
        if let Some(fields) = &self.fields {
            self.present.tell_missing(fields, self.rules.printed, outcome);
        }
    }
}
