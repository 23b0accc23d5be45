//! Input cut into parts, so that no valid triplet is in two of them.

use crate::syntax;

/// Bytes of input that are decoded at a time where a result has no memory of its own.
pub(crate) const CHUNK: usize = 512;

/// Bytes of a long input that are decoded at a time to learn their length.
pub(super) const WINDOW: usize = 4096;

/// The longest start of the input of at most `len` bytes, at least 3, that ends inside no valid
/// triplet: it and the rest can be handled alone.
pub(crate) fn first_chunk(input: &[u8], len: usize) -> &[u8] {
    if input.len() <= len {
        return input;
    }
    let inside = (len.saturating_sub(2)..len).find(|&start| syntax::is_triplet(&input[start..]));
    &input[..inside.unwrap_or(len)]
}

/// The input in chunks of at most `len` bytes. Only where `whole` is set does it matter whether a
/// triplet is in two of them.
#[inline]
pub(crate) fn chunks(input: &[u8], len: usize, whole: bool) -> impl Iterator<Item = &[u8]> {
    let mut rest = input;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = if whole { first_chunk(rest, len).len() } else { rest.len().min(len) };
        let (chunk, others) = rest.split_at(end);
        rest = others;
        Some(chunk)
    })
}
