//! Input that is worked on in chunks, so that no valid triplet is in two of them.

use super::trust::{EMPTY, initialised};
use super::utf8::decode_to_text;
use super::{DecodeRules, decode, scalar, text};
use crate::backend::Backend;

/// Bytes of input that [`decode_chunks`] decodes at a time.
pub(crate) const CHUNK: usize = 512;
/// Slots that buffers on the stack have for whole registers that reach past the output.
pub(super) const SLACK: usize = 64;

/// The longest start of the input of at most `len` bytes, at least 3, that ends inside no valid
/// triplet: it and the rest can be handled alone.
pub(crate) fn first_chunk(input: &[u8], len: usize) -> &[u8] {
    if input.len() <= len {
        return input;
    }
    let inside = (len.saturating_sub(2)..len).find(|&start| scalar::is_triplet(&input[start..]));
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

/// Decodes the input in chunks that end neither inside a triplet nor inside a UTF-8 sequence of the
/// output that may still become whole, and calls `visit` with each chunk's offset, its input and
/// its output: as text or, if that is not UTF-8, as bytes. The rules refuse nothing.
pub(crate) fn decode_chunks<E>(
    backend: Backend,
    rules: &DecodeRules,
    input: &[u8],
    mut visit: impl FnMut(usize, &[u8], Result<&str, &[u8]>) -> Result<(), E>,
) -> Result<(), E> {
    let mut buffer = [EMPTY; CHUNK + SLACK];
    let mut start = 0;
    while start < input.len() {
        let rest = &input[start..];
        let mut chunk = first_chunk(rest, CHUNK);
        if chunk.len() == rest.len() {
            let decoded = decode_to_text(backend, chunk, &mut buffer, rules);
            return visit(start, chunk, decoded.expect("the rules refuse nothing"));
        }
        let len = decode(backend, chunk, &mut buffer, rules).expect("the rules refuse nothing");
        let decoded = initialised!(buffer, len, "`decode` has initialised `len` slots");
        let unfinished = unfinished_sequence(decoded);
        let decoded = &decoded[..len - unfinished];
        // Back over what makes the unfinished sequence: valid triplets never overlap, so one that
        // ends here is where the last byte comes from.
        for _ in 0..unfinished {
            let end = chunk.len();
            let escaped = end >= 3 && scalar::is_triplet(&chunk[end - 3..]);
            chunk = &chunk[..end - if escaped { 3 } else { 1 }];
        }
        visit(start, chunk, text(backend, decoded).ok_or(decoded))?;
        start += chunk.len();
    }
    Ok(())
}

/// How many bytes at the end are the beginning of a UTF-8 sequence that more bytes may make whole:
/// 0 to 3.
pub(crate) fn unfinished_sequence(bytes: &[u8]) -> usize {
    for len in 1..=bytes.len().min(3) {
        let byte = bytes[bytes.len() - len];
        // A lead byte decides; a continuation byte belongs to the bytes before it.
        if byte >= 0xC0 {
            let tail = core::str::from_utf8(&bytes[bytes.len() - len..]);
            return if tail.is_err_and(|error| error.error_len().is_none()) { len } else { 0 };
        }
        if byte < 0x80 {
            break;
        }
    }
    0
}
