//! Finding: [`generic`], and AVX2 in a few bytes.

use super::vector::V64;
use crate::kernel::simd::contract::Kernel;
use crate::kernel::simd::doors::Avx2;
use crate::kernel::simd::generic;
use crate::sets::AsciiSet;

/// Input of up to this many bytes is left to AVX2, which is quicker there.
const BY_AVX2: usize = 256;

/// [`Kernel::find_either`].
///
/// # Safety
/// The CPU has the kernel's instructions.
#[inline(always)]
pub(super) unsafe fn find_either(input: &[u8], a: u8, b: u8) -> usize {
    // SAFETY: the contract of both is that of this function.
    unsafe {
        if input.len() <= BY_AVX2 {
            Avx2::find_either(input, a, b)
        } else {
            generic::find_either::<V64>(input, a, b)
        }
    }
}

/// [`Kernel::find_member`].
///
/// # Safety
/// The CPU has the kernel's instructions.
#[inline(always)]
pub(super) unsafe fn find_member(input: &[u8], set: &AsciiSet) -> usize {
    // SAFETY: the contract of both is that of this function.
    unsafe {
        if input.len() <= BY_AVX2 {
            Avx2::find_member(input, set)
        } else {
            generic::find_member::<V64>(input, set)
        }
    }
}
