//! Registers of 64 bytes: loads and stores of any length.

use crate::kernel::memory::REGISTER;
use crate::kernel::simd::arch::*;

/// Bytes in a register.
pub(super) const BLOCK: usize = 64;
/// Registers in a step.
pub(super) const BLOCKS: usize = 4;
pub(super) const STEP: usize = BLOCK * BLOCKS;
const _: () = assert!(BLOCK <= REGISTER);

/// A mask of the `n` lowest lanes; of all of them if `n` is greater than 64.
#[inline]
#[target_feature(enable = "bmi2")]
pub(super) fn lanes(n: usize) -> u64 {
    #[cfg(target_arch = "x86_64")]
    return _bzhi_u64(u64::MAX, n.min(255) as u32); // which looks at the lowest byte of `n`
    #[cfg(target_arch = "x86")]
    return u64::MAX.checked_shr(64_u32.saturating_sub(n as u32)).unwrap_or(0);
}

/// Returns whether a register at `start` would reach into a page that the first `n` bytes do not
/// touch. Such a masked access is correct, but it takes some 160 ns where that page is not mapped,
/// or not yet touched: the next page of a growing heap, for one.
#[inline(always)]
pub(super) fn reaches_too_far(start: *const u8, n: usize) -> bool {
    let offset = start.addr() % PAGE;
    offset > PAGE - BLOCK && offset + n <= PAGE
}

const PAGE: usize = 4096;

/// Loads `n` bytes, followed by zeros.
///
/// # Safety
/// `start` is valid for reads of `n` bytes, at most 64.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn load_front(start: *const u8, n: usize) -> __m512i {
    // SAFETY: `n <= 64` bytes from `start` are readable, by this function's contract. Lanes outside the
    // mask are not read and cannot fault.
    unsafe {
        if reaches_too_far(start, n) {
            return load_front_from_the_end(start, n);
        }
        _mm512_maskz_loadu_epi8(lanes(n), start.cast())
    }
}

/// [`load_front`] by a register that ends where the bytes end.
///
/// # Safety
/// `start` is valid for reads of `n` bytes, at most 64.
#[cold]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,popcnt")]
#[inline]
unsafe fn load_front_from_the_end(start: *const u8, n: usize) -> __m512i {
    let last = !lanes(BLOCK - n);
    // SAFETY: the register begins at `start + n - 64`, so its lanes from `64 - n` on are the bytes
    // from `start` to `start + n`, which are readable. The mask has no other lane, and those
    // outside it are not read and cannot fault.
    let v =
        unsafe { _mm512_maskz_loadu_epi8(last, start.wrapping_add(n).wrapping_sub(BLOCK).cast()) };
    _mm512_maskz_compress_epi8(last, v)
}

/// Stores the first `n` bytes of a register.
///
/// # Safety
/// `dst` is valid for writes of `n` bytes, and `n` is at most 64.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn store_first(dst: *mut u8, v: __m512i, n: usize) {
    // SAFETY: `n <= 64`, and the `n` bytes from `dst` are writable, by the contract; the mask has
    // the `n` lowest lanes. Those outside it are not written and cannot fault.
    unsafe {
        if reaches_too_far(dst, n) {
            store_first_from_the_end(dst, v, n);
        } else {
            _mm512_mask_storeu_epi8(dst.cast(), lanes(n), v);
        }
    }
}

/// [`store_first`] by a register that ends where the bytes end.
///
/// # Safety
/// `dst` is valid for writes of `n` bytes, and `n` is at most 64.
#[cold]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,popcnt")]
#[inline]
unsafe fn store_first_from_the_end(dst: *mut u8, v: __m512i, n: usize) {
    let last = !lanes(BLOCK - n);
    let v = _mm512_maskz_expand_epi8(last, v);
    // SAFETY: the register begins at `dst + n - 64`, so its lanes from `64 - n` on are the bytes
    // from `dst` to `dst + n`, which are writable. The mask has no other lane, and those outside it
    // are not written and cannot fault.
    unsafe { _mm512_mask_storeu_epi8(dst.wrapping_add(n).wrapping_sub(BLOCK).cast(), last, v) }
}
