//! See `support::bodies::batch`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| support::bodies::batch(data));
