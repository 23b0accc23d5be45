//! Well-formed UTF-8, and decoding to text.

use super::chunks::{CHUNK, first_chunk, unfinished_sequence};
use super::decode::{decode, look};
use super::dispatch::dispatch;
use super::find::find_in;
#[cfg(feature = "alloc")]
use super::memory::copied;
use super::memory::{REGISTER, SHORT_TEXT};
use super::rules::DecodeRules;
use super::trust::{EMPTY, Slot, initialised, text, utf8};
use crate::backend::Backend;
use crate::error::DecodeError;
use crate::sets::AsciiSet;
use crate::syntax;

/// The input as text, if it is well-formed UTF-8.
#[inline]
pub(crate) fn text(backend: Backend, input: &[u8]) -> Option<&str> {
    dispatch!(
        backend,
        K,
        // SAFETY: the input is a slice, and only read.
        unsafe { K::is_utf8(input) }.then(|| text!(input, "`is_utf8` has said so")),
        utf8(input)
    )
}

/// The input if it is ASCII and holds nothing that decoding looks at. Otherwise it may still be
/// text.
#[inline]
pub(crate) fn plain_ascii<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &DecodeRules,
) -> Option<&'a str> {
    look::<true>(backend, input, rules)
        .unwrap_or_else(|| is_plain_ascii::<true>(backend, input, rules))
        .then(|| text!(input, "the look and `is_plain_ascii` find every byte >= 0x80"))
}

/// Returns whether the input is ASCII and has nothing to decode or refuse.
#[inline(never)]
fn is_plain_ascii<const LAZY: bool>(backend: Backend, input: &[u8], rules: &DecodeRules) -> bool {
    const PERCENT: AsciiSet = AsciiSet::from_bytes(b"%");
    const PERCENT_AND_PLUS: AsciiSet = AsciiSet::from_bytes(b"%+");
    // Constant sets, but for the rare policy: a load of a set that was just stored byte by byte
    // waits for the stores.
    let set = if rules.plus_as_space { &PERCENT_AND_PLUS } else { &PERCENT };
    let set = if rules.reject_raw { &set.union(rules.rejected_raw()) } else { set };
    find_in(backend, input, set) == input.len()
}

/// Decodes to the front of `out`, and gives the result as text or, where it is not UTF-8, as bytes.
///
/// # Panics
/// If `out` is shorter than the input.
#[inline(always)] // the rules of most callers are constants
pub(crate) fn decode_to_text<'a, const PLAIN: bool>(
    backend: Backend,
    input: &[u8],
    out: &'a mut [Slot],
    rules: &DecodeRules,
) -> Result<Result<&'a str, &'a [u8]>, DecodeError> {
    if is_short(backend, input.len(), out.len(), rules) {
        return Ok(short_text::<true>(backend, input, out, rules));
    }
    let bytes = decode::<PLAIN>(backend, input, out, rules)?;
    Ok(text(backend, bytes).ok_or(bytes))
}

/// Returns whether [`short_text`] takes an input of `len` bytes: at once, without a search for something
/// to decode.
#[inline(always)]
pub(crate) fn is_short(backend: Backend, len: usize, room: usize, rules: &DecodeRules) -> bool {
    let fits = 0 < len && len <= SHORT_TEXT && room >= len + REGISTER;
    fits && rules.is_plain() && dispatch!(backend, K, K::DECODES, false)
}

/// [`decode_to_text`] where [`is_short`]. `DIRTY` says that decoding probably changes the input.
#[inline(always)]
pub(crate) fn short_text<'a, const DIRTY: bool>(
    backend: Backend,
    input: &[u8],
    out: &'a mut [Slot],
    rules: &DecodeRules,
) -> Result<&'a str, &'a [u8]> {
    let (written, is_utf8) = run_short::<DIRTY>(input, out, rules, backend);
    let bytes = initialised!(out, written, "kernels initialise the slots that they answer");
    if is_utf8 { Ok(text!(bytes, "the kernel says so")) } else { Err(bytes) }
}

/// Runs the kernel of [`short_text`]. (It is a tail call: the arguments stay in their registers.)
#[inline(never)]
fn run_short<const DIRTY: bool>(
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
    backend: Backend,
) -> (usize, bool) {
    assert!(out.len() >= input.len() + REGISTER && rules.is_plain());
    dispatch!(
        backend,
        K,
        // SAFETY: the slices are valid, and do not overlap; `out.len() >= input.len() + REGISTER`,
        // which is 64, by the assertion.
        unsafe { K::decode_text::<DIRTY>(input, core::ptr::from_mut(out) as *mut [u8], rules) },
        unreachable!("`is_short` asks for a kernel that decodes")
    )
}

/// The bytes as text, if they are those of `text`.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn same_text<'a>(bytes: &'a [u8], text: &str) -> Option<&'a str> {
    (bytes == text.as_bytes()).then(|| text!(bytes, "they are equal to those of `text`"))
}

/// [`copied`] for text.
///
/// # Panics
/// If there are fewer slots than bytes.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn copied_text<'a>(text: &str, out: &'a mut [Slot]) -> &'a str {
    text!(copied(text.as_bytes(), out), "they are those of `text`")
}

/// Takes the offset of a chunk, its input and its output, as text or, if that is not UTF-8, as
/// bytes; answers whether to go on.
type Visit<'v> = &'v mut dyn FnMut(usize, &[u8], Result<&str, &[u8]>) -> bool;

/// Decodes the input in chunks that end neither inside a triplet nor inside a UTF-8 sequence of the
/// output that may still become whole, and calls `visit` with each, until it answers no; tells
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
            let decoded = decode_to_text::<PLAIN>(backend, chunk, &mut buffer, rules);
            return visit(start, chunk, decoded.expect("the rules refuse nothing"));
        }
        let decoded =
            decode::<PLAIN>(backend, chunk, &mut buffer, rules).expect("the rules refuse nothing");
        let unfinished = unfinished_sequence(decoded);
        let decoded = &decoded[..decoded.len() - unfinished];
        // Back over the input of the unfinished sequence: valid triplets never overlap, so one that
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
