//! Decoding to memory of its own: a new result, or an appended one.

use alloc::{borrow::Cow, vec::Vec};

use crate::backend::Backend;
use crate::error::DecodeError;
use crate::kernel;
use crate::kernel::decode::ON_STACK;
use crate::kernel::marks::PLACES;
use crate::kernel::memory::{CLEARS_BUFFERS, REGISTER};
use crate::kernel::rules::DecodeRules;
use crate::kernel::trust::EMPTY;
use crate::memory::{LONG, trimmed};

/// Decodes triplets to bytes (WHATWG URL 1.3, *percent-decode*): a malformed `%` stays. Never
/// fails; borrowed if nothing changes.
///
/// ```
/// use percent_simd::decode;
/// assert_eq!(&*decode("%41%%41+%4"), b"A%A+%4");
/// ```
#[must_use]
#[inline]
pub fn decode<I: AsRef<[u8]> + ?Sized>(input: &I) -> Cow<'_, [u8]> {
    let (backend, input) = (Backend::active(), input.as_ref());
    match kernel::decode::look::<false>(backend, input, &DecodeRules::PLAIN) {
        Some(true) => Cow::Borrowed(input),
        look => decode_plainly(backend, input, look.is_some()),
    }
}

/// The room to make for appended output: the spare capacity if the input is not longer, else the
/// input's length and a register, or the result's length if the input is long. `None` stands for the
/// stack: no room is made for refused input.
#[inline(always)]
pub(super) fn room<const PLAIN: bool>(
    backend: Backend,
    input: &[u8],
    spare: usize,
    rules: &DecodeRules,
) -> Result<Option<usize>, DecodeError> {
    if spare >= input.len() {
        return Ok(Some(spare));
    }
    let (is_long, can_fail) = (input.len() > LONG, !PLAIN && rules.can_fail());
    if can_fail && input.len() <= ON_STACK {
        return Ok(None);
    }
    if is_long || can_fail {
        let len = kernel::decode::measure::<PLAIN>(backend, input, rules)?;
        if is_long {
            return Ok(Some(len));
        }
    }
    Ok(Some(input.len() + REGISTER))
}

/// Appends the decoded input; after an error `out` and its capacity are unchanged.
#[inline(always)]
pub(crate) fn decode_append(
    backend: Backend,
    input: &[u8],
    out: &mut Vec<u8>,
    rules: &DecodeRules,
) -> Result<(), DecodeError> {
    if out.capacity() - out.len() < input.len() {
        return decode_append_growing::<true>(backend, input, out, rules);
    }
    kernel::trust::append(out, input.len(), |slots| {
        kernel::decode::decode::<false>(backend, input, slots, rules)
    })
}

/// [`decode_append`] where the spare capacity is less than the input's length.
#[inline(never)]
fn decode_append_growing<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut Vec<u8>,
    rules: &DecodeRules,
) -> Result<(), DecodeError> {
    if let Some(room) = room::<false>(backend, input, 0, rules)? {
        return kernel::trust::append(out, room, |slots| {
            kernel::decode::decode::<false>(backend, input, slots, rules)
        });
    }
    let mut buffer = [EMPTY; ON_STACK + REGISTER];
    append(kernel::decode::decode::<false>(backend, input, &mut buffer, rules)?, out);
    Ok(())
}

/// The decoded input; borrowed if nothing changes.
#[inline(always)]
pub(super) fn decode_cow<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &DecodeRules,
) -> Result<Cow<'a, [u8]>, DecodeError> {
    match kernel::decode::look::<false>(backend, input, rules) {
        Some(true) => Ok(Cow::Borrowed(input)),
        look => decode_cow_other::<true>(backend, input, rules, look.is_some()),
    }
}

/// [`decode_cow`] of input that is long or `dirty`: that contains a byte which decoding looks at.
#[inline(never)]
pub(crate) fn decode_cow_other<'a, const LAZY: bool>(
    backend: Backend,
    input: &'a [u8],
    rules: &DecodeRules,
    dirty: bool,
) -> Result<Cow<'a, [u8]>, DecodeError> {
    decode_other::<false>(backend, input, rules, dirty)
}

