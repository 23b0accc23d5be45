//! See `support::bodies::charset`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| support::bodies::charset(data));
