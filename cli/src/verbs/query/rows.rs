//! A row for each record: columns, or a JSON object.

use std::borrow::Cow;
use std::cell::Cell;

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use clap::ValueEnum;
use percent_simd::form::Pair;

use super::QueryArgs;
use super::source::{Queries, Source};
use super::url::{Group, Key, Part, groups};
use crate::blocks::rows::{self, Form, Row};
use crate::blocks::{Block, Outcome, Reading, Work};
use crate::shown::Shown;

/// Separates the values of one name in a column.
const SEPARATOR: u8 = b'&';

pub(super) struct Rows {
    source: Source,
    parts: Vec<Part>,
    /// Without columns, objects have all names.
    keys: Vec<Key>,
    /// Skips rows without any of the keys.
    matched: bool,
    form: Form,
    /// The keys that some record had, and whether any record was read.
    key_was_present: Vec<AtomicBool>,
    has_records: AtomicBool,
}

impl Rows {
    pub(super) fn new(source: Source, args: &QueryArgs, form: Form) -> Self {
        let keys: Vec<Key> =
            args.key.iter().map(|name| source.decoding(&Cell::default()).key(name)).collect();
        let key_was_present = keys.iter().map(|_| AtomicBool::new(false)).collect();
        let (parts, matched) = (args.part.clone(), args.matched);
        let has_records = AtomicBool::new(false);
        Self { source, parts, keys, matched, form, key_was_present, has_records }
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        let fields = self.source.beside().iter().map(String::as_str);
        let parts = self.parts.iter().map(|part| part.name());
        fields.chain(parts).chain(self.keys.iter().map(|key| &*key.text))
    }

    fn row(&self, queries: Queries<'_>, output: &mut Vec<u8>) {
        let decoding = queries.decoding();
        if self.names().next().is_none() {
            return write_object(&groups(queries.pairs(), decoding), output);
        }
        let is_asked = |pair: &Pair<'_>| self.keys.iter().any(|key| decoding.is(*pair, key));
        let pairs: Vec<_> = queries.pairs().filter(is_asked).collect();
        mark(&self.has_records);
        for (key, was_present) in self.keys.iter().zip(&self.key_was_present) {
            if !was_present.load(Relaxed) && pairs.iter().any(|pair| decoding.is(*pair, key)) {
                mark(was_present);
            }
        }
        if self.matched && pairs.is_empty() {
            return;
        }
        let (mut row, json) = (Row::new(self.form, output), self.form == Form::Json);
        let fields = (0..self.source.beside().len()).map(|index| queries.beside(index));
        let parts = self.parts.iter().map(|&part| queries.part(part));
        for (name, value) in self.names().zip(fields.chain(parts)) {
            let (value, out) = (value.map(|value| decoding.text(value)), row.next(name));
            if json {
                rows::json_list([value.as_deref().map(str::as_bytes)].into_iter(), out);
            } else {
                self.form.cell(value.unwrap_or_default().as_bytes(), out);
            }
        }
        for key in &self.keys {
            let values = pairs.iter().filter(|pair| decoding.is(**pair, key));
            let (values, out) = (values.map(|pair| decoding.value(*pair)), row.next(&key.text));
            if json {
                let values: Vec<Cow<'_, str>> = values.collect();
                rows::json_list(values.iter().map(|value| Some(value.as_bytes())), out);
            } else {
                let start = out.len();
                for (at, value) in values.enumerate() {
                    out.extend((at > 0).then_some(SEPARATOR));
                    self.form.exact_value(&value, Some(SEPARATOR), out);
                }
                self.form.quote(start, out);
            }
        }
        row.end(b"\n");
    }
}

fn mark(flag: &AtomicBool) {
    // Threads share the flag, and most find it set: read before writing.
    if !flag.load(Relaxed) {
        flag.store(true, Relaxed);
    }
}

fn write_object(groups: &[Group<'_>], output: &mut Vec<u8>) {
    let mut row = Row::new(Form::Json, output);
    for Group { name, first, others } in groups {
        let values = std::iter::once(first).chain(others);
        rows::json_list(values.map(|value| Some(value.as_bytes())), row.next(name.as_bytes()));
    }
    row.end(b"\n");
}

impl Work for Rows {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.source.reading)
    }

    fn head(&self) -> Vec<u8> {
        self.form.head(self.names().map(str::as_bytes))
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        self.source.each_record(block, outcome, |queries, outcome| {
            self.row(queries, &mut outcome.output);
        });
    }

    fn end(&self, outcome: &mut Outcome) {
        if self.source.has_hint.load(Relaxed) {
            return;
        }
        let fields = self.source.reading.fields().map(|fields| fields.format().names());
        for (key, was_present) in self.keys.iter().zip(&self.key_was_present) {
            if was_present.load(Relaxed) || !self.has_records.load(Relaxed) {
                continue;
            }
            let is_field = fields.is_some_and(|names| names.contains(&&*key.text));
            let remedy = if is_field {
                "; -f prints the field of this name"
            } else if Part::from_str(&key.text, false).is_ok() {
                "; --part prints the part of URLs of this name"
            } else {
                ""
            };
            let line =
                format_args!("pct: no record has a parameter `{}`{remedy}", Shown(&key.text));
            outcome.reports.add("parameters", line, None, self.source.reading.rules.printed);
        }
    }
}
