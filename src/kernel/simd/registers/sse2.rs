//! Registers of 16 bytes by SSE2, which shuffles no bytes by a table: they only look.

use crate::kernel::simd::arch::*;
use crate::kernel::simd::generic::Lanes;

/// 16 bytes. (The vector kernels of x86 exist only where SSE2 is enabled for all code.)
#[derive(Clone, Copy)]
pub(in crate::kernel) struct V16(__m128i);

/// Defines methods of [`Lanes`] that are one expression of intrinsics.
macro_rules! operations {
    ($($name:ident($this:ident $(, $argument:ident)*) => $expression:expr;)+) => {
        $(
            #[inline(always)]
            fn $name(self $(, $argument: Self)*) -> Self {
                let $this = self.0;
                $(let $argument = $argument.0;)*
                // SAFETY: the intrinsics touch registers only, and the CPU has SSE2.
                #[allow(unused_unsafe, reason = "they are safe since Rust 1.87")]
                Self(unsafe { $expression })
            }
        )+
    };
}

impl Lanes for V16 {
    #[inline(always)]
    unsafe fn load(src: *const u8) -> Self {
        // SAFETY: `src` is valid for reads of 16 bytes, by the contract of `load`; the CPU has SSE2.
        Self(unsafe { _mm_loadu_si128(src.cast()) })
    }

    #[inline(always)]
    fn splat(byte: u8) -> Self {
        // SAFETY: the intrinsic touches registers only, and the CPU has SSE2.
        #[allow(unused_unsafe, reason = "it is safe since Rust 1.87")]
        Self(unsafe { _mm_set1_epi8(byte as i8) })
    }

    operations! {
        and(a, b) => _mm_and_si128(a, b);
        or(a, b) => _mm_or_si128(a, b);
        xor(a, b) => _mm_xor_si128(a, b);
        equal(a, b) => _mm_cmpeq_epi8(a, b);
        subtract(a, b) => _mm_sub_epi8(a, b);
        min(a, b) => _mm_min_epu8(a, b);
        max(a, b) => _mm_max_epu8(a, b);
    }

    #[inline(always)]
    fn top_bits(self) -> u64 {
        // SAFETY: the intrinsic touches registers only, and the CPU has SSE2.
        #[allow(unused_unsafe, reason = "it is safe since Rust 1.87")]
        u64::from(unsafe { _mm_movemask_epi8(self.0) } as u16)
    }
}
