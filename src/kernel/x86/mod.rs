//! Kernels for x86 and x86-64.

pub(in crate::kernel) mod avx2;
#[cfg(feature = "avx512")]
pub(in crate::kernel) mod avx512;
pub(in crate::kernel) mod sse2;
mod sse2_decode;
#[cfg(feature = "path")]
mod sse2_examine;
pub(in crate::kernel) mod sse2_utf8;
pub(in crate::kernel) mod ssse3;
mod v16;
mod v32;

/// The intrinsics of the architecture, which are in `core::arch::x86` or `core::arch::x86_64`.
mod arch {
    #[cfg(target_arch = "x86")]
    pub(super) use core::arch::x86::*;
    #[cfg(target_arch = "x86_64")]
    pub(super) use core::arch::x86_64::*;
}
