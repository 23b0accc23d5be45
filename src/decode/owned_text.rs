//! Decoding to text in memory of its own: UTF-8, validated or made by replacement.

use alloc::{borrow::Cow, string::String};

#[cfg(feature = "simd")]
use super::owned::room;
use crate::backend::Backend;
use crate::error::DecodeError;
use crate::kernel;
use crate::kernel::memory::{REGISTER, SHORT_TEXT};
use crate::kernel::rules::DecodeRules;
use crate::kernel::trust::EMPTY;
use crate::memory::{LONG, trimmed};

/// Why there is no text: the policy refuses the input, though ill-formed UTF-8 before that may be the
/// first error; or, as `None`, the decoded bytes are not UTF-8.
pub(super) type NotText = Option<DecodeError>;

/// The decoded text of at most [`SHORT_TEXT`] bytes; if `lossy`, with U+FFFD for ill-formed UTF-8. `PLAIN` repeats
/// that the rules are plain, and that it is not lossy.
#[inline(always)]
pub(super) fn decode_short<'a, const PLAIN: bool>(
    backend: Backend,
    input: &'a [u8],
    rules: &DecodeRules,
    lossy: bool,
) -> Result<Cow<'a, str>, NotText> {
    // Quicker than a search for the first change, and the String is about as long as the text.
    if kernel::memory::CLEARS_BUFFERS && input.len() <= kernel::marks::PLACES {
        return decode_on_stack::<PLAIN, { kernel::marks::PLACES }>(backend, input, rules, lossy);
    }
    decode_on_stack::<PLAIN, { SHORT_TEXT + REGISTER }>(backend, input, rules, lossy)
}

/// [`decode_short`] of an input that is not longer than the buffer.
#[inline(always)]
fn decode_on_stack<'a, const PLAIN: bool, const N: usize>(
    backend: Backend,
    input: &'a [u8],
    rules: &DecodeRules,
    lossy: bool,
) -> Result<Cow<'a, str>, NotText> {
    let mut buffer = [EMPTY; N];
    match kernel::text::decode_to_text::<PLAIN>(backend, input, &mut buffer, rules)? {
        Ok(text) => Ok(match kernel::text::same_text(input, text) {
            Some(input) => Cow::Borrowed(input),
            None => Cow::Owned(new_string(text)),
        }),
        Err(bytes) if !PLAIN && lossy => Ok(Cow::Owned(lossy_string::<true>(backend, bytes))),
        Err(_) => Err(None),
    }
}

/// The decoded text of more than [`SHORT_TEXT`] bytes under the plain rules, if it is text.
#[inline(never)]
pub(super) fn decode_plainly(backend: Backend, input: &[u8]) -> Option<String> {
    let mut text = String::new();
    if input.len() <= LONG {
        text.reserve_exact(input.len());
    }
    append_text::<true>(backend, input, &mut text, &DecodeRules::PLAIN).ok()?;
    Some(trimmed(text))
}

/// Text of the stack in memory of its own.
#[inline(always)]
fn new_string(text: &str) -> String {
    if kernel::memory::CLEARS_BUFFERS {
        return text.into();
    }
    let mut string = String::with_capacity(text.len());
    let Ok(()) = kernel::trust::append_text(&mut string, text.len(), |slots| {
        Ok::<_, core::convert::Infallible>(kernel::text::copied_text(text, slots))
    });
    string
}

/// The text of few bytes that are not UTF-8.
#[inline(never)]
fn lossy_string<const LAZY: bool>(backend: Backend, bytes: &[u8]) -> String {
    let mut buffer = [EMPTY; kernel::lossy::text_room(SHORT_TEXT)];
    kernel::lossy::replace_ill_formed(backend, bytes, &mut buffer).into()
}

/// [`append_text`] of a short input by plain rules, where there is room for a register after it; false
/// if nothing is appended. (It needs no large frame.)
#[inline(always)]
pub(super) fn append_short(
    backend: Backend,
    input: &[u8],
    out: &mut String,
    rules: &DecodeRules,
) -> bool {
    kernel::text::is_short(backend, input.len(), out.capacity() - out.len(), rules)
        && kernel::trust::append_text(out, input.len() + REGISTER, |slots| {
            kernel::text::short_text::<false>(backend, input, slots, rules).map_err(|_| ())
        })
        .is_ok()
}

/// Appends the decoded input, of any length, if it is UTF-8; otherwise `out` is unchanged. Where
/// `PLAIN`, the closures repeat the rules as a constant.
#[cfg(feature = "simd")]
#[inline(always)]
pub(super) fn append_text<const PLAIN: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut String,
    rules: &DecodeRules,
) -> Result<(), NotText> {
    let known = |rules| if PLAIN { &DecodeRules::PLAIN } else { rules };
    let spare = out.capacity() - out.len();
    if let Some(room) = room::<PLAIN>(backend, input, spare, known(rules))? {
        return kernel::trust::append_text(out, room, |slots| {
            let decoded =
                kernel::text::decode_to_text::<PLAIN>(backend, input, slots, known(rules))?;
            decoded.map_err(|_| None)
        });
    }
    let mut buffer = [EMPTY; kernel::decode::ON_STACK + REGISTER];
    let decoded = kernel::text::decode_to_text::<PLAIN>(backend, input, &mut buffer, rules)?;
    out.push_str(decoded.map_err(|_| None)?);
    Ok(())
}

/// [`append_text`] without unsafe code: piece by piece, each of them checked.
#[cfg(not(feature = "simd"))]
#[inline]
pub(super) fn append_text<const PLAIN: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut String,
    rules: &DecodeRules,
) -> Result<(), NotText> {
    out.reserve(kernel::decode::measure::<false>(backend, input, rules)?);
    let old = out.len();
    let is_text = kernel::text::decode_chunks::<false>(
        backend,
        &rules.infallible(),
        input,
        &mut |_, _, decoded| decoded.map(|text| out.push_str(text)).is_ok(),
    );
    if !is_text {
        out.truncate(old);
        return Err(None);
    }
    Ok(())
}
