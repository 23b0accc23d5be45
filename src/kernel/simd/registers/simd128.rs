//! Registers of 16 bytes by wasm simd128.

use crate::kernel::simd::generic::{self, Lanes, Vector};
use core::arch::wasm32::*;

/// 16 bytes.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct V16(v128);

impl Lanes for V16 {
    generic::operations! {
        splat(byte: u8) => u8x16_splat(byte);
    }

    generic::operations! {
        and(a, b) => v128_and(a, b);
        or(a, b) => v128_or(a, b);
        xor(a, b) => v128_xor(a, b);
        equal(a, b) => u8x16_eq(a, b);
        subtract(a, b) => u8x16_sub(a, b);
        min(a, b) => u8x16_min(a, b);
        top_bit(a) => i8x16_lt(a, u8x16_splat(0));
        mask(a) -> u64 => u64::from(u8x16_bitmask(a));
    }
}

impl Vector for V16 {
    type Half = Self;
    type Hex = generic::HexDigits<Self>;

    own_half!();

    generic::operations! {
        and_not(a, b) => v128_andnot(a, b);
        add(a, b) => u8x16_add(a, b);
        add_saturating(a, b) => u8x16_add_sat(a, b);
        subtract_saturating(a, b) => u8x16_sub_sat(a, b);
        low_nibble_up(a) => u8x16_shl(a, 4);
        // x86 shifts no single bytes, and V8 makes the mask for it at every step.
        look_up_high(table, index) => u8x16_swizzle(table, v128_and(u16x8_shr(index, 4), u8x16_splat(0x0F)));
        // The instruction answers zero for every index above 15; only the low nibble and the top
        // bit are to count.
        look_up(table, index) => u8x16_swizzle(table, v128_and(index, u8x16_splat(0x8F)));
        select(mask, yes, no) => v128_bitselect(yes, no, mask);
        next1(a, following) => u8x16_shuffle::<1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16>(a, following);
        next2(a, following) => u8x16_shuffle::<2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17>(a, following);
        previous1(a, preceding) => u8x16_shuffle::<15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30>(preceding, a);
        previous2(a, preceding) => u8x16_shuffle::<14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29>(preceding, a);
        previous3(a, preceding) => u8x16_shuffle::<13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28>(preceding, a);
        join_low8(a, b) => u64x2_shuffle::<0, 2>(a, b);
        join_high8(a, b) => u64x2_shuffle::<1, 3>(a, b);
        shuffle(a, index) => u8x16_swizzle(a, index);
    }
}
