//! The words of a record.

use memchr::memchr;

/// What stands between spaces, quotes and what separates the values of a query, and holds a `%`.
pub(crate) fn words(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let separates = |byte: &u8| matches!(byte, b' ' | b'\t' | b'"' | b'?' | b'&' | b'=');
    let mut rest = value;
    std::iter::from_fn(move || {
        let percent = memchr(b'%', rest)?;
        let start = rest[..percent].iter().rposition(separates).map_or(0, |at| at + 1);
        let end = rest[percent..].iter().position(separates).map_or(rest.len(), |at| percent + at);
        let word = &rest[start..end];
        rest = &rest[end..];
        Some(word)
    })
}
