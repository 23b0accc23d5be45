//! Fields printed alone, as a verb transforms them: a row for each record.

use std::collections::HashSet;
use std::mem;
use std::ops::Range;

use percent_simd::AsciiSet;

use super::rows::{self, Form};
use super::{Block, OnError, Outcome, Reading, Record, Rules, Transform, Work};
use crate::fields::{self, Fields, Header, Problem};
use crate::input::CHUNK;

/// Prints the values of the fields that are selected, in the order in which they were given.
pub(crate) struct OnlyFields<'a> {
    fields: Fields,
    reading: Reading,
    transform: &'a dyn Transform,
    on_error: OnError,
    form: Form,
}

/// Where in what the values have become the one of each index is. Of several with one index the last
/// counts, as of equal keys in JSON.
type Places = Vec<Option<Range<usize>>>;

impl<'a> OnlyFields<'a> {
    pub(crate) fn new(
        fields: Fields,
        transform: &'a dyn Transform,
        rules: Rules,
        form: Form,
    ) -> Self {
        let (fields, on_error) = (fields.nginx(transform.reads_nginx()), rules.on_error);
        let reading = Reading::new(Some(fields.clone()), rules).keeping(on_error == OnError::Keep);
        Self { fields, reading, transform, on_error, form }
    }

    /// What the values of a record become, one after another in `outcome.value`; `None` if the
    /// record is left out.
    fn values(&self, record: &Record<'_>, outcome: &mut Outcome) -> Option<Places> {
        let mut places = Places::new();
        let output = mem::take(&mut outcome.output);
        outcome.output = mem::take(&mut outcome.value);
        outcome.output.clear();
        // A record that is refused stays as it stands, with all its values.
        let (mut is_kept, mut stays) = (true, record.names_fields);
        let mut values = record.values.of(record.bytes);
        while let Some(value) = values.next() {
            let start = outcome.output.len();
            let result = if stays {
                outcome.output.extend_from_slice(value.bytes);
                Ok(())
            } else {
                self.transform.value(value.bytes, AsciiSet::EMPTY, outcome)
            };
            if let Err(problem) = result {
                let problem = Problem { offset: value.offset(problem.offset), ..problem };
                let rules = self.reading.rules();
                rules.report(record.block, record.bytes, &problem, self.on_error.fate(), outcome);
                outcome.ends |= self.on_error == OnError::Fail;
                is_kept = self.on_error == OnError::Keep;
                if !is_kept {
                    break;
                }
                stays = true;
                values = record.values.of(record.bytes);
                outcome.output.clear();
                continue;
            }
            if places.len() <= value.index {
                places.resize(value.index + 1, None);
            }
            places[value.index] = Some(start..outcome.output.len());
        }
        outcome.value = mem::replace(&mut outcome.output, output);
        is_kept.then_some(places)
    }

    fn record(&self, header: &Header, record: &Record<'_>, outcome: &mut Outcome) {
        if record.names_fields && (self.form == Form::Json || record.block.names_again) {
            return;
        }
        let Some(places) = self.values(record, outcome) else { return };
        let Outcome { value, output, .. } = outcome;
        let is_alone = value.len() > CHUNK
            && output.is_empty()
            && places[..] == [Some(0..value.len())]
            && self.fields.given(header).count() == 1;
        if is_alone && self.form.is_plain(value) && self.form != Form::Json {
            // A value of a gigabyte is not copied.
            mem::swap(value, output);
            fields::escape_mark(0, output);
            return output.extend_from_slice(record.end);
        }
        let of_index = |index: usize| places.get(index)?.clone().map(|place| &value[place]);
        if self.form == Form::Json {
            self.write_object(header, of_index, output);
            output.push(b'\n');
        } else {
            let start = output.len();
            for (column, (_, index)) in self.fields.given(header).enumerate() {
                output.extend((column > 0).then_some(self.form.delimiter()));
                self.form.cell(of_index(index).unwrap_or_default(), output);
            }
            fields::escape_mark(start, output);
            output.extend_from_slice(record.end);
        }
    }

    /// Fields of one name are a list.
    fn write_object<'v>(
        &self,
        header: &Header,
        of_index: impl Fn(usize) -> Option<&'v [u8]>,
        output: &mut Vec<u8>,
    ) {
        let names: Vec<&[u8]> = self.fields.labels(header).collect();
        output.push(b'{');
        for (selector, name) in names.iter().enumerate() {
            if names[..selector].contains(name) {
                continue;
            }
            output.extend((selector > 0).then_some(b','));
            rows::json_string(name, output);
            output.push(b':');
            // Several selectors may select one field.
            let is_shared = names[selector + 1..].contains(name);
            let mut seen = HashSet::new();
            let given = self.fields.given(header).filter(|&(known, index)| {
                names[known] == *name && (!is_shared || seen.insert(index))
            });
            rows::json_list(given.map(|(_, index)| of_index(index)), output);
        }
        output.push(b'}');
    }
}

impl Work for OnlyFields<'_> {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.reading)
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
                let before = outcome.kept.triplets;
                self.record(header, record, outcome);
                outcome.kept.end_record(before, || record.block.place());
            }
        });
    }
}
