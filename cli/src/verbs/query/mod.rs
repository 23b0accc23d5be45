//! `pct query`.

mod rows;
mod source;
mod tally;
mod time;
mod url;

use std::cell::Cell;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, Args};

use self::rows::Rows;
use self::source::{Role, Source};
use self::tally::{Counted, Counts};
use self::time::By;
use self::url::Part;

use crate::blocks::rows::Form;
use crate::options::{Charsets, FieldArgs, InputArgs, charsets};

const EXAMPLES: &str = "\
Examples:
  echo 'q=a+b&lang=de&q=%C3%A9' | pct query            {\"q\":[\"a b\",\"é\"],\"lang\":\"de\"}
  pct query --part host,path -k q urls.txt             columns: parts of each URL, and a parameter
  pct query --format combined -f host -k q access.log  columns: a field of the log, and a parameter
  pct query --format combined --count=10 --by day -f path access.log   the ten most frequent paths of each day
  pct query --format csv -f id,url --url -k q visits.csv   the last -f is the URL, the others are columns
  pct query --format combined -f referer access.log    the parameters of the referers
  echo 'q=a+b&lang=de' | pct query -k lang,q           de\ta b

In columns, control characters, a % before two hex digits, and in a value & and a leading \" are written as %XX.
To restore the values, split lines at tabs and columns at &, and percent-decode each part (`pct decode --raw`).";

/// Extract query parameters: columns, JSON objects, or counts
///
/// Exit status: 0 done; 1 a record does not fit, or none has a field; 2 wrong usage, or an input or output
/// failed.
///
/// A record is a query string; with --url, a URL or request target; with --format, a line with the
/// query in a field. Queries are parsed as forms (WHATWG URL 5.1): pairs between &, + is a space,
/// ill-formed UTF-8 becomes U+FFFD. A malformed % stays. In JSON, a repeated name has a list of
/// values. Blank values are kept.
///
/// With -k or --part, the last -f that may hold a URL or query is read as one (default: the query of
/// the request), and the other fields are columns. With --count alone, all are columns, and otherwise
/// all are read.
#[derive(Args)]
#[command(after_help = EXAMPLES, mut_arg("output", rows))]
pub(crate) struct QueryArgs {
    /// Print the values of these names in columns, separated by tabs, a row for each record
    ///
    /// Write names as in a query: %2C is a comma, + a space. Several values of a name are joined by &.
    /// A missing name is an empty column; with --json, null.
    #[arg(short, long, value_name = "NAME,...", value_delimiter = ',')]
    key: Vec<String>,

    /// Skip rows without any name of -k
    #[arg(long, requires = "key")]
    matched: bool,

    /// Print columns with these parts of each URL, before those of -k; implies --url
    #[arg(long, value_name = "PART,...", value_delimiter = ',')]
    part: Vec<Part>,

    /// Each record (or field) is a URL or request target: its query follows the first ?
    ///
    /// In a mailto: URL, + is a plus.
    #[arg(long)]
    url: bool,

    /// Each value is a Cookie header: pairs between ;
    #[arg(long, conflicts_with_all = ["url", "part"])]
    cookies: bool,

    /// Count equal rows of -f, --part and one -k, most frequent first, and print all or N
    ///
    /// Without these, or with --url or --cookies, the names of parameters are counted. Beyond 64 MiB of rows
    /// (16 MiB in each thread) the rarest are dropped, and standard error says by how much a count may
    /// be too low.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "0", conflicts_with = "matched")]
    count: Option<usize>,

    /// With --count: count each day or hour by itself; day:FIELD names the field of the time
    ///
    /// The zone is that of the log, and UTC for seconds since 1970.
    #[arg(long, value_name = "UNIT", value_parser = By::parse, requires = "count")]
    by: Option<By>,

    /// Print a JSON object for each row: {"NAME":"value",...}
    #[arg(long)]
    json: bool,

    /// Decode names and values from this charset (gbk, shift_jis, ...), or the first that fits
    /// (utf-8,gbk)
    ///
    /// Malformed sequences become U+FFFD, or stay, with status 1, if none fits.
    #[arg(long, value_name = "LABEL,...", value_parser = charsets)]
    charset: Option<Charsets>,

    #[command(flatten)]
    fields: FieldArgs,

    #[command(flatten)]
    input: InputArgs,
}

/// The option -o of a verb that prints rows.
fn rows(output: Arg) -> Arg {
    output.help("Write to FILE, whole or not at all; .csv and .tsv begin with a row of names, .jsonl has objects")
}

impl QueryArgs {
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        let has_parts = !self.part.is_empty();
        let has_columns = has_parts || !self.key.is_empty();
        let role = match (has_columns, self.count) {
            (true, _) => Role::Last,
            (_, Some(_)) if !self.url && !self.cookies => Role::Column,
            _ => Role::Query,
        };
        if self.fields.has_all() {
            return Err("query -f '*': name the columns".into());
        }
        if self.by.is_some() && !self.fields.has_format() {
            return Err("--by needs --format, which says where the time is".into());
        }
        let is_number = |file: &&PathBuf| {
            let name = file.as_os_str().as_encoded_bytes();
            name.iter().all(u8::is_ascii_digit) && !file.exists()
        };
        if let Some(number) = self.input.files.iter().find(is_number)
            && self.count == Some(0)
        {
            let number = number.display();
            return Err(format!("no file is named {number}; write --count={number}"));
        }
        let (source, form) = (Source::new(self, role)?, self.input.form(self.json));
        if self.count.is_some() {
            let has_columns = role == Role::Column && !source.beside().is_empty();
            let counted = match &*self.key {
                [] if has_parts || has_columns => Counted::Rows,
                [] => Counted::Names,
                [name] => Counted::ValuesOf(source.decoding(&Cell::default()).key(name)),
                _ => return Err("--count counts the values of one name; give a single -k".into()),
            };
            return self.input.run(&Counts::new(source, self, counted, form));
        }
        if !has_columns && matches!(form, Form::Csv | Form::Tsv) {
            return Err("-o FILE.csv or .tsv needs columns: name them with -k; without -k each record is a JSON object".into());
        }
        self.input.run(&Rows::new(source, self, form))
    }
}
