//! Decoding: classify a register of bytes at a time, write values over the `%` of valid triplets,
//! and close the gaps by a table for 8 lanes.
//!
//! Valid triplets never overlap (`%` is not a hex digit), so whether one starts at a place depends on
//! three bytes alone and on nothing before them: `%%41`, `%4%41` and a stray `%` anywhere come out
//! right with no special case. A block leaves one thing to the next: the number of its first bytes that
//! are digits of a triplet which is done.
//!
//! Here is the choice by length; the loops are in [`decode_loop`](super::decode_loop).

use core::ptr;

use super::Frames;
use super::clean::{SHORT, copy_short};
use super::decode_loop::Run;
use super::vector::{Vector, Vector16};
use crate::kernel::rules::{DecodeRules, Progress};
use crate::kernel::simd::contract::Kernel;

/// [`Kernel::decode`].
///
/// # Safety
/// The CPU has the instruction set of the kernel; the rest is that of the trait.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode<K: Frames, const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> Progress {
    let len = src.len();
    // SAFETY: this function's contract is that of both, for the lengths of the condition.
    unsafe {
        // Most calls: a short line without a `%`, decoded without a frame.
        if (16..=SHORT).contains(&len)
            && copy_short::<K::Vector>(src.cast(), len, dst.cast(), rules)
        {
            return Progress::whole(len);
        }
        decode_in_frame::<K, PLAIN>(src, dst, rules)
    }
}

/// [`decode`] by length, for input that is not a short clean line. (It enables no instructions: rustc
/// inlines functions that do, whatever their attribute says, and with them their frames.)
///
/// # Safety
/// The contract of [`decode`].
#[inline(never)]
unsafe fn decode_in_frame<K: Frames, const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: this function's contract is that of each, for the lengths of the conditions.
    unsafe {
        match src.len() {
            ..16 => K::decode_few::<PLAIN>(src, dst, rules),
            16..=SHORT => K::decode_short::<PLAIN>(src, dst, rules),
            _ => K::decode_long::<PLAIN>(src, dst, rules),
        }
    }
}

/// [`Frames::decode_few`].
///
/// # Safety
/// The contract of [`decode`], and fewer than 16 bytes.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_few<H: Vector16, const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: the contract of the three is this function's.
    unsafe {
        let mut run = Run::<H, (), PLAIN>::new(src, dst, rules, ());
        if run.copy_few() {
            return Progress::whole(src.len());
        }
        run.few();
        run.progress()
    }
}

/// [`Frames::decode_short`].
///
/// # Safety
/// The contract of [`decode`], and 16 to [`SHORT`] bytes.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_short<V: Vector, const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: the contract of both is this function's; nothing is done.
    unsafe {
        let mut run = Run::<V, (), PLAIN>::new(src, dst, rules, ());
        run.rest();
        run.progress()
    }
}

/// [`Frames::decode_long`]: steps, and then the rest as an input by itself.
///
/// # Safety
/// The contract of [`decode`].
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_long<K: Kernel, V: Vector, const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: the contract of each is this function's, and `at <= read < len` for `rest`. `written <= read <= len`, so `len - read` bytes
    // are left to read from `src + read`, and `room - written >= len - read` to write from `dst +
    // written`, which does not begin after `src + read` if the two overlap.
    unsafe {
        let mut run = Run::<V, (), PLAIN>::new(src, dst, rules, ());
        let done = run.steps();
        let Progress { read, written } = run.progress();
        if !done || read == src.len() {
            return run.progress();
        }
        if V::LANES == 64 {
            // A further call costs more than its look for `%` saves.
            run.rest();
            return run.progress();
        }
        let src = ptr::slice_from_raw_parts(src.cast::<u8>().add(read), src.len() - read);
        let dst = ptr::slice_from_raw_parts_mut(dst.cast::<u8>().add(written), dst.len() - written);
        K::decode::<PLAIN>(src, dst, rules).after(read, written)
    }
}
