//! Registers of 64 bytes: loads and stores of any length.

use crate::kernel::memory::REGISTER;
use crate::kernel::simd::arch::*;

/// Bytes in a register.
pub(super) const BLOCK: usize = 64;
/// Registers in a step.
pub(super) const BLOCKS: usize = 4;
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
    let reaches = offset > PAGE - BLOCK && offset + n <= PAGE;
    if reaches {
        rarely();
    }
    reaches
}

/// Says that a branch is unlikely.
#[cold]
fn rarely() {}

const PAGE: usize = 4096;

/// Loads `n` bytes, followed by zeros.
///
/// # Safety
/// `start` is valid for reads of `n` bytes, at most 64.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn load_front(start: *const u8, n: usize) -> __m512i {
    // SAFETY: `n <= 64` bytes from `start` are readable, by this function's contract: the first lanes
    // of a register there, or the last ones of a register that ends where the bytes end. Lanes outside
    // the masks are not read and cannot fault.
    unsafe {
        if reaches_too_far(start, n) {
            let last = !lanes(BLOCK - n);
            let start = start.wrapping_add(n).wrapping_sub(BLOCK);
            return _mm512_maskz_compress_epi8(last, _mm512_maskz_loadu_epi8(last, start.cast()));
        }
        _mm512_maskz_loadu_epi8(lanes(n), start.cast())
    }
}

/// Stores the first `n` bytes of a register.
///
/// # Safety
/// `dst` is valid for writes of `n` bytes, and `n` is at most 64.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn store_first(dst: *mut u8, v: __m512i, n: usize) {
    // SAFETY: `n <= 64` bytes from `dst` are writable, by this function's contract: the first lanes of
    // a register there, or the last ones of a register that ends where the bytes end. Lanes outside
    // the masks are not written and cannot fault.
    unsafe {
        if reaches_too_far(dst, n) {
            let last = !lanes(BLOCK - n);
            let dst = dst.wrapping_add(n).wrapping_sub(BLOCK);
            _mm512_mask_storeu_epi8(dst.cast(), last, _mm512_maskz_expand_epi8(last, v));
        } else {
            _mm512_mask_storeu_epi8(dst.cast(), lanes(n), v);
        }
    }
}
