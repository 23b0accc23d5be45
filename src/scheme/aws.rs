//! AWS Signature Version 4. Its `UriEncode(string, encodeSlash)` is [`AWS`], and
//! without `encodeSlash`, for an S3 object's name, [`AWS_PATH`](super::AWS_PATH). S3's own messages
//! write keys as a form ([`S3_KEY`](super::S3_KEY)).

use alloc::{string::String, vec::Vec};
use core::borrow::Borrow;

use super::AWS;

/// The *canonical query string* of a signed request. Names and values are encoded, every pair has
/// `=`, and pairs are sorted by the encoded name, then by the encoded value. Equal pairs are all
/// kept.
///
/// Names and values are given decoded, as text or bytes. If a query is already encoded,
/// decode it with a parser that reads `+` as a plus: `form::Parser::new().plus_as_space(false)`.
///
/// ```
/// use percent_simd::{decode, form::Parser};
/// use percent_simd::scheme::aws;
///
/// let pairs = [("Param2", "value 2"), ("Param1", ""), ("Param-1", "/")];
/// assert_eq!(aws::canonical_query(pairs), "Param-1=%2F&Param1=&Param2=value%202");
/// let query = Parser::new().plus_as_space(false).parse("prefix=a+b&acl");
/// let pairs = query.map(|pair| (decode(pair.name_raw()), pair.value_bytes()));
/// assert_eq!(aws::canonical_query(pairs), "acl=&prefix=a%2Bb");
/// ```
#[must_use]
pub fn canonical_query<I, N, V>(pairs: I) -> String
where
    I: IntoIterator<Item: Borrow<(N, V)>>,
    N: AsRef<[u8]>,
    V: AsRef<[u8]>,
{
    let encode = |pair: I::Item| {
        let (name, value) = pair.borrow();
        (AWS.encode(name).into_owned(), AWS.encode(value).into_owned())
    };
    let mut encoded: Vec<(String, String)> = pairs.into_iter().map(encode).collect();
    encoded.sort_unstable();
    let mut query = String::new();
    for (name, value) in &encoded {
        if !query.is_empty() {
            query.push('&');
        }
        query.extend([name, "=", value]);
    }
    query
}
