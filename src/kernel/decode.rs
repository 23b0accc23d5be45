//! Decoding: the checked entries.

use super::find::{find_escape, look};
use super::text::Buffer;
use super::trust::{EMPTY, Slot, initialised, slots};
use super::vector::{dispatch, is_free_of};
use super::{
    CHUNK, DecodeRules, PLACES, Progress, find_in, first_chunk, members, places_of, scalar,
};
use crate::backend::Backend;
use crate::error::{DecodeError, DecodeIntoError, OutputTooSmall};
use crate::sets::AsciiSet;

/// The input as far as kernels may see it: up to the first raw byte that
/// [`DecodeRules::reject_raw`] refuses.
///
/// Kernels look at triplets only. Where raw bytes can be refused, the first such byte is found
/// before a kernel is called, and the kernel gets the input before it. [`finished`] then sees that
/// not all of the input was read, and [`first_error`] names the error. No valid triplet
/// crosses that place, since its bytes are not raw; a malformed one may, and keeps its kind, since
/// the error is named from the whole input.
#[inline(always)]
pub(super) fn accepted<'a>(backend: Backend, input: &'a [u8], rules: &DecodeRules) -> &'a [u8] {
    if rules.reject_raw { before_raw(backend, input, rules) } else { input }
}

/// The input up to the first raw byte that is refused.
#[cold]
pub(super) fn before_raw<'a>(backend: Backend, input: &'a [u8], rules: &DecodeRules) -> &'a [u8] {
    let rejected = rules.rejected_raw();
    let mut at = if rejected.is_empty() { input.len() } else { 0 };
    while at < input.len() {
        at += find_in(backend, &input[at..], &rejected);
        // Bytes >= 0x80 stop the search, too, and are often many: look at a block.
        let block = &input[at..];
        let mut places =
            members(backend, block, &rejected) & !members(backend, block, &AsciiSet::EMPTY);
        while places != 0 {
            let place = at + places.trailing_zeros() as usize;
            if scalar::end_of_triplet_around(input, place).is_none() {
                return &input[..place];
            }
            places &= places - 1;
        }
        at += block.len().min(PLACES);
    }
    input
}

/// The length that decoding gives, or why there is none.
#[inline]
pub(crate) fn decoded_len(
    backend: Backend,
    input: &[u8],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    if !rules.reject_raw && is_free_of::<false>(backend, input, b'%', b'%') == Some(true) {
        return Ok(input.len());
    }
    decoded_len_by_kernel(backend, input, rules)
}

/// The same, asking the backend's kernel.
#[inline(never)]
fn decoded_len_by_kernel(
    backend: Backend,
    input: &[u8],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    let accepted = accepted(backend, input, rules);
    // Memory: `accepted` is a slice, of which at most `accepted.len()` bytes are read; nothing is
    // written.
    let progress =
        dispatch!(backend, decoded_len(accepted, rules), scalar::decoded_len(accepted, rules));
    finished(backend, input, progress, rules)
}

/// Decodes all of the input to the front of a caller's buffer. One pass if that is at least as long
/// as the input; for a shorter one the result is measured first.
///
/// After an error of decoding all of `out` is unspecified.
#[inline]
pub(crate) fn decode_into(
    backend: Backend,
    input: &[u8],
    out: &mut [u8],
    rules: &DecodeRules,
) -> Result<usize, DecodeIntoError> {
    let room = slots!(out, "kernels store initialised bytes only");
    if room.len() < input.len() {
        return decode_into_less(backend, input, room, rules);
    }
    Ok(decode(backend, input, room, rules)?)
}

/// [`decode_into`] for an output that is shorter than the input.
#[inline(never)]
fn decode_into_less(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
) -> Result<usize, DecodeIntoError> {
    let needed = decoded_len(backend, input, rules)?;
    if needed > out.len() {
        return Err(OutputTooSmall::new(needed).into());
    }
    Ok(decode_tight(backend, input, out, rules))
}

/// [`decode_into`] for callers that have made room.
///
/// # Panics
/// If `out` is too small.
pub(crate) fn decode_to(
    backend: Backend,
    input: &[u8],
    out: &mut [u8],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    decode_into(backend, input, out, rules).map_err(|error| match error {
        DecodeIntoError::Decode(error) => error,
        DecodeIntoError::OutputTooSmall(error) => panic!("callers make room first: {error}"),
    })
}

