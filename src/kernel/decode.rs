//! Decoding: the checked entries.
//!
//! `PLAIN` repeats that the rules are plain, `plus_as_space` aside: then the code for others is not
//! even compiled.

use super::blocks::{is_free_of, places_of};
use super::chunks::{WINDOW, first_chunk};
use super::find::{before_raw, find_escape, look};
use super::marks::PLACES;
use super::memory::{Buffer, CLEARS_BUFFERS, REGISTER, copied, copy};
use super::rules::{DecodeRules, Progress};
use super::run::{run, run_in_place};
use super::scalar;
#[cfg(feature = "simd")]
use super::trust::initialised_mut;
use super::trust::{Slot, initialised, slots};
use crate::backend::{Backend, Kind};
use crate::error::{DecodeError, DecodeIntoError, OutputTooSmall};

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
    if rules.reject_raw { before_raw::<true>(backend, input, rules) } else { input }
}

/// The length that decoding gives, or why there is none. (A call: inlined, it would keep the calls of
/// policies, which take those by value, from being inlined themselves.)
#[inline(never)]
pub(crate) fn decoded_len<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    if !rules.reject_raw && is_free_of::<false>(backend, input, b'%', b'%') == Some(true) {
        return Ok(input.len());
    }
    decode_by_windows::<false>(backend, input, &mut [], rules)
}

/// Decodes to the front of `out` as long as there is room, and returns the length of the whole
/// result. With an empty `out` it only measures; no kernel has an operation for that.
#[inline(always)] // the rules of most callers are constants
pub(crate) fn decode_by_windows<const PLAIN: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    if PLAIN || rules.is_plain() {
        return Ok(windows::<true>(backend, input, out, rules).written);
    }
    let progress = windows::<false>(backend, accepted(backend, input, rules), out, rules);
    finished(backend, input, progress, rules)
}

/// [`decode_by_windows`] by the rules, which `PLAIN` repeats. Kernels need an output as long as their
/// input: where there is less room, a window goes through the stack.
#[inline(never)] // it has a frame
fn windows<const PLAIN: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
) -> Progress {
    if out.is_empty() && (CLEARS_BUFFERS || !PLAIN && backend.kind() == Kind::Scalar) {
        return scalar::decoded_len::<true>(input, rules);
    }
    let rules = if PLAIN { &DecodeRules::plain(rules.plus_as_space) } else { rules };
    let mut window = Buffer::<WINDOW>::new();
    let mut done = Progress::NONE;
    while done.read < input.len() {
        let free = out.get_mut(done.written..).unwrap_or_default();
        let chunk = first_chunk(&input[done.read..], free.len().max(WINDOW));
        let progress = if free.len() >= chunk.len() {
            run::<PLAIN>(chunk, free, rules, backend)
        } else {
            let progress = run::<PLAIN>(chunk, &mut window.0, rules, backend);
            if let Some(free) = free.get_mut(..progress.written) {
                free.copy_from_slice(&window.0[..progress.written]);
            }
            progress
        };
        done = progress.after(done.read, done.written);
        if progress.read < chunk.len() {
            break;
        }
    }
    done
}

/// Decodes all of the input to the front of `out`, and returns that. After an error all of `out` is
/// unspecified.
///
/// # Panics
/// If `out` is shorter than the input.
#[inline(always)]
pub(crate) fn decode<'a, const PLAIN: bool>(
    backend: Backend,
    input: &[u8],
    out: &'a mut [Slot],
    rules: &DecodeRules,
) -> Result<&'a [u8], DecodeError> {
    let written = decode_to_slots::<PLAIN>(backend, input, out, rules)?;
    Ok(initialised!(out, written, "kernels initialise the `written` slots that they answer"))
}

/// [`decode`]; the length of the front.
#[inline(always)] // the rules of most callers are constants
fn decode_to_slots<const PLAIN: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    if input.is_empty() {
        return Ok(0);
    }
    if PLAIN || rules.is_plain() {
        return Ok(run::<PLAIN>(input, out, rules, backend).written);
    }
    let progress = run::<false>(accepted(backend, input, rules), out, rules, backend);
    finished(backend, input, progress, rules)
}

/// Decodes all of the input to the front of a caller's buffer, and returns the length of that. A
/// buffer shorter than the input takes windows, which also measure.
///
/// After an error of decoding all of `out` is unspecified.
#[inline(always)]
pub(crate) fn decode_into(
    backend: Backend,
    input: &[u8],
    out: &mut [u8],
    rules: &DecodeRules,
) -> Result<usize, DecodeIntoError> {
    decode_into_slots(backend, input, slots!(out, "kernels store initialised bytes only"), rules)
}

