//! `pct check`.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use percent_simd::{AsciiSet, DecodeErrorKind, Decoder, Encoder};

use crate::fields::Value;
use crate::input::{Cut, Position, Records};
use crate::options::{FieldArgs, InputArgs, Named, chars, number, scheme};
use crate::reports;
use crate::shown::Name;
use crate::work::{Block, Outcome, Place, Reading, Record, Unsplit, Work};

const EXAMPLES: &str = "\
Examples:
  pct check access.log                      access.log:7:63: malformed triplet `%z`: ...
  pct check --scheme uri-query queries.txt  also characters that RFC 3986 escapes in a query
  pct check --format combined -f target access.log   only the request targets
  pct check --times 2 access.log            also escapes that are malformed after one decoding
  pct check *.txt > problems || echo dirty";

/// List malformed escapes, and with --scheme characters that should be escaped
///
/// Exit status: 0 there are none; 1 some are listed, or a record does not fit; 2 wrong usage, or an input
/// or output failed.
///
/// Each problem is a line on standard output, FILE:LINE:COLUMN: reason. LINE (with -0: the record)
/// and COLUMN (in bytes) count from 1. In a value with escapes of its format (JSON strings, quotes),
/// COLUMN is the start of the value.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckArgs {
    /// Also list raw characters that this scheme escapes (`pct schemes` lists them)
    #[arg(long, value_name = "NAME", value_parser = scheme(), hide_possible_values = true)]
    pub(crate) scheme: Option<Named>,

    /// Also list these characters where they are raw, and raw bytes >= 0x80 (CHARS as in `encode`)
    #[arg(long, value_name = "CHARS", value_parser = chars::parse, conflicts_with = "scheme", hide_short_help = true)]
    pub(crate) set: Option<AsciiSet>,

    /// Check each value, then what it decodes to, and so on: N rounds in all (at most 16)
    ///
    /// In later rounds, COLUMN is the start of the value. --scheme and --set apply to the first round
    /// only.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<16>)]
    pub(crate) times: u32,

    #[command(flatten)]
    pub(crate) fields: FieldArgs,

    #[command(flatten)]
    pub(crate) input: InputArgs,
}

impl CheckArgs {
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        let (check, fields) = (Check::new(self)?, self.fields.to_read(&self.input)?);
        let run = |work: &dyn Work| self.input.run(work);
        if fields.is_none() && self.times == 1 {
            return run(&check);
        }
        let reading = Reading::new(fields, self.input.rules(None), Unsplit::Whole);
        let reading = if check.raw.is_none() { reading.only_with(*b"%%") } else { reading };
        run(&CheckValues { check, reading, times: self.times })
    }
}

/// Lists malformed triplets, and raw bytes that should have been escaped.
pub(crate) struct Check {
    records: Records,
    /// No block ends within a character that the scheme keeps.
    cut: Cut,
    raw: Option<RawBytes>,
}

struct RawBytes {
    /// Finds the bytes. Its set lacks the record terminator.
    finder: Encoder,
    encoder: Encoder,
    name: &'static str,
}

impl Check {
    pub(crate) fn new(args: &CheckArgs) -> Result<Self, String> {
        let records = args.input.records();
        let (set, name, plus, non_ascii) = match (args.set, args.scheme) {
            (Some(set), _) => (set, "--set", false, false),
            (None, Some(Named::JsEscape)) => {
                return Err("check --scheme js-escape: %uXXXX escapes are not triplets; list characters with --set instead".into());
            }
            (None, Some(scheme)) if scheme.encodes_text() => {
                return Err(format!(
                    "check --scheme {}: a set alone does not tell what is encoded; list characters with --set instead",
                    scheme.name()
                ));
            }
            (None, Some(scheme)) => {
                let scheme = scheme.facts();
                (scheme.set, scheme.name, scheme.space_is_plus, scheme.keeps_non_ascii)
            }
            (None, None) => return Ok(Self { records, cut: records.in_pieces(), raw: None }),
        };
        let encoder = |set| Encoder::new(set).space_as_plus(plus).keep_non_ascii(non_ascii);
        let finder = encoder(records.terminator().map_or(set, |terminator| set.remove(terminator)));
        let cut = if non_ascii { records.whole() } else { records.in_pieces() };
        Ok(Self { records, cut, raw: Some(RawBytes { finder, encoder: encoder(set), name }) })
    }

