//! Input cut into parts, so that no valid triplet is in two of them.

use super::memory::CLEARS_BUFFERS;
use crate::syntax;

/// Bytes of input that are decoded at a time where a result has no memory of its own.
pub(crate) const CHUNK: usize = 512;

/// Bytes of a long input that are decoded at a time where there is no room for their length.
pub(super) const WINDOW: usize = if CLEARS_BUFFERS { CHUNK } else { 4096 };

/// The longest start of the input of at most `len` bytes, at least 3, that ends inside no valid
/// triplet: it and the rest can be handled alone.
#[inline]
pub(crate) fn first_chunk(input: &[u8], len: usize) -> &[u8] {
    if input.len() <= len {
        return input;
    }
    let inside = (len.saturating_sub(2)..len).find(|&start| syntax::is_triplet(&input[start..]));
    &input[..inside.unwrap_or(len)]
}

/// The input in chunks of at most `len` bytes, at least 4. With `triplets` no valid triplet is in two of
/// them, and with `sequences` no well-formed sequence.
#[inline]
pub(crate) fn chunks(
    mut rest: &[u8],
    len: usize,
    triplets: bool,
    sequences: bool,
) -> impl Iterator<Item = &[u8]> {
    core::iter::from_fn(move || {
        let whole = if triplets { first_chunk(rest, len) } else { &rest[..rest.len().min(len)] };
        let cut =
            if sequences && whole.len() < rest.len() { unfinished_sequence(whole) } else { 0 };
        let (chunk, others) = rest.split_at(whole.len() - cut);
        rest = others;
        (!chunk.is_empty()).then_some(chunk)
    })
}

/// The number of bytes at the end that begin a UTF-8 sequence that more bytes may make whole: 0 to
/// 3.
#[inline]
pub(crate) fn unfinished_sequence(bytes: &[u8]) -> usize {
    let mut ends = (1..=bytes.len().min(3)).map(|len| &bytes[bytes.len() - len..]);
    let last = ends.find(|end| end[0] >= 0xC0); // from the last lead byte on
    last.filter(|end| core::str::from_utf8(end).is_err_and(|error| error.error_len().is_none()))
        .map_or(0, <[u8]>::len)
}
