//! The most frequent texts, in bounded memory.

use std::collections::HashMap;
use std::io::Write;
use std::iter;
use std::mem;
use std::sync::{Mutex, PoisonError};

use percent_simd::decode_lossy;

use super::QueryArgs;
use super::source::{Queries, Source};
use super::time::By;
use super::url::{Key, Part};
use crate::blocks::rows::{self, Form, Row};
use crate::blocks::{Block, Outcome, Reading, Work};

const LIMIT: usize = 64 * 1024 * 1024;

/// The memory limit in each thread: more than a block can fill, except one very long record.
const LIMIT_OF_BLOCK: usize = 16 * 1024 * 1024;

/// The memory for a text besides its bytes: its slot in the table, and the allocator.
const OVERHEAD: usize = 80;

/// The count of each text. When the texts exceed the limit, the rarest are dropped until half of it
/// is free (lossy counting, Manku and Motwani, VLDB 2002, bounded by memory instead of a given error).
pub(super) struct Tally {
    limit: usize,
    counts: HashMap<Box<[u8]>, u64>,
    bytes: usize,
    /// The highest count that a dropped text can have had: the greatest error of a count.
    error: u64,
}

impl Tally {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, counts: HashMap::new(), bytes: 0, error: 0 }
    }

    pub(super) fn add(&mut self, text: &[u8], count: u64) {
        if let Some(known) = self.counts.get_mut(text) {
            *known += count;
            return;
        }
        self.bytes += text.len() + OVERHEAD;
        self.counts.insert(text.into(), count);
        if self.bytes > self.limit {
            self.forget();
        }
    }

    fn forget(&mut self) {
        let mut sizes: Vec<(u64, usize)> =
            self.counts.iter().map(|(text, &count)| (count, text.len() + OVERHEAD)).collect();
        sizes.sort_unstable();
        let (mut left, mut rarest) = (self.bytes, 0);
        for (count, size) in sizes {
            // Texts with the same count are dropped together.
            if left <= self.limit / 2 && count > rarest {
                break;
            }
            (left, rarest) = (left - size, count);
        }
        self.error += rarest;
        self.bytes = left;
        self.counts.retain(|_, count| *count > rarest);
    }

    fn merge(&mut self, other: Self) {
        self.error += other.error;
        for (text, count) in other.counts {
            self.add(&text, count);
        }
    }
}

pub(super) enum Counted {
    Names,
    ValuesOf(Key),
    /// The columns alone.
    Rows,
}

pub(super) struct Counts {
    source: Source,
    by: Option<By>,
    /// How many of the columns of the source are the time.
    of_time: usize,
    parts: Vec<Part>,
    counted: Counted,
    /// At most this many rows, of each day or hour; 0: all.
    most: usize,
    form: Form,
    all: Mutex<Tally>,
}

impl Counts {
    pub(super) fn new(source: Source, args: &QueryArgs, counted: Counted, form: Form) -> Self {
        let (by, parts) = (args.by.clone(), args.part.clone());
        let (most, of_time) = (args.count.unwrap_or_default(), source.of_time(by.as_ref()));
        let all = Mutex::new(Tally::new(LIMIT));
        Self { source, by, of_time, parts, counted, most, form, all }
    }

    /// The names of the columns after the count.
    fn names(&self) -> impl Iterator<Item = &str> {
        let fields = self.source.beside()[self.of_time..].iter().map(String::as_str);
        let counted = match &self.counted {
            Counted::Names => Some("name"),
            Counted::ValuesOf(key) if self.by.is_some() || self.has_columns() => Some(&*key.text),
            Counted::ValuesOf(_) => Some("value"),
            Counted::Rows => None,
        };
        let parts = self.parts.iter().map(|part| part.name());
        self.by.iter().map(|by| by.name()).chain(fields).chain(parts).chain(counted)
    }

    fn has_columns(&self) -> bool {
        self.source.beside().len() > self.of_time || !self.parts.is_empty()
    }

