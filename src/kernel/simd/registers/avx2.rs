//! Registers of 32 bytes by AVX2.

use super::sse;
use crate::kernel::simd::arch::*;
use crate::kernel::simd::generic::{self, Lanes, Vector};

/// The halves.
type V16 = sse::V16<true>;

/// 32 bytes. A value exists only where the CPU has AVX2: see [`Lanes`].
#[derive(Clone, Copy)]
pub(in crate::kernel) struct V32(__m256i);

impl Lanes for V32 {
    generic::operations! {
        splat(byte: u8) => _mm256_set1_epi8(byte as i8);
    }

    generic::operations! {
        and(a, b) => _mm256_and_si256(a, b);
        or(a, b) => _mm256_or_si256(a, b);
        xor(a, b) => _mm256_xor_si256(a, b);
        equal(a, b) => _mm256_cmpeq_epi8(a, b);
        subtract(a, b) => _mm256_sub_epi8(a, b);
        min(a, b) => _mm256_min_epu8(a, b);
        // The instructions of `mask`, `any` and `select` look at bit 7 alone.
        top_bit(a) => a;
        mask(a) -> u64 => u64::from(_mm256_movemask_epi8(a) as u32);
    }
}

impl Vector for V32 {
    type Half = V16;
    type Hex = generic::HexDigits<Self>;

    generic::operations! {
        and_not(a, b) => _mm256_andnot_si256(b, a);
        add(a, b) => _mm256_add_epi8(a, b);
        add_saturating(a, b) => _mm256_adds_epu8(a, b);
        subtract_saturating(a, b) => _mm256_subs_epu8(a, b);
        low_nibble_up(a) => _mm256_and_si256(_mm256_slli_epi16::<4>(a), _mm256_set1_epi8(0xF0_u8 as i8));
        look_up_high(table, index) => _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(index), _mm256_set1_epi8(0x0F)));
        look_up(table, index) => _mm256_shuffle_epi8(table, index);
        select(mask, yes, no) => _mm256_blendv_epi8(no, yes, mask);
        // The half in between, then a shift within both halves.
        next1(a, following) => _mm256_alignr_epi8::<1>(_mm256_permute2x128_si256::<0x21>(a, following), a);
        next2(a, following) => _mm256_alignr_epi8::<2>(_mm256_permute2x128_si256::<0x21>(a, following), a);
        previous1(a, preceding) => _mm256_alignr_epi8::<15>(a, _mm256_permute2x128_si256::<0x21>(preceding, a));
        previous2(a, preceding) => _mm256_alignr_epi8::<14>(a, _mm256_permute2x128_si256::<0x21>(preceding, a));
        previous3(a, preceding) => _mm256_alignr_epi8::<13>(a, _mm256_permute2x128_si256::<0x21>(preceding, a));
        join_low8(a, b) => _mm256_unpacklo_epi64(a, b);
        join_high8(a, b) => _mm256_unpackhi_epi64(a, b);
        shuffle(a, index) => _mm256_shuffle_epi8(a, index);
    }

    #[inline(always)]
    fn half(self, part: usize) -> V16 {
        // SAFETY: the intrinsics touch registers only; `self` proves AVX2, and a CPU that has AVX2
        // has SSSE3.
        unsafe {
            sse::V16(if part == 0 {
                _mm256_castsi256_si128(self.0)
            } else {
                _mm256_extracti128_si256::<1>(self.0)
            })
        }
    }

    #[inline(always)]
    unsafe fn from_halves(first: V16, second: V16) -> Self {
        // SAFETY: the intrinsic touches registers only; the CPU has AVX2, by the contract of
        // `from_halves`.
        Self(unsafe { _mm256_set_m128i(second.0, first.0) })
    }
}
