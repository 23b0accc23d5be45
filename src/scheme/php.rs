//! PHP: `rawurlencode`, `urlencode`, and the two types of `http_build_query`.

#[cfg(feature = "alloc")]
use alloc::string::String;
#[cfg(feature = "alloc")]
use core::borrow::Borrow;

use super::{PHP_RAWURLENCODE, PHP_URLENCODE, Scheme};

/// `http_build_query`'s types of encoding: they differ in SP and `~` only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum QueryType {
    /// `PHP_QUERY_RFC1738`, the default: as `urlencode`.
    #[default]
    Rfc1738,
    /// `PHP_QUERY_RFC3986`: as `rawurlencode`.
    Rfc3986,
}

impl QueryType {
    /// The scheme of names and values.
    #[must_use]
    pub const fn scheme(self) -> Scheme {
        match self {
            Self::Rfc1738 => PHP_URLENCODE,
            Self::Rfc3986 => PHP_RAWURLENCODE,
        }
    }
}

/// A query of the pairs, as `http_build_query` writes an array of strings. (The names of nested
/// arrays are like `a[0]`, and the caller writes them.)
///
/// ```
/// use percent_simd::scheme::php::{QueryType, http_build_query};
/// let pairs = [("a[0]", "x y"), ("b", "~")];
/// assert_eq!(http_build_query(pairs, QueryType::Rfc1738), "a%5B0%5D=x+y&b=%7E");
/// assert_eq!(http_build_query(pairs, QueryType::Rfc3986), "a%5B0%5D=x%20y&b=~");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn http_build_query<I, N, V>(pairs: I, kind: QueryType) -> String
where
    I: IntoIterator<Item: Borrow<(N, V)>>,
    N: AsRef<[u8]>,
    V: AsRef<[u8]>,
{
    let encoder = kind.scheme().encoder();
    let mut query = String::new();
    for pair in pairs {
        let (name, value) = pair.borrow();
        if !query.is_empty() {
            query.push('&');
        }
        encoder.encode_append(name.as_ref(), &mut query);
        query.push('=');
        encoder.encode_append(value.as_ref(), &mut query);
    }
    query
}
