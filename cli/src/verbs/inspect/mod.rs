//! `pct inspect`.

mod findings;
mod marks;
mod row;
mod summary;

use std::cell::Cell;
use std::io::Write;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use memchr::memrchr;

use self::findings::{Findings, Suspects};
use self::marks::Marks;
use self::summary::Summary;
use crate::fields::{Fields, Values};
use crate::options::{FieldArgs, InputArgs, times};
use crate::work::{Block, Outcome, Reading, Record, Unsplit, Work};

const EXAMPLES: &str = "\
Examples:
  pct inspect access.log                           access.log:7: nul,control,dot-segment
  pct inspect --count *.log                        a table: flag, number of lines, first line, example
  pct inspect --records --only nul access.log      the lines themselves, as grep prints them
  pct inspect --only nul,dot-segment --fail-on all access.log || exit 1   in CI: fail if a line is listed
  pct inspect --records --json access.log          ... \"record\":\"...\",\"places\":[{\"column\":52,\"flags\":[\"nul\"]},...]
  pct inspect --format combined -f path --times 2 access.log   only the paths, before and after decoding
  pct inspect --json access.log                    {\"file\":\"access.log\",\"line\":7,\"flags\":[\"nul\",...],\"triplets\":5,\"malformed\":0}

Flags:
  nul             %00, also after further decoding: %2500
  cr, lf          %0D, %0A
  control         a control character: 0x00-0x1F, 0x7F, U+0080-U+009F
  nested          a double escape, which a second decoding changes again: %2541
  percent-u       %uXXXX, which IIS decodes: /%u002e%u002e/
  dot-segment     /./ or /../ hidden by escapes, a NUL or a look-alike: /%2e./, /%252e/, /..%00/
  raw-traversal   ../, ..\\ or ..; without escapes: /a?file=../../b
  backslash       %5C
  overlong        a character in more bytes than needed: %C0%AF
  invalid-utf8    bytes that are not UTF-8
  confusable      a look-alike of / \\ % . < > ' \", or a character that some software maps to one: U+2215
  bidi            a bidirectional control: U+202E
  zero-width      an invisible character: U+200B, U+00AD
  windows-name    a name that Windows reads as another: /private%20/, /c%3A/, /co%6E, /a%7E1
  malformed       a % without two hex digits
With --only all, or by name:
  slash           %2F
  non-ascii       0x80-0xFF
  unreserved      an unnecessary escape: A-Z a-z 0-9 - . _ ~
  truncated-newline  U+560A, U+560D: LF, CR if truncated to a byte: %E5%98%8A";

/// List records with suspicious escapes: NUL, line ends, double escapes, dot segments, broken
/// UTF-8, ../ ...
///
/// Each such record is a line on standard output, FILE:LINE: FLAG,FLAG,... with the strongest sign of
/// an attack first. The whole record is inspected, and separately each word between spaces, quotes,
/// ? & and =. With --format, a stray % counts in URLs only. Raw bytes alone set only raw-traversal, confusable, bidi and zero-width. inspect
/// finds encoding tricks, not SQL, script or command injection.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct InspectArgs {
    /// Look only for these flags; no-FLAG leaves one out; all adds slash, non-ascii, unreserved and
    /// truncated-newline, which benign URLs have
    #[arg(long, value_name = "FLAG,...", value_delimiter = ',', value_parser = flag(), hide_possible_values = true)]
    pub(crate) only: Vec<String>,

    /// Print the records with flags instead of their places and flags
    ///
    /// With --json, each object also has record and places: flags, column, field, and the line if a
    /// csv cell spans lines. Later rounds of --times have no place. A value has at most 100 places.
    #[arg(long, conflicts_with = "count")]
    pub(crate) records: bool,

    /// Inspect each value, then what it decodes to, and so on: N rounds in all (at most 16)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = times)]
    pub(crate) times: u32,

    /// Exit with status 1 if a record has one of these flags; all: if any record is listed
    /// [default: malformed]
    ///
    /// no-FLAG leaves one out. --only limits the flags here, too; without --only, a flag that is named
    /// here is also looked for.
    #[arg(long, value_name = "FLAG,...", value_delimiter = ',', value_parser = flag(), hide_possible_values = true)]
    pub(crate) fail_on: Vec<String>,

    /// Print a table instead: each flag with the number of lines that have it, the number of triplets
    /// in them, the first line, and an example
    #[arg(long)]
    pub(crate) count: bool,

    /// Print JSON, one object per line: file, line, flags, triplets, malformed; with --count: flag,
    /// lines, triplets, file, line, example
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) fields: FieldArgs,

    #[command(flatten)]
    pub(crate) input: InputArgs,
}

fn flag() -> PossibleValuesParser {
    let names = || Marks::all().map(Marks::name);
    let without = names().map(|name| PossibleValue::new(format!("no-{name}")).hide(true));
    PossibleValuesParser::new(names().chain(["all"]).map(PossibleValue::new).chain(without))
}

