//! Decoded text: what is found to be UTF-8, or becomes it.

use alloc::{borrow::Cow, string::String};

use super::chunks::SLACK;
use super::trust::{EMPTY, text};
#[cfg(feature = "simd")]
use super::trust::{Slot, bytes_of, initialised, keep};
use super::utf8::decode_to_text;
use super::{Buffer, DecodeRules, replace_ill_formed, text_room};
#[cfg(feature = "simd")]
use super::{
    CHUNK, append,
    utf8::{VALIDATED, decode_and_validate, is_utf8},
};
use crate::backend::Backend;
use crate::error::DecodeError;

/// Inputs of up to this many bytes are decoded to text on the stack first.
pub(crate) const SHORT_TEXT: usize = 256;

/// The decoded text of a short input, where `lossy` with U+FFFD for what is not UTF-8. `None` for a
/// longer one, and where it is refused or not UTF-8.
#[inline(always)]
pub(crate) fn decode_short_text<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &DecodeRules,
    lossy: bool,
) -> Option<Cow<'a, str>> {
    if input.len() > SHORT_TEXT {
        return None;
    }
    // Quicker than first looking for what changes, and the String is about as long as the text.
    let mut buffer = [EMPTY; SHORT_TEXT + SLACK];
    #[cfg(feature = "simd")]
    if let Some((written, is_text)) = decode_and_validate(backend, input, &mut buffer, rules) {
        let bytes =
            initialised!(buffer, written, "`decode_and_validate` has initialised `written` slots");
        return if !is_text {
            lossy.then(|| Cow::Owned(lossy_text(backend, bytes)))
        } else if bytes == input {
            Some(Cow::Borrowed(text!(input, "`input == bytes`, and `decode_and_validate` says so")))
        } else {
            Some(Cow::Owned(owned_text(&buffer, written)))
        };
    }
    match decode_to_text(backend, input, &mut buffer, rules).ok()? {
        Ok(text) if text.as_bytes() == input => {
            Some(Cow::Borrowed(text!(input, "`input == text.as_bytes()`, which is text")))
        }
        Ok(text) => Some(Cow::Owned(text.into())),
        Err(bytes) => lossy.then(|| Cow::Owned(lossy_text(backend, bytes))),
    }
}

/// The first slots, which are text, in memory of their own: copied by whole pieces, of which most
/// texts have one, because a branch on the length is mispredicted.
#[cfg(feature = "simd")]
#[inline(always)]
fn owned_text(slots: &[Slot; SHORT_TEXT + SLACK], written: usize) -> String {
    const PIECE: usize = 32;
    let len = written.next_multiple_of(PIECE);
    let mut text = String::with_capacity(len);
    let bytes = bytes_of!(&mut text, "the slots hold text, and nothing unwinds before it is whole");
    let pieces = bytes.spare_capacity_mut()[..len].as_chunks_mut::<PIECE>().0;
    for (to, from) in pieces.iter_mut().zip(slots.as_chunks::<PIECE>().0) {
        *to = *from;
    }
    keep!(
        bytes,
        written,
        "`written <= len <= out.capacity()`, and the pieces are copies of the slots, of which the first `written` are initialised"
    );
    text
}

/// The text of few bytes that are not UTF-8.
#[inline(never)]
fn lossy_text(backend: Backend, bytes: &[u8]) -> String {
    replace_ill_formed(backend, bytes, &mut Buffer::<{ text_room(SHORT_TEXT) }>::new()).into()
}

/// Appends the decoded input if it is UTF-8, or if it is short and `lossy`: then with U+FFFD for
/// what is not. Else `out` is as it was, and the error (`None`: not UTF-8) is perhaps not the first
/// one.
#[cfg(feature = "simd")]
pub(crate) fn decode_append_utf8(
    backend: Backend,
    input: &[u8],
    out: &mut String,
    rules: &DecodeRules,
    lossy: bool,
) -> Result<(), Option<DecodeError>> {
    let old = out.len();
    let bytes = bytes_of!(
        out,
        "the bytes from `old` on are found to be UTF-8 or truncated, and nothing unwinds between the append and that"
    );
    if let Some((written, is_text)) =
        decode_and_validate(backend, input, bytes.spare_capacity_mut(), rules)
    {
        if is_text {
            keep!(
                bytes,
                old + written,
                "`written <= input.len() <= out.capacity() - old`, and `decode_and_validate` has initialised `written` slots of the room"
            );
            return Ok(());
        }
        if !lossy {
            return Err(None);
        }
        let decoded = initialised!(
            bytes.spare_capacity_mut(),
            written,
            "`decode_and_validate` has initialised `written` slots"
        );
        let mut buffer = Buffer::<{ text_room(VALIDATED) }>::new();
        let text = replace_ill_formed(backend, decoded, &mut buffer);
        out.push_str(text);
        return Ok(());
    }
    append::decode_append(backend, input, bytes, rules)?;
    let len = bytes.len();
    if is_utf8(backend, &bytes[old..]) {
        return Ok(());
    }
    bytes.truncate(old);
    if !lossy || len - old > CHUNK {
        return Err(None);
    }
    let decoded = initialised!(
        bytes.spare_capacity_mut(),
        len - old,
        "the bytes from `old` to `len` were a part of the Vec, and truncating changes none"
    );
    let mut buffer = Buffer::<{ text_room(CHUNK) }>::new();
    let text = replace_ill_formed(backend, decoded, &mut buffer);
    out.push_str(text);
    Ok(())
}

/// The same, in pieces of which each is checked.
#[cfg(not(feature = "simd"))]
pub(crate) fn decode_append_utf8(
    backend: Backend,
    input: &[u8],
    out: &mut String,
    rules: &DecodeRules,
    _lossy: bool,
) -> Result<(), Option<DecodeError>> {
    out.reserve(super::decoded_len(backend, input, rules)?);
    let old = out.len();
    super::decode_chunks(backend, &rules.infallible(), input, |_, _, decoded| {
        decoded.map(|text| out.push_str(text)).map_err(|_| ())
    })
    .map_err(|_| {
        out.truncate(old);
        None
    })
}
