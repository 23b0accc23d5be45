//! The most frequent texts, in bounded memory.

use std::collections::HashMap;
use std::io::Write;
use std::mem;
use std::sync::{Mutex, PoisonError};

use super::source::Source;
use super::url::Key;
use crate::work::rows::{self, Form};
use crate::work::{Block, Outcome, Reading, Work};

const LIMIT: usize = 64 * 1024 * 1024;

/// The memory limit in each thread: more than a block can fill, except one very long record.
const LIMIT_OF_BLOCK: usize = 16 * 1024 * 1024;

/// The memory for a text besides its bytes: its slot in the table, and the allocator.
const OVERHEAD: usize = 80;

/// The count of each text. When the texts exceed the limit, the rarest are dropped until half of it
/// is free (lossy counting, Manku and Motwani, VLDB 2002, bounded by memory instead of a given error).
pub(super) struct Tally {
    limit: usize,
    counts: HashMap<Box<str>, u64>,
    bytes: usize,
    /// The highest count that a dropped text can have had, so the most by which a count is too low.
    error: u64,
}

impl Tally {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, counts: HashMap::new(), bytes: 0, error: 0 }
    }

    pub(super) fn add(&mut self, text: &str, count: u64) {
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
        let mut left = self.bytes;
        // Texts with the same count are dropped together.
        let mut at = 0;
        let mut rarest = 0;
        while left > self.limit / 2 {
            rarest = sizes[at].0;
            while let Some(&(_, size)) = sizes.get(at).filter(|&&(count, _)| count == rarest) {
                left -= size;
                at += 1;
            }
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

    /// The texts, most frequent first; texts with the same count are in byte order.
    pub(super) fn most_frequent(&self) -> Vec<(&str, u64)> {
        let mut all: Vec<(&str, u64)> =
            self.counts.iter().map(|(text, &count)| (&**text, count)).collect();
        all.sort_unstable_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
        all
    }
}

pub(super) enum Counted {
    Names,
    ValuesOf(Key),
}

impl Counted {
    /// The plural and the singular.
    const fn words(&self) -> (&'static str, &'static str) {
        match self {
            Self::Names => ("names", "name"),
            Self::ValuesOf(_) => ("values", "value"),
        }
    }
}

pub(super) struct Counts {
    source: Source,
    counted: Counted,
    form: Form,
    all: Mutex<Tally>,
}

impl Counts {
    pub(super) fn new(source: Source, counted: Counted, form: Form) -> Self {
        Self { source, counted, form, all: Mutex::new(Tally::new(LIMIT)) }
    }
}

impl Work for Counts {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.source.reading)
    }

    fn head(&self) -> Vec<u8> {
        let (_, key) = self.counted.words();
        self.form.head(["count", key].map(str::as_bytes).into_iter())
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        let mut tally = Tally::new(LIMIT_OF_BLOCK);
        let decoding = self.source.decoding;
        self.source.each_record(block, outcome, |queries, _| {
            for pair in queries.pairs() {
                match &self.counted {
                    Counted::Names => tally.add(&decoding.name(pair), 1),
                    Counted::ValuesOf(key) if decoding.is(pair, key) => {
                        tally.add(&decoding.value(pair), 1);
                    }
                    Counted::ValuesOf(_) => {}
                }
            }
        });
        self.all.lock().unwrap_or_else(PoisonError::into_inner).merge(tally);
    }

    fn end(&self, outcome: &mut Outcome) {
        let tally = mem::replace(
            &mut *self.all.lock().unwrap_or_else(PoisonError::into_inner),
            Tally::new(LIMIT),
        );
        let (of, key) = self.counted.words();
        for (text, count) in tally.most_frequent() {
            // Writing to a Vec cannot fail.
            if self.form == Form::Json {
                let _ = write!(outcome.output, "{{\"count\":{count},\"{key}\":");
                rows::json_string(text.as_bytes(), &mut outcome.output);
                outcome.output.extend_from_slice(b"}\n");
            } else {
                let _ = write!(outcome.output, "{count}{}", char::from(self.form.delimiter()));
                let start = outcome.output.len();
                self.form.exact_value(text, None, &mut outcome.output);
                self.form.quote(start, &mut outcome.output);
                outcome.output.push(b'\n');
            }
        }
        if tally.error > 0 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_come_first() {
        let mut tally = Tally::new(LIMIT);
        for text in ["b", "a", "c", "a", "b", ""] {
            tally.add(text, 1);
        }
        assert_eq!(tally.most_frequent(), [("a", 2), ("b", 2), ("", 1), ("c", 1)]);
    }

    /// Memory stays below the limit, and the error bound holds, for any input.
    #[test]
    fn memory_is_bounded_and_so_is_the_error() {
        let limit = 50 * (OVERHEAD + 4);
        let hostile: [&dyn Fn(u64) -> u64; 5] = [
            &|at| at,
            &|at| at % 49,
            &|at| at % 51,
            &|at| if at.is_multiple_of(3) { 7 } else { at },
            &|at| at * at % 101,
        ];
        for which in hostile {
            let (mut tally, mut exact) = (Tally::new(limit), HashMap::new());
            for at in 0..5000 {
                let text = format!("{:04}", which(at) % 10_000);
                tally.add(&text, 1);
                *exact.entry(text).or_insert(0) += 1;
                assert!(tally.bytes <= limit);
                assert_eq!(
                    tally.bytes,
                    tally.counts.keys().map(|text| text.len() + OVERHEAD).sum::<usize>()
                );
            }
            for (text, &count) in &exact {
                let found = tally.counts.get(&**text).copied().unwrap_or(0);
                assert!(found <= count && count <= found + tally.error, "{text}");
            }
            assert_eq!(tally.error == 0, exact.len() <= 50);
        }
    }

    #[test]
    fn what_is_longer_than_the_limit_is_forgotten() {
        let mut tally = Tally::new(1000);
        tally.add(&"x".repeat(2000), 3);
        assert_eq!((tally.bytes, tally.error, tally.counts.len()), (0, 3, 0));
    }
}
