//! Records whose values are read: the whole record, or some of its fields.

use super::seen::{AllSeen, Seen};
use super::triggers::Triggers;
use super::{Block, OnError, Outcome, Refusal, Rules};
use crate::fields::{Fields, Found, Header, Problem, Values};
use crate::input::Cut;

/// Gives a verb the values of each record.
pub(crate) struct Reading {
    rules: Rules,
    fields: Option<Fields>,
    triggers: Option<&'static [u8]>,
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
        Self {
            rules: Rules { on_error, ..rules },
            fields,
            triggers: None,
            seen: AllSeen::default(),
        }
    }

    /// The same, where nobody asks for records without these one or two bytes.
    #[must_use]
    pub(crate) fn only_with(self, triggers: &'static [u8]) -> Self {
        Self { triggers: Some(triggers), ..self }
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
                let records = (self.rules.records, false);
                let split_first = |rest| self.rules.split_first(rest);
                block.each_record(split_first, records, outcome, |block, bytes, end, outcome| {
                    values.whole(bytes, block.position.mark(bytes));
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
        let mut triggers = Triggers::new(block.bytes, self.triggers);
        let mut usual = fields.usual_lines(block.bytes, triggers.bytes());
        let mut cursor = block.cursor(self.rules.records, fields.has_lines_in_records());
        while !outcome.ends {
            // Nobody asks for most, and they are passed many at a time.
            cursor.pass(usual.pass(cursor.at()));
            let at = cursor.at();
            let split_first = |rest| fields.split_first(rest);
            let Some((block, bytes, end)) = cursor.next(split_first) else { break };
            let block = &block;
            let names_fields = fields.names_fields(&header, bytes);
            if !triggers.are_in(at..cursor.at()) {
                match fields.check(&mut header, bytes) {
                    Ok(found) if !names_fields && fields.has_fields(&header, bytes) => {
                        seen.add(found, fields, block, bytes);
                    }
                    Ok(_) => {}
                    Err(problem) => self.refuse(block, bytes, problem, outcome),
                }
                continue;
            }
            let result = fields.read(&mut header, bytes, values).and_then(|()| {
                if names_fields { fields.read(&mut header, bytes, values) } else { Ok(()) }
            });
            match result {
                Ok(()) if !fields.is_record(bytes) => {}
                Ok(()) => {
                    let found =
                        values.of(bytes).fold(Found::NONE, |found, value| found.and(value.index));
                    if !names_fields && fields.has_fields(&header, bytes) {
                        seen.add(found, fields, block, bytes);
                    }
                    let header = Some(&header);
                    each(&Record { block, bytes, end, header, names_fields, values }, outcome);
                }
                Err(problem) => self.refuse(block, bytes, problem, outcome),
            }
        }
        outcome.after = Some(cursor.position());
        self.seen.add(block.input, seen);
    }

    /// Reports what is wrong with a record.
    fn refuse(&self, block: &Block<'_>, bytes: &[u8], problem: Problem, outcome: &mut Outcome) {
        let Problem { offset, what, .. } = problem;
        self.rules.refuse(block, bytes, &Refusal { offset, what: what.into_owned() }, outcome);
    }

    /// Tells what no record has: all blocks have been handled.
    pub(crate) fn end(&self, outcome: &mut Outcome) {
        if let Some(fields) = &self.fields {
            self.seen.tell_missing(fields, self.rules.limits.printed, outcome);
        }
    }
}