impl InspectArgs {
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        let reads_whole = Cell::new(false);
        let fields = self.fields.select(&self.input, |format, given| {
            reads_whole.set(given.is_empty());
            if given.is_empty() { Fields::of_urls(format) } else { Fields::to_read(format, given) }
        })?;
        let fields = fields.map(|fields| fields.clients(true));
        let (only, fail_on) = self.marks()?;
        let inspect = Inspect {
            args: self,
            reading: Reading::new(fields, self.input.rules(None), Unsplit::Whole),
            only,
            fail_on,
            reads_whole: reads_whole.get(),
            summary: self.count.then(Mutex::default),
        };
        self.input.run(&inspect)
    }

    /// The marks that are listed, and those of them that make the exit status 1.
    fn marks(&self) -> Result<(Marks, Marks), String> {
        let (none, default) = (Marks::default(), Marks::by_default());
        let named = Marks::of_names(&self.fail_on, none, none);
        let default = if self.only.is_empty() { default.with(named) } else { default };
        let only = Marks::of_names(&self.only, Marks::every(), default);
        let missing = named.without(only);
        if !missing.is_empty() {
            return Err(format!("--fail-on {missing}: --only leaves it out; name it there, too"));
        }
        let fail_on = match &*self.fail_on {
            [] => Marks::MALFORMED.only(only),
            names => Marks::of_names(names, only, only),
        };
        Ok((only, fail_on))
    }
}

struct Inspect<'a> {
    args: &'a InspectArgs,
    reading: Reading,
    only: Marks,
    fail_on: Marks,
    /// No field is selected: the text outside the URLs is inspected, too.
    reads_whole: bool,
    /// The table at the end, instead of a line for each record.
    summary: Option<Mutex<Summary>>,
}

impl Inspect<'_> {
    fn record(&self, record: &Record<'_>, summary: &mut Summary, outcome: &mut Outcome) {
        if record.names_fields {
            return;
        }
        let findings = self.findings(record);
        let marks = findings.marks.only(self.only);
        if marks.is_empty() {
            return;
        }
        outcome.problem |= marks.has_any(self.fail_on);
        if self.summary.is_some() {
            let value = |mark| {
                let finding = findings.list.iter().find(|finding| finding.marks.has_any(mark));
                finding.map_or(record.bytes, |finding| &*finding.bytes)
            };
            return summary.add(record.block, marks, findings.triplets, value);
        }
        let output = &mut outcome.output;
        if self.args.json {
            let names = self.reading.fields().zip(record.header);
            let records = self.args.records.then_some(self.reading.rules.records);
            row::write(record, &findings, marks, names, records, output);
        } else if self.args.records {
            output.extend_from_slice(record.block.bytes);
            // The last line of an input may lack its terminator.
            let end = self.reading.rules.records.terminator();
            output.extend(end.filter(|_| record.end.is_empty()));
        } else {
            // Writing to a Vec cannot fail.
            let _ = writeln!(
                output,
                "{}:{}: {marks}",
                record.block.origin.input, record.block.position.line
            );
        }
    }

    fn findings<'r>(&self, record: &Record<'r>) -> Findings<'r> {
        let (bytes, times) = (record.bytes, self.args.times);
        let has_escape = bytes.contains(&b'\\');
        if !has_escape && Suspects::default().first(bytes).is_none() {
            return Findings::default();
        }
        let findings = Findings::of(record.values.of(bytes), times);
        if !self.reads_whole || record.header.is_none() {
            return findings;
        }
        let has_urls = self.reading.fields().is_some_and(|fields| !fields.names().is_empty());
        let stray = if has_urls { Marks::MALFORMED } else { Marks::default() };
        findings.and(Findings::of(record.values.outside(bytes), times), stray)
    }

    /// Inspects whole records. Runs of records without flags are skipped in one step.
    fn whole_records(&self, block: &Block<'_>, summary: &mut Summary, outcome: &mut Outcome) {
        let records = self.reading.rules.records;
        let mut values = Values::default();
        let mut record = *block;
        let mut suspects = Suspects::of(self.only, self.args.times);
        while let Some(suspect) = suspects.first(record.bytes) {
            // The records before the suspect have no flags.
            let start = records
                .terminator()
                .and_then(|end| memrchr(end, &record.bytes[..suspect]))
                .map_or(0, |end| end + 1);
            let position = record.position.after(&record.bytes[..start], records);
            let (whole, rest) = records.split_first(&record.bytes[start..]);
            record = Block { bytes: whole, position, ..record };
            let (bytes, end) = records.split_value(whole);
            values.whole(bytes, position.mark(bytes));
            let (block, values) = (&record, &values);
            let flagged = Record { block, bytes, end, header: None, names_fields: false, values };
            self.record(&flagged, summary, outcome);
            record = Block { bytes: rest, position: position.after(whole, records), ..record };
        }
    }
}

impl Work for Inspect<'_> {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.reading)
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        let mut summary = Summary::default();
        if self.reading.fields().is_none() {
            self.whole_records(block, &mut summary, outcome);
        } else {
            self.reading.each_record(block, outcome, |record, outcome| {
                self.record(record, &mut summary, outcome);
            });
        }
        if let Some(all) = &self.summary {
            all.lock().unwrap_or_else(PoisonError::into_inner).merge(summary);
        }
    }

    fn end(&self, outcome: &mut Outcome) {
        if let Some(all) = &self.summary {
            let all = all.lock().unwrap_or_else(PoisonError::into_inner);
            if self.args.json {
                all.write_json(&mut outcome.output)
            } else {
                all.write_table(&mut outcome.output)
            }
        }
    }
}
