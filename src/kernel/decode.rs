//! Decoding: the checked entries.
//!
//! `PLAIN` repeats that the rules are plain, `plus_as_space` aside: then the code for others is not
//! even compiled, and a program links no kernel for them.

use super::chunks::{WINDOW, first_chunk};
use super::dispatch::dispatch;
use super::find::{accepted, find_either, is_free_of, places_of};
use super::marks::PLACES;
use super::memory::{CLEARS_BUFFERS, copied, copy};
use super::rules::{DecodeRules, Progress};
use super::scalar::{self, Unit};
use super::trust::{EMPTY, Slot, initialised, slots};
use crate::backend::{Backend, Kind};
use crate::error::{DecodeError, DecodeErrorKind, DecodeIntoError, OutputTooSmall};

/// The length of the decoded input, or the error: a look in the caller, then a call.
#[inline(always)]
pub(crate) fn decoded_len(
    backend: Backend,
    input: &[u8],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    if !rules.reject_raw && is_free_of::<false>(backend, input, b'%', b'%') == Some(true) {
        return Ok(input.len());
    }
    decoded_len_by_kernel::<true>(backend, input, rules)
}

/// [`decoded_len`] without the look.
#[inline(never)]
pub(crate) fn decoded_len_by_kernel<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    decode_to_slots::<false>(backend, input, &mut [], rules)
}

/// Decodes all of the input to the front of `out`, and returns that. After an error all of `out` is
/// unspecified.
///
/// # Panics
/// If `out` is shorter than the result.
#[inline(always)]
pub(crate) fn decode<'a, const PLAIN: bool>(
    backend: Backend,
    input: &[u8],
    out: &'a mut [Slot],
    rules: &DecodeRules,
) -> Result<&'a [u8], DecodeError> {
    let written = decode_to_slots::<PLAIN>(backend, input, out, rules)?;
    Ok(initialised!(out, written, "a result that fits initialises its slots"))
}

/// Decodes to the front of `out` as far as there is room, and returns the length of the whole result.
/// An empty `out` only measures; no kernel has an operation for that.
#[inline(always)] // the rules of most callers are constants
pub(crate) fn decode_to_slots<const PLAIN: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    if input.is_empty() {
        return Ok(0);
    }
    if PLAIN || rules.is_plain() {
        return Ok(run_plain(input, out, rules, backend).written);
    }
    let accepted = accepted(backend, input, rules);
    finished(backend, input, run_ruled::<true>(accepted, out, rules, backend), rules)
}

/// Decodes all of the input to the front of a caller's buffer, and returns the length of that.
///
/// After an error of decoding all of `out` is unspecified.
#[inline(always)]
pub(crate) fn decode_into(
    backend: Backend,
    input: &[u8],
    out: &mut [u8],
    rules: &DecodeRules,
) -> Result<usize, DecodeIntoError> {
    let out = slots!(out, "kernels store initialised bytes only");
    decode_into_uninit(backend, input, out, rules).map(|decoded| decoded.len())
}

/// [`decode_into`] for memory that need not be initialised; the decoded bytes.
#[inline(always)]
pub(crate) fn decode_into_uninit<'a>(
    backend: Backend,
    input: &[u8],
    out: &'a mut [Slot],
    rules: &DecodeRules,
) -> Result<&'a mut [u8], DecodeIntoError> {
    let needed = decode_to_slots::<false>(backend, input, out, rules)?;
    if needed > out.len() {
        return Err(OutputTooSmall::new(needed).into());
    }
    Ok(initialised!(out, needed, "a result that fits initialises its slots"))
}

/// [`decode_into`] for callers that have made room.
///
/// # Panics
/// If `out` is too small.
#[cfg(all(feature = "scheme", feature = "alloc"))]
#[inline(never)]
pub(crate) fn decode_to<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut [u8],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    let room = slots!(out, "kernels store initialised bytes only");
    decode::<false>(backend, input, room, rules).map(<[u8]>::len)
}

/// Runs the kernel for plain rules. (It is a tail call: the arguments stay in their registers.)
#[inline(never)]
fn run_plain(input: &[u8], out: &mut [Slot], rules: &DecodeRules, backend: Backend) -> Progress {
    run::<true>(input, out, rules, backend)
}

/// Runs the kernel for rules that are not plain. (Few programs have such rules, and the library is
/// built faster without.)
#[inline(never)]
fn run_ruled<const LAZY: bool>(
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
    backend: Backend,
) -> Progress {
    run::<false>(input, out, rules, backend)
}

