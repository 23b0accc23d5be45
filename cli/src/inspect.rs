//! `pct inspect`.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use memchr::{memchr, memmem, memrchr};
use percent_simd::{Flags, Report};
use serde::Serialize;

use crate::args::InspectArgs;
use crate::marks::Marks;
use crate::name::Name;
use crate::records::{Cut, Records};
use crate::summary::Summary;
use crate::work::{Block, Done, Work};

/// Says what the escapes of each record hide.
pub(crate) struct Inspect {
    records: Records,
    /// What is said of a record.
    only: Marks,
    /// What makes the exit status 1.
    fail_on: Marks,
    json: bool,
    /// What is said at the end, if nothing is said of each record.
    summary: Option<Mutex<Summary>>,
}

/// What is said of a record in JSON.
#[derive(Serialize)]
struct Row<'a> {
    file: &'a Name,
    line: u64,
    flags: Vec<&'static str>,
    triplets: usize,
    malformed: usize,
}

impl Inspect {
    pub(crate) fn new(args: &InspectArgs) -> Self {
        let every = Marks::all().fold(Marks::default(), Marks::with);
        Self {
            records: args.input.records(),
            only: args.only.unwrap_or(every),
            fail_on: args.fail_on,
            json: args.json,
            summary: args.summary.then(Mutex::default),
        }
    }

    /// Appends what is to be said of a record.
    fn say(&self, record: &Block<'_>, report: Report, marks: Marks, output: &mut Vec<u8>) {
        let (file, line) = (record.input, record.place.line);
        // Writing to a Vec cannot fail.
        let _ = if self.json {
            let flags = marks.iter().map(Marks::name).collect();
            let row = Row {
                file,
                line,
                flags,
                triplets: report.triplets(),
                malformed: report.malformed_count(),
            };
            serde_json::to_writer(&mut *output, &row)
                .map_err(Into::into)
                .and_then(|()| output.write_all(b"\n"))
        } else {
            writeln!(output, "{file}:{line}: {marks}")
        };
    }
}

/// What the escapes of a record hide. Lines of a log are no values, but hold some: each of its
/// words is looked at by itself, too, so that `%2e%2e` is a dot segment in `GET /a/%2e%2e
/// HTTP/1.1`, and in `GET /a?file=%2e%2e%2fb HTTP/1.1`.
fn inspect(value: &[u8]) -> (Report, Marks) {
    let report = percent_simd::inspect(value);
    let flags = report.flags();
    let mut marks = Marks::of(report);
    // Only dot segments end where words do, and each of them holds an escaped dot or is next to an
    // escaped separator, or before an escaped `;`.
    let may_hide_dots = flags.intersects(Flags::UNRESERVED | Flags::SLASH | Flags::BACKSLASH)
        || has_dot_before_semicolon(value);
    if may_hide_dots && !flags.contains(Flags::DOT_SEGMENT) {
        marks = words(value)
            .map(|word| Marks::of(percent_simd::inspect(word)))
            .fold(marks, Marks::with);
    }
    (report, marks)
}

/// Whether an escaped `;` follows a raw dot.
fn has_dot_before_semicolon(value: &[u8]) -> bool {
    memmem::find_iter(value, b".%3").any(|at| matches!(value.get(at + 3), Some(b'b' | b'B')))
}

/// What stands between spaces, quotes and what separates the values of a query, and holds a `%`.
pub(crate) fn words(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let separates = |byte: &u8| matches!(byte, b' ' | b'\t' | b'"' | b'?' | b'&' | b'=');
    let mut rest = value;
    std::iter::from_fn(move || {
        let percent = memchr(b'%', rest)?;
        let start = rest[..percent].iter().rposition(separates).map_or(0, |at| at + 1);
        let end = rest[percent..].iter().position(separates).map_or(rest.len(), |at| percent + at);
        let word = &rest[start..end];
        rest = &rest[end..];
        Some(word)
    })
}

impl Work for Inspect {
    fn cut(&self) -> Cut {
        self.records.whole()
    }

    fn lists(&self) -> bool {
        true
    }

    fn block(&self, block: &Block<'_>, done: &mut Done) {
        let mut summary = Summary::default();
        let mut record = *block;
        while let Some(percent) = memchr(b'%', record.bytes) {
            // Records without `%` are passed over.
            let start = self
                .records
                .terminator()
                .and_then(|end| memrchr(end, &record.bytes[..percent]))
                .map_or(0, |end| end + 1);
            let place = record.place.after(&record.bytes[..start], self.records);
            let (bytes, rest) = self.records.split_first(&record.bytes[start..]);
            record = Block { bytes, place, ..record };
            let (value, _) = self.records.split_value(bytes);
            let (report, marks) = inspect(value);
            done.malformed |= marks.has_any(self.fail_on);
            let marks = marks.only(self.only);
            match &self.summary {
                _ if marks.is_empty() => {}
                Some(_) => summary.add(&record, value, report, marks),
                None => self.say(&record, report, marks, &mut done.output),
            }
            record = Block { bytes: rest, place: place.after(bytes, self.records), ..record };
        }
        if let Some(all) = &self.summary {
            all.lock().unwrap_or_else(PoisonError::into_inner).merge(summary);
        }
    }

    fn end(&self, done: &mut Done) {
        if let Some(all) = &self.summary {
            let all = all.lock().unwrap_or_else(PoisonError::into_inner);
            if self.json {
                all.write_json(&mut done.output)
            } else {
                all.write_table(&mut done.output)
            }
        }
    }
}
