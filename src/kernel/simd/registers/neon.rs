//! Registers of 16 bytes by NEON.

use crate::kernel::simd::generic::{self, Lanes, Vector};
use core::arch::aarch64::*;

/// 16 bytes.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct V16(uint8x16_t);

impl Lanes for V16 {
    generic::operations! {
        splat(byte: u8) => vdupq_n_u8(byte);
    }

    generic::operations! {
        and(a, b) => vandq_u8(a, b);
        or(a, b) => vorrq_u8(a, b);
        xor(a, b) => veorq_u8(a, b);
        equal(a, b) => vceqq_u8(a, b);
        subtract(a, b) => vsubq_u8(a, b);
        min(a, b) => vminq_u8(a, b);
        top_bit(a) => vcltzq_s8(vreinterpretq_s8_u8(a));
        any(a) -> bool => vmaxvq_u8(a) != 0;
        mask(a) -> u64 => {
            // A bit for each lane of a half.
            let bits = vandq_u8(a, vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201)));
            // The bits of both halves side by side, so that one sum across lanes joins them.
            let pairs = vzip1q_u8(bits, vextq_u8::<8>(bits, bits));
            u64::from(vaddvq_u16(vreinterpretq_u16_u8(pairs)))
        };
    }
}

impl Vector for V16 {
    type Half = Self;
    type Hex = generic::HexDigits<Self>;

    own_half!();

    generic::operations! {
        and_not(a, b) => vbicq_u8(a, b);
        add(a, b) => vaddq_u8(a, b);
        add_saturating(a, b) => vqaddq_u8(a, b);
        subtract_saturating(a, b) => vqsubq_u8(a, b);
        low_nibble_up(a) => vshlq_n_u8::<4>(a);
        look_up_high(table, index) => vqtbl1q_u8(table, vshrq_n_u8::<4>(index));
        // The instruction answers zero for every index above 15; only the low nibble and the top
        // bit are to count.
        look_up(table, index) => vqtbl1q_u8(table, vandq_u8(index, vdupq_n_u8(0x8F)));
        select(mask, yes, no) => vbslq_u8(mask, yes, no);
        next1(a, following) => vextq_u8::<1>(a, following);
        next2(a, following) => vextq_u8::<2>(a, following);
        previous1(a, preceding) => vextq_u8::<15>(preceding, a);
        previous2(a, preceding) => vextq_u8::<14>(preceding, a);
        previous3(a, preceding) => vextq_u8::<13>(preceding, a);
        join_low8(a, b) => vcombine_u8(vget_low_u8(a), vget_low_u8(b));
        join_high8(a, b) => vcombine_u8(vget_high_u8(a), vget_high_u8(b));
        shuffle(a, index) => vqtbl1q_u8(a, index);
    }
}