/// [`decode_into`] for memory that need not be initialised; the decoded bytes.
#[cfg(feature = "simd")]
#[inline]
pub(crate) fn decode_into_uninit<'a>(
    backend: Backend,
    input: &[u8],
    out: &'a mut [Slot],
    rules: &DecodeRules,
) -> Result<&'a mut [u8], DecodeIntoError> {
    let written = decode_into_slots(backend, input, out, rules)?;
    Ok(initialised_mut!(out, written, "kernels initialise the `written` slots that they answer"))
}

#[inline(always)]
fn decode_into_slots(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
) -> Result<usize, DecodeIntoError> {
    if out.len() < input.len() {
        return decode_into_less::<true>(backend, input, out, rules);
    }
    Ok(decode_to_slots::<false>(backend, input, out, rules)?)
}

/// [`decode_into`] for an output that is shorter than the input.
#[inline(never)]
fn decode_into_less<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
) -> Result<usize, DecodeIntoError> {
    let needed = decode_by_windows::<false>(backend, input, out, rules)?;
    if needed > out.len() {
        return Err(OutputTooSmall::new(needed).into());
    }
    Ok(needed)
}

/// [`decode_into`] for callers that have made room.
///
/// # Panics
/// If `out` is too small.
#[cfg(any(feature = "inspect", all(feature = "scheme", feature = "alloc")))]
#[inline(never)]
pub(crate) fn decode_to<const LAZY: bool>(
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

/// [`decode`] into room for [`decoded_len`] bytes: the rules refuse nothing in the input.
///
/// # Panics
/// If `out` is shorter than that.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn decode_measured<'a, const PLAIN: bool>(
    backend: Backend,
    input: &[u8],
    out: &'a mut [Slot],
    rules: &DecodeRules,
) -> &'a [u8] {
    let written =
        decode_by_windows::<PLAIN>(backend, input, out, rules).expect("it has been measured");
    initialised!(out, written, "windows that fit initialise their slots, and all of them fit")
}

/// Inputs of up to this many bytes are decoded on the stack first, where the result takes memory of
/// its own, or an error must change nothing.
pub(crate) const ON_STACK: usize = 1024;

/// Room on the stack for that, and a register more, so that a kernel's last store is whole.
pub(crate) type OnStack = Buffer<{ ON_STACK + REGISTER }>;

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
        look => decode_in_place_from_first::<true>(backend, buffer, look.is_some(), rules),
    }
}

/// [`decode_in_place`] for a buffer that may change. `dirty`: a [`look`] has found a byte that
/// decoding may change.
#[inline(never)]
fn decode_in_place_from_first<const LAZY: bool>(
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
        decoded_len::<true>(backend, rest, rules)
            .map(|_| run_in_place(backend, rest, rules).written)
    };
    len.map(|len| first + len).map_err(|error| error.offset(first))
}

/// Decodes in place at most [`ON_STACK`] bytes, and restores them from a copy if the rules refuse
/// something.
#[inline]
fn decode_in_place_or_restore(
    backend: Backend,
    buffer: &mut [u8],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    let mut before = OnStack::new();
    let before = copied(buffer, &mut before.0);
    let accepted = accepted(backend, buffer, rules).len();
    let progress = run_in_place(backend, &mut buffer[..accepted], rules);
    if progress.read == buffer.len() {
        return Ok(progress.written);
    }
    // (After the copy back, this load would wait for its stores.)
    let error = first_error::<true>(backend, before, progress.read, rules);
    copy(before, buffer);
    Err(error)
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
    Err(first_error::<true>(backend, input, progress.read, rules))
}

/// The first thing that the rules refuse, at `from` or after it. There is one: a kernel has halted
/// for it, maybe within a triplet that it keeps.
#[cold]
#[inline(never)]
fn first_error<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    from: usize,
    rules: &DecodeRules,
) -> DecodeError {
    if rules.reject_raw {
        return scalar::first_error_or_raw(input, from, rules);
    }
    // A short input is scanned from its start: then the look has no branch on the length left.
    let mut at = if input.len() <= PLACES { 0 } else { from };
    let mut wanted = u64::MAX << (from - at);
    loop {
        // The digits of a triplet are never `%`, so it does not matter where triplets end.
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
