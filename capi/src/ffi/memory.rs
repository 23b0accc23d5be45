//! C pointers as Rust references and slices. Their lifetimes end with the call.

use core::ffi::c_char;
use core::ptr::NonNull;

use crate::result::{Failure, percent_simd_result};

const INVALID: percent_simd_result = percent_simd_result::InvalidArgument;

/// Returns whether the address may hold an object of this many bytes.
#[inline]
fn is_object(data: *const c_char, len: usize) -> bool {
    (!data.is_null() || len == 0) && len <= isize::MAX as usize
}

/// The start of a slice. It has an address even if C passes NULL with a length of 0.
#[inline]
fn start(data: *mut c_char) -> *mut u8 {
    if data.is_null() { NonNull::dangling().as_ptr() } else { data.cast() }
}

/// The caller's input.
///
/// # Safety
/// Unless `len` is 0, `data` is NULL or points to `len` readable bytes, and nothing writes to them
/// during the call.
#[inline]
pub(super) unsafe fn input<'a>(data: *const c_char, len: usize) -> Result<&'a [u8], Failure> {
    if !is_object(data, len) {
        return Err(INVALID.into());
    }
    // SAFETY: `is_object` holds, so `data` is not NULL if `len > 0`, and `len <= isize::MAX`. u8
    // has an alignment of 1. By this function's contract, the bytes are readable and nothing writes
    // to them.
    Ok(unsafe { core::slice::from_raw_parts(start(data.cast_mut()), len) })
}

/// The caller's output buffer.
///
/// # Safety
/// Unless `len` is 0, `data` is NULL or points to `len` writable bytes, and nothing else reads or
/// writes them during the call. A caller that reads bytes before writing them must know that they
/// are initialised.
#[inline]
pub(super) unsafe fn buffer<'a>(data: *mut c_char, len: usize) -> Result<&'a mut [u8], Failure> {
    if !is_object(data, len) {
        return Err(INVALID.into());
    }
    // SAFETY: `is_object` holds, so `data` is not NULL if `len > 0`, and `len <= isize::MAX`. u8
    // has an alignment of 1. By this function's contract, only this call accesses the bytes.
    Ok(unsafe { core::slice::from_raw_parts_mut(start(data), len) })
}

/// The caller's input and output. They must not overlap.
///
/// # Safety
/// The contracts of [`input`] and [`buffer`]; an overlap is checked here.
#[inline]
pub(super) unsafe fn input_and_output<'a>(
    data: *const c_char,
    len: usize,
    output: *mut c_char,
    capacity: usize,
) -> Result<(&'a [u8], &'a mut [u8]), Failure> {
    // SAFETY: this function's contract, for the input.
    let input = unsafe { input(data, len)? };
    if !is_object(output, capacity) {
        return Err(INVALID.into());
    }
    let (from, to) = (data.addr(), output.addr());
    // Two nonempty ranges overlap if each begins before the other ends; neither distance wraps
    // then.
    if (to.wrapping_sub(from) < len || from.wrapping_sub(to) < capacity)
        && len != 0
        && capacity != 0
    {
        return Err(percent_simd_result::Overlap.into());
    }
    // SAFETY: this function's contract, for the output; by the check above, no byte is in both.
    Ok((input, unsafe { buffer(output, capacity)? }))
}

/// Returns whether the address may hold a `T`: it is neither NULL nor misaligned.
#[inline]
fn is_place<T>(place: *const T) -> bool {
    // One comparison: the rotation moves the bits that must be zero for alignment to the top.
    let bits = align_of::<T>().trailing_zeros();
    place.addr().rotate_right(bits).wrapping_sub(1) < usize::MAX >> bits
}

/// A value that the caller passes by pointer.
///
/// # Safety
/// `value` is NULL, or points to an initialised `T`; any bytes are a valid `T`.
#[inline]
pub(super) unsafe fn read<'a, T: Copy>(value: *const T) -> Result<&'a T, Failure> {
    if !is_place(value) {
        return Err(INVALID.into());
    }
    // SAFETY: `is_place` holds, so `value` is neither NULL nor misaligned. By this function's
    // contract, it points to a `T` that does not change.
    Ok(unsafe { &*value })
}

/// The caller's policy and input.
///
/// # Safety
/// The contracts of [`read`] and [`input`].
#[inline]
pub(super) unsafe fn value_and_input<'a, T: Copy>(
    value: *const T,
    data: *const c_char,
    len: usize,
) -> Result<(&'a T, &'a [u8]), Failure> {
    // SAFETY: this function's contract, for each.
    unsafe { Ok((read(value)?, input(data, len)?)) }
}

/// A place for a result, writable until the call ends.
pub(super) struct Place<T>(*mut T);

/// The caller's out-parameter; NULL is refused before the call has any effect.
///
/// # Safety
/// `place` is NULL, or a `T` may be written to it during the call.
#[inline]
pub(super) unsafe fn place<T>(place: *mut T) -> Result<Place<T>, Failure> {
    if is_place(place) { Ok(Place(place)) } else { Err(INVALID.into()) }
}

impl<T> Place<T> {
    #[inline]
    pub(super) fn write(self, value: T) {
        // SAFETY: only `place` makes a `Place`, after a check that the pointer is neither NULL nor
        // misaligned; its contract permits writes.
        unsafe { self.0.write(value) }
    }
}

#[cfg(test)]
mod tests {
    use core::ptr::without_provenance;

    use super::*;

    #[test]
    fn a_place_is_aligned_and_not_null() {
        for address in [8, 16, 1 << 32, usize::MAX - 7] {
            assert!(is_place::<u64>(without_provenance(address)), "{address:#x}");
            assert!(
                is_place::<u8>(without_provenance(address + 7))
                    && is_place::<u32>(without_provenance(address - 4))
            );
            for off in 1..8 {
                assert!(!is_place::<u64>(without_provenance(address - 8 + off)), "{address:#x}");
            }
        }
        assert!(!is_place::<u64>(core::ptr::null()) && !is_place::<u8>(core::ptr::null()));
        assert!(
            is_place::<u8>(without_provenance(1)) && is_place::<u8>(without_provenance(usize::MAX))
        );
    }
}
