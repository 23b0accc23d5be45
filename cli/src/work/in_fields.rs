//! The work of a verb on values, applied to some fields of each record.

use std::mem;

use super::lines::{AllPresent, Line, Lines};
use super::{Block, Needs, Outcome, Rules, Transform, Work, transformed};
use crate::fields::{Fields, Found, Result, Value};

pub(crate) struct InFields<'a> {
    fields: Fields,
    transform: &'a dyn Transform,
    triggers: Option<&'static [u8]>,
    rules: Rules,
    present: AllPresent,
}

impl<'a> InFields<'a> {
    pub(crate) fn new(fields: Fields, transform: &'a dyn Transform, rules: Rules) -> Self {
        let Needs { scope, nginx, clients, triggers } = transform.needs();
        let fields = fields.scope(scope).nginx(nginx).clients(clients);
        Self { fields, transform, triggers, rules, present: AllPresent::default() }
    }

    fn rewrite(&self, lines: &mut Lines<'_>, line: &Line<'_>, outcome: &mut Outcome) -> Result {
        let mut found = Found::NONE;
        let before = outcome.kept.triplets;
        let triggers = lines.triggers.clone();
        // What becomes of a value goes to the output, which is lent out meanwhile.
        let mut output = mem::take(&mut outcome.output);
        let mut each = |value: Value<'_>, output: &mut Vec<u8>| {
            found = found.and(value.index);
            if triggers.has_none(value.bytes) {
                output.extend_from_slice(value.bytes);
                return Ok(());
            }
            mem::swap(&mut outcome.output, output);
            let result = transformed(self.transform, &value, outcome);
            mem::swap(&mut outcome.output, output);
            result
        };
        let result = lines.rewrite(line, &mut each, &mut output);
        outcome.output = output;
        result.inspect_err(|_| outcome.kept.triplets = before)?;
        lines.add(found, line);
        outcome.output.extend_from_slice(line.end);
        outcome.kept.end_record(before, || line.record.place());
        Ok(())
    }
}

impl Work for InFields<'_> {
    fn fields(&self) -> Option<&Fields> {
        Some(&self.fields)
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        let mut lines = Lines::new(&self.fields, block, self.rules, self.triggers);
        // Records that stay are written together.
        let mut unchanged = 0;
        while !outcome.ends
            && let Some(line) = lines.next()
        {
            let result = if line.may_change {
                outcome.output.extend_from_slice(&block.bytes[unchanged..line.span.start]);
                unchanged = line.span.end;
                self.rewrite(&mut lines, &line, outcome)
            } else {
                lines.check(&line).inspect_err(|_| {
                    outcome.output.extend_from_slice(&block.bytes[unchanged..line.span.start]);
                    unchanged = line.span.end;
                })
            };
            if let Err(problem) = result {
                // A header is never dropped: the records after it need it.
                let rules = if problem.in_header { self.rules.keeping() } else { self.rules };
                rules.refuse(&line.record, line.bytes, &problem, outcome);
            }
        }
        outcome.output.extend_from_slice(&block.bytes[unchanged..lines.at()]);
        lines.end(&self.present, outcome, &block.origin.input);
    }

    fn end(&self, outcome: &mut Outcome) {
        self.present.tell_missing(&self.fields, self.rules.printed, outcome);
    }
}
