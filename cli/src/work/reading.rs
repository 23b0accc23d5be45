//! Records whose values are read: the whole record, or some of its fields.

use super::seen::{AllSeen, Seen};
use super::{Block, OnError, Outcome, Refusal, Rules};
use crate::fields::{Fields, Found, Header, Problem, Values};
use crate::input::Cut;

/// Gives a verb the values of each record.
pub(crate) struct Reading {
    rules: Rules,
    fields: Option<Fields>,
    seen: AllSeen,
}

/// A record and its values.
pub(crate) struct Record<'a> {
    /// The record with its place and what ends it.
    pub(crate) block: &'a Block<'a>,
    /// The record without what ends it, and that.
    pub(crate) bytes: &'a [u8],
    pub(crate) end: &'a [u8],
    /// What is known of the fields.
    pub(crate) header: Option<&'a Header>,
    /// Its values are the names of fields.
    pub(crate) names_fields: bool,
    pub(crate) values: &'a Values,
}

impl Reading {
    /// Of whole records, if no fields are meant. What cannot be split into fields is reported and
    /// left out.
    pub(crate) fn new(fields: Option<Fields>, rules: Rules) -> Self {
        let on_error = if rules.on_error == OnError::Keep { OnError::Drop } else { rules.on_error };
        Self { rules: Rules { on_error, ..rules }, fields, seen: AllSeen::default() }
    }

    pub(crate) fn fields(&self) -> Option<&Fields> {
        self.fields.as_ref()
    }

    pub(crate) fn rules(&self) -> Rules {
        self.rules
    }

    /// Every record stays whole.
    pub(crate) fn cut(&self) -> Cut {
        self.rules.records.whole()
    }

    /// Gives each record of a block to `each`; where fields are meant, not empty lines and directives.
    pub(crate) fn each_record(
        &self,
        block: &Block<'_>,
        outcome: &mut Outcome,
        mut each: impl FnMut(&Record<'_>, &mut Outcome),
    ) {
        let mut values = outcome.values.take().unwrap_or_default();
        match &self.fields {
            None => {
                let records = self.rules.records;
                let split_first = |rest| self.rules.split_first(rest);
                block.each_record(split_first, records, outcome, |block, bytes, end, outcome| {
                    values.whole(bytes);
                    let (header, values) = (None, &values);
                    each(
                        &Record { block, bytes, end, header, names_fields: false, values },
                        outcome,
                    );
                });
            }
            Some(fields) => self.each_in(fields, block, outcome, &mut values, &mut each),
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
        let mut header = block.header.cloned().unwrap_or_else(|| fields.header());
        let mut seen = Seen::default();
        let split_first = |rest| fields.split_first(rest);
        block.each_record(
            split_first,
            self.rules.records,
            outcome,
            |block, bytes, end, outcome| {
                let names_fields = fields.names_fields(&header, bytes);
                let result = fields.read(&mut header, bytes, values).and_then(|()| {
                    if names_fields { fields.read(&mut header, bytes, values) } else { Ok(()) }
                });
                match result {
                    Ok(()) if !fields.is_record(bytes) => {}
                    Ok(()) => {
                        let found = values
                            .of(bytes)
                            .fold(Found::NONE, |found, value| found.and(value.index));
                        if !names_fields && fields.has_fields(&header, bytes) {
                            seen.add(found, fields, block, bytes);
                        }
                        let header = Some(&header);
                        each(&Record { block, bytes, end, header, names_fields, values }, outcome);
                    }
                    // What is wrong with it is reported.
                    Err(Problem { offset, what, .. }) => {
                        let refusal = Refusal { offset, what: what.into_owned() };
                        self.rules.refuse(block, bytes, &refusal, outcome);
                    }
                }
            },
        );
        self.seen.add(block.input, seen);
    }

    /// Tells what no record has: all blocks have been handled.
    pub(crate) fn end(&self, outcome: &mut Outcome) {
        if let Some(fields) = &self.fields {
            self.seen.tell_missing(fields, self.rules.limits.printed, outcome);
        }
    }
}
