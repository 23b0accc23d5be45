//! A row for each record: columns, or a JSON object.

use std::borrow::Cow;

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use clap::ValueEnum;
use percent_simd::form::Pair;

use super::QueryArgs;
use super::source::{Queries, Source};
use super::url::{Group, Key, Part, groups};
use crate::fields::escape_mark;
use crate::shown::Shown;
use crate::work::rows::{self, Form};
use crate::work::{Block, Outcome, Reading, Work};

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
        let keys: Vec<Key> = args.key.iter().map(|name| source.decoding.key(name)).collect();
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
        let decoding = self.source.decoding;
        if self.names().next().is_none() {
            write_object(&groups(queries.pairs(), decoding), output);
            return output.push(b'\n');
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
        let start = output.len();
        let json = self.form == Form::Json;
        output.extend(json.then_some(b'{'));
        let fields = (0..self.source.beside().len()).map(|index| queries.beside(index));
        let parts = self.parts.iter().map(|&part| queries.part(part));
        for ((column, name), value) in self.names().enumerate().zip(fields.chain(parts)) {
            let value = value.map(|value| decoding.text(value));
            if json {
                write_name(column, name, output);
                rows::json_list([value.as_deref().map(str::as_bytes)].into_iter(), output);
            } else {
                output.extend((column > 0).then_some(self.form.delimiter()));
                self.form.cell(value.unwrap_or_default().as_bytes(), output);
            }
        }
        let before = self.source.beside().len() + self.parts.len();
        for (column, key) in (before..).zip(&self.keys) {
            let values = pairs.iter().filter(|pair| decoding.is(**pair, key));
            let values = values.map(|pair| decoding.value(*pair));
            if json {
                write_name(column, &key.text, output);
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
        escape_mark(start, output);
        output.push(b'\n');
    }
}

fn mark(flag: &AtomicBool) {
    // Threads share the flag, and most find it set: read before writing.
    if !flag.load(Relaxed) {
        flag.store(true, Relaxed);
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
