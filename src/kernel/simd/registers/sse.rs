//! Registers of 16 bytes by SSE2, and by SSSE3, which shuffles them.

use crate::kernel::simd::arch::*;
use crate::kernel::simd::generic::{self, Lanes, Vector};

/// 16 bytes. (The vector kernels of x86 exist only where SSE2 is enabled for all code.) A value of
/// `V16<true>` exists only where the CPU has SSSE3: see [`Lanes`].
#[derive(Clone, Copy)]
pub(in crate::kernel) struct V16<const SHUFFLES: bool>(pub(in crate::kernel::simd) __m128i);

impl<const SHUFFLES: bool> Lanes for V16<SHUFFLES> {
    generic::operations! {
        splat(byte: u8) => _mm_set1_epi8(byte as i8);
    }

    generic::operations! {
        and(a, b) => _mm_and_si128(a, b);
        or(a, b) => _mm_or_si128(a, b);
        xor(a, b) => _mm_xor_si128(a, b);
        equal(a, b) => _mm_cmpeq_epi8(a, b);
        subtract(a, b) => _mm_sub_epi8(a, b);
        min(a, b) => _mm_min_epu8(a, b);
        top_bit(a) => _mm_cmpgt_epi8(_mm_setzero_si128(), a);
        mask(a) -> u64 => u64::from(_mm_movemask_epi8(a) as u16);
    }
}

impl Vector for V16<true> {
    type Half = Self;
    type Hex = generic::HexDigits<Self>;

    own_half!();

    generic::operations! {
        and_not(a, b) => _mm_andnot_si128(b, a);
        add(a, b) => _mm_add_epi8(a, b);
        add_saturating(a, b) => _mm_adds_epu8(a, b);
        subtract_saturating(a, b) => _mm_subs_epu8(a, b);
        low_nibble_up(a) => _mm_and_si128(_mm_slli_epi16::<4>(a), _mm_set1_epi8(0xF0_u8 as i8));
        look_up_high(table, index) => _mm_shuffle_epi8(table, _mm_and_si128(_mm_srli_epi16::<4>(index), _mm_set1_epi8(0x0F)));
        look_up(table, index) => _mm_shuffle_epi8(table, index);
        next1(a, following) => _mm_alignr_epi8::<1>(following, a);
        next2(a, following) => _mm_alignr_epi8::<2>(following, a);
        previous1(a, preceding) => _mm_alignr_epi8::<15>(a, preceding);
        previous2(a, preceding) => _mm_alignr_epi8::<14>(a, preceding);
        previous3(a, preceding) => _mm_alignr_epi8::<13>(a, preceding);
        join_low8(a, b) => _mm_unpacklo_epi64(a, b);
        join_high8(a, b) => _mm_unpackhi_epi64(a, b);
        shuffle(a, index) => _mm_shuffle_epi8(a, index);
    }
}
