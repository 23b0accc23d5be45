//! The kernels of instruction sets that only describe their [`registers`](super::registers): each
//! function opens the instructions to the [`generic`] one.

use super::contract::Kernel;
use super::generic::{self, Frames, Vector};
use super::registers;
#[cfg(feature = "batch")]
use crate::kernel::marks::Block;
#[cfg(feature = "path")]
use crate::kernel::path_rules::{Examined, PathRules};
use crate::kernel::rules::{DecodeRules, EncodeRules, Progress};
use crate::kernel::trust::Slot;
use crate::sets::AsciiSet;

/// Functions that enable instructions, a line each: the name, the arguments and the result of a
/// function of a kernel, and the function that runs with the instructions. (A trait's default could
/// not open it: a default enables no instructions.)
macro_rules! open {
    ($features:literal: $(
        $(#[$attribute:meta])*
        $name:ident$(<const $constant:ident>)?($($argument:ident: $type:ty),*) $(-> $result:ty)? = $function:expr;
    )+) => {$(
        $(#[$attribute])*
        #[target_feature(enable = $features)]
        unsafe fn $name$(<const $constant: bool>)?($($argument: $type),*) $(-> $result)? {
            #[allow(unused_unsafe, reason = "some are safe where their instructions are enabled")]
            // SAFETY: the attribute enables the instructions that the function needs. The rest of
            // its contract is that of this function, which the trait states.
            unsafe { $function($($argument),*) }
        }
    )+};
}
#[cfg(all(feature = "avx512", any(target_arch = "x86", target_arch = "x86_64")))]
pub(super) use open;

/// Implements [`Kernel`] in the registers of a [`Vector`].
macro_rules! by_registers {
    ($kernel:ident, $vector:ty, $features:literal) => {
        impl Kernel for $kernel {
            open! { $features:
                find_either(input: &[u8], a: u8, b: u8) -> usize = generic::find_either::<$vector>;
                #[cfg(feature = "inspect")]
                find_suspect(input: &[u8], byte: u8) -> usize = generic::find_suspect::<$vector>;
                find_member(input: &[u8], set: &AsciiSet) -> usize = generic::find_member::<$vector>;
                members(input: &[u8], set: &AsciiSet) -> u64 = generic::members::<$vector>;
                is_utf8(input: &[u8]) -> bool = generic::is_utf8::<$vector>;
                encoded_len(input: &[u8], rules: &EncodeRules) -> usize = generic::encoded_len::<$vector>;
                encode(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize = generic::encode::<Self>;
                decoded_len(input: &[u8], rules: &DecodeRules) -> Progress = generic::decoded_len::<$vector>;
                decode_plain(src: *const u8, len: usize, dst: *mut u8, room: usize, plus: bool) -> usize = generic::decode_plain::<Self>;
                decode(src: *const u8, len: usize, dst: *mut u8, room: usize, rules: &DecodeRules) -> Progress = generic::decode::<Self>;
                decode_text(src: *const u8, len: usize, dst: *mut u8, plus: bool) -> Option<(usize, bool)> = generic::decode_text::<$vector>;
                #[cfg(feature = "path")]
                examine(path: &[u8], rules: &PathRules) -> Examined = generic::examine::<Self>;
                #[cfg(all(feature = "path", feature = "alloc"))]
                examine_decoding(path: &[u8], rules: &PathRules, keep: &AsciiSet, dst: *mut u8) -> Examined = generic::examine_decoding::<Self>;
                #[cfg(feature = "batch")]
                mark_escaped(input: &[u8], set: &AsciiSet, blocks: &mut [Block]) -> bool = generic::mark_escaped::<$vector>;
                #[cfg(feature = "batch")]
                decode_marked(src: *const u8, len: usize, dst: *mut u8, room: usize, rules: &DecodeRules, blocks: &mut [Block]) -> Option<Progress> = generic::decode_marked::<Self>;
            }

            #[cfg(feature = "batch")]
            #[target_feature(enable = $features)]
            unsafe fn fold_places<T, S>(
                blocks: &[Block],
                places: impl Iterator<Item = (usize, T)>,
                state: S,
                fold: impl FnMut(S, (usize, T), (usize, u64)) -> S,
            ) -> S {
                Block::fold(blocks, places, state, fold)
            }
        }

        impl Frames for $kernel {
            type Vector = $vector;

            open! { $features:
                #[inline(never)]
                encode_few(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize = generic::encode_few::<<$vector as Vector>::Half>;
                #[inline(never)]
                encode_long(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize = generic::encode_long::<$vector>;
                #[inline(never)]
                decode_plain_few(src: *const u8, len: usize, dst: *mut u8, room: usize, plus: bool) -> usize = generic::decode_plain_few::<<$vector as Vector>::Half>;
                #[inline(never)]
                decode_plain_short(src: *const u8, len: usize, dst: *mut u8, room: usize, plus: bool) -> usize = generic::decode_plain_short::<$vector>;
                #[inline(never)]
                decode_plain_long(src: *const u8, len: usize, dst: *mut u8, room: usize, plus: bool) -> usize = generic::decode_plain_long::<Self>;
                #[inline(never)]
                decode_few(src: *const u8, len: usize, dst: *mut u8, room: usize, rules: &DecodeRules) -> Progress = generic::decode_few::<<$vector as Vector>::Half, true>;
                #[inline(never)]
                decode_short(src: *const u8, len: usize, dst: *mut u8, room: usize, rules: &DecodeRules) -> Progress = generic::decode_short::<$vector, true>;
                #[inline(never)]
                decode_long(src: *const u8, len: usize, dst: *mut u8, room: usize, rules: &DecodeRules) -> Progress = generic::decode_long::<Self>;
                #[cfg(feature = "batch")]
                #[inline(never)]
                decode_marked_by<const POLICY>(src: *const u8, len: usize, dst: *mut u8, room: usize, rules: &DecodeRules, blocks: &mut [Block]) -> Progress = generic::decode_marked_by::<Self, POLICY>;
                #[cfg(feature = "path")]
                #[inline(never)]
                examine_from(path: &[u8], from: usize, dots: bool, rules: &PathRules) -> Examined = generic::examine_from::<$vector>;
                #[cfg(all(feature = "path", feature = "alloc"))]
                #[inline(never)]
                examine_decoding_short(path: &[u8], dots: bool, rules: &PathRules, keep: &AsciiSet, dst: *mut u8) -> Examined = generic::examine_decoding_short::<$vector>;
            }
        }
    };
}

/// SSSE3 (every x86-64 CPU since about 2008). Few CPUs lack AVX2, so it is a feature.
#[cfg(all(feature = "ssse3", any(target_arch = "x86", target_arch = "x86_64")))]
pub(in crate::kernel) struct Ssse3;
#[cfg(all(feature = "ssse3", any(target_arch = "x86", target_arch = "x86_64")))]
by_registers!(Ssse3, registers::sse::V16<true>, "ssse3");

/// AVX2 (Haswell, Zen and later): registers of 32 bytes, which are two halves of 16 to most
/// instructions.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(in crate::kernel) struct Avx2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
by_registers!(Avx2, registers::avx2::V32, "avx2,bmi1,bmi2,popcnt");

/// NEON (every AArch64 CPU).
#[cfg(target_arch = "aarch64")]
pub(in crate::kernel) struct Neon;
#[cfg(target_arch = "aarch64")]
by_registers!(Neon, registers::neon::V16, "neon");

/// WebAssembly's fixed-width SIMD.
#[cfg(target_arch = "wasm32")]
pub(in crate::kernel) struct Simd128;
#[cfg(target_arch = "wasm32")]
by_registers!(Simd128, registers::simd128::V16, "simd128");
