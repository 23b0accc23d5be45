//! Decoding chunk by chunk, to text or to bytes.

use super::decode::decode;
use super::limits::REGISTER;
use super::rules::{DecodeRules, EncodeRules};
use super::split::{CHUNK, first_chunk};
use super::trust::EMPTY;
use super::utf8::{decode_to_text, text};
use crate::backend::Backend;
use crate::syntax;

/// The function that [`decode_chunks`] calls with the offset of a chunk, its input and its output:
/// as text or, if that is not UTF-8, as bytes. It answers whether to go on.
type Visit<'v> = &'v mut dyn FnMut(usize, &[u8], Result<&str, &[u8]>) -> bool;

/// Decodes the input in chunks that end neither inside a triplet nor inside a UTF-8 sequence of the
/// output that may still become whole, and calls `visit` with each, as long as it says so; tells
/// whether it always did. The rules refuse nothing; `PLAIN` repeats that they are plain.
///
/// `visit` is no parameter of the type: a copy of this function for each would cost its dependants
/// more than a call for each chunk does.
pub(crate) fn decode_chunks<const PLAIN: bool>(
    backend: Backend,
    rules: &DecodeRules,
    input: &[u8],
    visit: Visit<'_>,
) -> bool {
    let rules = &rules.known::<PLAIN>();
    let mut buffer = [EMPTY; CHUNK + REGISTER];
    let mut start = 0;
    while start < input.len() {
        let rest = &input[start..];
        let mut chunk = first_chunk(rest, CHUNK);
        if chunk.len() == rest.len() {
            let decoded = decode_to_text(backend, chunk, &mut buffer, rules);
            return visit(start, chunk, decoded.expect("the rules refuse nothing"));
        }
        let decoded = decode(backend, chunk, &mut buffer, rules).expect("the rules refuse nothing");
        let unfinished = unfinished_sequence(decoded);
        let decoded = &decoded[..decoded.len() - unfinished];
        // Back over what makes the unfinished sequence: valid triplets never overlap, so one that
        // ends here is where the last byte comes from.
        for _ in 0..unfinished {
            let end = chunk.len();
            let escaped = end >= 3 && syntax::is_triplet(&chunk[end - 3..]);
            chunk = &chunk[..end - if escaped { 3 } else { 1 }];
        }
        if !visit(start, chunk, text(backend, decoded).ok_or(decoded)) {
            return false;
        }
        start += chunk.len();
    }
    true
}

/// The input in chunks of at most `len` bytes, at least 4, for encoding: no triplet or sequence that stays
/// is in two of them.
#[inline]
pub(crate) fn chunks_to_encode<'a>(
    input: &'a [u8],
    len: usize,
    rules: &EncodeRules,
) -> impl Iterator<Item = &'a [u8]> {
    let (keep_escapes, keep_non_ascii) = (rules.keep_escapes, rules.keep_non_ascii);
    let mut rest = input;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let whole =
            if keep_escapes { first_chunk(rest, len) } else { &rest[..rest.len().min(len)] };
        let cut =
            if keep_non_ascii && whole.len() < rest.len() { unfinished_sequence(whole) } else { 0 };
        let (chunk, others) = rest.split_at(whole.len() - cut);
        rest = others;
        Some(chunk)
    })
}

/// The number of bytes at the end that begin a UTF-8 sequence that more bytes may make whole: 0 to
/// 3.
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
