//! The vector kernels: `doors` opens the instruction sets that shuffle bytes by a table of sixteen
//! to the algorithms of `generic`, which run in their `registers`; SSE2 has no such shuffle, and
//! `avx512` encodes in its own way. `dispatch` chooses.

#[cfg(all(feature = "avx512", any(target_arch = "x86", target_arch = "x86_64")))]
#[clippy::msrv = "1.89"] // what the feature needs
pub(super) mod avx512;
pub(super) mod contract;
pub(super) mod dispatch;
pub(super) mod doors;
mod generic;
mod registers;

pub(super) use generic::find as looks;

// The intrinsics of x86.
#[cfg(target_arch = "x86")]
use core::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64 as arch;
