//! The options that select fields of records.

use super::{InputArgs, chars};
use crate::fields::{ALL, Fields, Format, Prefix, Safety, Template};
use crate::input::Records;
use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};

const HEADING: &str = "Fields";

/// The paragraph about rewriting, in the help of -f.
const REWRITTEN: &str = "\
A record keeps its fields, and the rest of the line stays byte for byte. Escapes of the delimiter, the quote, control characters and \
(in jsonl and logs) the backslash stay; csv quotes instead. In logs a URL also keeps escaped spaces; a path keeps %3F and %23, \
a query %26 %3D %2B %3B %23, a URL both. -0 and --raw also decode characters that the format can quote.";

pub(super) fn rewritten(field: Arg) -> Arg {
    let read = field.get_long_help().map(ToString::to_string).unwrap_or_default();
    field.long_help(format!("{read}\n\n{REWRITTEN}"))
}

/// The format of the lines, and the selected fields.
#[derive(Args)]
pub(crate) struct FieldArgs {
    /// Select fields: numbers from 1, or names; * is all of them
    ///
    /// `\,` is a comma in a name, and a JSON Pointer may have commas. A log has the names of its
    /// template, the common ones (host, user, time, request, status, bytes, referer, user-agent), and
    /// the parts of the request: method, target, path, query, version. cloudfront, w3c, zeek: the names
    /// in the #Fields: line. tsv, csv: those in the first record. logfmt: a key. jsonl: a key, a JSON
    /// Pointer (/request/url) in which * is every element of an array, or KEY:FORMAT, whose string is a
    /// line of a log. Without -f: URLs, of a request its target, in cloudfront also the user agent;
    /// `query`: the request's query; `inspect`: the whole record.
    #[arg(short, long, value_name = "NAME,...", help_heading = HEADING)]
    field: Vec<String>,

    /// The format of the lines: names, or the log's own template
    ///
    /// A template is nginx's log_format ('$remote_addr [$time_local] "$request" $status'), Apache's
    /// LogFormat ('%h %t "%r" %>s'), or @FILE:NAME in a configuration. Of several formats each line
    /// has the first that fits. A line that fits none is passed on unchanged, and reported. More fields may follow those of built-in formats, and of a template that ends with ...
    #[arg(long, value_name = "NAME|TEMPLATE", value_parser = FormatParser, help_heading = HEADING)]
    format: Vec<Formats>,

    /// The prefix of each line of a log or jsonl
    ///
    /// Lines without it are reported.
    #[arg(long, value_name = "KIND", help_heading = HEADING)]
    prefix: Option<Prefix>,

    /// Name columns that the input does not name
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', help_heading = HEADING, hide_short_help = true)]
    fields: Vec<String>,

    /// The field delimiter of tsv or csv [default: tab or comma]
    ///
    /// Write it literally, or as \t or \xHH. Letters, digits and % " CR LF NUL are not allowed.
    #[arg(long, value_name = "CHAR", value_parser = delimiter, help_heading = HEADING, hide_short_help = true)]
    delimiter: Option<u8>,
}

type Formats = Vec<Format>;

#[derive(Clone)]
struct FormatParser;

impl TypedValueParser for FormatParser {
    type Value = Formats;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Formats, clap::Error> {
        // Errors name the option and the possible values.
        let parser = StringValueParser::new().try_map(|text: String| formats(&text));
        parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let all =
            listed().flat_map(|(name, aliases)| [name].into_iter().chain(aliases.iter().copied()));
        Some(Box::new(all.map(PossibleValue::new)))
    }
}

/// The names of the formats with their aliases; formats that share a name are tried in turn.
fn listed() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let all = Format::all().map(|format| (format.name(), format.aliases()));
    let mut before = "";
    all.filter(move |&(name, _)| std::mem::replace(&mut before, name) != name)
}

/// The formats of a list of names, or of a template.
fn formats(text: &str) -> Result<Formats, String> {
    // A comma may be part of a template, but not of a name.
    let is_name = |name: &str| name.starts_with('@') || !Template::is_text(name);
    if !text.split(',').all(is_name) {
        return Ok(vec![Format::Log(Template::parse(text)?)]);
    }
    let (mut all, mut file) = (Vec::new(), "");
    for name in text.split(',') {
        let before = all.len();
        if name.starts_with('@') {
            file = name.rsplit_once(':').map_or(name, |(file, _)| file);
            all.push(Format::Log(Template::parse(name)?));
            continue;
        }
        all.extend(Format::all_named(name));
        if all.len() == before && !file.is_empty() {
            all.push(Format::Log(Template::parse(&format!("{file}:{name}"))?));
        } else if all.len() == before {
            let names = listed().map(|(name, aliases)| match aliases {
                [] => String::from(name),
                _ => format!("{name} ({})", aliases.join(", ")),
            });
            let names = names.collect::<Vec<_>>().join(", ");
            return Err(format!(
                "no format is named `{name}`; there are: {names}; or a template, such as '$remote_addr \"$request\"' or '%h \"%r\"'"
            ));
        }
    }
    Ok(all)
}

