//! Records of a block with fields. Lines that cannot change are passed many at a time; of the others,
//! it is known whether they may change, and which selected fields they have.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use memchr::memchr3;

use super::block::{Block, Cursor};
use super::{Outcome, Rules};
use crate::fields::{Each, FastLines, FieldSet, Fields, Header, Problem, Result, Values};
use crate::shown::Name;

pub(super) struct Lines<'a> {
    fields: &'a Fields,
    pub(super) header: Header,
    pub(super) present: Present,
    triggers: Option<[u8; 2]>,
    fast: FastLines<'a>,
    pub(super) cursor: Cursor<'a>,
}

pub(super) struct Line<'a> {
    pub(super) record: Block<'a>,
    /// The record without its terminator, and the terminator.
    pub(super) bytes: &'a [u8],
    pub(super) end: &'a [u8],
    pub(super) span: Range<usize>,
    /// False if no value has a trigger: the record only has to fit the format.
    pub(super) may_change: bool,
    /// The record may have fields: it is no header and no directive.
    has_fields: bool,
}

impl<'a> Lines<'a> {
    /// Records without one of the one or two `triggers` cannot change.
    pub(super) fn new(
        fields: &'a Fields,
        block: &'a Block<'a>,
        rules: Rules,
        triggers: Option<[u8; 2]>,
    ) -> Self {
        let header = block.origin.header.clone().unwrap_or_else(|| fields.header());
        let fast = fields.fast_lines(block.bytes, triggers);
        let cursor = block.cursor(rules.records, fields.has_lines_in_records());
        Self { fields, header, present: Present::default(), triggers, fast, cursor }
    }

    pub(super) fn next(&mut self) -> Option<Line<'a>> {
        self.cursor.pass(self.fast.pass(self.cursor.at));
        let start = self.cursor.at;
        let fits = self.fast.next_fits();
        let (record, bytes, end) = self.cursor.next(|rest| match fits {
            Some(line) => line.split_first(rest),
            None => self.fields.split_first(rest),
        })?;
        let span = start..self.cursor.at;
        // A backslash may spell a trigger.
        let may_change =
            self.triggers.is_none_or(|[one, two]| memchr3(one, two, b'\\', bytes).is_some());
        let has_fields = self.fields.has_fields(&self.header, bytes);
        Some(Line { record, bytes, end, span, may_change, has_fields })
    }

    /// Checks a line that cannot change.
    pub(super) fn check(&mut self, line: &Line<'_>) -> Result {
        // A log's line that fits has all fields.
        if self.fast.next_fits().is_none() {
            let present = self.fields.check(&mut self.header, line.bytes)?;
            self.add(present, line);
        }
        Ok(())
    }

    pub(super) fn rewrite(&mut self, line: &Line<'_>, each: Each<'_>, out: &mut Vec<u8>) -> Result {
        let fits = self.fast.next_fits();
        self.fields.rewrite(fits, &mut self.header, line.bytes, each, out)
    }

    pub(super) fn read(&mut self, line: &Line<'_>, values: &mut Values) -> Result {
        self.fields.read(self.fast.next_fits(), &mut self.header, line.bytes, values)
    }

    pub(super) fn add(&mut self, fields: FieldSet, line: &Line<'_>) {
        if line.has_fields {
            self.present.add(fields, self.fields, &line.record, line.bytes);
        }
    }

    pub(super) fn add_misfit(&mut self, problem: &Problem, line: &Line<'_>) {
        problem.field.into_iter().for_each(|field| self.add(FieldSet::NONE.and(field), line));
    }

    pub(super) fn end(self, all: &AllPresent, outcome: &mut Outcome, input: &Name) {
        outcome.after = Some(self.cursor.position);
        all.add(input, self.present);
    }
}

/// The selected fields that records have, and the first record that lacks one.
#[derive(Default)]
pub(super) struct Present {
    fields: FieldSet,
    first: Option<Lacking<Vec<u8>>>,
    /// The records in which one has another type, and the first of them.
    others: (u64, Option<Lacking<String>>),
}

struct Lacking<S> {
    /// Its block, and the line in the input.
    place: (u64, u64),
    /// Its start, for a suggestion, or the text in its place.
    sample: S,
}

impl<S> Lacking<S> {
    fn first(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        one.into_iter().chain(other).min_by_key(|lacking| lacking.place)
    }
}

const LONGEST_SAMPLE: usize = 64 * 1024;

impl Present {
    fn add(&mut self, present: FieldSet, fields: &Fields, record: &Block<'_>, value: &[u8]) {
        self.fields = self.fields.union(present);
        if fields.is_all(present) || self.first.is_some() && fields.is_all(self.fields) {
            return;
        }
        let place = (record.origin.index, record.position.line);
        if self.first.is_none() {
            let sample = value[..value.len().min(LONGEST_SAMPLE)].to_vec();
            self.first = Some(Lacking { place, sample });
        }
        if let Some(sample) = fields.other_type(self.fields, value) {
            self.others.0 += 1;
            self.others.1.get_or_insert(Lacking { place, sample });
        }
    }

    fn merge(&mut self, other: Self) {
        self.fields = self.fields.union(other.fields);
        self.first = Lacking::first(self.first.take(), other.first);
        self.others.0 += other.others.0;
        self.others.1 = Lacking::first(self.others.1.take(), other.others.1);
    }
}

#[derive(Default)]
pub(super) struct AllPresent(Mutex<HashMap<Name, Present>>);

impl AllPresent {
    fn add(&self, input: &Name, present: Present) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(input.clone()).or_default().merge(present);
    }

    /// Reports for each input the fields that no record has.
    pub(super) fn tell_missing(&self, fields: &Fields, printed: u64, outcome: &mut Outcome) {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut missing: Vec<_> = all
            .iter()
            .filter_map(|(input, Present { fields: present, first, others })| {
                let Lacking { place, sample } = first.as_ref()?;
                let others = match others {
                    (records, Some(Lacking { place: (_, line), sample })) => {
                        format!("; {records} with another type, in line {line} {sample}")
                    }
                    _ => String::new(),
                };
                Some((place, input, fields.missing(*present, sample, &others)?))
            })
            .collect();
        missing.sort_unstable_by_key(|&(place, ..)| place);
        for ((_, line), input, what) in missing {
            outcome.problem = true;
            outcome.reports.add(&what, format_args!("pct: {input}:{line}: {what}"), None, printed);
        }
    }
}
