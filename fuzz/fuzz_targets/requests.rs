//! See `support::bodies::requests`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| support::bodies::requests(data));
