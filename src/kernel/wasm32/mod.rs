//! Kernels for 32-bit WebAssembly.

pub(in crate::kernel) mod simd128;
mod v16;
