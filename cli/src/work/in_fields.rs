//! The work of a verb on values, applied to some fields of each record.

use std::mem;
use std::ops::Range;

use super::seen::{AllSeen, Seen};
use super::triggers::Triggers;
use super::{Block, Outcome, Rules, Transform, Work};
use crate::fields::{Fields, Fitting, Found, Header, Problem, Value};

/// Work on the values of fields.
pub(crate) struct InFields<'a> {
    fields: Fields,
    transform: &'a dyn Transform,
    rules: Rules,
    seen: AllSeen,
}

impl<'a> InFields<'a> {
    pub(crate) fn new(fields: Fields, transform: &'a dyn Transform, rules: Rules) -> Self {
        let fields = fields
            .scope(transform.scope())
            .nginx(transform.reads_nginx())
            .clients(transform.decodes());
        Self { fields, transform, rules, seen: AllSeen::default() }
    }

    fn record(
        &self,
        record: &Block<'_>,
        value: &[u8],
        end: &[u8],
        triggers: &Triggers<'_>,
        (fits, header, seen): (Option<&Fitting>, &mut Header, &mut Seen),
        outcome: &mut Outcome,
    ) {
        let has_fields = self.fields.has_fields(header, value);
        let mut found = Found::NONE;
        let before = outcome.kept.triplets;
        // What becomes of a value goes to the output, which is lent out meanwhile.
        let mut output = mem::take(&mut outcome.output);
        let mut each = |value: Value<'_>, output: &mut Vec<u8>| {
            found = found.and(value.index);
            if triggers.has_none(value.bytes) {
                output.extend_from_slice(value.bytes);
                return Ok(());
            }
            mem::swap(&mut outcome.output, output);
            let result = if value.is_component {
                self.transform.component(value.bytes, value.kept, outcome)
            } else {
                self.transform.value(value.bytes, value.kept, outcome)
            };
            mem::swap(&mut outcome.output, output);
            result.map_err(|problem| Problem { offset: value.offset(problem.offset), ..problem })
        };
        let result = self.fields.rewrite_fitting(fits, header, value, &mut each, &mut output);
        outcome.output = output;
        match result {
            Ok(()) => {
                if has_fields {
                    seen.add(found, &self.fields, record, value);
                }
                outcome.output.extend_from_slice(end);
                outcome.kept.end_record(before, || record.place());
            }
            Err(problem) => {
                outcome.kept.triplets = before;
                self.refuse(record, value, &problem, outcome);
            }
        }
    }

    /// A record in which no value can change: it only has to be one of the format.
    fn check(
        &self,
        record: &Block<'_>,
        value: &[u8],
        header: &mut Header,
        seen: &mut Seen,
    ) -> Result<(), Problem> {
        let has_fields = self.fields.has_fields(header, value);
        let found = self.fields.check(header, value)?;
        if has_fields {
            seen.add(found, &self.fields, record, value);
        }
        Ok(())
    }

    /// Reports what is wrong with a record. A header is never dropped: the records after it need it.
    fn refuse(&self, record: &Block<'_>, value: &[u8], problem: &Problem, outcome: &mut Outcome) {
        let rules = if problem.in_header { self.rules.keeping() } else { self.rules };
        rules.refuse(record, value, problem, outcome);
    }
}

impl Work for InFields<'_> {
    fn fields(&self) -> Option<&Fields> {
        Some(&self.fields)
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        let mut header = block.header.cloned().unwrap_or_else(|| self.fields.header());
        let mut seen = Seen::default();
        let mut triggers = Triggers::new(block.bytes, self.transform.triggers());
        let mut usual = self.fields.usual_lines(block.bytes, triggers.bytes());
        // Records that stay are written together.
        let mut unchanged = 0..0;
        let write = |unchanged: &mut Range<usize>, next: usize, outcome: &mut Outcome| {
            outcome.output.extend_from_slice(&block.bytes[unchanged.clone()]);
            *unchanged = next..next;
        };
        let has_lines = self.fields.has_lines_in_records();
        let mut cursor = block.cursor(self.rules.records, has_lines);
        while !outcome.ends {
            // Most stay, and are passed many at a time.
            cursor.pass(usual.pass(cursor.at()));
            unchanged.end = cursor.at();
            let fits = usual.next_fits();
            let split_first = |rest| match fits {
                Some(line) => line.split_first(rest),
                None => self.fields.split_first(rest),
            };
            let Some((record, value, end)) = cursor.next(split_first) else { break };
            let record = &record;
            if triggers.are_in(unchanged.end..cursor.at()) {
                write(&mut unchanged, cursor.at(), outcome);
                let known = (fits, &mut header, &mut seen);
                self.record(record, value, end, &triggers, known, outcome);
                continue;
            }
            match self.check(record, value, &mut header, &mut seen) {
                Ok(()) => unchanged.end = cursor.at(),
                Err(problem) => {
                    write(&mut unchanged, cursor.at(), outcome);
                    self.refuse(record, value, &problem, outcome);
                }
            }
        }
        write(&mut unchanged, cursor.at(), outcome);
        outcome.after = Some(cursor.position());
        self.seen.add(block.input, seen);
    }

    fn end(&self, outcome: &mut Outcome) {
        self.seen.tell_missing(&self.fields, self.rules.printed, outcome);
    }
}