/// Decodes all of the input to the front of `out`. After an error all of `out` is unspecified.
///
/// # Panics
/// If `out` is shorter than the input.
#[inline]
pub(super) fn decode(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    if input.is_empty() {
        return Ok(0);
    }
    let progress = run(accepted(backend, input, rules), out, rules, backend);
    finished(backend, input, progress, rules)
}

/// Runs the kernel. Callers inline all but this call, which jumps to the kernel with every argument
/// where the kernel takes it.
///
/// # Panics
/// If `out` is shorter than the input.
#[inline(never)]
fn run(input: &[u8], out: &mut [Slot], rules: &DecodeRules, backend: Backend) -> Progress {
    assert!(input.len() <= out.len(), "kernels have room for the input's length at least");
    if input.len() <= scalar::FEW {
        return scalar::decode_few(input, out, rules);
    }
    // Memory: `input` is `input.len()` readable bytes, which do not overlap the `out.len()`
    // writable ones of `out`; and `input.len() <= out.len()`, by the assertion.
    dispatch!(
        backend,
        decode(input.as_ptr(), input.len(), out.as_mut_ptr().cast(), out.len(), rules),
        scalar::decode(input, out, rules)
    )
}

/// Decodes input that is longer than the output has room for, whose result fits, and returns the
/// length of that. The rules refuse nothing in it.
///
/// Kernels want room for as many bytes as they read: as much input as there is room is decoded at
/// once, which leaves a smaller rest, and the last part goes through a buffer.
#[cold]
fn decode_tight(backend: Backend, input: &[u8], out: &mut [Slot], rules: &DecodeRules) -> usize {
    let (mut rest, mut end) = (input, 0);
    while !rest.is_empty() {
        let free = &mut out[end..];
        let len;
        if free.len() >= CHUNK || free.len() >= rest.len() {
            let chunk = first_chunk(rest, free.len());
            len = run(chunk, free, rules, backend).written;
            rest = &rest[chunk.len()..];
        } else {
            let chunk = first_chunk(rest, CHUNK);
            let mut buffer = [EMPTY; CHUNK];
            len = run(chunk, &mut buffer, rules, backend).written;
            free[..len].copy_from_slice(&buffer[..len]);
            rest = &rest[chunk.len()..];
        }
        end += len;
    }
    end
}

/// Decodes all of the input into the room that `make_room` returns for the length it is given. It
/// is not called if the rules refuse something.
///
/// # Panics
/// If the room is less than that length.
#[cfg(feature = "alloc")]
pub(super) fn decode_measured<'a>(
    backend: Backend,
    input: &[u8],
    rules: &DecodeRules,
    make_room: impl FnOnce(usize) -> &'a mut [Slot],
) -> Result<usize, DecodeError> {
    let needed = decoded_len(backend, input, rules)?;
    let out = make_room(needed);
    assert!(needed <= out.len(), "callers make as much room as they are told");
    Ok(decode_tight(backend, input, out, rules))
}

/// Inputs of up to this many bytes are decoded on the stack first, where the result takes memory of
/// its own, or an error must change nothing.
pub(super) const ON_STACK: usize = 1024;

/// Room on the stack for that, and a register more, so that a kernel's last store is whole.
pub(super) type OnStack = Buffer<{ ON_STACK + REGISTER }>;

/// A register of the widest kernel: this much room past the result makes every store a whole one.
pub(super) const REGISTER: usize = 64;

/// Decodes all of the input, at most [`ON_STACK`] bytes, on the stack: these slots are initialised.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(super) fn decode_on_stack<'a>(
    backend: Backend,
    input: &[u8],
    buffer: &'a mut OnStack,
    rules: &DecodeRules,
) -> Result<&'a [Slot], DecodeError> {
    let written = decode(backend, input, &mut buffer.0, rules)?;
    Ok(&buffer.0[..written])
}

/// Copies to a slice of the same length. Up to 128 bytes are copied by overlapping pieces, without
/// a branch on their number: that is different for every input.
#[inline(always)]
pub(super) fn copy<T: Copy>(from: &[T], to: &mut [T]) {
    const PIECE: usize = 16;
    let len = from.len();
    if !(PIECE..=8 * PIECE).contains(&len) || to.len() != len {
        return to.copy_from_slice(from);
    }
    let mut copy = |pieces| {
        for piece in 0..pieces {
            let start = (piece * PIECE).min(len - PIECE);
            to[start..start + PIECE].copy_from_slice(&from[start..start + PIECE]);
        }
    };
    if len <= 4 * PIECE { copy(4) } else { copy(8) }
}

