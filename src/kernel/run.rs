//! Decoding by the kernel that the rules and the backend ask for.

use super::chunks::CHUNK;
use super::dispatch::dispatch;
use super::memory::Buffer;
use super::rules::{DecodeRules, Progress};
use super::scalar;
use super::trust::{Slot, initialised};
use crate::backend::Backend;

/// Runs the kernel that the rules ask for.
#[inline(always)]
pub(super) fn run_by(
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
    backend: Backend,
) -> Progress {
    if rules.is_plain() {
        let written = run_plain(input, out, rules.plus_as_space, backend);
        return Progress { read: input.len(), written };
    }
    run(input, out, rules, backend)
}

/// Fewer bytes than this, some of them `%`, are decoded byte by byte on every backend.
const FEWEST: usize = 4;

/// Runs the kernel for plain rules. (It is a tail call: the arguments stay in their registers.)
///
/// # Panics
/// If `out` is shorter than the input.
#[inline(never)]
pub(super) fn run_plain(input: &[u8], out: &mut [Slot], plus: bool, backend: Backend) -> usize {
    assert!(input.len() <= out.len(), "kernels have room for the input's length at least");
    if input.len() <= scalar::FEW {
        return run_plain_few(input, out, plus, backend);
    }
    dispatch!(
        backend,
        K,
        // SAFETY: `input` is `input.len()` readable bytes, which do not overlap the `out.len()`
        // writable ones of `out`; and `input.len() <= out.len()`, by the assertion.
        unsafe {
            K::decode_plain(input.as_ptr(), input.len(), out.as_mut_ptr().cast(), out.len(), plus)
        },
        scalar::decode_plain(input, out, plus)
    )
}

/// [`run_plain`] for at most [`FEW`](scalar::FEW) bytes: clean ones need no kernel.
///
/// # Panics
/// If `out` is shorter than the input.
#[inline(never)]
fn run_plain_few(input: &[u8], out: &mut [Slot], plus: bool, backend: Backend) -> usize {
    if scalar::decode_clean(input, out, plus) {
        return input.len();
    }
    assert!(input.len() <= out.len(), "kernels have room for the input's length at least");
    if input.len() < FEWEST {
        return scalar::decode_plain_few(input, out, plus);
    }
    dispatch!(
        backend,
        K,
        // SAFETY: `input` is `input.len()` readable bytes, which do not overlap the
        // `out.len() >= input.len()` writable ones of `out`, by the assertion.
        unsafe {
            K::decode_plain(input.as_ptr(), input.len(), out.as_mut_ptr().cast(), out.len(), plus)
        },
        scalar::decode_plain_few(input, out, plus)
    )
}

/// Runs the kernel for rules that are not plain.
///
/// # Panics
/// If `out` is shorter than the input.
#[inline(never)]
pub(super) fn run(
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
    backend: Backend,
) -> Progress {
    assert!(input.len() <= out.len(), "kernels have room for the input's length at least");
    if input.len() <= scalar::FEW {
        return run_few(input, out, rules, backend);
    }
    dispatch!(
        backend,
        K,
        // SAFETY: `input` is `input.len()` readable bytes, which do not overlap the `out.len()`
        // writable ones of `out`; and `input.len() <= out.len()`, by the assertion.
        unsafe {
            K::decode(input.as_ptr(), input.len(), out.as_mut_ptr().cast(), out.len(), rules)
        },
        scalar::decode(input, out, rules)
    )
}

/// [`run`] for at most [`FEW`](scalar::FEW) bytes: clean ones need no kernel.
///
/// # Panics
/// If `out` is shorter than the input.
#[inline(never)]
fn run_few(input: &[u8], out: &mut [Slot], rules: &DecodeRules, backend: Backend) -> Progress {
    if scalar::decode_clean(input, out, rules.plus_as_space) {
        return Progress { read: input.len(), written: input.len() };
    }
    assert!(input.len() <= out.len(), "kernels have room for the input's length at least");
    if input.len() < FEWEST {
        return scalar::decode_few(input, out, rules);
    }
    dispatch!(
        backend,
        K,
        // SAFETY: `input` is `input.len()` readable bytes, which do not overlap the
        // `out.len() >= input.len()` writable ones of `out`, by the assertion.
        unsafe {
            K::decode(input.as_ptr(), input.len(), out.as_mut_ptr().cast(), out.len(), rules)
        },
        scalar::decode_few(input, out, rules)
    )
}

/// Runs the kernel in place.
pub(super) fn run_in_place(backend: Backend, buffer: &mut [u8], rules: &DecodeRules) -> Progress {
    let (start, len) = (buffer.as_mut_ptr(), buffer.len());
    let _ = (start, len);
    dispatch!(
        backend,
        K,
        // SAFETY: source and destination are equal, as the contract allows, and are `len` bytes to read
        // and to write.
        unsafe {
            if rules.is_plain() {
                let plus = rules.plus_as_space;
                let written = K::decode_plain(start.cast_const(), len, start, len, plus);
                Progress { read: len, written }
            } else {
                K::decode(start.cast_const(), len, start, len, rules)
            }
        },
        scalar::decode_in_place(buffer, rules)
    )
}

/// Returns whether decoding changes or refuses something in at most [`CHUNK`] bytes.
#[inline(always)]
pub(super) fn changes(backend: Backend, input: &[u8], rules: &DecodeRules) -> bool {
    let mut window = Buffer::<CHUNK>::new();
    let Progress { read, written } = run_by(input, &mut window.0, rules, backend);
    // Nothing but a `+` changes and keeps its length.
    read < input.len()
        || written < input.len()
        || rules.plus_as_space
            && initialised!(window.0, written, "kernels initialise the slots that they answer")
                != input
}
