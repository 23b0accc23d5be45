//! The counts of `inspect --count`.

use std::io::Write;

use super::findings::separates;
use super::marks::Marks;
use crate::blocks::Block;
use crate::blocks::rows::{self, Form, Row};
use crate::shown::{Name, table};

/// The bytes of an example before its finding, and in total.
const BEFORE: usize = 20;
const SHOWN: usize = 60;

/// The findings for each mark, in bounded size, whatever the order of blocks.
#[derive(Default)]
pub(crate) struct Summary(Vec<FlagCount>);

struct FlagCount {
    mark: Marks,
    lines: u64,
    triplets: u64,
    /// The block, file and line of the first finding.
    first: (u64, Name, u64),
    example: String,
}

impl Summary {
    /// Adds a record, in the order of its block. `value` returns the value with a mark.
    pub(crate) fn add<'v>(
        &mut self,
        record: &Block<'_>,
        marks: Marks,
        triplets: usize,
        value: impl Fn(Marks) -> &'v [u8],
    ) {
        for mark in marks.iter() {
            let (lines, triplets) = (1, triplets as u64);
            if let Some(count) = self.0.iter_mut().find(|count| count.mark == mark) {
                (count.lines, count.triplets) = (count.lines + lines, count.triplets + triplets);
                continue;
            }
            let first = (record.origin.index, record.origin.input.clone(), record.position.line);
            let example = example(value(mark), mark);
            self.0.push(FlagCount { mark, lines, triplets, first, example });
        }
    }

    pub(crate) fn merge(&mut self, other: Self) {
        for more in other.0 {
            let Some(count) = self.0.iter_mut().find(|count| count.mark == more.mark) else {
                self.0.push(more);
                continue;
            };
            count.lines += more.lines;
            count.triplets += more.triplets;
            if more.first.0 < count.first.0 {
                (count.first, count.example) = (more.first, more.example);
            }
        }
    }

    fn rows(&self) -> impl Iterator<Item = &FlagCount> {
        Marks::all().filter_map(|mark| self.0.iter().find(|count| count.mark == mark))
    }

    pub(crate) fn write_json(&self, output: &mut Vec<u8>) {
        for FlagCount { mark, lines, triplets, first: (_, file, line), example } in self.rows() {
            let mut row = Row::new(Form::Json, output);
            rows::json_string(mark.name().as_bytes(), row.next("flag"));
            // Writing to a Vec cannot fail.
            let _ = write!(row.next("lines"), "{lines}");
            let _ = write!(row.next("triplets"), "{triplets}");
            rows::json_string(file.as_str().as_bytes(), row.next("file"));
            let _ = write!(row.next("line"), "{line}");
            rows::json_string(example.as_bytes(), row.next("example"));
            row.end(b"\n");
        }
    }

    pub(crate) fn write_table(&self, output: &mut Vec<u8>) {
        let rows = self.rows().map(
            |FlagCount { mark, lines, triplets, first: (_, file, line), example }| {
                let (lines, triplets) = (lines.to_string(), triplets.to_string());
                [mark.name().into(), lines, triplets, format!("{file}:{line}"), example.clone()]
            },
        );
        let head = ["FLAG", "LINES", "TRIPLETS", "FIRST", "EXAMPLE"].map(String::from);
        let rows: Vec<_> = [head].into_iter().chain(rows).collect();
        output.extend_from_slice(table(&rows, &[1, 2]).as_bytes());
    }
}

/// The part of a value that has the mark, in ASCII.
fn example(value: &[u8], mark: Marks) -> String {
    let has = |bytes: &[u8]| Marks::of(percent_simd::inspect(bytes)).has_any(mark);
    let word = value.split(separates).find(|word| has(word)).unwrap_or(value);
    // The marks of an escape, a character or two dots, with a few bytes after them.
    let is_suspect = |at: usize| matches!(word[at], b'%' | 0xC0..) || word[at..].starts_with(b"..");
    let says = |len: usize| {
        (0..word.len()).find(|&at| is_suspect(at) && has(&word[at..word.len().min(at + len)]))
    };
    let suspect =
        || says(3).or_else(|| says(6)).or_else(|| (0..word.len()).find(|&at| is_suspect(at)));
    let start =
        if word.len() <= SHOWN { 0 } else { suspect().map_or(0, |at| at.saturating_sub(BEFORE)) };
    let end = word.len().min(start + SHOWN);
    let [before, behind] =
        [start > 0, end < word.len()].map(|is_cut| if is_cut { "..." } else { "" });
    format!("{before}{}{behind}", word[start..end].escape_ascii())
}
