//! Appending to a Vec: the room that it takes, and how it is made.

use alloc::{borrow::Cow, vec::Vec};

use super::decode::{ON_STACK, OnStack, REGISTER, copy, decode_on_stack};
use super::find::{find_escape_by_kernel, look};
use super::memory::LONG;
use super::trust::{Slot, initialised, keep, room};
use super::{
    DecodeRules, EncodeRules, Measured, chunks, decode, decode_measured, decoded_len, encode, trim,
};
use crate::backend::Backend;
use crate::error::DecodeError;

/// Room is made for this many bytes of input at a time, so that a long clean input takes its own
/// length and not three times that.
const CHUNK: usize = 4096;

/// Appends the encoded input.
pub(crate) fn encode_append(
    backend: Backend,
    input: &[u8],
    out: &mut Vec<u8>,
    rules: &EncodeRules,
) {
    if input.len() > LONG && (out.capacity() - out.len()) / 3 < input.len() {
        let old = out.len();
        let measured = Measured::new(backend, input, rules);
        let written = measured.encode(room(out, measured.needed()));
        keep!(
            out,
            old + written,
            "`written <= needed <= out.capacity() - old`, and `encode` has initialised `written` slots of the room"
        );
        return;
    }
    if input.len() <= CHUNK {
        return append_chunk(backend, input, out, rules);
    }
    for chunk in chunks(input, CHUNK, rules.keep_escapes) {
        append_chunk(backend, chunk, out, rules);
    }
}

#[inline(always)]
fn append_chunk(backend: Backend, chunk: &[u8], out: &mut Vec<u8>, rules: &EncodeRules) {
    let old = out.len();
    let written = encode(backend, chunk, room(out, 3 * chunk.len()), rules)
        .expect("the room is three times the chunk");
    keep!(
        out,
        old + written,
        "`written <= 3 * chunk.len() <= out.capacity() - old`, and `encode` has initialised `written` slots of the room"
    );
}

/// Appends the decoded input; after an error `out` is as it was, and so is its capacity.
#[inline]
pub(crate) fn decode_append(
    backend: Backend,
    input: &[u8],
    out: &mut Vec<u8>,
    rules: &DecodeRules,
) -> Result<(), DecodeError> {
    if out.capacity() - out.len() < input.len() {
        return decode_append_growing(backend, input, out, rules);
    }
    let spare = out.capacity() - out.len();
    decode_append_to_room(backend, input, out, spare, rules)
}

/// [`decode_append`] where the spare room is less than the input's length.
#[inline(never)]
fn decode_append_growing(
    backend: Backend,
    input: &[u8],
    out: &mut Vec<u8>,
    rules: &DecodeRules,
) -> Result<(), DecodeError> {
    if input.len() > LONG {
        return decode_append_long(backend, input, out, rules);
    }
    if rules.can_fail() {
        // No room is made for what is refused.
        if input.len() <= ON_STACK {
            let mut buffer = OnStack::new();
            append(decode_on_stack(backend, input, &mut buffer, rules)?, out);
            return Ok(());
        }
        decoded_len(backend, input, rules)?;
    }
    decode_append_to_room(backend, input, out, input.len() + REGISTER, rules)
}

/// Appends the decoded input after making this much room, at least the input's length.
#[inline(always)]
fn decode_append_to_room(
    backend: Backend,
    input: &[u8],
    out: &mut Vec<u8>,
    len: usize,
    rules: &DecodeRules,
) -> Result<(), DecodeError> {
    let old = out.len();
    let written = decode(backend, input, room(out, len), rules);
    keep!(
        out,
        old + *written.as_ref().unwrap_or(&0),
        "`written <= input.len() <= len <= out.capacity() - old`, and `decode` has initialised `written` slots of the room"
    );
    written.map(|_| ())
}

/// The same for input that is measured first.
#[cold]
fn decode_append_long(
    backend: Backend,
    input: &[u8],
    out: &mut Vec<u8>,
    rules: &DecodeRules,
) -> Result<(), DecodeError> {
    let old = out.len();
    let written = decode_measured(backend, input, rules, |needed| room(out, needed))?;
    keep!(
        out,
        old + written,
        "`written == needed <= out.capacity() - old`, and `decode_measured` has initialised `written` slots of the room"
    );
    Ok(())
}

/// The decoded input; borrowed if nothing changes.
#[inline(always)]
pub(crate) fn decode_new<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &DecodeRules,
) -> Result<Cow<'a, [u8]>, DecodeError> {
    match look(backend, input, rules) {
        Some(true) => Ok(Cow::Borrowed(input)),
        Some(false) => decode_escaped(backend, input, rules),
        None => match find_escape_by_kernel(backend, input, rules) {
            None => Ok(Cow::Borrowed(input)),
            Some(first) if input.len() > ON_STACK => decode_new_long(backend, input, first, rules),
            Some(_) => decode_escaped(backend, input, rules),
        },
    }
}

/// The same for input in which something to be looked at is known to be.
#[inline(never)]
fn decode_escaped<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &DecodeRules,
) -> Result<Cow<'a, [u8]>, DecodeError> {
    decode_escaped_here(backend, input, rules)
}

/// The same in the caller's frame: a result that is taken apart need not be moved.
#[inline(always)]
pub(crate) fn decode_escaped_here<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &DecodeRules,
) -> Result<Cow<'a, [u8]>, DecodeError> {
    if input.len() > ON_STACK {
        return match find_escape_by_kernel(backend, input, rules) {
            None => Ok(Cow::Borrowed(input)),
            Some(first) => decode_new_long(backend, input, first, rules),
        };
    }
    let mut buffer = OnStack::new();
    let decoded = decode_on_stack(backend, input, &mut buffer, rules)?;
    // A triplet becomes shorter; nothing but a `+` changes its value alone.
    if decoded.len() == input.len()
        && (!rules.plus_as_space
            || input == initialised!(decoded, input.len(), "`decode_on_stack` has decoded them"))
    {
        return Ok(Cow::Borrowed(input));
    }
    Ok(Cow::Owned(new_vec(decoded)))
}

/// What was decoded on the stack, in memory of its own.
#[inline(always)]
pub(super) fn new_vec(decoded: &[Slot]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(decoded.len());
    append(decoded, &mut bytes);
    bytes
}

/// Appends what was decoded on the stack.
#[inline(always)]
fn append(decoded: &[Slot], out: &mut Vec<u8>) {
    let (old, len) = (out.len(), decoded.len());
    copy(decoded, &mut room(out, len)[..len]);
    keep!(
        out,
        old + len,
        "`len <= out.capacity() - old` slots of the room are copies of initialised ones"
    );
}

/// The same for more than [`ON_STACK`] bytes, of which the one at `first` changes or is refused.
fn decode_new_long<'a>(
    backend: Backend,
    input: &'a [u8],
    first: usize,
    rules: &DecodeRules,
) -> Result<Cow<'a, [u8]>, DecodeError> {
    /// A clean start of up to this many bytes is decoded with the rest: faster than a copy of odd
    /// length.
    const WITH_THE_REST: usize = 256;
    let mut bytes = Vec::new();
    if input.len() > LONG {
        decode_append(backend, input, &mut bytes, rules)?;
        return Ok(Cow::Owned(bytes));
    }
    bytes.reserve_exact(input.len());
    let first = if first <= WITH_THE_REST { 0 } else { first };
    bytes.extend_from_slice(&input[..first]);
    decode_append(backend, &input[first..], &mut bytes, rules)
        .map_err(|error| error.offset(first))?;
    trim(&mut bytes);
    Ok(Cow::Owned(bytes))
}
