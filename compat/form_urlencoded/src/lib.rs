//! `form_urlencoded` on the kernels of `percent-simd`.
