//! `parse_url` and `try_parse_url`.

use std::borrow::Cow;
use std::cell::Cell;

use arrow::array::ArrayRef;
use arrow::datatypes::DataType;
use datafusion_common::{DataFusionError, Result, exec_datafusion_err};
use datafusion_expr::Documentation;
use datafusion_expr::scalar_doc_sections::DOC_SECTION_STRING;

use super::url_part::Wanted;
use crate::dictionary::each_value;
use crate::function::{Argument, Function};
use crate::strings::Place;
use crate::texts::{text_type, texts};
use crate::values::{Rows, number_of_rows, quoted};

/// `parse_url`, and `try_parse_url`, where a row that is refused is null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ParseUrl {
    OrFail,
    OrNull,
}

impl Function for ParseUrl {
    const ARGUMENTS: &'static [Argument] = &[Argument::Text, Argument::Text, Argument::Text];
    const OPTIONAL: usize = 1;

    fn name(&self) -> &'static str {
        match self {
            Self::OrFail => "parse_url",
            Self::OrNull => "try_parse_url",
        }
    }

    fn may_give_null(&self) -> bool {
        true
    }

    fn documentation(&self) -> Documentation {
        let (name, other, refused) = match self {
            Self::OrFail => ("parse_url", "try_parse_url", "the query fails"),
            Self::OrNull => ("try_parse_url", "parse_url", "the result is NULL"),
        };
        let description = format!(
            "A part of a URL, still escaped, as Apache Spark finds it with java.net.URI: NULL if the URL does not have it. For a URL that is malformed by RFC 2396, {refused}."
        );
        Documentation::builder(DOC_SECTION_STRING, description, format!("{name}(url, part[, key])"))
            .with_sql_example(format!(
                "```sql\n> select {name}('http://spark.apache.org/path?query=1', 'HOST'), {name}('http://spark.apache.org/path?query=1', 'QUERY', 'query');\nspark.apache.org, 1\n```"
            ))
            .with_argument("url", "A URL, absolute or relative.")
            .with_argument("part", "HOST, PATH, QUERY, REF (the fragment), PROTOCOL, FILE (the path and the query), AUTHORITY or USERINFO, in upper case. Any other text gives NULL.")
            .with_argument("key", "With the part QUERY, the name of a parameter, whose first value is the result, still escaped. With another part, the result is NULL. Spark reads the key as a regular expression; here it may have characters, . for any character, and \\ before punctuation or as \\Q…\\E around literal text. Other operators are an error.")
            .with_related_udf(other)
            .with_related_udf("query_param")
            .build()
    }

    fn return_type(&self, value: &DataType, _: &[&str]) -> Result<DataType> {
        Ok(text_type(value))
    }

    fn invoke(&self, arrays: &[ArrayRef], _: &[&str]) -> Result<ArrayRef> {
        let (urls, rows) = (&arrays[0], number_of_rows(arrays));
        let selection = Selection::new(*self, &arrays[1..])?;
        let is_refused = Cell::new(false);
        let parts = |urls: &ArrayRef, rows| {
            let all = Rows::of(urls)?;
            let part = |row| {
                let part = selection.part(row, all.at(row))?;
                is_refused.set(is_refused.get() || part.is_err());
                Ok(part.unwrap_or_default().map(Cow::Borrowed))
            };
            texts((0..rows).map(part), rows, &text_type(urls.data_type()))
        };
        let output = if selection.constant.is_some() {
            each_value(urls, |urls| parts(urls, urls.len()))?
        } else {
            parts(urls, rows)?
        };
        if *self == Self::OrFail && is_refused.get() {
            // It may be a value of a dictionary that no row has.
            let all = Rows::of(urls)?;
            for row in 0..rows {
                if let Err(position) = selection.part(row, all.at(row))? {
                    let url = all.at(row).unwrap_or_default();
                    return Err(malformed(url, position, &Place { row, rows }));
                }
            }
        }
        Ok(output)
    }
}

/// The parts and keys of all rows.
struct Selection {
    function: ParseUrl,
    /// The parts, and the keys if there are any.
    arguments: Vec<Rows>,
    /// The part or value of all rows, if it is the same one.
    constant: Option<Wanted>,
}

impl Selection {
    fn new(function: ParseUrl, arguments: &[ArrayRef]) -> Result<Self> {
        let is_constant = arguments.iter().all(|array| array.len() == 1);
        let arguments = arguments.iter().map(Rows::of).collect::<Result<_>>()?;
        let mut selection = Self { function, arguments, constant: None };
        if is_constant {
            // A key that cannot be read is an error of the first row that has a URL.
            selection.constant = selection.wanted(0).ok();
        }
        Ok(selection)
    }

    fn wanted(&self, row: usize) -> Result<Wanted> {
        let arguments: Option<Vec<_>> =
            self.arguments.iter().map(|rows| rows.at(row).map(text)).collect();
        match arguments.as_deref() {
            Some([part]) => Ok(Wanted::part(part)),
            Some([part, key]) => Wanted::value(part, key).ok_or_else(|| no_key(self.function, key)),
            _ => Ok(Wanted::Null),
        }
    }

    /// The part of a row's URL, or the position at which this is malformed.
    fn part<'a>(
        &self,
        row: usize,
        url: Option<&'a [u8]>,
    ) -> Result<Result<Option<&'a str>, usize>> {
        let Some(url) = url.map(text) else { return Ok(Ok(None)) };
        match &self.constant {
            Some(wanted) => Ok(wanted.of(url)),
            None => Ok(self.wanted(row)?.of(url)),
        }
    }
}

fn text(row: &[u8]) -> &str {
    str::from_utf8(row).expect("the arguments are text")
}

fn malformed(url: &[u8], position: usize, place: &Place) -> DataFusionError {
    let problem = match text(url)[position..].chars().next() {
        Some('%') => String::from("two hex digits do not follow the %"),
        Some(char) => format!("{char:?} cannot be"),
        None => String::from("the URL cannot end"),
    };
    exec_datafusion_err!(
        "[INVALID_URL] parse_url cannot parse {}: {problem} at byte {position}{place}. Correct the URL, or use try_parse_url, which gives NULL for it. SQLSTATE: 22P02",
        quoted(url, position)
    )
}

fn no_key(function: ParseUrl, key: &str) -> DataFusionError {
    exec_datafusion_err!(
        "{} cannot read the key {}: Spark reads it as a regular expression, of which only characters, a dot for any of them, \\ before punctuation and \\Q…\\E are known here. Write \\ before each ^ $ | ? * + ( ) [ {{ that is meant literally, or use query_param, which takes the key as it is",
        function.name(),
        quoted(key.as_bytes(), 0)
    )
}
