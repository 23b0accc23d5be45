//! Kernels for AArch64.

pub(in crate::kernel) mod neon;
mod v16;
