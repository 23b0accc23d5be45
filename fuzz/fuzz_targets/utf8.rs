//! See `support::bodies::utf8`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| support::bodies::utf8(data));
