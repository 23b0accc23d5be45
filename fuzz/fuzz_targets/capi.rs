//! See `percent_simd_fuzz::capi`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| percent_simd_fuzz::capi(data));