/// A buffer of up to this many bytes is decoded in place without a search for what changes.
const AT_ONCE: usize = 256;

/// Decodes to the front of the same memory. After an error the buffer is as it was.
#[inline]
pub(crate) fn decode_in_place(
    backend: Backend,
    buffer: &mut [u8],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    match look(backend, buffer, rules) {
        Some(true) => Ok(buffer.len()),
        look => decode_in_place_from_first(backend, buffer, look.is_some(), rules),
    }
}

/// The same for a buffer in which something may change: from there on. `dirty` is whether one
/// [look] has shown that it holds something that decoding looks at.
#[inline(never)]
fn decode_in_place_from_first(
    backend: Backend,
    buffer: &mut [u8],
    dirty: bool,
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    let start = &buffer[..buffer.len().min(PLACES)];
    // A search pays where something to do is unlikely.
    let at_once = buffer.len() <= AT_ONCE
        && (dirty || !rules.can_fail() || look(backend, start, rules) == Some(false));
    let first = if at_once {
        0
    } else if let Some(first) = find_escape(backend, buffer, rules) {
        first
    } else {
        return Ok(buffer.len());
    };
    let rest = &mut buffer[first..];
    let len = if !rules.can_fail() {
        Ok(run_in_place(backend, rest, rules).written)
    } else if rest.len() <= ON_STACK {
        decode_in_place_or_restore(backend, rest, rules)
    } else {
        decoded_len(backend, rest, rules).map(|_| run_in_place(backend, rest, rules).written)
    };
    len.map(|len| first + len).map_err(|error| error.offset(first))
}

/// The same for a buffer of at most [`ON_STACK`] bytes, of which a copy is kept for the case that
/// the rules refuse something.
#[inline]
fn decode_in_place_or_restore(
    backend: Backend,
    buffer: &mut [u8],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    let mut before = OnStack::new();
    let before = &mut before.0[..buffer.len()];
    copy(slots!(buffer, "they are only read"), before);
    let accepted = accepted(backend, buffer, rules).len();
    let progress = run_in_place(backend, &mut buffer[..accepted], rules);
    if progress.read == buffer.len() {
        return Ok(progress.written);
    }
    // (A look at what is about to be stored would wait for the stores.)
    let input = initialised!(before, before.len(), "`before` is a copy of initialised bytes");
    let error = first_error(backend, input, progress.read, rules);
    copy(before, slots!(buffer, "`before` is a copy of initialised bytes"));
    Err(error)
}

/// Runs the kernel in place.
pub(super) fn run_in_place(backend: Backend, buffer: &mut [u8], rules: &DecodeRules) -> Progress {
    let (start, len) = (buffer.as_mut_ptr(), buffer.len());
    let _ = (start, len);
    // Memory: source and destination are equal, as the contract allows, and are `len` bytes to read
    // and to write.
    dispatch!(
        backend,
        decode(start.cast_const(), len, start, len, rules),
        scalar::decode_in_place(buffer, rules)
    )
}

/// The output's length if all was read, else the error that halted the kernel.
#[inline]
fn finished(
    backend: Backend,
    input: &[u8],
    progress: Progress,
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    if progress.read == input.len() {
        return Ok(progress.written);
    }
    Err(first_error(backend, input, progress.read, rules))
}

/// The first thing that the rules refuse, at `from` or after it. There is one: a kernel has halted
/// for it, maybe within a triplet that it keeps.
#[cold]
#[inline(never)]
fn first_error(backend: Backend, input: &[u8], from: usize, rules: &DecodeRules) -> DecodeError {
    if rules.reject_raw {
        return scalar::first_error_or_raw(input, from, rules);
    }
    // All of a short input is looked at: then the look has no branch on what is left.
    let mut at = if input.len() <= PLACES { 0 } else { from };
    let mut wanted = u64::MAX << (from - at);
    loop {
        // The digits of a triplet are no `%`, so it does not matter where triplets end.
        let mut places = places_of(backend, &input[at..], [b'%'; 3]) & wanted;
        while places != 0 {
            let place = at + places.trailing_zeros() as usize;
            if let Some(kind) = scalar::refusal(&input[place..], rules) {
                return DecodeError::new(place, kind);
            }
            places &= places - 1;
        }
        (at, wanted) = (at + PLACES, u64::MAX);
    }
}
