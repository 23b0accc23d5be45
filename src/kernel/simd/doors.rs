//! The kernels of instruction sets that only describe their [`registers`]: each
//! function opens the instructions to the [`generic`] one.

use super::contract::{Kernel, operations};
use super::generic::{Frames, Half, Registers, frames};
use super::{generic, registers};
#[cfg(feature = "batch")]
use crate::kernel::marks::Block;
use crate::kernel::rules::{DecodeRules, EncodeRules, Progress};
#[cfg(feature = "path")]
use crate::kernel::rules::{Decoding, Examined, PathRules};
use crate::kernel::trust::Slot;
use crate::sets::AsciiSet;

/// Functions that enable instructions, a line each: the name, the arguments and the result of a
/// function of a kernel, and the function that runs with the instructions. The attribute before the
/// list applies to every function. Type parameters are in brackets. (A trait's default could not open
/// it: a default enables no instructions.)
macro_rules! open {
    ($features:literal # $all:tt: $(
        $(#[$attribute:meta])*
        $name:ident$(<const $constant:ident>)?$([$($parameter:ident),+])?($($argument:ident: $type:ty),*) -> $result:ty = $function:expr $(, $scalar:expr)?;
    )+) => {$(
        $(#[$attribute])*
        # $all
        #[target_feature(enable = $features)]
        unsafe fn $name$(<const $constant: bool>)?$(<$($parameter),+>)?($($argument: $type),*) -> $result {
            // SAFETY: the attribute enables the instructions that the function needs. The rest of
            // its contract is that of this function, which the trait states.
            unsafe { $function($($argument),*) }
        }
    )+};
}
#[cfg(all(feature = "avx512", any(target_arch = "x86", target_arch = "x86_64")))]
pub(super) use open;

/// Implements [`Kernel`] in the registers of a [`Vector`](super::generic::Vector).
macro_rules! by_registers {
    ($kernel:ident, $vector:ty, $features:literal) => {
        impl Kernel for $kernel {
            operations! { open: $features }
        }

        impl Frames for $kernel {
            type Vector = $vector;

            frames! { open: $features }
        }
    };
}

/// SSE2 (the baseline of x86-64) has no byte shuffle: it finds and looks, and the scalar kernel does
/// the rest.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(in crate::kernel) struct Sse2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl Kernel for Sse2 {
    const DECODES: bool = false;

    open! { "sse2" #[inline(never)]:
        find_either(input: &[u8], a: u8, b: u8) -> usize = generic::find::find_either::<registers::Baseline, registers::Baseline>;
        #[cfg(feature = "inspect")]
        find_suspect(input: &[u8], byte: u8) -> usize = generic::find::find_suspect::<registers::Baseline, registers::Baseline>;
    }
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
