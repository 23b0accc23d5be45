//! WebAssembly's fixed-width SIMD: [`shuffle`](crate::kernel::shuffle) in registers of 16 bytes.

use core::arch::wasm32::*;

use crate::kernel::out::Slot;
use crate::kernel::shuffle::{self, Vector, Vector16};
use crate::kernel::{DecodeRules, EncodeRules, Progress};
use crate::sets::AsciiSet;

/// 16 bytes.
#[derive(Clone, Copy)]
pub(super) struct V16(v128);

/// Defines methods that are one expression of intrinsics.
macro_rules! operations {
    ($($name:ident($this:ident $(, $argument:ident)*) => $expression:expr;)+) => {
        $(
            #[inline(always)]
            fn $name(self $(, $argument: Self)*) -> Self {
                let $this = self.0;
                $(let $argument = $argument.0;)*
                Self($expression)
            }
        )+
    };
}

impl Vector for V16 {
    const LANES: usize = 16;
    type Half = Self;

    #[inline(always)]
    unsafe fn load(src: *const u8) -> Self {
        // SAFETY: the contract of the method; alignment is not asked for.
        Self(unsafe { v128_load(src.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        // SAFETY: the contract of the method; alignment is not asked for.
        unsafe { v128_store(dst.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn load_halves(first: *const u8, _second: *const u8) -> Self {
        // SAFETY: the contract of the method.
        unsafe { Self::load(first) }
    }

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Self {
        Self(u8x16_splat(byte))
    }

    #[inline(always)]
    unsafe fn table(bytes: &[u8; 16]) -> Self {
        // SAFETY: sixteen bytes.
        unsafe { Self::load(bytes.as_ptr()) }
    }

    operations! {
        and(a, b) => v128_and(a, b);
        or(a, b) => v128_or(a, b);
        xor(a, b) => v128_xor(a, b);
        and_not(a, b) => v128_andnot(a, b);
        equal(a, b) => u8x16_eq(a, b);
        add(a, b) => u8x16_add(a, b);
        add_saturating(a, b) => u8x16_add_sat(a, b);
        subtract(a, b) => u8x16_sub(a, b);
        subtract_saturating(a, b) => u8x16_sub_sat(a, b);
        min(a, b) => u8x16_min(a, b);
        low_nibble_up(a) => u8x16_shl(a, 4);
        high_nibble_down(a) => u8x16_shr(a, 4);
        top_bit(a) => i8x16_shr(a, 7);
        // The instruction answers zero for every index above 15; only the low nibble and the top bit are to count.
        look_up(table, index) => u8x16_swizzle(table, v128_and(index, u8x16_splat(0x8F)));
        select(mask, yes, no) => v128_bitselect(yes, no, mask);
        next1(a, following) => u8x16_shuffle::<1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16>(a, following);
        next2(a, following) => u8x16_shuffle::<2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17>(a, following);
        rotate1(a) => u8x16_shuffle::<1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0>(a, a);
        rotate2(a) => u8x16_shuffle::<2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1>(a, a);
        previous1(a, preceding) => u8x16_shuffle::<15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30>(preceding, a);
        previous2(a, preceding) => u8x16_shuffle::<14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29>(preceding, a);
    }

    #[inline(always)]
    fn mask(self) -> u64 {
        u64::from(u8x16_bitmask(self.0))
    }

    #[inline(always)]
    fn any(self) -> bool {
        v128_any_true(self.0)
    }

    #[inline(always)]
    fn half(self, _part: usize) -> Self {
        self
    }
}

impl Vector16 for V16 {
    #[inline(always)]
    unsafe fn from_u128(bytes: u128) -> Self {
        Self(u64x2(bytes as u64, (bytes >> 64) as u64))
    }

    #[inline(always)]
    fn to_u128(self) -> u128 {
        u128::from(u64x2_extract_lane::<0>(self.0)) | u128::from(u64x2_extract_lane::<1>(self.0)) << 64
    }

    #[inline(always)]
    unsafe fn load8(src: *const u8) -> Self {
        // SAFETY: the contract of the method; alignment is not asked for.
        Self(unsafe { v128_load64_zero(src.cast()) })
    }

    #[inline(always)]
    unsafe fn store8(self, dst: *mut u8) {
        // SAFETY: the contract of the method; alignment is not asked for.
        unsafe { v128_store64_lane::<0>(self.0, dst.cast()) }
    }

    operations! {
        high8(a) => u64x2_shuffle::<1, 1>(a, a);
        join_low8(a, b) => u64x2_shuffle::<0, 2>(a, b);
        shuffle(a, index) => u8x16_swizzle(a, index);
    }
}

/// The index of the first byte that is `a` or `b`, or the length.
#[target_feature(enable = "simd128")]
pub(in crate::kernel) fn find_either(input: &[u8], a: u8, b: u8) -> usize {
    // SAFETY: this function's features are what V16 needs.
    unsafe { shuffle::find_either::<V16>(input, a, b) }
}

/// The index of the first valid triplet (or of the first `+`, if `plus`), or the length.
#[target_feature(enable = "simd128")]
pub(in crate::kernel) fn find_triplet(input: &[u8], plus: bool) -> usize {
    // SAFETY: this function's features are what V16 needs.
    unsafe { shuffle::find_triplet::<V16>(input, plus) }
}

/// The index of the first byte that is in `set` or is 80 or above, or the length.
#[target_feature(enable = "simd128")]
pub(in crate::kernel) fn find_member(input: &[u8], set: &AsciiSet) -> usize {
    // SAFETY: this function's features are what V16 needs.
    unsafe { shuffle::find_member::<V16>(input, set) }
}

/// The length of what [`encode`] writes.
#[target_feature(enable = "simd128")]
pub(in crate::kernel) fn encoded_len(input: &[u8], rules: &EncodeRules) -> usize {
    // SAFETY: this function's features are what V16 needs.
    unsafe { shuffle::encoded_len::<V16>(input, rules) }
}

/// Encodes all of the input to the front of `out`, and returns the length of that.
///
/// # Safety
/// `out` holds at least as many bytes as [`encoded_len`] answers.
#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn encode(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
    // SAFETY: this function's own contract, and its features are what V16 needs.
    unsafe { shuffle::encode::<V16>(input, out, rules) }
}

/// The progress that [`decode`] would make.
#[target_feature(enable = "simd128")]
pub(in crate::kernel) fn decoded_len(input: &[u8], rules: &DecodeRules) -> Progress {
    // SAFETY: this function's features are what V16 needs.
    unsafe { shuffle::decoded_len::<V16>(input, rules) }
}

/// Decodes `len` bytes from `src` to `dst`, which may be the same.
///
/// # Safety
/// `src` is valid for reads of `len` bytes; `dst` is valid for writes of as many bytes as [`decoded_len`] answers where nothing is refused, of
/// `len` bytes otherwise. The two are equal, or do not overlap.
#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn decode(src: *const u8, len: usize, dst: *mut u8, rules: &DecodeRules) -> Progress {
    // SAFETY: this function's own contract, and its features are what V16 needs.
    unsafe { shuffle::decode::<V16>(src, len, dst, rules) }
}
