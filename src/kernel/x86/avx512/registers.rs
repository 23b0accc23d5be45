//! Registers of 64 bytes: loads and stores of any length.

use crate::kernel::x86::arch::*;

/// Bytes in a register.
pub(super) const BLOCK: usize = 64;
/// Registers in a step.
pub(super) const BLOCKS: usize = 4;
pub(super) const STEP: usize = BLOCK * BLOCKS;

/// A mask of the `n` lowest lanes, `n` being at most 64.
#[inline(always)]
pub(super) fn lanes(n: usize) -> u64 {
    u64::MAX.checked_shr(64 - n as u32).unwrap_or(0)
}

/// Loads the bytes from `at` up to `len`, and zeros behind them.
///
/// # Safety
/// `src` is valid for reads of `len` bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,popcnt")]
pub(super) unsafe fn load_up_to(src: *const u8, at: usize, len: usize) -> __m512i {
    let mask = lanes(len.saturating_sub(at).min(BLOCK));
    // SAFETY: lanes outside the mask are not read and cannot fault; those inside lie before `len`.
    unsafe { _mm512_maskz_loadu_epi8(mask, src.wrapping_add(at).cast()) }
}

/// Loads a whole register.
///
/// # Safety
/// `src` is valid for reads of 64 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) unsafe fn load(src: *const u8) -> __m512i {
    // SAFETY: this function's own contract.
    unsafe { _mm512_loadu_si512(src.cast()) }
}

/// Stores a whole register.
///
/// # Safety
/// `dst` is valid for writes of 64 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) unsafe fn store(dst: *mut u8, v: __m512i) {
    // SAFETY: this function's own contract.
    unsafe { _mm512_storeu_si512(dst.cast(), v) }
}

/// Stores the first `n` bytes of a register.
///
/// # Safety
/// `dst` is valid for writes of `n` bytes, and `n` is at most 64.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,popcnt")]
pub(super) unsafe fn store_first(dst: *mut u8, v: __m512i, n: usize) {
    // SAFETY: lanes outside the mask are not written and cannot fault; those inside are this function's own contract.
    unsafe { _mm512_mask_storeu_epi8(dst.cast(), lanes(n), v) }
}

/// A byte in every lane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn splat(byte: u8) -> __m512i {
    _mm512_set1_epi8(byte as i8)
}
