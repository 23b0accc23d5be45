//! Validating UTF-8: see [`utf8`](crate::kernel::simd::generic::utf8_tables) for the algorithm.
//!
//! A table of 64 bytes takes the first byte of a pair at once, and the second one without a mask:
//! two look-ups where 16 entries need three.

use super::registers::{load, splat};
use crate::kernel::simd::arch::*;
use crate::kernel::simd::generic::utf8_tables::{FIRST, FOURTH, SECOND, THIRD};

/// The tables in registers.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    first: __m512i,
    second: __m512i,
}

impl Rules {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn new() -> Self {
        // SAFETY: `FIRST` and `SECOND` are 64 bytes long each.
        unsafe { Self { first: load(FIRST.as_ptr()), second: load(SECOND.as_ptr()) } }
    }

    /// Not zero where the sequence that a byte of `v` belongs to, or that ends before it, is
    /// ill-formed; `before` has the bytes one, two and three places before.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn errors(self, v: __m512i, before: [__m512i; 3]) -> __m512i {
        // 0xBF and less is 0xC0, 0xC0 is 0xC1, ... (`vpermb` looks at six bits).
        let index = _mm512_adds_epu8(_mm512_max_epu8(before[0], splat(0xBF)), splat(1));
        let first = _mm512_permutexvar_epi8(index, self.first);
        let second = _mm512_permutexvar_epi8(_mm512_srli_epi16::<2>(v), self.second);
        let third = _mm512_subs_epu8(before[1], splat(THIRD));
        let fourth = _mm512_subs_epu8(before[2], splat(FOURTH));
        // (third | fourth) & 0x80, and first & second ^ that.
        let continuation = _mm512_ternarylogic_epi64::<0xA8>(third, fourth, splat(0x80));
        _mm512_ternarylogic_epi64::<0x78>(continuation, first, second)
    }
}
