//! Pointers of C as references and slices of Rust. The lifetimes end with the call: each caller uses them within one.

use core::ffi::c_char;

use crate::result::{Failure, percent_simd_result};

const INVALID: percent_simd_result = percent_simd_result::InvalidArgument;

/// Whether there may be an object of this many bytes at the address.
#[inline]
fn is_object(data: *const c_char, len: usize) -> bool {
    (!data.is_null() || len == 0) && len <= isize::MAX as usize
}

/// The caller's input.
///
/// # Safety
/// Unless `len` is 0, `data` is NULL or points to `len` readable bytes, which nobody writes to during the call.
#[inline]
pub(super) unsafe fn input<'a>(data: *const c_char, len: usize) -> Result<&'a [u8], Failure> {
    if !is_object(data, len) {
        return Err(INVALID.into());
    }
    if len == 0 {
        return Ok(&[]);
    }
    // SAFETY: `data` is not NULL as `len > 0` and `is_object` holds; so is `len <= isize::MAX`; u8 has an alignment of 1; that the bytes are
    // readable and nobody writes to them is this function's contract.
    Ok(unsafe { core::slice::from_raw_parts(data.cast(), len) })
}

/// The caller's buffer, for what is written there.
///
/// # Safety
/// Unless `len` is 0, `data` is NULL or points to `len` writable bytes, which nobody else reads or writes during the call. A caller that reads
/// them before it has written them knows that they are initialised.
#[inline]
pub(super) unsafe fn buffer<'a>(data: *mut c_char, len: usize) -> Result<&'a mut [u8], Failure> {
    if !is_object(data, len) {
        return Err(INVALID.into());
    }
    if len == 0 {
        return Ok(&mut []);
    }
    // SAFETY: `data` is not NULL as `len > 0` and `is_object` holds; so is `len <= isize::MAX`; u8 has an alignment of 1; that the bytes are
    // this call's alone is this function's contract.
    Ok(unsafe { core::slice::from_raw_parts_mut(data.cast(), len) })
}

/// The caller's input and output, which must not overlap.
///
/// # Safety
/// As [`input`] and [`buffer`] say of each; whether they overlap is checked.
#[inline]
pub(super) unsafe fn input_and_output<'a>(
    data: *const c_char,
    len: usize,
    output: *mut c_char,
    capacity: usize,
) -> Result<(&'a [u8], &'a mut [u8]), Failure> {
    if !is_object(data, len) || !is_object(output, capacity) {
        return Err(INVALID.into());
    }
    let (from, to) = (data.addr(), output.addr());
    // Two ranges that are not empty overlap if each begins before the other ends; neither distance wraps then.
    if len != 0
        && capacity != 0
        && (to.wrapping_sub(from) < len || from.wrapping_sub(to) < capacity)
    {
        return Err(percent_simd_result::Overlap.into());
    }
    // SAFETY: the caller's contract for each; the check above says that no byte is in both.
    Ok(unsafe { (input(data, len)?, buffer(output, capacity)?) })
}

/// A value of the caller's.
///
/// # Safety
/// `value` is NULL, or points to an initialised `T`, any bytes of which are one.
#[inline]
pub(super) unsafe fn read<'a, T: Copy>(value: *const T) -> Result<&'a T, Failure> {
    if value.is_null() || !value.is_aligned() {
        return Err(INVALID.into());
    }
    // SAFETY: `value` is neither NULL nor misaligned; that a `T` is there, and stays as it is, is this function's contract.
    Ok(unsafe { &*value })
}

/// A place for a result, which may be written to until the call ends.
pub(super) struct Place<T>(*mut T);

/// The caller's out-parameter: NULL is refused before anything is done.
///
/// # Safety
/// `place` is NULL, or a `T` may be written to it during the call.
#[inline]
pub(super) unsafe fn place<T>(place: *mut T) -> Result<Place<T>, Failure> {
    if place.is_null() || !place.is_aligned() { Err(INVALID.into()) } else { Ok(Place(place)) }
}

impl<T> Place<T> {
    #[inline]
    pub(super) fn write(self, value: T) {
        // SAFETY: only `place` makes one, which has seen that it is neither NULL nor misaligned; that it may be written to is the contract there.
        unsafe { self.0.write(value) }
    }
}
