//! Fields printed alone, as a verb transforms them: a row for each record.

use std::collections::HashSet;
use std::mem;
use std::ops::Range;

use super::rows::{self, Form, Row};
use super::transform::transformed;
use super::{Block, OnError, Outcome, Reading, Record, Rules, Transform, Unsplit, Work};
use crate::fields::{self, Fields, Header};
use crate::input::CHUNK;

/// Prints the values of the fields that are selected, in the order in which they were given.
pub(crate) struct OnlyFields<'a> {
    fields: Fields,
    reading: Reading,
    transform: &'a dyn Transform,
    on_error: OnError,
    form: Form,
    /// Of each selector: it may have several values.
    are_lists: Vec<bool>,
}

/// The index of each value and its place among the new values, in order of the indices.
type Places = Vec<(usize, Range<usize>)>;

impl<'a> OnlyFields<'a> {
    pub(crate) fn new(
        fields: Fields,
        transform: &'a dyn Transform,
        rules: Rules,
        form: Form,
    ) -> Self {
        let needs = transform.needs();
        let fields = fields.nginx(needs.nginx).clients(needs.clients);
        let on_error = rules.on_error;
        let is_kept = on_error == OnError::Keep;
        let unsplit = if is_kept { Unsplit::Kept } else { Unsplit::Refused };
        let reading = Reading::new(Some(fields.clone()), rules, unsplit);
        let are_lists = (0..fields.names().len()).map(|name| fields.is_list(name)).collect();
        Self { fields, reading, transform, on_error, form, are_lists }
    }

    fn is_list(&self, selector: usize) -> bool {
        self.are_lists.get(selector) == Some(&true)
    }

    /// The new values of a record, which are in `outcome.value`; `None` if it is left out.
    fn values(&self, record: &Record<'_>, outcome: &mut Outcome) -> Option<Places> {
        let mut places = Places::new();
        let output = mem::take(&mut outcome.output);
        outcome.output = mem::take(&mut outcome.value);
        outcome.output.clear();
        // A refused record keeps all its values unchanged.
        let (mut is_kept, mut stays) = (true, record.names_fields);
        let mut values = record.values.of(record.bytes);
        while let Some(value) = values.next() {
            let start = outcome.output.len();
            if stays {
                outcome.output.extend_from_slice(value.bytes);
            } else if let Err(problem) = transformed(self.transform, &value, outcome) {
                let rules = self.reading.rules;
                rules.report(record.block, &problem, self.on_error.fate(), outcome);
                outcome.ends |= self.on_error == OnError::Fail;
                is_kept = self.on_error == OnError::Keep;
                if !is_kept {
                    break;
                }
                stays = true;
                values = record.values.of(record.bytes);
                places.clear();
                outcome.output.clear();
                continue;
            }
            places.push((value.index, start..outcome.output.len()));
        }
        if !places.is_sorted_by_key(|&(index, _)| index) {
            places.sort_by_key(|&(index, _)| index);
        }
        outcome.value = mem::replace(&mut outcome.output, output);
        is_kept.then_some(places)
    }

    fn record(&self, header: &Header, record: &Record<'_>, outcome: &mut Outcome) {
        if record.names_fields && (self.form == Form::Json || record.block.origin.names_again) {
            return;
        }
        let Some(places) = self.values(record, outcome) else { return };
        let Outcome { value, output, .. } = outcome;
        let is_alone = value.len() > CHUNK
            && output.is_empty()
            && matches!(&places[..], [(_, place)] if *place == (0..value.len()))
            && self.are_lists == [false]
            && self.fields.given(header).count() == 1;
        if is_alone && self.form.is_plain(value) && self.form != Form::Json {
            // A value of a gigabyte is not copied.
            mem::swap(value, output);
            fields::escape_mark(0, output);
            return output.extend_from_slice(record.end);
        }
        let values = |selector: usize, index: usize| {
            let start = places.partition_point(|&(before, _)| before < index);
            let end = start + places[start..].partition_point(|&(same, _)| same == index);
            // Of equal keys the last one counts.
            let start = if self.is_list(selector) { start } else { start.max(end.max(1) - 1) };
            places[start..end].iter().map(|(_, place)| &value[place.clone()])
        };
        let mut row = Row::new(self.form, output);
        if self.form == Form::Json {
            self.write_object(header, values, &mut row);
            return row.end(b"\n");
        }
        for (selector, index) in self.fields.given(header) {
            let (mut values, out) = (values(selector, index), row.next(""));
            if self.is_list(selector) {
                self.form.list_cell(values, out);
            } else {
                self.form.cell(values.next().unwrap_or_default(), out);
            }
        }
        row.end(record.end);
    }

    /// Fields of one name are a list.
    fn write_object<'v, I: Iterator<Item = &'v [u8]>>(
        &self,
        header: &Header,
        values: impl Fn(usize, usize) -> I,
        row: &mut Row<'_>,
    ) {
        let names: Vec<&[u8]> = self.fields.labels(header).collect();
        for (selector, name) in names.iter().enumerate() {
            if names[..selector].contains(name) {
                continue;
            }
            // Several selectors may select one field.
            let is_shared = names[selector + 1..].contains(name);
            let mut indices = HashSet::new();
            let mut given = self.fields.given(header).filter(|&(known, index)| {
                names[known] == *name && (!is_shared || indices.insert(index))
            });
            if self.is_list(selector) {
                let all = given.next().into_iter().flat_map(|(_, index)| values(selector, index));
                rows::json_array(all, row.next(name));
            } else {
                let all = given.map(|(known, index)| values(known, index).next());
                rows::json_list(all, row.next(name));
            }
        }
    }
}

impl Work for OnlyFields<'_> {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.reading)
    }

    /// Rows are records.
    fn lists(&self) -> bool {
        false
    }

    fn head(&self) -> Vec<u8> {
        if self.fields.has_names_first() {
            return Vec::new();
        }
        self.form.head(self.fields.names().iter().map(String::as_bytes))
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        self.reading.each_record(block, outcome, |record, outcome| {
            if let Some(header) = record.header {
                let before = outcome.passed_on.triplets;
                self.record(header, record, outcome);
                outcome.passed_on.end_record(before, || record.block.place());
            }
        });
    }
}
