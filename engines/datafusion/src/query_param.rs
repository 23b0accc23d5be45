//! `query_param` and `query_param_values`.

use std::borrow::Cow;
use std::sync::Arc;

use arrow::array::{ArrayRef, ListBuilder, StringBuilder};
use arrow::datatypes::{DataType, Field};
use datafusion_common::{Result, internal_err};
use datafusion_expr::Documentation;
use datafusion_expr::scalar_doc_sections::DOC_SECTION_STRING;
use memchr::{memchr, memchr2, memmem};
use percent_simd::form;

use crate::dictionary::each_value;
use crate::error::too_long;
use crate::function::{Argument, Function};
use crate::texts::{text_type, texts};
use crate::values::{Rows, number_of_rows};

/// `query_param`, the first value of a key, and `query_param_values`, a list of all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum QueryParam {
    First,
    All,
}

impl Function for QueryParam {
    const ARGUMENTS: &'static [Argument] = &[Argument::TextOrBytes, Argument::Text];

    fn name(&self) -> &'static str {
        match self {
            Self::First => "query_param",
            Self::All => "query_param_values",
        }
    }

    fn may_give_null(&self) -> bool {
        *self == Self::First
    }

    fn documentation(&self) -> Documentation {
        let (name, other) = match self {
            Self::First => ("query_param", "query_param_values"),
            Self::All => ("query_param_values", "query_param"),
        };
        let (what, example) = match self {
            Self::First => (
                "The decoded value of a key in the query of a URL, as URLSearchParams.get gives it: of the first pair whose decoded name is the key, and NULL if there is none.",
                "query_param('/search?q=caf%C3%A9+au+lait&page=2#top', 'q');\ncafé au lait",
            ),
            Self::All => (
                "The decoded values of a key in the query of a URL, as URLSearchParams.getAll gives them: a list of one for each pair whose decoded name is the key, in their order. The list is empty if there is none.",
                "query_param_values('/search?tag=a%2Fb&page=2&tag=c', 'tag');\n[a/b, c]",
            ),
        };
        Documentation::builder(
            DOC_SECTION_STRING,
            format!("{what} A + is a space, and bytes that are not UTF-8 give U+FFFD."),
            format!("{name}(url_or_query, key)"),
        )
        .with_sql_example(format!("```sql\n> select {example}\n```"))
        .with_argument("url_or_query", "A URL, absolute or relative, or a query without its question mark. It is a URL if it starts with / or ?, or if :// or ? comes before the first = or &; its query is what follows the first ?, and a # ends it.")
        .with_argument("key", "The decoded name; it may differ from row to row.")
        .with_related_udf(other)
        .with_related_udf("query_params")
        .with_related_udf("parse_url")
        .build()
    }

    fn return_type(&self, value: &DataType, _: &[&str]) -> Result<DataType> {
        Ok(match self {
            Self::First => text_type(value),
            Self::All => DataType::List(Arc::new(Field::new_list_field(DataType::Utf8, true))),
        })
    }

    fn invoke(&self, arrays: &[ArrayRef], _: &[&str]) -> Result<ArrayRef> {
        let [urls, keys] = arrays else {
            return internal_err!("{} takes two arguments", self.name());
        };
        let output = |urls: &ArrayRef| match self {
            Self::First => first_values(urls, keys),
            Self::All => all_values(urls, keys),
        };
        if keys.len() == 1 { each_value(urls, output) } else { output(urls) }
    }
}

fn first_values(urls: &ArrayRef, keys: &ArrayRef) -> Result<ArrayRef> {
    let rows = number_of_rows(&[ArrayRef::clone(urls), ArrayRef::clone(keys)]);
    let output = text_type(urls.data_type());
    let (urls, keys) = (Rows::of(urls)?, Rows::of(keys)?);
    let value = |row| values_of(urls.at(row)?, keys.at(row)?).next();
    texts((0..rows).map(|row| Ok(value(row))), rows, &output)
}

fn all_values(urls: &ArrayRef, keys: &ArrayRef) -> Result<ArrayRef> {
    let rows = number_of_rows(&[ArrayRef::clone(urls), ArrayRef::clone(keys)]);
    let (urls, keys) = (Rows::of(urls)?, Rows::of(keys)?);
    let mut output = ListBuilder::with_capacity(StringBuilder::new(), rows);
    let mut room = i32::MAX as usize; // a byte for each value, whose offsets are of that type, too
    for row in 0..rows {
        let pair = urls.at(row).zip(keys.at(row));
        for value in pair.into_iter().flat_map(|(url, key)| values_of(url, key)) {
            room = room.checked_sub(value.len() + 1).ok_or_else(too_long)?;
            output.values().append_value(value);
        }
        output.append(pair.is_some());
    }
    Ok(Arc::new(output.finish()))
}

/// The values of the key, decoded.
fn values_of<'a>(
    url_or_query: &'a [u8],
    key: &'a [u8],
) -> impl Iterator<Item = Cow<'a, str>> + use<'a> {
    let pairs = form::parse(query_of(url_or_query));
    pairs.filter(move |pair| pair.name_is(key)).map(|pair| pair.value())
}

/// The query of a URL, empty if it has none; a value that is no URL is a query itself.
pub(crate) fn query_of(url_or_query: &[u8]) -> &[u8] {
    if !is_url(url_or_query) {
        return url_or_query;
    }
    let end = memchr(b'#', url_or_query).unwrap_or(url_or_query.len());
    let url = &url_or_query[..end];
    memchr(b'?', url).map_or(&[], |mark| &url[mark + 1..])
}

fn is_url(value: &[u8]) -> bool {
    if let [b'/' | b'?', ..] = value {
        return true;
    }
    let head = &value[..memchr2(b'=', b'&', value).unwrap_or(value.len())];
    memchr(b'?', head).is_some() || memmem::find(head, b"://").is_some()
}
