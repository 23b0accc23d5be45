//! `pct inspect`.

mod findings;
mod marks;
mod row;
mod summary;

use std::cell::{Cell, RefCell};
use std::io::Write;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use memchr::memrchr;

use self::findings::{Findings, first_suspect};
use self::marks::Marks;
use self::row::Request;
use self::summary::Summary;
use crate::blocks::rows::Form;
use crate::blocks::{Block, Outcome, Reading, Record, Unsplit, Work};
use crate::fields::{Fields, Format, Holds, Value, Values};
use crate::options::{FieldArgs, InputArgs, number};

const EXAMPLES: &str = "\
Examples:
  pct inspect access.log                           access.log:7: nul,control,dot-segment
  pct inspect --format combined access.log         the same, with the client and the target
  pct inspect --count *.log                        a table: flag, number of lines, first line, example
  pct inspect --records --only nul access.log      the lines themselves, as grep prints them
  pct inspect --only nul,dot-segment --fail access.log || exit 1   in CI: status 3 if a line is listed
  pct inspect --format combined -f path --times 2 access.log   only the paths, before and after decoding

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
/// Exit status: 0 done, whatever is listed; 1 a record does not fit; 2 wrong usage, or an input or output
/// failed; 3 with --fail, a record is listed.
///
/// Each such record is a line on standard output: FILE:LINE: FLAG,FLAG,... with the strongest sign of
/// an attack first, and with --format a tab, the client, a tab, and the target as it was logged. The whole
/// record is inspected (with -f only those fields), and separately each word between spaces, quotes,
/// ? & and =. With --format, a stray % counts in URLs only. Raw bytes alone set only raw-traversal,
/// confusable, bidi and zero-width. inspect finds encoding tricks, not SQL, script or command injection.
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

    /// Inspect each value, then the decoded value, and so on: N rounds in all (at most 16)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<16>)]
    pub(crate) times: u32,

    /// Exit with status 3 if a record is listed, by --only those with these flags
    #[arg(long)]
    pub(crate) fail: bool,

    /// Print a table of the flags instead: lines, triplets in them, the first line, an example
    #[arg(long)]
    pub(crate) count: bool,

    /// Print a JSON object in each line
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
        let (reads_whole, clients) = (Cell::new(false), RefCell::new(Vec::new()));
        let fields = self.fields.select(&self.input, |format, given| {
            reads_whole.set(given.is_empty());
            if !given.is_empty() {
                return Fields::to_read(format, given);
            }
            clients.borrow_mut().extend(format.clients());
            Fields::of_requests(format)
        })?;
        let fields = fields.map(|fields| fields.clients(true));
        let only = Marks::of_names(&self.only, Marks::every(), Marks::by_default());
        let inspect = Inspect {
            args: self,
            reading: Reading::new(fields, self.input.rules(None), Unsplit::Whole),
            only,
            reads_whole: reads_whole.get(),
            clients: clients.into_inner(),
            summary: self.count.then(Mutex::default),
        };
        self.input.run(&inspect)
    }
}

struct Inspect<'a> {
    args: &'a InspectArgs,
    reading: Reading,
    only: Marks,
    /// No field is selected: the text outside the URLs is inspected, too.
    reads_whole: bool,
    clients: Vec<String>,
    /// The table at the end, instead of a line for each record.
    summary: Option<Mutex<Summary>>,
}

