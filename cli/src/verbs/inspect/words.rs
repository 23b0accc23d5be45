//! The words of a record.

use memchr::memchr;

/// Returns true if a byte separates words: spaces, quotes and the separators of queries.
pub(super) fn separates(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'"' | b'?' | b'&' | b'=')
}

/// The words that contain a `%`.
pub(crate) fn words(value: &[u8]) -> impl Iterator<Item = &[u8]> {
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
