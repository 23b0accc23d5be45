//! See `support::bodies::stream`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| support::bodies::stream(data));
