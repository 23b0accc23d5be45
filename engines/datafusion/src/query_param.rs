//! `query_param`.

use std::borrow::Cow;

use arrow::array::builder::StringLikeArrayBuilder;
use arrow::array::{
    Array, ArrayBuilder, ArrayRef, LargeStringBuilder, StringBuilder, StringViewBuilder,
};
use arrow::datatypes::DataType;
use datafusion_common::{Result, internal_err};
use datafusion_expr::Documentation;
use datafusion_expr::scalar_doc_sections::DOC_SECTION_STRING;
use memchr::{memchr, memchr2, memmem};
use percent_simd::form;

use crate::distinct::once_each;
use crate::error::too_long;
use crate::function::{Argument, Function};
use crate::strings::Kind;
use crate::values::Values;

/// `query_param`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct QueryParam;

impl Function for QueryParam {
    const ARGUMENTS: &'static [Argument] = &[Argument::TextOrBytes, Argument::Text];

    fn name(&self) -> &'static str {
        "query_param"
    }

    fn may_give_null(&self) -> bool {
        true
    }

    fn documentation(&self) -> Documentation {
        Documentation::builder(
            DOC_SECTION_STRING,
            "The decoded value of a key in the query of a URL, as URLSearchParams.get gives it: of the first pair whose decoded name is the key, and NULL if there is none. A + is a space, and bytes that are not UTF-8 give U+FFFD.",
            "query_param(url_or_query, key)",
        )
        .with_sql_example("```sql\n> select query_param('/search?q=caf%C3%A9+au+lait&page=2#top', 'q');\ncafé au lait\n```")
        .with_argument("url_or_query", "A URL, absolute or relative, or a query without its question mark. It is a URL if it starts with / or ?, or if :// or ? comes before the first = or &; its query is what follows the first ?, and a # ends it.")
        .with_argument("key", "The decoded name; it may differ from row to row.")
        .with_related_udf("percent_decode")
        .build()
    }

    fn return_type(&self, value: &DataType, _: &[&str]) -> Result<DataType> {
        let mut value = value;
        while let DataType::Dictionary(_, values) = value {
            value = values;
        }
        Ok(Kind::Text.output(value))
    }

    fn invoke(&self, arrays: &[ArrayRef], constants: &[&str]) -> Result<ArrayRef> {
        let [urls, keys] = arrays else { return internal_err!("query_param takes two arguments") };
        let output = |urls: &ArrayRef| {
            values_of(urls, keys, &self.return_type(urls.data_type(), constants)?)
        };
        if keys.len() == 1 { once_each(urls, output) } else { output(urls) }
    }
}

/// The values of the keys, as an array of that type. An array of one row goes with every row of the
/// other one.
fn values_of(urls: &ArrayRef, keys: &ArrayRef, output: &DataType) -> Result<ArrayRef> {
    const MOST: usize = i32::MAX as usize;
    let rows = if urls.len() == 1 { keys.len() } else { urls.len() };
    let (last_url, last_key) = (urls.len().saturating_sub(1), keys.len().saturating_sub(1));
    let (urls, keys) = (Values::of(urls)?, Values::of(keys)?);
    let values =
        (0..rows).map(|row| value_of(urls.at(row.min(last_url))?, keys.at(row.min(last_key))?));
    match output {
        DataType::LargeUtf8 => {
            gather(values, LargeStringBuilder::with_capacity(rows, 0), usize::MAX, usize::MAX)
        }
        DataType::Utf8View => {
            gather(values, StringViewBuilder::with_capacity(rows), MOST, usize::MAX)
        }
        _ => gather(values, StringBuilder::with_capacity(rows, 0), MOST, MOST),
    }
}

/// An array of the values, of which each and all together may have so many bytes.
fn gather<'a, B: StringLikeArrayBuilder + ArrayBuilder>(
    values: impl Iterator<Item = Option<Cow<'a, str>>>,
    mut output: B,
    most: usize,
    mut room: usize,
) -> Result<ArrayRef> {
    for value in values {
        let Some(value) = value else {
            output.append_null();
            continue;
        };
        room = room.checked_sub(value.len()).ok_or_else(too_long)?;
        if value.len() > most {
            return Err(too_long());
        }
        output.append_value(&value);
    }
    Ok(output.finish())
}

/// The value of the key.
fn value_of<'a>(url_or_query: &'a [u8], key: &[u8]) -> Option<Cow<'a, str>> {
    form::parse(query_of(url_or_query)).find(|pair| pair.name_is(key)).map(|pair| pair.value())
}

/// The query in a URL, which is empty if it has none; what is no URL is a query.
fn query_of(url_or_query: &[u8]) -> &[u8] {
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
