//! The functions as expressions, for the `DataFrame` API. They need no registration.
//!
//! ```
//! use datafusion::prelude::{SessionContext, col, lit};
//! use percent_simd_datafusion::expr_fn::query_param;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! let log = SessionContext::new().sql("SELECT '/s?q=caf%C3%A9&p=%2F' AS target").await?;
//! let terms = log.select([query_param(col("target"), lit("q")).alias("term")])?;
//! datafusion::assert_batches_eq!(
//!     ["+------+", "| term |", "+------+", "| café |", "+------+"],
//!     &terms.collect().await?
//! );
//! # Ok(())
//! # }
//! ```

use datafusion_expr::{Expr, lit};

/// Calls Spark's `url_decode(text)`: a refused row fails the query.
#[must_use]
pub fn url_decode(text: Expr) -> Expr {
    crate::url_decode().call(vec![text])
}

/// Calls Spark's `try_url_decode(text)`: null for a refused row.
#[must_use]
pub fn try_url_decode(text: Expr) -> Expr {
    crate::try_url_decode().call(vec![text])
}

/// Calls Spark's `url_encode(text)`.
#[must_use]
pub fn url_encode(text: Expr) -> Expr {
    crate::url_encode().call(vec![text])
}

/// Calls Spark's `parse_url(url, part[, key])`: a malformed URL fails the query.
#[must_use]
pub fn parse_url(url: Expr, part: Expr, key: Option<Expr>) -> Expr {
    crate::parse_url().call([url, part].into_iter().chain(key).collect())
}

/// Calls Spark's `try_parse_url(url, part[, key])`: null for a malformed URL.
#[must_use]
pub fn try_parse_url(url: Expr, part: Expr, key: Option<Expr>) -> Expr {
    crate::try_parse_url().call([url, part].into_iter().chain(key).collect())
}

/// Calls `percent_decode(value, options)`; the options may be empty. A refused row fails the query.
#[must_use]
pub fn percent_decode(value: Expr, options: &str) -> Expr {
    crate::percent_decode().call(vec![value, lit(options)])
}

/// Calls `try_percent_decode(value, options)`: null for a refused row.
#[must_use]
pub fn try_percent_decode(value: Expr, options: &str) -> Expr {
    crate::try_percent_decode().call(vec![value, lit(options)])
}

/// Calls `percent_encode(value, scheme)`.
#[must_use]
pub fn percent_encode(value: Expr, scheme: &str) -> Expr {
    crate::percent_encode().call(vec![value, lit(scheme)])
}

/// Calls `query_param(url_or_query, key)`: the first value of the key.
#[must_use]
pub fn query_param(url_or_query: Expr, key: Expr) -> Expr {
    crate::query_param().call(vec![url_or_query, key])
}

/// Calls `query_param_values(url_or_query, key)`: all values of the key as a list.
#[must_use]
pub fn query_param_values(url_or_query: Expr, key: Expr) -> Expr {
    crate::query_param_values().call(vec![url_or_query, key])
}

/// Calls `query_params(url_or_query)`: all parameters as a map.
#[must_use]
pub fn query_params(url_or_query: Expr) -> Expr {
    crate::query_params().call(vec![url_or_query])
}

/// Calls `path_check(path, preset)`: `'ok'`, or the reason of the refusal.
#[must_use]
pub fn path_check(path: Expr, preset: &str) -> Expr {
    crate::path_check().call(vec![path, lit(preset)])
}

/// Calls `encoding_flags(value)`: the flags as bits.
#[must_use]
pub fn encoding_flags(value: Expr) -> Expr {
    crate::encoding_flags().call(vec![value])
}

/// Calls `encoding_flags(value, names)`: whether any of the flags is set.
#[must_use]
pub fn has_encoding_flags(value: Expr, names: &str) -> Expr {
    crate::encoding_flags().call(vec![value, lit(names)])
}

/// Calls `encoding_flag_names(flags)`: their names, separated by commas.
#[must_use]
pub fn encoding_flag_names(flags: Expr) -> Expr {
    crate::encoding_flag_names().call(vec![flags])
}
