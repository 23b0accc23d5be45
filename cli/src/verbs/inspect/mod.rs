//! `pct inspect`.

mod marks;
mod summary;
mod suspects;
mod words;

use std::io::Write;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use clap::builder::TypedValueParser;
use memchr::{memmem, memrchr};
use percent_simd::{Flags, Report};
use serde::Serialize;

use self::marks::Marks;
use self::summary::Summary;
use self::suspects::Suspects;
use self::words::words;
use crate::input::{Cut, Records};
use crate::options::{InputArgs, Listed};
use crate::reports::Name;
use crate::work::{Block, Outcome, Work};

const EXAMPLES: &str = "\
Examples:
  pct inspect access.log                           access.log:7: nul,control,dot-segment,slash,unreserved
  pct inspect --summary *.log                      a table: for each flag how many lines, the first one, an example
  pct inspect --only nul,cr,lf,nested access.log   only lines with one of these, and only these flags
  pct inspect --only nul --fail-on nul access.log  exit status 1 if one has %00
  pct inspect --json access.log                    {\"file\":\"access.log\",\"line\":7,\"flags\":[\"nul\",...],\"triplets\":5,\"malformed\":0}

Flags:
  nul             %00
  cr, lf          %0D, %0A
  control         a control character: 00-1F, 7F, or U+0080 to U+009F
  nested          decoding it a second time changes it again: %2541
  percent-u       %uXXXX, which IIS decodes: /%u002e%u002e/
  dot-segment     /./ or /../ that some escape hides: /%2e./, /%252e/, /%c0%ae/
  raw-traversal   ../, ..\\ or ..; that no escape hides: /a?file=../../b
  slash           %2F
  backslash       %5C
  overlong        a character in more bytes than it needs: %C0%AF
  invalid-utf8    what does not decode into UTF-8
  confusable      a look-alike of / \\ . < > ' \", or what some software turns into one: U+2215
  bidi            a control of the order of text: U+202E
  zero-width      what nobody sees: U+200B, U+00AD
  malformed       a % that no two hex digits follow
  non-ascii       80-FF
  unreserved      A-Z a-z 0-9 - . _ ~, which need no escape";

/// List the records whose escapes hide something: NUL, line ends, slashes, double escapes, dot
/// segments, broken UTF-8 ...
///
/// Each such record makes a line on standard output, FILE:LINE: FLAG,FLAG,... with what tells
/// most of an attack first. The whole record is looked at, and so is by itself what stands
/// in it between spaces and quotes, as a request does in a line of a log, and what ? & =
/// separate in that. Raw bytes alone set the flags raw-traversal, confusable, bidi and
/// zero-width only. These are tricks with encodings: nothing is said of SQL, scripts or commands.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct InspectArgs {
    /// Speak of these flags only
    #[arg(long, value_name = "FLAG,...", value_parser = marks(), hide_possible_values = true)]
    pub(crate) only: Option<Marks>,

    /// The exit status is 1 if some record has one of these flags
    #[arg(long, value_name = "FLAG,...", value_parser = marks(), hide_possible_values = true, default_value = "malformed")]
    pub(crate) fail_on: Marks,

    /// Print a table instead, when all is read: the flag, how many lines have it, how many
    /// triplets these hold, the first of them, an example
    #[arg(long)]
    pub(crate) summary: bool,

    /// Print JSON, an object to a line: file, line, flags, triplets, malformed; with --summary
    /// flag, lines, triplets, file, line, example
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// Flags, which commas separate.
fn marks() -> impl TypedValueParser<Value = Marks> {
    let names = || Marks::all().map(|mark| mark.name().into()).collect();
    Listed { parser: Marks::parse, names }
}

impl InspectArgs {
    /// Runs the verb.
    ///
    /// # Errors
    /// Those of usage.
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        self.input.run(&Inspect::new(self), None, self.input.destination(), None)
    }
}

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
        let (file, line) = (record.input, record.position.line);
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
    // escaped separator, or before an escaped `;`, or one that only lenient decoders read as such.
    let hides_dots = Flags::UNRESERVED | Flags::SLASH | Flags::BACKSLASH;
    let decoded_leniently = Flags::NESTED | Flags::OVERLONG | Flags::PERCENT_U;
    let may_hide_dots =
        flags.intersects(hides_dots | decoded_leniently) || has_dot_before_semicolon(value);
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

impl Work for Inspect {
    fn cut(&self) -> Cut {
        self.records.whole()
    }

    fn lists(&self) -> bool {
        true
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        let mut summary = Summary::default();
        let mut record = *block;
        let mut suspects = Suspects::default();
        while let Some(suspect) = suspects.first(record.bytes) {
            // The records before it have no flag.
            let start = self
                .records
                .terminator()
                .and_then(|end| memrchr(end, &record.bytes[..suspect]))
                .map_or(0, |end| end + 1);
            let position = record.position.after(&record.bytes[..start], self.records);
            let (bytes, rest) = self.records.split_first(&record.bytes[start..]);
            record = Block { bytes, position, ..record };
            let (value, _) = self.records.split_value(bytes);
            let (report, marks) = inspect(value);
            outcome.malformed |= marks.has_any(self.fail_on);
            let marks = marks.only(self.only);
            match &self.summary {
                _ if marks.is_empty() => {}
                Some(_) => summary.add(&record, value, report, marks),
                None => self.say(&record, report, marks, &mut outcome.output),
            }
            record = Block { bytes: rest, position: position.after(bytes, self.records), ..record };
        }
        if let Some(all) = &self.summary {
            all.lock().unwrap_or_else(PoisonError::into_inner).merge(summary);
        }
    }

    fn end(&self, outcome: &mut Outcome) {
        if let Some(all) = &self.summary {
            let all = all.lock().unwrap_or_else(PoisonError::into_inner);
            if self.json {
                all.write_json(&mut outcome.output)
            } else {
                all.write_table(&mut outcome.output)
            }
        }
    }
}