    fn problems<'a>(
        &self,
        bytes: &'a [u8],
    ) -> Box<dyn Iterator<Item = (usize, DecodeErrorKind)> + 'a> {
        match &self.raw {
            Some(raw) => Box::new(
                raw.finder.encoding_problems(bytes).map(|error| (error.position(), error.kind())),
            ),
            None => Box::new(reports::malformed_triplets(bytes)),
        }
    }
}

impl RawBytes {
    fn describe(&self, byte: u8) -> String {
        let encoded = self.encoder.encode(&[byte]).into_owned();
        format!("raw `{}`: {} escapes it as `{encoded}`", byte.escape_ascii(), self.name)
    }
}

impl Check {
    /// Describes the malformed `%` at `at` with the bytes of its record.
    fn describe_malformed(&self, block: &Block<'_>, at: usize) -> String {
        // A triplet has three bytes, and a line end has up to two.
        let from: Vec<u8> = block.bytes[at..].iter().chain(block.ahead).copied().take(4).collect();
        reports::malformed(self.records.split_first(&from).0)
    }

    /// Returns true if the byte is the CR of a CRLF line end.
    fn ends_line(&self, block: &Block<'_>, at: usize) -> bool {
        let followed = block.bytes.get(at + 1).map_or(block.last, |&next| next == b'\n');
        self.records == Records::Lines && block.bytes[at] == b'\r' && followed
    }
}

fn say(input: &Name, Position { line, column }: Position, what: &str, outcome: &mut Outcome) {
    outcome.problem = true;
    // Writing to a Vec cannot fail.
    let _ = writeln!(outcome.output, "{input}:{line}:{column}: {what}");
}

impl Work for Check {
    fn cut(&self) -> Cut {
        self.cut
    }

    fn lists(&self) -> bool {
        true
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        let (mut position, mut from) = (block.position, 0);
        let mark = block.position.mark(block.bytes);
        for (at, kind) in self.problems(&block.bytes[mark..]) {
            let at = mark + at;
            position = position.after(&block.bytes[from..at], self.records);
            from = at;
            let what = match (kind, &self.raw) {
                (DecodeErrorKind::Raw(_), _) if self.ends_line(block, at) => continue,
                (DecodeErrorKind::Raw(byte), Some(raw)) => raw.describe(byte),
                _ => self.describe_malformed(block, at),
            };
            say(&block.origin.input, position, &what, outcome);
        }
    }
}

/// Checks each value, and the value after each round of decoding.
struct CheckValues {
    check: Check,
    reading: Reading,
    times: u32,
}

impl CheckValues {
    fn value(
        &self,
        record: &Record<'_>,
        value: &Value<'_>,
        place: &mut Place,
        outcome: &mut Outcome,
    ) {
        const DECODER: Decoder = Decoder::new();
        let records = self.reading.rules.records;
        let start = place.to(value.offset(0), record, records);
        for (at, kind) in self.check.problems(value.bytes) {
            let what = match (kind, &self.check.raw) {
                (DecodeErrorKind::Raw(byte), Some(raw)) => raw.describe(byte),
                _ => reports::malformed(&value.bytes[at..]),
            };
            let position = place.to(value.offset(at), record, records);
            say(&record.block.origin.input, position, &what, outcome);
        }
        if self.times == 1 || DECODER.find(value.bytes).is_none() {
            return;
        }
        let mut decoded = DECODER.decode(value.bytes).unwrap_or_default().into_owned();
        for round in 2..=self.times {
            for (at, _) in reports::malformed_triplets(&decoded) {
                let what = reports::malformed(&decoded[at..]);
                let what = format!("{what} in round {round} of decoding");
                say(&record.block.origin.input, start, &what, outcome);
            }
            if DECODER.find(&decoded).is_none() {
                break;
            }
            decoded = DECODER.decode(&decoded).unwrap_or_default().into_owned();
        }
    }
}

impl Work for CheckValues {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.reading)
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        self.reading.each_record(block, outcome, |record, outcome| {
            let mut place = Place::of(record);
            for value in record.values.of(record.bytes).filter(|_| !record.names_fields) {
                self.value(record, &value, &mut place, outcome);
            }
        });
    }
}
