//! `query_param`.

use std::borrow::Cow;

use arrow::array::ArrayRef;
use arrow::datatypes::DataType;
use datafusion_common::{Result, internal_err};
use datafusion_expr::Documentation;
use datafusion_expr::scalar_doc_sections::DOC_SECTION_STRING;
use memchr::{memchr, memchr2, memmem};
use percent_simd::form;

use crate::dictionary::each_value;
use crate::function::{Argument, Function};
use crate::texts::{text_type, texts};
use crate::values::{Rows, number_of_rows};

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
        .with_related_udf("query_params")
        .with_related_udf("parse_url")
        .build()
    }

    fn return_type(&self, value: &DataType, _: &[&str]) -> Result<DataType> {
        Ok(text_type(value))
    }

    fn invoke(&self, arrays: &[ArrayRef], _: &[&str]) -> Result<ArrayRef> {
        let [urls, keys] = arrays else { return internal_err!("query_param takes two arguments") };
        let output = |urls: &ArrayRef| values_of(urls, keys);
        if keys.len() == 1 { each_value(urls, output) } else { output(urls) }
    }
}

fn values_of(urls: &ArrayRef, keys: &ArrayRef) -> Result<ArrayRef> {
    let rows = number_of_rows(&[ArrayRef::clone(urls), ArrayRef::clone(keys)]);
    let output = text_type(urls.data_type());
    let (urls, keys) = (Rows::of(urls)?, Rows::of(keys)?);
    let value = |row| value_of(urls.at(row)?, keys.at(row)?);
    texts((0..rows).map(|row| Ok(value(row))), rows, &output)
}

/// The value of the key.
fn value_of<'a>(url_or_query: &'a [u8], key: &[u8]) -> Option<Cow<'a, str>> {
    form::parse(query_of(url_or_query)).find(|pair| pair.name_is(key)).map(|pair| pair.value())
}

/// The query in a URL, which is empty if it has none; what is no URL is a query.
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
