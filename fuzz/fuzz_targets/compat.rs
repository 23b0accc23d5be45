//! See `percent_simd_fuzz::compat`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| percent_simd_fuzz::compat(data));
