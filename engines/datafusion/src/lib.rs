//! Percent-encoding in [DataFusion](https://datafusion.apache.org)'s SQL, with the SIMD kernels of
//! [`percent_simd`].
//!
//! ```
//! use datafusion::prelude::SessionContext;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! let mut context = SessionContext::new();
//! percent_simd_datafusion::register_all(&mut context)?;
//! let batches = context.sql("SELECT url_decode('caf%C3%A9+au+lait') AS value").await?.collect().await?;
//! datafusion::assert_batches_eq!(
//!     ["+--------------+", "| value        |", "+--------------+", "| café au lait |", "+--------------+"],
//!     &batches
//! );
//! # Ok(())
//! # }
//! ```
//!
//! | function | result |
//! | --- | --- |
//! | `url_decode(text)`, `try_url_decode(text)`, `url_encode(text)` | Apache Spark's answers, byte for byte |
//! | `parse_url(url, part[, key])`, `try_parse_url(url, part[, key])` | Apache Spark's answers: the host, the path, … of a URL |
//! | `percent_decode(value[, options])`, `try_percent_decode` | decoded by a policy: `'plus strict keep=/% reject=%00 utf8=lossy times=2'` |
//! | `percent_encode(value, scheme)` | encoded as a standard says it: `'url-path'`, `'js-component'`, … |
//! | `query_param(url_or_query, key)` | the decoded value of a key |
//! | `query_param_values(url_or_query, key)` | the decoded values of all pairs of that name, as a list |
//! | `query_params(url_or_query)` | all parameters, decoded, as a map |
//! | `path_check(path, preset)` | `'ok'`, or why a server refuses the path |
//! | `encoding_flags(value[, names])` | the flags of hidden or suspicious escapes, as bits; with names, whether any of these is set |
//! | `encoding_flag_names(flags)` | their names |
//!
//! `SHOW FUNCTIONS` describes each of them.
//!
//! * **Types.** Text is `Utf8`, `LargeUtf8`, `Utf8View` or a dictionary of these, and text that becomes
//!   text keeps its type; where bytes make sense, binary types are accepted as well. `query_param` and
//!   `parse_url` give the type of a dictionary's values, `query_param_values` a list and `query_params`
//!   a map of `Utf8`.
//! * **Dictionaries.** Each value is handled once, unless no row has it. `query_param` and `parse_url`
//!   handle every row if their keys or parts are not the same for all rows.
//! * **Copies.** If nothing changes, the result has the buffers of the array. In an array of views,
//!   unchanged rows keep their views and the buffers behind them. The rows of a buffer are copied if
//!   the unchanged ones have less than a quarter of its bytes, so that a few rows do not keep much
//!   memory alive.
//! * **Null** stays null. A row that is refused is an error of the query, which quotes it and says
//!   where it is; under the functions that begin with `try_` it is null.
//! * **Constants.** Schemes, presets and names of flags are string constants of any type, or
//!   expressions without columns, and an error in one is reported when the query is planned. The
//!   options of `percent_decode` are a string literal, because they decide the type of the result.
//!   When the query runs, a constant may also be an array of equal rows: `datafusion-ffi` passes only
//!   arrays.
//! * **Expressions.** [`expr_fn`] has the functions for the `DataFrame` API.

mod dictionary;
mod encoding_flags;
mod error;
pub mod expr_fn;
mod function;
mod path_check;
mod percent;
mod query_param;
mod query_params;
mod spark;
mod strings;
mod texts;
mod values;

use std::sync::Arc;

use datafusion_common::Result;
use datafusion_expr::ScalarUDF;
use datafusion_expr::registry::FunctionRegistry;

use function::udf;

/// Registers all functions. Functions of the same names that are there already are replaced.
///
/// # Errors
/// If the registry takes none.
pub fn register_all(registry: &mut dyn FunctionRegistry) -> Result<()> {
    functions().into_iter().try_for_each(|function| registry.register_udf(function).map(|_| ()))
}

/// All functions.
#[must_use]
pub fn functions() -> Vec<Arc<ScalarUDF>> {
    vec![
        url_decode(),
        try_url_decode(),
        url_encode(),
        parse_url(),
        try_parse_url(),
        percent_decode(),
        try_percent_decode(),
        percent_encode(),
        query_param(),
        query_param_values(),
        query_params(),
        path_check(),
        encoding_flags(),
        encoding_flag_names(),
    ]
}

/// Returns Spark's `url_decode(text)`, which is that of `java.net.URLDecoder`. A refused row fails the
/// query.
#[must_use]
pub fn url_decode() -> Arc<ScalarUDF> {
    udf(spark::UrlDecode::OrFail)
}

/// Returns Spark's `try_url_decode(text)`: null for a refused row.
#[must_use]
pub fn try_url_decode() -> Arc<ScalarUDF> {
    udf(spark::UrlDecode::OrNull)
}

/// Returns Spark's `url_encode(text)`, which is that of `java.net.URLEncoder`.
#[must_use]
pub fn url_encode() -> Arc<ScalarUDF> {
    udf(spark::UrlEncode)
}

/// Returns Spark's `parse_url(url, part[, key])`, which is that of `java.net.URI`. A malformed URL fails
/// the query.
#[must_use]
pub fn parse_url() -> Arc<ScalarUDF> {
    udf(spark::ParseUrl::OrFail)
}

/// Returns Spark's `try_parse_url(url, part[, key])`: null for a malformed URL.
#[must_use]
pub fn try_parse_url() -> Arc<ScalarUDF> {
    udf(spark::ParseUrl::OrNull)
}

/// Returns `percent_decode(value[, options])`: decodes by a policy. A refused row fails the query.
#[must_use]
pub fn percent_decode() -> Arc<ScalarUDF> {
    udf(percent::PercentDecode::OrFail)
}

/// Returns `try_percent_decode(value[, options])`: decodes by a policy, and gives null for a refused
/// row.
#[must_use]
pub fn try_percent_decode() -> Arc<ScalarUDF> {
    udf(percent::PercentDecode::OrNull)
}

/// Returns `percent_encode(value, scheme)`: encodes as a scheme's standard says it.
#[must_use]
pub fn percent_encode() -> Arc<ScalarUDF> {
    udf(percent::PercentEncode)
}

/// Returns `query_param(url_or_query, key)`: the decoded value of the first pair of that name.
#[must_use]
pub fn query_param() -> Arc<ScalarUDF> {
    udf(query_param::QueryParam::First)
}

/// Returns `query_param_values(url_or_query, key)`: the decoded values of all pairs of that name, as a list.
#[must_use]
pub fn query_param_values() -> Arc<ScalarUDF> {
    udf(query_param::QueryParam::All)
}

/// Returns `query_params(url_or_query)`: all names and values, decoded, as a map.
#[must_use]
pub fn query_params() -> Arc<ScalarUDF> {
    udf(query_params::QueryParams)
}

/// Returns `path_check(path, preset)`: `'ok'`, or why a server refuses the path.
#[must_use]
pub fn path_check() -> Arc<ScalarUDF> {
    udf(path_check::PathCheck)
}

/// Returns `encoding_flags(value[, names])`: the flags of [`percent_simd::inspect`], as bits; with names,
/// whether any of these is set.
#[must_use]
pub fn encoding_flags() -> Arc<ScalarUDF> {
    udf(encoding_flags::EncodingFlags)
}

/// Returns `encoding_flag_names(flags)`: the names of such bits.
#[must_use]
pub fn encoding_flag_names() -> Arc<ScalarUDF> {
    udf(encoding_flags::EncodingFlagNames)
}

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
