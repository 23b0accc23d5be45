//! See `support::bodies::fields`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| support::bodies::fields::fields(data));
