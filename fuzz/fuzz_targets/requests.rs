//! See `percent_simd_fuzz::requests`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| percent_simd_fuzz::requests(data));
