//! The intrinsics of x86, which are in `core::arch::x86` or `core::arch::x86_64`.

#[cfg(target_arch = "x86")]
pub(super) use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
pub(super) use core::arch::x86_64::*;