/// Runs the kernel; `written` may be more than there is room for.
#[inline(always)]
fn run<const PLAIN: bool>(
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
    backend: Backend,
) -> Progress {
    // (Without `simd` the scalar kernel has less to do than the look for clean input.)
    if input.len() <= scalar::FEW && !CLEARS_BUFFERS {
        return run_few::<PLAIN>(input, out, rules, backend);
    }
    if out.len() < input.len() {
        return run_windows::<PLAIN>(input, out, rules, backend);
    }
    run_kernel::<PLAIN>(input, out, rules, backend)
}

/// [`run`] where `out` is shorter than the input, as kernels do not want it: a window that has less
/// room goes through the stack.
#[inline(never)] // it has a frame
fn run_windows<const PLAIN: bool>(
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
    backend: Backend,
) -> Progress {
    if out.is_empty() && (CLEARS_BUFFERS || !PLAIN && backend.kind() == Kind::Scalar) {
        return scalar::decoded_len(input, rules);
    }
    let run = if PLAIN { run_plain } else { run_ruled::<true> };
    let mut window = [EMPTY; WINDOW];
    let mut done = Progress::NONE;
    while done.read < input.len() {
        let free = out.get_mut(done.written..).unwrap_or_default();
        let chunk = first_chunk(&input[done.read..], free.len().max(WINDOW));
        let progress = if free.len() >= chunk.len() {
            run(chunk, free, rules, backend)
        } else {
            let progress = run(chunk, &mut window, rules, backend);
            if let Some(free) = free.get_mut(..progress.written) {
                free.copy_from_slice(&window[..progress.written]);
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

/// [`run`] for at most [`FEW`](scalar::FEW) bytes: clean ones need no kernel.
#[inline(never)]
fn run_few<const PLAIN: bool>(
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
    backend: Backend,
) -> Progress {
    /// Fewer bytes than this, some of them `%`, are decoded byte by byte on every backend.
    const FEWEST: usize = 4;
    if out.len() < input.len() {
        return run_windows::<PLAIN>(input, out, rules, backend);
    }
    if scalar::decode_clean(input, out, rules) {
        return Progress::whole(input.len());
    }
    if input.len() < FEWEST {
        return scalar::decode::<PLAIN>(input, out, rules);
    }
    run_kernel::<PLAIN>(input, out, rules, backend)
}

/// # Panics
/// If `out` is shorter than the input.
#[inline(always)]
fn run_kernel<const PLAIN: bool>(
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
    backend: Backend,
) -> Progress {
    assert!(input.len() <= out.len(), "kernels have room for the input's length at least");
    dispatch!(
        backend,
        K,
        // SAFETY: the slices are valid, and do not overlap; `input.len() <= out.len()`, by the
        // assertion.
        unsafe { K::decode::<PLAIN>(input, core::ptr::from_mut(out) as *mut [u8], rules) },
        scalar::decode::<PLAIN>(input, out, rules)
    )
}

/// Runs the kernel in place.
#[inline]
pub(super) fn run_in_place(backend: Backend, buffer: &mut [u8], rules: &DecodeRules) -> Progress {
    dispatch!(
        backend,
        K,
        if K::IN_PLACE {
            let buffer = core::ptr::from_mut(buffer);
            // SAFETY: source and destination are the same slice, as the contract allows.
            unsafe {
                if rules.is_plain() {
                    K::decode::<true>(buffer, buffer, rules)
                } else {
                    K::decode::<false>(buffer, buffer, rules)
                }
            }
        } else {
            scalar::decode_in_place::<true>(buffer, rules)
        },
        scalar::decode_in_place::<true>(buffer, rules)
    )
}

/// The index of the first byte that decoding changes or refuses.
#[inline]
pub(crate) fn find_escape(backend: Backend, input: &[u8], rules: &DecodeRules) -> Option<usize> {
    if look(backend, input, rules) == Some(true) {
        return None;
    }
    find_escape_by_kernel::<true>(backend, input, rules)
}

/// Returns whether a short input has nothing to decode or refuse; `None` if one look does not tell.
#[inline(always)]
pub(crate) fn look(backend: Backend, input: &[u8], rules: &DecodeRules) -> Option<bool> {
    let other = if rules.plus_as_space { b'+' } else { b'%' };
    if rules.reject_raw { None } else { is_free_of::<false>(backend, input, b'%', other) }
}

/// [`find_escape`] by the backend's kernel.
#[inline(never)]
pub(crate) fn find_escape_by_kernel<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    rules: &DecodeRules,
) -> Option<usize> {
    let accepted = accepted(backend, input, rules);
    find_change(backend, accepted, rules)
        .or((accepted.len() < input.len()).then_some(accepted.len()))
}

/// [`find_escape`] in input without raw bytes that are refused.
#[inline(always)] // the rules of some callers are constants
pub(crate) fn find_change(backend: Backend, input: &[u8], rules: &DecodeRules) -> Option<usize> {
    // Values that consist of triplets are common, and short: no need to search for the first one.
    let plus = if rules.plus_as_space { b'+' } else { b'%' };
    let first = if input.starts_with(b"%") { 0 } else { find_either(backend, input, b'%', plus) };
    if first == input.len() {
        return None;
    }
    match len_if_same(&input[first..], rules) {
        None => Some(first),
        Some(len) => find_change_after(backend, input, first + len, rules),
    }
}

/// The length of the first unit, if decoding leaves it as it is.
#[inline(always)]
fn len_if_same(input: &[u8], rules: &DecodeRules) -> Option<usize> {
    match scalar::unit(input, rules) {
        Unit::Byte(byte) if byte == input[0] => Some(1),
        Unit::Kept => Some(3),
        _ => None,
    }
}

/// [`find_change`] after a `%` that stays.
#[cold]
#[inline(never)]
fn find_change_after(
    backend: Backend,
    input: &[u8],
    mut at: usize,
    rules: &DecodeRules,
) -> Option<usize> {
    let plus = if rules.plus_as_space { b'+' } else { b'%' };
    while at < input.len() {
        at += find_either(backend, &input[at..], b'%', plus);
        if at < input.len() {
            let Some(len) = len_if_same(&input[at..], rules) else { return Some(at) };
            at += len;
        }
    }
    None
}

/// Inputs of up to this many bytes are decoded on the stack first, where the result takes memory of
/// its own, or an error must change nothing. (With room for a [`REGISTER`](super::memory::REGISTER)
/// more, a kernel's last store is whole.)
pub(crate) const ON_STACK: usize = 1024;

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
    /// More than this is searched for the first change; less, where something to do is unlikely.
    const AT_ONCE: usize = 256;
    let start = &buffer[..buffer.len().min(PLACES)];
    let at_once = buffer.len() <= AT_ONCE
        && (dirty || !rules.can_fail() || look(backend, start, rules) == Some(false));
    let first =
        if at_once { Some(0) } else { find_escape_by_kernel::<true>(backend, buffer, rules) };
    let Some(first) = first else { return Ok(buffer.len()) };
    let rest = &mut buffer[first..];
    if !rules.can_fail() {
        return Ok(first + run_in_place(backend, rest, rules).written);
    }
    if rest.len() > ON_STACK {
        decoded_len_by_kernel::<true>(backend, rest, rules).map_err(|error| error.offset(first))?;
        return Ok(first + run_in_place(backend, rest, rules).written);
    }
    let mut before = [EMPTY; ON_STACK];
    let before = copied(rest, &mut before);
    let accepted = accepted(backend, rest, rules).len();
    let progress = run_in_place(backend, &mut rest[..accepted], rules);
    // (After the copy back, a load of the error would wait for its stores.)
    let result = finished(backend, before, progress, rules);
    if result.is_err() {
        copy(before, rest);
    }
    result.map(|len| first + len).map_err(|error| error.offset(first))
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

/// The first thing that the rules refuse, at `from` or after it: a triplet, unless only the raw byte
/// that is refused is left. (A kernel may have halted within a triplet that it keeps.)
#[cold]
#[inline(never)]
fn first_error<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    from: usize,
    rules: &DecodeRules,
) -> DecodeError {
    if rules.reject_raw && from == accepted(backend, input, rules).len() {
        let value = match input[from] {
            b'+' if rules.plus_as_space => b' ',
            byte => byte,
        };
        if value != b'%' || !rules.strict {
            return DecodeError::new(from, DecodeErrorKind::Rejected(value));
        }
    }
    let mut at = from;
    loop {
        // The digits of a triplet are never `%`, so it does not matter where triplets end.
        let mut places = places_of(backend, &input[at..], [b'%'; 3]);
        while places != 0 {
            let place = at + places.trailing_zeros() as usize;
            if let Some(kind) = scalar::refusal(&input[place..], rules) {
                return DecodeError::new(place, kind);
            }
            places &= places - 1;
        }
        at += PLACES;
    }
}
