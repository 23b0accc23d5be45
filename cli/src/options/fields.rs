//! The options that say which fields of a line are meant.

use super::InputArgs;
use crate::fields::{Fields, Format};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

const HEADING: &str = "Fields";

/// Which fields of lines of which format.
#[derive(Args)]
pub(crate) struct FieldArgs {
    /// Only these fields: numbers, from 1, or names; the rest of a line stays byte for byte (-f
    /// may be given several times)
    ///
    /// combined, common, alb: their documented names (host, request, referer, user-agent;
    /// client:port, ...), and the parts of the request: method, target, path, query, version.
    /// cloudfront and w3c: the names of the #Fields: line. tsv and csv: those of the first record.
    /// jsonl: a key, or a JSON Pointer (/request/url). Without -f: what holds URLs in logs.
    /// Quotes stay valid: an escape of the delimiter, of the quote (and in jsonl and
    /// logs of the backslash) or of a control character stays; with --raw or -0 what the format
    /// can quote is decoded, too.
    #[arg(short, long, value_name = "N|NAME", help_heading = HEADING)]
    field: Vec<String>,

    /// How lines are made of fields
    #[arg(long, value_name = "NAME", value_parser = format(), help_heading = HEADING, conflicts_with_all = ["tsv", "csv", "jsonl"])]
    format: Option<Format>,

    /// --format tsv: fields between tabs
    #[arg(long, help_heading = HEADING, conflicts_with_all = ["csv", "jsonl"])]
    tsv: bool,

    /// --format csv: RFC 4180
    #[arg(long, help_heading = HEADING, conflicts_with = "jsonl")]
    csv: bool,

    /// --format jsonl: a JSON value in each line
    #[arg(long, help_heading = HEADING)]
    jsonl: bool,
}

fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).try_map(|name| {
        Format::from_name(&name).ok_or("the format is one of those that were listed")
    })
}

impl FieldArgs {
    /// The fields, if some are meant and not whole lines. An error is one of usage.
    pub(crate) fn fields(&self, input: &InputArgs) -> Result<Option<Fields>, String> {
        self.select(input, Fields::new)
    }

    /// The same, where fields are only read.
    pub(crate) fn to_read(&self, input: &InputArgs) -> Result<Option<Fields>, String> {
        self.select(input, Fields::to_read)
    }

    fn select(
        &self,
        input: &InputArgs,
        select: impl Fn(Format, &[String]) -> Result<Fields, String>,
    ) -> Result<Option<Fields>, String> {
        let shorthand =
            [(self.tsv, Format::Tsv), (self.csv, Format::Csv), (self.jsonl, Format::Jsonl)];
        let format = self.format.or_else(|| {
            shorthand.iter().find(|(is_given, _)| *is_given).map(|(_, format)| *format)
        });
        match format {
            Some(format) => {
                let fields = select(format, &self.field)?;
                Ok(Some(fields.end(if input.null { 0 } else { b'\n' }).raw(input.null || input.raw)))
            }
            None if self.field.is_empty() => Ok(None),
            None => Err("-f needs --format, which says how lines are made of fields (--tsv, --csv and --jsonl are short for three formats)".into()),
        }
    }
}
