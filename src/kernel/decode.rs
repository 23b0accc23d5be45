//! Decoding: the checked entries.
//!
//! `PLAIN` repeats that the rules are plain, `plus_as_space` aside: then the code for others is not
//! even compiled, and a program links no kernel for them.

use super::chunks::{WINDOW, first_chunk};
use super::dispatch::{dispatch, look};
use super::find::{accepted, find_either};
use super::marks::PLACES;
use super::memory::{CLEARS_BUFFERS, copied, copy};
use super::rules::{DecodeRules, Progress};
use super::scalar::{self, Unit};
use super::trust::{EMPTY, Slot, initialised, slot, slots};
use crate::backend::{Backend, Kind};
use crate::error::{DecodeError, DecodeErrorKind, DecodeIntoError, OutputTooSmall};
use crate::syntax::triplet;

/// The length of the decoded input, or the error.
#[inline(always)]
pub(crate) fn decoded_len(
    backend: Backend,
    input: &[u8],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    // A `+` is as long as the SP.
    if look::<false>(backend, input, &DecodeRules { plus_as_space: false, ..*rules }) == Some(true)
    {
        return Ok(input.len());
    }
    measure::<false>(backend, input, rules)
}

/// [`decoded_len`] without the look.
#[inline(never)]
pub(crate) fn measure<const PLAIN: bool>(
    backend: Backend,
    input: &[u8],
    rules: &DecodeRules,
) -> Result<usize, DecodeError> {
    decode_to_slots::<PLAIN>(backend, input, &mut [], rules)
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
        let few = if PLAIN { scalar::decode_few::<true>(input, out, rules) } else { None };
        return Ok(few.unwrap_or_else(|| run_plain(input, out, rules, backend)).written);
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
    if out.len() < input.len() {
        return run_windows::<PLAIN>(input, out, rules, backend);
    }
    // Few clean bytes need no kernel. (Without `simd`, the scalar kernel is faster than this look.)
    if input.len() <= scalar::FEW && !CLEARS_BUFFERS {
        if scalar::decode_clean(input, out, rules) {
            return Progress::whole(input.len());
        }
        // Fewer than four, some of them `%`: a triplet, or byte by byte.
        if input.len() < 4 {
            if let (true, [b'%', ..], Some(value)) = (PLAIN, input, triplet(input)) {
                out[0] = slot(value);
                return Progress { read: 3, written: 1 };
            }
            return scalar::decode::<PLAIN>(input, out, rules);
        }
    }
    dispatch!(
        backend,
        K,
        // SAFETY: the slices are valid, and do not overlap; `input.len() <= out.len()`, since
        // `run_windows` has the rest.
        unsafe { K::decode::<PLAIN>(input, core::ptr::from_mut(out) as *mut [u8], rules) },
        scalar::decode::<PLAIN>(input, out, rules)
    )
}

/// [`run`] where `out` is shorter than the input, which no kernel accepts: a window that has less room
/// goes through the stack.
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

/// Runs the kernel in place.
#[inline]
pub(super) fn run_in_place(backend: Backend, buffer: &mut [u8], rules: &DecodeRules) -> Progress {
    dispatch!(
        backend,
        K,
        if K::DECODES {
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

/// Returns whether a short input has nothing to decode or refuse, nor (with `ASCII`) bytes >= 0x80;
/// `None` if the input is not short, or this look is not quicker than its backend.
#[inline(always)]
pub(crate) fn look<const ASCII: bool>(
    backend: Backend,
    input: &[u8],
    rules: &DecodeRules,
) -> Option<bool> {
    if input.len() > PLACES || rules.reject_raw {
        return None;
    }
    let plus = if rules.plus_as_space { b'+' } else { b'%' };
    if !Kind::ANY_VECTOR {
        return Some(!scalar::has_either::<ASCII>(input, b'%', plus));
    }
    look!(backend, looks::is_free_of::<ASCII>(input, b'%', plus))
}

/// The index of the first byte that decoding changes or refuses. (Callers [`look`] before.)
#[inline(never)]
pub(crate) fn find_escape<const LAZY: bool>(
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
    match scalar::unit(&input[first..], rules) {
        Unit::Byte(b'%') | Unit::Kept => find_change_after(backend, input, first, rules),
        _ => Some(first),
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
        at += match scalar::unit(&input[at..], rules) {
            Unit::Byte(b'%') => 1,
            Unit::Kept => 3,
            _ => return Some(at),
        };
        at += find_either(backend, &input[at..], b'%', plus);
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
    match look::<false>(backend, buffer, rules) {
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
        && (dirty || !rules.can_fail() || look::<false>(backend, start, rules) == Some(false));
    let first = if at_once { Some(0) } else { find_escape::<true>(backend, buffer, rules) };
    let Some(first) = first else { return Ok(buffer.len()) };
    let rest = &mut buffer[first..];
    if !rules.can_fail() {
        return Ok(first + run_in_place(backend, rest, rules).written);
    }
    if rest.len() > ON_STACK {
        measure::<false>(backend, rest, rules).map_err(|error| error.offset(first))?;
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
        if let Unit::Byte(value) = scalar::unit(&input[from..], rules) {
            return DecodeError::new(from, DecodeErrorKind::Rejected(value));
        }
    }
    let mut at = from;
    loop {
        // The digits of a triplet are never `%`, so it does not matter where triplets end.
        at += find_either(backend, &input[at..], b'%', b'%');
        if let Unit::Refused(kind) = scalar::triplet_unit(&input[at..], rules, false) {
            return DecodeError::new(at, kind);
        }
        at += 1;
    }
}
