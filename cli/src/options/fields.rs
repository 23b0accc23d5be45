//! The options that select fields of records.

use super::{InputArgs, chars};
use crate::fields::{Fields, Format, Prefix, Safety};
use crate::input::Records;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args};

const HEADING: &str = "Fields";

/// The paragraph that verbs which rewrite fields add to the help of -f.
const REWRITTEN: &str = "\
The rest of the line stays byte for byte; in logs so does the field outside its triplets. A jsonl string that changes is written anew. \
A record keeps its fields: escapes of the delimiter, the quote, control characters and (in jsonl and logs) the backslash stay; \
csv quotes the delimiter and the quote instead. In logs a URL also keeps escaped spaces. A path selected by name keeps %3F and %23, \
a query %26 %3D %2B %3B %23, a URL both. -0 and --raw also decode what the format can quote.";

/// The option -f for verbs that rewrite fields.
pub(super) fn rewritten(field: Arg) -> Arg {
    let read = field.get_long_help().map(ToString::to_string).unwrap_or_default();
    field.long_help(format!("{read}\n\n{REWRITTEN}"))
}

/// The format of the lines, and the selected fields.
#[derive(Args)]
pub(crate) struct FieldArgs {
    /// Select these fields: numbers from 1, or names (repeat -f for more)
    ///
    /// combined, common, alb: the documented names (host, request, referer, user-agent;
    /// client:port, ...; vhost-combined has vhost, too), and the parts of the request: method, target, path, query, version. The
    /// target is everything between the method and the last HTTP/..., spaces included; a request
    /// without a space is all target. cloudfront, w3c: the names in the #Fields: line. tsv, csv: the
    /// names in the first record. jsonl: a key, or a JSON Pointer (/request/url). Without -f: the
    /// URL fields of a log, only the target of the request; in cloudfront also the user agent,
    /// which CloudFront escapes; for `query`, the query of the request.
    #[arg(short, long, value_name = "N|NAME", help_heading = HEADING)]
    field: Vec<String>,

    /// The format of the lines
    #[arg(long, value_name = "NAME", value_parser = format(), help_heading = HEADING)]
    format: Option<Format>,

    /// The prefix of each line of a log (combined, common, vhost-combined, alb) or of jsonl
    ///
    /// Lines without it are reported.
    #[arg(long, value_name = "KIND", help_heading = HEADING, hide_short_help = true)]
    prefix: Option<Prefix>,

    /// The field delimiter of tsv or csv [default: tab or comma]
    ///
    /// Write it literally, or as \t or \xHH. Letters, digits and % " CR LF NUL are not allowed.
    #[arg(long, value_name = "CHAR", value_parser = delimiter, help_heading = HEADING, hide_short_help = true)]
    delimiter: Option<u8>,
}

fn format() -> impl TypedValueParser<Value = Format> {
    let value = |format: Format| PossibleValue::new(format.name()).aliases(format.aliases());
    PossibleValuesParser::new(Format::ALL.map(value))
        .try_map(|name| Format::from_name(&name).ok_or("unknown format"))
}

/// A delimiter: a character that cannot be part of a triplet, a quote or a line end.
fn delimiter(text: &str) -> Result<u8, String> {
    let [delimiter] = chars::list(text)?[..] else {
        return Err("the delimiter must be one character".into());
    };
    if delimiter.is_ascii_alphanumeric() || b"%\"\r\n\0".contains(&delimiter) {
        return Err("the delimiter must not be a letter, a digit, % \" CR LF or NUL".into());
    }
    Ok(delimiter)
}

impl FieldArgs {
    /// The selected fields; `None` for whole lines.
    ///
    /// # Errors
    /// Wrong usage.
    pub(crate) fn fields(&self, input: &InputArgs) -> Result<Option<Fields>, String> {
        self.select(input, Fields::new)
    }

    /// The selected fields, to be read but not rewritten.
    pub(crate) fn to_read(&self, input: &InputArgs) -> Result<Option<Fields>, String> {
        self.select(input, Fields::to_read)
    }

    /// The fields that `select` finds for the format and the arguments of -f.
    pub(crate) fn select(
        &self,
        input: &InputArgs,
        select: impl Fn(Format, &[String]) -> Result<Fields, String>,
    ) -> Result<Option<Fields>, String> {
        let Some(format) = self.format else {
            return match () {
                () if self.delimiter.is_some() => {
                    Err("--delimiter needs --format tsv or csv".into())
                }
                () if self.prefix.is_some() => {
                    Err("--prefix needs --format, that of a log or jsonl".into())
                }
                () if !self.field.is_empty() => {
                    Err("-f needs --format, the format of the lines".into())
                }
                () => Ok(None),
            };
        };
        let (mut fields, name) = (select(format, &self.field)?, format.name());
        if let Some(delimiter) = self.delimiter {
            if !matches!(format, Format::Tsv | Format::Csv) {
                return Err(format!("--delimiter applies to --format tsv and csv, not to {name}"));
            }
            fields = fields.delimiter(delimiter);
        }
        if let Some(prefix) = self.prefix {
            if !format.may_have_prefix() {
                return Err(format!("--prefix applies to logs and jsonl, not to {name}"));
            }
            fields = fields.prefix(prefix);
        }
        let safety = match input.records() {
            Records::Lines => Safety::Lines,
            Records::Null | Records::Raw => Safety::Fields,
        };
        Ok(Some(fields.end(if input.null { 0 } else { b'\n' }).safety(safety)))
    }
}
