//! PHP: `http_build_query`, by `rawurlencode` or `urlencode`. The module needs the feature `alloc`.

use alloc::string::String;
use core::borrow::Borrow;

use super::Scheme;

/// A query of the pairs, as `http_build_query` writes an array of strings. (The names of nested
/// arrays are like `a[0]`, and the caller writes them.) Its types of encoding are schemes:
/// `PHP_QUERY_RFC1738`, the default there, is [`PHP_URLENCODE`](super::PHP_URLENCODE), and
/// `PHP_QUERY_RFC3986` is [`PHP_RAWURLENCODE`](super::PHP_RAWURLENCODE).
///
/// ```
/// use percent_simd::scheme::{PHP_RAWURLENCODE, PHP_URLENCODE, php::http_build_query};
/// let pairs = [("a[0]", "x y"), ("b", "~")];
/// assert_eq!(http_build_query(pairs, PHP_URLENCODE), "a%5B0%5D=x+y&b=%7E");
/// assert_eq!(http_build_query(pairs, PHP_RAWURLENCODE), "a%5B0%5D=x%20y&b=~");
/// ```
#[must_use]
pub fn http_build_query<I, N, V>(pairs: I, scheme: Scheme) -> String
where
    I: IntoIterator<Item: Borrow<(N, V)>>,
    N: AsRef<[u8]>,
    V: AsRef<[u8]>,
{
    let encoder = scheme.encoder();
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