    /// Counts a record. A row is its cells as [`Form::Columns`] has them, so tabs separate them.
    fn record(&self, queries: Queries<'_>, row: &mut Vec<u8>, tally: &mut Tally) {
        let decoding = queries.decoding();
        let cell = |text: &str, row: &mut Vec<u8>| {
            Form::Columns.exact_value(text, None, row);
            row.push(b'\t');
        };
        row.clear();
        if let Some(by) = &self.by {
            let time = (0..self.of_time).filter_map(|at| queries.beside(at));
            cell(&by.of(&time.collect::<Vec<_>>().join(&b' ')).unwrap_or_default(), row);
        }
        let fields = (self.of_time..self.source.beside().len()).map(|at| queries.beside(at));
        let parts = self.parts.iter().map(|&part| queries.part(part));
        for value in fields.chain(parts) {
            cell(&decoding.text(value.unwrap_or_default()), row);
        }
        let start = row.len();
        let mut add = |text: &str, row: &mut Vec<u8>| {
            row.truncate(start);
            cell(text, row);
            tally.add(&row[..row.len() - 1], 1);
        };
        match &self.counted {
            Counted::Rows => tally.add(&row[..start - 1], 1),
            Counted::Names => queries.pairs().for_each(|pair| add(&decoding.name(pair), row)),
            Counted::ValuesOf(key) => queries
                .pairs()
                .filter(|pair| decoding.is(*pair, key))
                .for_each(|pair| add(&decoding.value(pair), row)),
        }
    }

    fn write(&self, cells: &[u8], count: u64, output: &mut Vec<u8>) {
        let mut row = Row::new(self.form, output);
        // Writing to a Vec cannot fail.
        let _ = write!(row.next("count"), "{count}");
        for (name, cell) in self.names().zip(cells.split(|&byte| byte == b'\t')) {
            let (value, out) = (decode_lossy(cell), row.next(name));
            match self.form {
                Form::Columns | Form::Tsv => out.extend_from_slice(cell),
                Form::Json => rows::json_string(value.as_bytes(), out),
                Form::Csv => {
                    let start = out.len();
                    self.form.exact_value(&value, None, out);
                    self.form.quote(start, out);
                }
            }
        }
        row.end(b"\n");
    }
}

impl Work for Counts {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.source.reading)
    }

    fn head(&self) -> Vec<u8> {
        self.form.head(iter::once("count").chain(self.names()).map(str::as_bytes))
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        let (mut tally, mut row) = (Tally::new(LIMIT_OF_BLOCK), Vec::new());
        self.source.each_record(block, outcome, |queries, _| {
            self.record(queries, &mut row, &mut tally);
        });
        self.all.lock().unwrap_or_else(PoisonError::into_inner).merge(tally);
    }

    fn end(&self, outcome: &mut Outcome) {
        let mut counts = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let tally = mem::replace(&mut *counts, Tally::new(LIMIT));
        let mut all: Vec<(&[u8], u64)> =
            tally.counts.iter().map(|(text, &count)| (&**text, count)).collect();
        // Texts with the same count are in byte order.
        all.sort_unstable_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
        let unit =
            |row: &[u8]| row.split(|&byte| byte == b'\t').next().unwrap_or_default().to_vec();
        if self.by.is_some() {
            all.sort_by_cached_key(|(row, _)| unit(row));
        }
        let units =
            all.chunk_by(|(one, _), (other, _)| self.by.is_none() || unit(one) == unit(other));
        let most = if self.most == 0 { usize::MAX } else { self.most };
        for &(row, count) in units.flat_map(|unit| unit.iter().take(most)) {
            self.write(row, count, &mut outcome.output);
        }
        if tally.error > 0 {
            let of = match self.counted {
                Counted::Names => "names",
                Counted::ValuesOf(_) => "values",
                Counted::Rows => "rows",
            };
            let (error, limit) = (tally.error, LIMIT / (1024 * 1024));
            let line = format_args!(
                "pct: the {of} take more than {limit} MiB: {of} that occurred at most {error} times may have been dropped, and each \
                 count may be too low by up to {error}"
            );
            let printed = self.source.reading.rules.printed;
            outcome.reports.add("forgotten", line, None, printed);
        }
    }
}