/// [`decode_cow_other`] under the plain rules. Its calls repeat these as a constant, so a program that
/// decodes by [`decode`] alone links no kernel for other rules.
#[inline(never)]
fn decode_plainly(backend: Backend, input: &[u8], dirty: bool) -> Cow<'_, [u8]> {
    const RULES: &DecodeRules = &DecodeRules::PLAIN;
    if CLEARS_BUFFERS && dirty && input.len() <= PLACES {
        // (As `decode_in`, but for the `Result`: a short call waits for a Cow to be moved out of it.)
        let mut buffer = [EMPTY; PLACES];
        return match kernel::decode::decode::<true>(backend, input, &mut buffer, RULES) {
            Ok(decoded) if decoded.len() == input.len() => Cow::Borrowed(input),
            Ok(decoded) => Cow::Owned(new_vec(decoded)),
            Err(_) => unreachable!("these rules refuse nothing"),
        };
    }
    decode_other::<true>(backend, input, RULES, dirty)
        .unwrap_or_else(|_| unreachable!("these rules refuse nothing"))
}

#[inline(always)]
fn decode_other<'a, const PLAIN: bool>(
    backend: Backend,
    input: &'a [u8],
    rules: &DecodeRules,
    dirty: bool,
) -> Result<Cow<'a, [u8]>, DecodeError> {
    if !dirty || input.len() > ON_STACK {
        let found = if PLAIN {
            kernel::decode::find_change(backend, input, rules)
        } else {
            kernel::decode::find_escape::<true>(backend, input, rules)
        };
        match found {
            None => return Ok(Cow::Borrowed(input)),
            Some(first) if input.len() > ON_STACK => {
                return decode_long::<PLAIN>(backend, input, first, rules);
            }
            Some(_) => {}
        }
    }
    if CLEARS_BUFFERS && input.len() <= PLACES {
        return decode_in::<PLAIN, PLACES>(backend, input, rules);
    }
    decode_in::<PLAIN, { ON_STACK + REGISTER }>(backend, input, rules)
}

/// [`decode_cow`] for at most `N` bytes, in the caller's frame, which destructures the result without
/// a move.
#[inline(always)]
fn decode_in<'a, const PLAIN: bool, const N: usize>(
    backend: Backend,
    input: &'a [u8],
    rules: &DecodeRules,
) -> Result<Cow<'a, [u8]>, DecodeError> {
    let mut buffer = [EMPTY; N];
    let decoded = kernel::decode::decode::<PLAIN>(backend, input, &mut buffer, rules)?;
    // A triplet becomes shorter; nothing but a `+` changes its value alone.
    if decoded.len() == input.len() && (!rules.plus_as_space || input == decoded) {
        return Ok(Cow::Borrowed(input));
    }
    Ok(Cow::Owned(new_vec(decoded)))
}

/// An owned copy of the bytes that were decoded on the stack.
#[inline(always)]
pub(crate) fn new_vec(decoded: &[u8]) -> Vec<u8> {
    if CLEARS_BUFFERS {
        return decoded.to_vec();
    }
    let mut bytes = Vec::with_capacity(decoded.len());
    append(decoded, &mut bytes);
    bytes
}

/// Appends the bytes that were decoded on the stack.
#[inline(always)]
fn append(decoded: &[u8], out: &mut Vec<u8>) {
    let Ok(()) = kernel::trust::append(out, decoded.len(), |slots| {
        Ok::<_, core::convert::Infallible>(kernel::memory::copied(decoded, slots))
    });
}

/// [`decode_cow`] for more than [`ON_STACK`] bytes. The byte at `first` changes or is refused.
#[inline(never)]
fn decode_long<'a, const PLAIN: bool>(
    backend: Backend,
    input: &'a [u8],
    first: usize,
    rules: &DecodeRules,
) -> Result<Cow<'a, [u8]>, DecodeError> {
    /// A clean start of up to this many bytes is decoded with the rest: faster than a copy of odd
    /// length.
    const WITH_THE_REST: usize = 256;
    let first = if first <= WITH_THE_REST { 0 } else { first };
    let (clean, rest) = input.split_at(first);
    let from_start = |error: DecodeError| error.offset(first);
    let room = if input.len() > LONG {
        kernel::decode::measure::<PLAIN>(backend, rest, rules).map_err(from_start)?
    } else {
        rest.len()
    };
    let mut bytes = Vec::with_capacity(first + room);
    bytes.extend_from_slice(clean);
    kernel::trust::append(&mut bytes, room, |slots| {
        kernel::decode::decode::<PLAIN>(backend, rest, slots, &rules.known::<PLAIN>())
    })
    .map_err(from_start)?;
    Ok(Cow::Owned(trimmed(bytes)))
}