/// The selectors of an argument of -f, between commas. A JSON Pointer or a template may have commas;
/// elsewhere `\,` is one.
fn split(argument: &str) -> Vec<String> {
    let has_template = argument.split_once(':').is_some_and(|(_, text)| Template::is_text(text));
    if argument.starts_with('/') || has_template {
        return vec![argument.into()];
    }
    // No argument has a NUL.
    let hidden = argument.replace("\\,", "\0");
    hidden.split(',').map(|selector| selector.replace('\0', ",")).collect()
}

/// The selectors with all fields of a log in the place of `*`. Other inputs name their fields.
fn named(format: Format, selectors: Vec<String>) -> Result<Vec<String>, String> {
    if format.has_keys() && selectors.iter().any(|selector| selector == ALL) {
        let name = format.name();
        return Err(format!(
            "-f '*': each line of {name} has keys of its own; name those you want"
        ));
    }
    let names = format.names();
    if format.has_directives() || names.is_empty() {
        return Ok(selectors);
    }
    let all = || {
        // Of two fields with one name, the second is known by its number.
        names.iter().enumerate().map(|(at, name)| match names[..at].contains(name) {
            true => (at + 1).to_string(),
            false => String::from(*name),
        })
    };
    let expanded = |selector: String| match &*selector {
        ALL => all().collect(),
        _ => vec![selector],
    };
    Ok(selectors.into_iter().flat_map(expanded).collect())
}

/// `-f KEY:FORMAT` of JSON: the key, the format of the lines under it, and the selectors of their
/// fields. The format is a name or a template.
fn inside(format: Format, selectors: &[String]) -> (Option<&str>, Format, Vec<String>) {
    let of_selector = |(at, selector): (usize, &'_ String)| {
        selector.match_indices(':').find_map(|(colon, _)| {
            let text = &selector[colon + 1..];
            let format = if Template::is_text(text) {
                Template::parse(text).ok().map(Format::Log)
            } else {
                Format::from_name(text).filter(|format| format.may_have_prefix())
            };
            format.map(|format| (at, colon, format))
        })
    };
    let mut all = selectors.iter().enumerate().filter(|_| format == Format::Jsonl);
    match all.find_map(of_selector) {
        Some((at, colon, format)) => {
            let others = [&selectors[..at], &selectors[at + 1..]].concat();
            (Some(&selectors[at][..colon]), format, others)
        }
        None => (None, format, selectors.to_vec()),
    }
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
    pub(crate) const fn has_format(&self) -> bool {
        !self.format.is_empty()
    }

    /// True for `*`, which is every field.
    pub(crate) fn has_all(&self) -> bool {
        self.field.iter().flat_map(|argument| split(argument)).any(|selector| selector == ALL)
    }

    /// The selected fields; `None` for whole lines.
    pub(crate) fn fields(&self, input: &InputArgs) -> Result<Option<Fields>, String> {
        self.select(input, Fields::new)
    }

    /// The selected fields, to be read but not rewritten.
    pub(crate) fn to_read(&self, input: &InputArgs) -> Result<Option<Fields>, String> {
        self.select(input, Fields::to_read)
    }

    pub(crate) fn select(
        &self,
        input: &InputArgs,
        select: impl Fn(Format, &[String]) -> Result<Fields, String>,
    ) -> Result<Option<Fields>, String> {
        let formats: Vec<Format> = self.format.iter().flatten().copied().collect();
        let Some((&format, others)) = formats.split_first() else {
            let options = [
                (!self.fields.is_empty(), "--fields needs --format tsv, csv, cloudfront or w3c"),
                (self.delimiter.is_some(), "--delimiter needs --format tsv or csv"),
                (self.prefix.is_some(), "--prefix needs --format, that of a log or jsonl"),
                (!self.field.is_empty(), "-f needs --format, the format of the lines"),
            ];
            let given = options.into_iter().find(|(is_given, _)| *is_given);
            return given.map_or(Ok(None), |(_, what)| Err(what.into()));
        };
        let selectors: Vec<String> =
            self.field.iter().flat_map(|argument| split(argument)).collect();
        let (inside, format, selectors) = inside(format, &selectors);
        let select = |format| select(format, &named(format, selectors.clone())?);
        let (mut fields, name) = (select(format)?, format.name());
        for &other in others {
            fields = fields.or(select(other)?)?;
        }
        if let Some(key) = inside {
            fields = fields.inside(key)?;
        }
        if let Some(delimiter) = self.delimiter {
            if !matches!(format, Format::Tsv | Format::Csv) {
                return Err(format!("--delimiter applies to --format tsv and csv, not to {name}"));
            }
            fields = fields.delimiter(delimiter);
        }
        if !self.fields.is_empty() {
            fields = fields.columns(&self.fields)?;
        }
        // syslog writes the log of HAProxy.
        let usual = (name == "haproxy" && inside.is_none()).then_some(Prefix::Auto);
        if let Some(prefix) = self.prefix.or(usual) {
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
