//! Decoding to memory of its own: a new result, or an appended one.

use alloc::{borrow::Cow, vec::Vec};

use crate::backend::Backend;
use crate::error::DecodeError;
use crate::kernel::{self, DecodeRules, ON_STACK, OnStack, REGISTER};
use crate::memory::{LONG, trim};

/// The first destination of appended output.
pub(super) enum Room {
    /// This many bytes of room, at least the input's length.
    Whole(usize),
    /// The stack, because no room is made for refused input.
    Stack,
    /// Exactly this many bytes, because the input is long.
    Measured(usize),
}

impl Room {
    /// The destination, given the spare capacity.
    #[cfg(feature = "simd")]
    #[inline]
    pub(super) fn of(
        backend: Backend,
        input: &[u8],
        spare: usize,
        rules: &DecodeRules,
    ) -> Result<Self, DecodeError> {
        if spare >= input.len() {
            return Ok(Self::Whole(spare));
        }
        Self::growing(backend, input, rules)
    }

    /// [`of`](Self::of) where the spare capacity is less than the input's length.
    fn growing(backend: Backend, input: &[u8], rules: &DecodeRules) -> Result<Self, DecodeError> {
        if input.len() > LONG {
            return kernel::decoded_len(backend, input, rules).map(Self::Measured);
        }
        if rules.can_fail() {
            if input.len() <= ON_STACK {
                return Ok(Self::Stack);
            }
            kernel::decoded_len(backend, input, rules)?;
        }
        Ok(Self::Whole(input.len() + REGISTER))
    }
}

/// Appends the decoded input; after an error `out` and its capacity are unchanged. For outputs that
/// a caller provides: functions that make their own output call the parts that they need, so a
/// program that calls only `decode` links no other policy's kernels.
#[inline(always)]
pub(crate) fn decode_append(
    backend: Backend,
    input: &[u8],
    out: &mut Vec<u8>,
    rules: &DecodeRules,
) -> Result<(), DecodeError> {
    if out.capacity() - out.len() < input.len() {
        return decode_append_growing(backend, input, out, rules);
    }
    kernel::append(out, input.len(), |slots| kernel::decode(backend, input, slots, rules))
}

/// [`decode_append`] where the spare capacity is less than the input's length.
#[inline(never)]
fn decode_append_growing(
    backend: Backend,
    input: &[u8],
    out: &mut Vec<u8>,
    rules: &DecodeRules,
) -> Result<(), DecodeError> {
    match Room::growing(backend, input, rules)? {
        Room::Whole(room) => {
            kernel::append(out, room, |slots| kernel::decode(backend, input, slots, rules))
        }
        Room::Measured(len) => kernel::append(out, len, |slots| {
            Ok(kernel::decode_measured(backend, input, slots, rules))
        }),
        Room::Stack => {
            let mut buffer = OnStack::new();
            append(kernel::decode(backend, input, &mut buffer.0, rules)?, out);
            Ok(())
        }
    }
}

/// The decoded input; borrowed if nothing changes.
#[inline(always)]
pub(super) fn decode_cow<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &DecodeRules,
) -> Result<Cow<'a, [u8]>, DecodeError> {
    match kernel::look(backend, input, rules) {
        Some(true) => Ok(Cow::Borrowed(input)),
        Some(false) => decode_escaped(backend, input, rules),
        None => match kernel::find_escape_by_kernel(backend, input, rules) {
            None => Ok(Cow::Borrowed(input)),
            Some(first) if input.len() > ON_STACK => decode_long(backend, input, first, rules),
            Some(_) => decode_escaped(backend, input, rules),
        },
    }
}

/// [`decode_cow`] for input that contains a byte which decoding looks at.
#[inline(never)]
fn decode_escaped<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &DecodeRules,
) -> Result<Cow<'a, [u8]>, DecodeError> {
    decode_escaped_here(backend, input, rules)
}

/// [`decode_escaped`] in the caller's frame, which destructures the result without a move.
#[inline(always)]
pub(crate) fn decode_escaped_here<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &DecodeRules,
) -> Result<Cow<'a, [u8]>, DecodeError> {
    if input.len() > ON_STACK {
        return match kernel::find_escape_by_kernel(backend, input, rules) {
            None => Ok(Cow::Borrowed(input)),
            Some(first) => decode_long(backend, input, first, rules),
        };
    }
    let mut buffer = OnStack::new();
    let decoded = kernel::decode(backend, input, &mut buffer.0, rules)?;
    // A triplet becomes shorter; nothing but a `+` changes its value alone.
    if decoded.len() == input.len() && (!rules.plus_as_space || input == decoded) {
        return Ok(Cow::Borrowed(input));
    }
    Ok(Cow::Owned(new_vec(decoded)))
}

/// An owned copy of the bytes that were decoded on the stack.
#[inline(always)]
pub(crate) fn new_vec(decoded: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(decoded.len());
    append(decoded, &mut bytes);
    bytes
}

/// Appends the bytes that were decoded on the stack.
#[inline(always)]
fn append(decoded: &[u8], out: &mut Vec<u8>) {
    let Ok(()) = kernel::append(out, decoded.len(), |slots| {
        Ok::<_, core::convert::Infallible>(kernel::copied(decoded, slots))
    });
}

/// [`decode_cow`] for more than [`ON_STACK`] bytes, of which the one at `first` changes or is
/// refused.
fn decode_long<'a>(
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
        decode_append_growing(backend, input, &mut bytes, rules)?;
        return Ok(Cow::Owned(bytes));
    }
    bytes.reserve_exact(input.len());
    let first = if first <= WITH_THE_REST { 0 } else { first };
    bytes.extend_from_slice(&input[..first]);
    let rest = &input[first..];
    kernel::append(&mut bytes, rest.len(), |slots| kernel::decode(backend, rest, slots, rules))
        .map_err(|error| error.offset(first))?;
    trim(&mut bytes);
    Ok(Cow::Owned(bytes))
}
