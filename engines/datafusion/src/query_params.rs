//! `query_params`.

use std::collections::HashSet;
use std::sync::Arc;

use arrow::array::{Array, ArrayRef, MapBuilder, MapFieldNames, StringBuilder};
use arrow::datatypes::DataType;
use datafusion_common::{DataFusionError, Result, exec_datafusion_err};
use datafusion_expr::Documentation;
use datafusion_expr::scalar_doc_sections::DOC_SECTION_MAP;
use percent_simd::form;

use crate::dictionary::each_value;
use crate::function::{Argument, Function};
use crate::query_param::query_of;
use crate::values::Rows;

/// `query_params`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct QueryParams;

impl Function for QueryParams {
    const ARGUMENTS: &'static [Argument] = &[Argument::TextOrBytes];

    fn name(&self) -> &'static str {
        "query_params"
    }

    fn documentation(&self) -> Documentation {
        Documentation::builder(
            DOC_SECTION_MAP,
            "All parameters in the query of a URL, as a map from names to values. Both are decoded: a + is a space, and bytes that are not UTF-8 give U+FFFD. A name that is there more than once has its first value, which query_param gives, too. Without parameters, the map is empty.",
            "query_params(url_or_query)",
        )
        .with_sql_example("```sql\n> select query_params('/search?q=caf%C3%A9+au+lait&page=2&page=3#top');\n{q: café au lait, page: 2}\n```")
        .with_argument("url_or_query", "A URL, absolute or relative, or a query without its question mark, as for query_param.")
        .with_related_udf("query_param")
        .build()
    }

    fn return_type(&self, _: &DataType, _: &[&str]) -> Result<DataType> {
        Ok(builder(0).finish().data_type().clone())
    }

    fn invoke(&self, arrays: &[ArrayRef], _: &[&str]) -> Result<ArrayRef> {
        each_value(&arrays[0], maps_of)
    }
}

/// A builder of maps as DataFusion's own function `map` makes them.
fn builder(rows: usize) -> MapBuilder<StringBuilder, StringBuilder> {
    let names = ["entries", "key", "value"].map(String::from);
    let [entry, key, value] = names;
    let names = MapFieldNames { entry, key, value };
    MapBuilder::with_capacity(Some(names), StringBuilder::new(), StringBuilder::new(), rows)
}

fn maps_of(urls: &ArrayRef) -> Result<ArrayRef> {
    let (mut output, rows) = (builder(urls.len()), Rows::of(urls)?);
    let mut room = i32::MAX as usize; // a byte for each entry, whose offsets are of that type, too
    for row in 0..urls.len() {
        let Some(url) = rows.at(row) else {
            output.append(false)?;
            continue;
        };
        let mut names = HashSet::new();
        for pair in form::parse(query_of(url)) {
            let name = pair.name();
            if names.contains(&name) {
                continue;
            }
            let value = pair.value();
            let entry = name.len() + value.len() + 1;
            room = room.checked_sub(entry).ok_or_else(too_many)?;
            output.keys().append_value(&name);
            output.values().append_value(&value);
            names.insert(name);
        }
        output.append(true)?;
    }
    Ok(Arc::new(output.finish()))
}

fn too_many() -> DataFusionError {
    exec_datafusion_err!(
        "the parameters of a batch are longer than 2 GiB, which the offsets of a map cannot hold; lower datafusion.execution.batch_size"
    )
}
