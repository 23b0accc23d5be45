//! `percent-encoding` on the kernels of `percent-simd`.
