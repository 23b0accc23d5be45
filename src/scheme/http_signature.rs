//! RFC 9421 *HTTP Message Signatures*, 2.2.8: the query parameters that a signature covers,
//! `"@query-param";name="..."`.

use alloc::string::String;
use core::fmt;

use super::HTTP_SIGNATURE;

/// The value of the component `"@query-param";name="…"`: the query is parsed as a form, and the
/// value of the parameter is encoded again. `name` is the encoded name, as the component's
/// identifier has it. The query has no `?`.
///
/// # Errors
/// No parameter has that name, or more than one has: a signature must not cover it then.
///
/// ```
/// use percent_simd::scheme::http_signature::{QueryParamError, query_param};
///
/// let query = "bar=with+plus+whitespace&fa%C3%A7ade%22%3A%20=something&a=1&a=2";
/// assert_eq!(query_param(query, "bar").unwrap(), "with%20plus%20whitespace");
/// assert_eq!(query_param(query, "fa%C3%A7ade%22%3A%20").unwrap(), "something");
/// assert_eq!(query_param(query, "a"), Err(QueryParamError::Repeated));
/// assert_eq!(query_param(query, "b"), Err(QueryParamError::Missing));
/// ```
pub fn query_param<I: AsRef<[u8]> + ?Sized>(
    query: &I,
    name: &str,
) -> Result<String, QueryParamError> {
    let mut values = crate::form::parse(query)
        .filter(|pair| HTTP_SIGNATURE.encode(&*pair.name()) == name)
        .map(|pair| HTTP_SIGNATURE.encode(&*pair.value()).into_owned());
    match (values.next(), values.next()) {
        (Some(value), None) => Ok(value),
        (Some(_), Some(_)) => Err(QueryParamError::Repeated),
        (None, _) => Err(QueryParamError::Missing),
    }
}

/// Why a query parameter cannot be signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum QueryParamError {
    /// No parameter has the name.
    Missing,
    /// Several parameters have the name.
    Repeated,
}

impl fmt::Display for QueryParamError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "no query parameter has this name",
            Self::Repeated => "several query parameters have this name: it must not be signed",
        })
    }
}

impl core::error::Error for QueryParamError {}
