//! The registers of the instruction sets that shuffle bytes by a table of sixteen, each as a
//! [`Vector`](super::generic::Vector).

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(super) mod avx2;
#[cfg(target_arch = "aarch64")]
pub(super) mod neon;
#[cfg(target_arch = "wasm32")]
pub(super) mod simd128;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(super) mod ssse3;
