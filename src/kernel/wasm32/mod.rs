//! Kernels for 32-bit WebAssembly.

pub(super) mod simd128;
