//! Decoding by the kernel that the rules and the backend ask for.

use super::chunks::CHUNK;
use super::dispatch::dispatch;
use super::memory::{Buffer, CLEARS_BUFFERS};
use super::rules::{DecodeRules, Progress};
use super::scalar;
use super::trust::{Slot, initialised};
use crate::backend::Backend;

/// Runs the kernel for the rules. `PLAIN` repeats that they are plain: then a program links no kernel
/// for others.
///
/// # Panics
/// If `out` is shorter than the input.
#[inline(always)]
pub(super) fn run<const PLAIN: bool>(
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
    backend: Backend,
) -> Progress {
    if PLAIN || rules.is_plain() {
        run_plain(input, out, rules, backend)
    } else {
        run_ruled(input, out, rules, backend)
    }
}

/// [`run`] for plain rules. (It is a tail call: the arguments stay in their registers.)
#[inline(never)]
fn run_plain(input: &[u8], out: &mut [Slot], rules: &DecodeRules, backend: Backend) -> Progress {
    run_by::<true>(input, out, rules, backend)
}

/// [`run`] for rules that are not plain.
#[inline(never)]
fn run_ruled(input: &[u8], out: &mut [Slot], rules: &DecodeRules, backend: Backend) -> Progress {
    run_by::<false>(input, out, rules, backend)
}

#[inline(always)]
fn run_by<const PLAIN: bool>(
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
    backend: Backend,
) -> Progress {
    // (Without `simd` the scalar kernel has less to do than the look for clean input.)
    if input.len() <= scalar::FEW && !CLEARS_BUFFERS {
        return run_few::<PLAIN>(input, out, rules, backend);
    }
    run_kernel::<PLAIN, false>(input, out, rules, backend)
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
    if scalar::decode_clean(input, out, rules) {
        return Progress::whole(input.len());
    }
    if input.len() < FEWEST {
        return scalar::decode_few::<PLAIN>(input, out, rules);
    }
    run_kernel::<PLAIN, true>(input, out, rules, backend)
}

#[inline(always)]
fn run_kernel<const PLAIN: bool, const FEW: bool>(
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
        if FEW {
            scalar::decode_few::<PLAIN>(input, out, rules)
        } else {
            scalar::decode::<PLAIN>(input, out, rules)
        }
    )
}

/// Runs the kernel in place.
#[inline]
pub(super) fn run_in_place(backend: Backend, buffer: &mut [u8], rules: &DecodeRules) -> Progress {
    dispatch!(
        backend,
        K,
        // SAFETY: source and destination are the same slice, as the contract allows.
        unsafe {
            let buffer = core::ptr::from_mut(buffer);
            if rules.is_plain() {
                K::decode::<true>(buffer, buffer, rules)
            } else {
                K::decode::<false>(buffer, buffer, rules)
            }
        },
        scalar::decode_in_place::<true>(buffer, rules)
    )
}

/// Returns whether decoding changes or refuses something in at most [`CHUNK`] bytes.
#[inline(always)]
pub(super) fn changes(backend: Backend, input: &[u8], rules: &DecodeRules) -> bool {
    let mut window = Buffer::<CHUNK>::new();
    let Progress { read, written } = run::<false>(input, &mut window.0, rules, backend);
    // Nothing but a `+` changes and keeps its length.
    read < input.len()
        || written < input.len()
        || rules.plus_as_space
            && initialised!(window.0, written, "kernels initialise the slots that they answer")
                != input
}
