//! What a verb does to values, done to some fields of each record.

use std::mem;

use super::seen::{AllSeen, Seen};
use super::{Block, Outcome, Refusal, Rules, Transform, Work};
use crate::fields::{Fields, Found, Header, Problem, Value};
use crate::input::Cut;

/// Work on the values of fields.
pub(crate) struct InFields<'a> {
    fields: Fields,
    transform: &'a dyn Transform,
    rules: Rules,
    seen: AllSeen,
}

impl<'a> InFields<'a> {
    pub(crate) fn new(fields: Fields, transform: &'a dyn Transform, rules: Rules) -> Self {
        Self { fields, transform, rules, seen: AllSeen::default() }
    }

    fn record(
        &self,
        record: &Block<'_>,
        value: &[u8],
        end: &[u8],
        header: &mut Header,
        seen: &mut Seen,
        outcome: &mut Outcome,
    ) {
        let has_fields = self.fields.has_fields(header, value);
        let mut found = Found::NONE;
        // The output takes the whole record; what becomes of one value comes before that.
        let mut output = mem::replace(&mut outcome.output, mem::take(&mut outcome.value));
        let was_malformed = mem::take(&mut outcome.malformed);
        let mut each = |value: Value<'_>, output: &mut Vec<u8>| {
            outcome.output.clear();
            found = found.and(value.index);
            let refused =
                |refusal: Refusal| Problem::new(value.offset(refusal.offset), refusal.what);
            self.transform.value(value.bytes, value.kept, outcome).map_err(refused)?;
            output.extend_from_slice(&outcome.output);
            Ok(())
        };
        let result = self.fields.rewrite(header, value, &mut each, &mut output);
        outcome.value = mem::replace(&mut outcome.output, output);
        match result {
            Ok(()) => {
                if has_fields {
                    seen.add(found, &self.fields, record, value);
                }
                outcome.output.extend_from_slice(end);
                if outcome.malformed && outcome.first_kept.is_none() {
                    outcome.first_kept = Some(format!("{}:{}", record.input, record.position.line));
                }
            }
            // What is wrong with it is reported.
            Err(Problem { offset, what, in_header }) => {
                let rules = if in_header { self.rules.keeping() } else { self.rules };
                rules.refuse(record, value, &Refusal { offset, what: what.into_owned() }, outcome);
            }
        }
        outcome.malformed |= was_malformed;
    }
}

impl Work for InFields<'_> {
    /// Not asked for: the fields know where records end.
    fn cut(&self) -> Cut {
        self.rules.records.whole()
    }

    fn fields(&self) -> Option<&Fields> {
        Some(&self.fields)
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        let mut header = block.header.cloned().unwrap_or_else(|| self.fields.header());
        let mut seen = Seen::default();
        block.each_record(
            |rest| self.fields.split_first(rest),
            self.rules.records,
            outcome,
            |record, value, end, outcome| {
                self.record(record, value, end, &mut header, &mut seen, outcome);
            },
        );
        self.seen.add(block.input, seen);
    }

    fn end(&self, outcome: &mut Outcome) {
        self.seen.tell_missing(&self.fields, self.rules.limits.printed, outcome);
    }
}
