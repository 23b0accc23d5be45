//! The kernels of the instruction sets, and what they share: everything that is SIMD. `kernel` compiles this module only for targets that have at least one of them.

#[cfg(target_arch = "aarch64")]
pub(super) mod aarch64;
mod mode;
mod partial;
mod shuffle;
#[cfg(target_arch = "wasm32")]
pub(super) mod wasm32;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(super) mod x86;
