//! The options that say which fields of a line are meant.

use super::{InputArgs, chars};
use crate::fields::{Fields, Format, Prefix, Safety};
use crate::input::Records;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args};

const HEADING: &str = "Fields";

/// What the help of -f says besides where fields are rewritten.
const REWRITTEN: &str = "\
The rest of a line stays byte for byte; in logs also what is no triplet in the field, and a string of jsonl that changes is written anew. \
A record keeps its fields: an escape of the delimiter, of the quote (and in jsonl and logs \
of the backslash) or of a control character stays; csv quotes the delimiter and the quote instead. In logs a URL keeps the escapes \
of spaces, too, so that it stays one word. By name, a path keeps %3F and %23, a query %26 %3D %2B %3B %23, a URL both: else its \
parts would merge. With --raw or -0 what the format can quote is decoded, too.";

/// The option -f of verbs that rewrite fields.
pub(super) fn rewritten(field: Arg) -> Arg {
    let read = field.get_long_help().map(ToString::to_string).unwrap_or_default();
    field.long_help(format!("{read}\n\n{REWRITTEN}"))
}

/// Which fields of lines of which format.
#[derive(Args)]
pub(crate) struct FieldArgs {
    /// Only these fields: numbers, from 1, or names (-f may be given several times)
    ///
    /// combined, common, alb: their documented names (host, request, referer, user-agent;
    /// client:port, ...), and the parts of the request: method, target, path, query, version. (The
    /// target is all between the method and the last HTTP/..., spaces too, and a request without any
    /// space is one.)
    /// cloudfront and w3c: the names of the #Fields: line. tsv and csv: those of the first record.
    /// jsonl: a key, or a JSON Pointer (/request/url). Without -f: the fields of a log that hold
    /// URLs, of the request the target only; in cloudfront also the user agent, which CloudFront
    /// escapes; for query, its query.
    #[arg(short, long, value_name = "N|NAME", help_heading = HEADING)]
    field: Vec<String>,

    /// How lines are made of fields
    #[arg(long, value_name = "NAME", value_parser = format(), help_heading = HEADING)]
    format: Option<Format>,

    /// What is before each line of combined, common, alb or jsonl
    ///
    /// syslog: RFC 3164 and 5424, with or without <PRI>. cri: the time and stream of container
    /// runtimes. vhost: the HOST:PORT of Apache's vhost_combined. A line without it is reported.
    #[arg(long, value_name = "KIND", value_parser = prefix(), help_heading = HEADING)]
    prefix: Option<Prefix>,

    /// The character between the fields of tsv or csv, instead of a tab or a comma
    ///
    /// As it stands, or \t or \xHH; no letter or digit, and none of % " CR LF NUL.
    #[arg(long, value_name = "CHAR", value_parser = delimiter, help_heading = HEADING)]
    delimiter: Option<u8>,

    /// The first record of tsv or csv names the fields and stays as it is, even if -f gives only numbers
    #[arg(long, help_heading = HEADING)]
    header: bool,
}

fn format() -> impl TypedValueParser<Value = Format> {
    let value = |format: Format| PossibleValue::new(format.name()).aliases(format.aliases());
    PossibleValuesParser::new(Format::ALL.map(value)).try_map(|name| {
        Format::from_name(&name).ok_or("the format is one of those that were listed")
    })
}

fn prefix() -> impl TypedValueParser<Value = Prefix> {
    PossibleValuesParser::new(Prefix::ALL.map(Prefix::name)).try_map(|name| {
        Prefix::from_name(&name).ok_or("the prefix is one of those that were listed")
    })
}

/// A character between fields: one that no triplet, quote or record's end holds.
fn delimiter(text: &str) -> Result<u8, String> {
    let [delimiter] = chars::list(text)?[..] else { return Err("it must be one character".into()) };
    if delimiter.is_ascii_alphanumeric() || b"%\"\r\n\0".contains(&delimiter) {
        return Err("it must be no letter or digit, and none of % \" CR LF NUL".into());
    }
    Ok(delimiter)
}

/// What a verb says of the values of fields.
#[derive(Clone, Copy, Default)]
pub(crate) struct FieldRules {
    /// What nginx has written as `\xHH` is decoded.
    pub(crate) nginx: bool,
}

impl FieldArgs {
    /// The fields, if some are meant and not whole lines. An error is one of usage.
    pub(crate) fn fields(
        &self,
        input: &InputArgs,
        rules: FieldRules,
    ) -> Result<Option<Fields>, String> {
        let fields = self.select(input, Fields::new)?;
        Ok(fields.map(|fields| fields.nginx(rules.nginx)))
    }

    /// The same, where fields are only read.
    pub(crate) fn to_read(&self, input: &InputArgs) -> Result<Option<Fields>, String> {
        self.select(input, Fields::to_read)
    }

    /// The fields that `select` makes of a format and of what was named.
    pub(crate) fn select(
        &self,
        input: &InputArgs,
        select: impl Fn(Format, &[String]) -> Result<Fields, String>,
    ) -> Result<Option<Fields>, String> {
        match self.format {
            Some(format) => {
                let mut fields = select(format, &self.field)?;
                let is_table = matches!(format, Format::Tsv | Format::Csv);
                if (self.header || self.delimiter.is_some()) && !is_table {
                    return Err(format!(
                        "--header and --delimiter go with --format tsv or csv; {} leaves no choice",
                        format.name()
                    ));
                }
                if let Some(prefix) = self.prefix {
                    if !format.may_have_prefix() {
                        return Err(format!(
                            "--prefix goes with combined, common, alb and jsonl, and not with {}",
                            format.name()
                        ));
                    }
                    fields = fields.prefix(prefix);
                }
                if self.header {
                    fields = fields.header_record()?;
                }
                if let Some(delimiter) = self.delimiter {
                    fields = fields.delimiter(delimiter);
                }
                let safety = match input.records() {
                    Records::Lines => Safety::Lines,
                    Records::Null | Records::Raw => Safety::Fields,
                };
                Ok(Some(fields.end(if input.null { 0 } else { b'\n' }).safety(safety)))
            }
            None if self.header || self.delimiter.is_some() => {
                Err("--header and --delimiter need --format tsv or csv".into())
            }
            None if self.prefix.is_some() => {
                Err("--prefix needs --format combined, common, alb or jsonl".into())
            }
            None if self.field.is_empty() => Ok(None),
            None => Err("-f needs --format, which says how lines are made of fields".into()),
        }
    }
}
