//! See `support::bodies::normalize`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| support::bodies::normalize(data));
