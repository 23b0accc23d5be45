//! What a verb does to values, done to some fields of each record.

use std::collections::HashMap;
use std::mem;
use std::sync::{Mutex, PoisonError};

use super::{Block, Outcome, Refusal, Rules, Transform, Work};
use crate::fields::{Fields, Found, Header, Problem, Value};
use crate::input::Cut;
use crate::reports::Name;

/// Work on the values of fields.
pub(crate) struct InFields<'a> {
    fields: Fields,
    transform: &'a dyn Transform,
    rules: Rules,
    /// What records of each input have of what is selected.
    seen: Mutex<HashMap<Name, Seen>>,
}

/// What records of an input have of what is selected.
#[derive(Default)]
struct Seen {
    found: Found,
    first: Option<Lacking>,
}

/// A record that lacks some of what is selected.
struct Lacking {
    /// Its block, and the line in the input.
    place: (u64, u64),
    /// As much of it as is worth keeping.
    record: Vec<u8>,
}

/// Longer records are not looked at for what may be meant.
const LONGEST_SAMPLE: usize = 64 * 1024;

impl Seen {
    /// Adds a record that has these, as its block comes to it.
    fn add(&mut self, found: Found, fields: &Fields, record: &Block<'_>, value: &[u8]) {
        if self.first.is_none() && !fields.is_all(found) {
            let record_kept = value[..value.len().min(LONGEST_SAMPLE)].to_vec();
            let place = (record.index, record.position.line);
            self.first = Some(Lacking { place, record: record_kept });
        }
        self.found = self.found.union(found);
    }

    fn merge(&mut self, other: Self) {
        self.found = self.found.union(other.found);
        if let Some(lacking) = other.first
            && self.first.as_ref().is_none_or(|first| lacking.place < first.place)
        {
            self.first = Some(lacking);
        }
    }
}

impl<'a> InFields<'a> {
    pub(crate) fn new(fields: Fields, transform: &'a dyn Transform, rules: Rules) -> Self {
        Self { fields, transform, rules, seen: Mutex::default() }
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
        let mut all = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get_mut(block.input) {
            known.merge(seen);
        } else {
            all.insert(block.input.clone(), seen);
        }
    }

    fn end(&self, outcome: &mut Outcome) {
        let all = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let mut missing: Vec<_> = all
            .iter()
            .filter_map(|(input, Seen { found, first })| {
                let Lacking { place, record } = first.as_ref()?;
                Some((place, input, self.fields.missing(*found, record)?))
            })
            .collect();
        missing.sort_unstable_by_key(|&(place, ..)| place);
        for ((_, line), input, what) in missing {
            outcome.malformed = true;
            outcome.tell(format_args!("pct: {input}:{line}: {what}"));
        }
    }
}
