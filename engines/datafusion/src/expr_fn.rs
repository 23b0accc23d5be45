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

/// Spark's `url_decode(text)`; what it refuses is an error of the query.
#[must_use]
pub fn url_decode(text: Expr) -> Expr {
    crate::url_decode().call(vec![text])
}

/// Spark's `try_url_decode(text)`: null for what `url_decode` refuses.
#[must_use]
pub fn try_url_decode(text: Expr) -> Expr {
    crate::try_url_decode().call(vec![text])
}

/// Spark's `url_encode(text)`.
#[must_use]
pub fn url_encode(text: Expr) -> Expr {
    crate::url_encode().call(vec![text])
}

/// Spark's `parse_url(url, part[, key])`; what it refuses is an error of the query.
#[must_use]
pub fn parse_url(url: Expr, part: Expr, key: Option<Expr>) -> Expr {
    crate::parse_url().call([url, part].into_iter().chain(key).collect())
}

/// Spark's `try_parse_url(url, part[, key])`: null for what `parse_url` refuses.
#[must_use]
pub fn try_parse_url(url: Expr, part: Expr, key: Option<Expr>) -> Expr {
    crate::try_parse_url().call([url, part].into_iter().chain(key).collect())
}

/// `percent_decode(value, options)`; the options may be empty.
#[must_use]
pub fn percent_decode(value: Expr, options: &str) -> Expr {
    crate::percent_decode().call(vec![value, lit(options)])
}

/// `try_percent_decode(value, options)`: null for what `percent_decode` refuses.
#[must_use]
pub fn try_percent_decode(value: Expr, options: &str) -> Expr {
    crate::try_percent_decode().call(vec![value, lit(options)])
}

/// `percent_encode(value, scheme)`.
#[must_use]
pub fn percent_encode(value: Expr, scheme: &str) -> Expr {
    crate::percent_encode().call(vec![value, lit(scheme)])
}

/// `query_param(url_or_query, key)`.
#[must_use]
pub fn query_param(url_or_query: Expr, key: Expr) -> Expr {
    crate::query_param().call(vec![url_or_query, key])
}

/// `query_param_values(url_or_query, key)`: all values as a list.
#[must_use]
pub fn query_param_values(url_or_query: Expr, key: Expr) -> Expr {
    crate::query_param_values().call(vec![url_or_query, key])
}

/// `query_params(url_or_query)`: all parameters as a map.
#[must_use]
pub fn query_params(url_or_query: Expr) -> Expr {
    crate::query_params().call(vec![url_or_query])
}

/// `path_check(path, preset)`.
#[must_use]
pub fn path_check(path: Expr, preset: &str) -> Expr {
    crate::path_check().call(vec![path, lit(preset)])
}

/// `encoding_flags(value)`: the flags as bits.
#[must_use]
pub fn encoding_flags(value: Expr) -> Expr {
    crate::encoding_flags().call(vec![value])
}

/// `encoding_flags(value, names)`: whether any of the flags is set.
#[must_use]
pub fn has_encoding_flags(value: Expr, names: &str) -> Expr {
    crate::encoding_flags().call(vec![value, lit(names)])
}

/// `encoding_flag_names(flags)`.
#[must_use]
pub fn encoding_flag_names(flags: Expr) -> Expr {
    crate::encoding_flag_names().call(vec![flags])
}
