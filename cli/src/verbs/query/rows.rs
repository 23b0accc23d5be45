//! A row for each record: columns, or a JSON object.

use std::borrow::Cow;

use super::pairs::{Group, groups};
use super::source::{Queries, Source};
use crate::fields::Fields;
use crate::input::Cut;
use crate::work::rows::{self, Form};
use crate::work::{Block, Outcome, Work};

/// What separates the values of one name in a column.
const SEPARATOR: u8 = b'&';

/// Prints a row for each record.
pub(super) struct Rows {
    source: Source,
    /// The names, decoded; all that there are if there are none.
    keys: Vec<String>,
    form: Form,
}

impl Rows {
    pub(super) fn new(source: Source, keys: Vec<String>, form: Form) -> Self {
        Self { source, keys, form }
    }

    fn row(&self, queries: Queries<'_>, output: &mut Vec<u8>) {
        if self.keys.is_empty() {
            return write_object(&groups(queries.pairs()), output);
        }
        let pairs: Vec<_> = queries.pairs().collect();
        let start = output.len();
        let json = self.form == Form::Json;
        output.extend(json.then_some(b'{'));
        for (column, key) in self.keys.iter().enumerate() {
            let values = pairs.iter().filter(|pair| pair.name_is(key)).map(|pair| pair.value());
            if json {
                write_name(column, key, output);
                let values: Vec<Cow<'_, str>> = values.collect();
                rows::json_list(values.iter().map(|value| Some(value.as_bytes())), output);
            } else {
                output.extend((column > 0).then_some(self.form.delimiter()));
                let start = output.len();
                for (at, value) in values.enumerate() {
                    output.extend((at > 0).then_some(SEPARATOR));
                    self.form.exact_value(&value, Some(SEPARATOR), output);
                }
                self.form.quote(start, output);
            }
        }
        output.extend(json.then_some(b'}'));
        rows::escape_mark(start, output);
    }
}

fn write_object(groups: &[Group<'_>], output: &mut Vec<u8>) {
    output.push(b'{');
    for (column, Group { name, first, others }) in groups.iter().enumerate() {
        write_name(column, name, output);
        let values = std::iter::once(first).chain(others);
        rows::json_list(values.map(|value| Some(value.as_bytes())), output);
    }
    output.push(b'}');
}

fn write_name(column: usize, name: &str, output: &mut Vec<u8>) {
    output.extend((column > 0).then_some(b','));
    rows::json_string(name.as_bytes(), output);
    output.push(b':');
}

impl Work for Rows {
    fn cut(&self) -> Cut {
        self.source.reading.cut()
    }

    fn fields(&self) -> Option<&Fields> {
        self.source.reading.fields()
    }

    fn lists(&self) -> bool {
        true
    }

    fn head(&self) -> Vec<u8> {
        self.form.head(self.keys.iter().map(String::as_bytes))
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        self.source.each_record(block, outcome, |queries, outcome| {
            self.row(queries, &mut outcome.output);
            outcome.output.push(b'\n');
        });
    }

    fn end(&self, outcome: &mut Outcome) {
        self.source.reading.end(outcome);
    }
}
