//! Decoding: the checked entries.

use super::trust::{EMPTY, Slot, slots};
use super::vector::dispatch;
use super::{CHUNK, DecodeRules, PLACES, Progress, find_in, first_chunk, members, scalar};
use crate::backend::Backend;
use crate::error::{DecodeError, DecodeIntoError, OutputTooSmall};
use crate::sets::AsciiSet;

/// The input as far as kernels may see it: up to the first raw byte that
/// [`DecodeRules::reject_raw`] refuses.
///
/// Kernels look at triplets only. Where raw bytes can be refused, the first such byte is found
/// before a kernel is called, and the kernel gets the input before it. [`finished`] then sees that
/// not all of the input was read, and the scalar definition names the error. No valid triplet
/// crosses that place, since its bytes are not raw; a malformed one may, and keeps its kind, since
/// the error is named from the whole input.
#[inline(always)]
fn accepted<'a>(backend: Backend, input: &'a [u8], rules: &DecodeRules) -> &'a [u8] {
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
    let accepted = accepted(backend, input, rules);
    // Memory: `accepted` is a slice, of which at most `accepted.len()` bytes are read; nothing is
    // written.
    let progress =
        dispatch!(backend, decoded_len(accepted, rules), scalar::decoded_len(accepted, rules));
    finished(input, progress, rules)
}

/// Decodes all of the input into `out`. One pass if `out` is at least as long as the input; for a
/// shorter one the result is measured first.
///
/// After an error of decoding all of `out` is unspecified.
#[inline]
pub(super) fn decode_slots(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
) -> Result<usize, DecodeIntoError> {
    if out.len() < input.len() {
        let needed = decoded_len(backend, input, rules)?;
        if needed > out.len() {
            return Err(OutputTooSmall::new(needed).into());
        }
        return Ok(decode_tight(backend, input, out, rules));
    }
    let progress = run(backend, accepted(backend, input, rules), out, rules);
    Ok(finished(input, progress, rules)?)
}

/// Runs the kernel.
///
/// # Panics
/// If `out` is shorter than the input.
#[inline(always)]
fn run(backend: Backend, input: &[u8], out: &mut [Slot], rules: &DecodeRules) -> Progress {
    assert!(input.len() <= out.len(), "kernels have room for the input's length at least");
    // Memory: `input` is `input.len()` readable bytes, which do not overlap the `out.len()` writable
    // ones of `out`; and `input.len() <= out.len()`, by the assertion.
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
            len = run(backend, chunk, free, rules).written;
            rest = &rest[chunk.len()..];
        } else {
            let chunk = first_chunk(rest, CHUNK);
            let mut buffer = [EMPTY; CHUNK];
            len = run(backend, chunk, &mut buffer, rules).written;
            free[..len].copy_from_slice(&buffer[..len]);
            rest = &rest[chunk.len()..];
        }
        end += len;
    }
    end
}

/// Decodes all of the input to the front of a caller's buffer: see [`decode_slots`].
#[inline]
pub(crate) fn decode_into(
    backend: Backend,
    input: &[u8],
    out: &mut [u8],
    rules: &DecodeRules,
) -> Result<usize, DecodeIntoError> {
    decode_slots(backend, input, slots!(out, "kernels store initialised bytes only"), rules)
}

/// The same for callers that have made room.
///
/// # Panics
/// If `out` is too small.
pub(crate) fn decode_to(
    backend: Backend,
    input: &[u8],
    out: &mut [u8],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    decode(backend, input, slots!(out, "kernels store initialised bytes only"), rules)
}

/// The same for callers that have made room.
///
/// # Panics
/// If `out` is too small.
#[inline]
pub(super) fn decode(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    decode_slots(backend, input, out, rules).map_err(|error| match error {
        DecodeIntoError::Decode(error) => error,
        DecodeIntoError::OutputTooSmall(error) => panic!("callers make room first: {error}"),
    })
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

/// Decodes to the front of the same memory. Callers check the input first: after an error the
/// buffer is unspecified.
#[inline]
pub(crate) fn decode_in_place(backend: Backend, buffer: &mut [u8], rules: &DecodeRules) -> usize {
    debug_assert!(!rules.can_fail() || decoded_len(backend, buffer, rules).is_ok());
    let (start, len) = (buffer.as_mut_ptr(), buffer.len());
    let _ = (start, len);
    // Memory: source and destination are equal, as the contract allows, and are `len` bytes to read
    // and to write, and decoding never writes more than `len`.
    let progress = dispatch!(
        backend,
        decode(start.cast_const(), len, start, len, rules),
        scalar::decode_in_place(buffer, rules)
    );
    progress.written
}

/// The output's length if all was read, else the error that halted the kernel.
#[inline]
fn finished(input: &[u8], progress: Progress, rules: &DecodeRules) -> Result<usize, DecodeError> {
    if progress.read == input.len() {
        return Ok(progress.written);
    }
    Err(scalar::first_error(input, progress.read, rules))
}
