//! `pct check`.

use std::borrow::Cow;
use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use percent_simd::{AsciiSet, DecodeError, DecodeErrorKind, Decoder, Encoder};

use crate::blocks::{Block, Outcome, Place, Reading, Record, Unsplit, Work};
use crate::fields::Value;
use crate::input::{Cut, Position};
use crate::options::{FieldArgs, InputArgs, Named, chars, number, scheme};
use crate::reports;
use crate::shown::Name;

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

    /// Check each value, then the decoded value, and so on: N rounds in all (at most 16)
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
        let (raw, fields) = (RawBytes::of(self)?, self.fields.to_read(&self.input)?);
        let are_blocks = fields.is_none() && self.times == 1;
        let reading = Reading::new(fields, self.input.rules(None), Unsplit::Whole);
        let reading = if raw.is_none() { reading.only_with(*b"%%") } else { reading };
        self.input.run(&Check { raw, reading, are_blocks, times: self.times })
    }
}

struct Check {
    raw: Option<RawBytes>,
    reading: Reading,
    /// Whole blocks are checked, not the values of records.
    are_blocks: bool,
    /// Each value is checked, and the value after each round of decoding.
    times: u32,
}

struct RawBytes {
    /// Finds the bytes. Its set lacks the record terminator.
    finder: Encoder,
    encoder: Encoder,
    name: &'static str,
    keeps_non_ascii: bool,
}

impl RawBytes {
    fn of(args: &CheckArgs) -> Result<Option<Self>, String> {
        let (set, name, plus, keeps_non_ascii) = match (args.set, args.scheme) {
            (Some(set), _) => (set, "--set", false, false),
            (None, Some(Named::JsEscape)) => {
                return Err("check --scheme js-escape: %uXXXX escapes are not triplets; list characters with --set instead".into());
            }
            (None, Some(scheme)) if scheme.encodes_text() => {
                return Err(format!(
                    "check --scheme {}: no set defines its output; list characters with --set instead",
                    scheme.name()
                ));
            }
            (None, Some(scheme)) => {
                let scheme = scheme.facts();
                (scheme.set, scheme.name, scheme.space_is_plus, scheme.keeps_non_ascii)
            }
            (None, None) => return Ok(None),
        };
        let encoder = |set| Encoder::new(set).space_as_plus(plus).keep_non_ascii(keeps_non_ascii);
        let terminator = args.input.records().terminator();
        let finder = encoder(terminator.map_or(set, |terminator| set.remove(terminator)));
        Ok(Some(Self { finder, encoder: encoder(set), name, keeps_non_ascii }))
    }
}

impl Check {
    /// The offset of each problem, and the byte if it is a raw one.
    fn problems<'a>(&self, bytes: &'a [u8]) -> Box<dyn Iterator<Item = (usize, Option<u8>)> + 'a> {
        let raw = |error: DecodeError| match error.kind() {
            DecodeErrorKind::Raw(byte) => (error.position(), Some(byte)),
            _ => (error.position(), None),
        };
        match &self.raw {
            Some(RawBytes { finder, .. }) => Box::new(finder.encoding_problems(bytes).map(raw)),
            None => Box::new(reports::malformed_triplets(bytes).map(|at| (at, None))),
        }
    }

    fn describe(&self, raw: Option<u8>, rest: &[u8]) -> String {
        let Some((RawBytes { encoder, name, .. }, byte)) = self.raw.as_ref().zip(raw) else {
            return reports::malformed(rest);
        };
        let encoded = encoder.encode(&[byte]).into_owned();
        format!("raw `{}`: {name} escapes it as `{encoded}`", byte.escape_ascii())
    }

    fn whole_block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        let (records, mark) = (self.reading.rules.records, block.position.mark(block.bytes));
        let (mut position, mut from) = (block.position, 0);
        for (at, raw) in self.problems(&block.bytes[mark..]) {
            let at = mark + at;
            position = position.after(&block.bytes[from..at], records);
            from = at;
            // A triplet has three bytes, and a line end has up to two.
            let rest = block.bytes[at..].iter().chain(block.ahead).copied().take(4);
            let rest: Vec<u8> = rest.collect();
            let (value, ..) = records.split_first(&rest);
            // The CR of a CRLF is no part of a value.
            if raw.is_none() || !value.is_empty() {
                say(&block.origin.input, position, &self.describe(raw, value), outcome);
            }
        }
    }

    fn value(
        &self,
        record: &Record<'_>,
        value: &Value<'_>,
        place: &mut Place,
        outcome: &mut Outcome,
    ) {
        const DECODER: Decoder = Decoder::new();
        let (records, input) = (self.reading.rules.records, &record.block.origin.input);
        let start = place.to(value.offset(0), record, records);
        for (at, raw) in self.problems(value.bytes) {
            let position = place.to(value.offset(at), record, records);
            say(input, position, &self.describe(raw, &value.bytes[at..]), outcome);
        }
        let mut decoded = Cow::Borrowed(value.bytes);
        for round in 2..=self.times {
            if DECODER.find(&decoded).is_none() {
                break;
            }
            decoded = Cow::Owned(DECODER.decode(&decoded).unwrap_or_default().into_owned());
            for at in reports::malformed_triplets(&decoded) {
                let what = reports::malformed(&decoded[at..]);
                say(input, start, &format!("{what} in round {round} of decoding"), outcome);
            }
        }
    }
}

fn say(input: &Name, Position { line, column }: Position, what: &str, outcome: &mut Outcome) {
    outcome.problem = true;
    // Writing to a Vec cannot fail.
    let _ = writeln!(outcome.output, "{input}:{line}:{column}: {what}");
}

impl Work for Check {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.reading)
    }

    fn cut(&self) -> Cut {
        let (records, raw) = (self.reading.rules.records, self.raw.as_ref());
        // No block ends within a character that the scheme keeps.
        let is_whole = !self.are_blocks || raw.is_some_and(|raw| raw.keeps_non_ascii);
        if is_whole { records.whole() } else { records.in_pieces() }
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        if self.are_blocks {
            return self.whole_block(block, outcome);
        }
        self.reading.each_record(block, outcome, |record, outcome| {
            let mut place = Place::of(record);
            for value in record.values.of(record.bytes).filter(|_| !record.names_fields) {
                self.value(record, &value, &mut place, outcome);
            }
        });
    }
}