impl Inspect<'_> {
    fn record(&self, record: &Record<'_>, summary: &mut Summary, outcome: &mut Outcome) {
        if record.names_fields && !self.reads_whole {
            return;
        }
        let findings = self.findings(record);
        let marks = findings.marks.only(self.only);
        if marks.is_empty() {
            return;
        }
        outcome.found |= self.args.fail;
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
            row::write(record, (&findings, marks), names, self.request(record), records, output);
        } else if self.args.records {
            output.extend_from_slice(record.block.bytes);
            // The last line of an input may lack its terminator.
            let end = self.reading.rules.records.terminator();
            output.extend(end.filter(|_| record.end.is_empty()));
        } else {
            // Writing to a Vec cannot fail.
            let _ = write!(output, "{}: {marks}", record.block.place());
            for value in self.request(record).iter().flatten() {
                output.push(b'\t');
                Form::Columns.cell(if value.is_empty() { b"-" } else { value }, output);
            }
            output.push(b'\n');
        }
    }

    fn findings<'r>(&self, record: &Record<'r>) -> Findings<'r> {
        let (bytes, times) = (record.bytes, self.args.times);
        let values = record.values.of(bytes);
        let fields = self.reading.fields().zip(record.header).filter(|_| self.reads_whole);
        let Some((fields, header)) = fields else { return Findings::of(values, times) };
        if !bytes.contains(&b'\\') && first_suspect(bytes, false).is_none() {
            return Findings::default();
        }
        let is_url = |value: &Value<'_>| {
            fields.given(header).any(|(at, index)| index == value.index && !self.is_client(at))
        };
        let (urls, others) = (values.clone().filter(is_url), values.filter(|one| !is_url(one)));
        let has_urls = (0..fields.names().len()).any(|at| !self.is_client(at));
        let stray = if has_urls { Marks::MALFORMED } else { Marks::default() };
        let mark = record.block.position.mark(bytes);
        let others = others.chain(record.values.outside(bytes, mark));
        Findings::of(urls, times).and(Findings::of(others, times), stray)
    }

    /// True for a name that is selected for the client.
    fn is_client(&self, name: usize) -> bool {
        let names = self.reading.fields().map_or(&[][..], Fields::names);
        names.get(name).is_some_and(|name| self.clients.contains(name))
    }

    /// The client and the target of a record whose format says where they are.
    fn request<'r>(&self, record: &'r Record<'r>) -> Option<Request<'r>> {
        let fields = self.reading.fields().zip(record.header).filter(|_| self.reads_whole);
        let (fields, header) = fields.filter(|(fields, _)| !fields.names().is_empty())?;
        let value =
            |is_wanted: &dyn Fn(usize) -> bool| {
                let has_name =
                    |index| fields.given(header).any(|(name, at)| at == index && is_wanted(name));
                let mut values = record.values.of(record.bytes);
                let value = values.find(|value| value.bytes != b"-" && has_name(value.index));
                let is_log = matches!(fields.format(), Format::Log(_));
                value.map_or(&b""[..], |value| {
                    if is_log { value.written(record.bytes) } else { value.bytes }
                })
            };
        let holds = |name: usize| fields.format().holds(&fields.names()[name]);
        let of = |roles: &[Holds]| {
            let is_one = |held| roles.contains(&held);
            value(&|name| holds(name).is_some_and(is_one) && !self.is_client(name))
        };
        // S3 logs the key of an object, which is a path, before the request.
        let target = Some(of(&[Holds::Target, Holds::Request])).filter(|one| !one.is_empty());
        let decoded = fields.decoded_target(record.bytes);
        let path = decoded.or(target).unwrap_or_else(|| of(&[Holds::Path]));
        let target = match value(&|name| holds(name) == Some(Holds::Query)) {
            query if query.is_empty() || path.contains(&b'?') => path.into(),
            query => [path, query.strip_prefix(b"?").unwrap_or(query)].join(&b'?').into(),
        };
        Some([value(&|name| self.is_client(name)).into(), target])
    }

    /// Inspects whole records. Runs of records without flags are skipped in one step.
    fn whole_records(&self, block: &Block<'_>, summary: &mut Summary, outcome: &mut Outcome) {
        let records = self.reading.rules.records;
        let mut values = Values::default();
        let mut record = *block;
        let nul_only = self.only == Marks::NUL && self.args.times == 1;
        while let Some(suspect) = first_suspect(record.bytes, nul_only) {
            // The records before the suspect have no flags.
            let start = records
                .terminator()
                .and_then(|end| memrchr(end, &record.bytes[..suspect]))
                .map_or(0, |end| end + 1);
            let position = record.position.after(&record.bytes[..start], records);
            let (bytes, end, rest) = records.split_first(&record.bytes[start..]);
            let whole = &record.bytes[start..][..bytes.len() + end.len()];
            record = Block { bytes: whole, position, ..record };
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
