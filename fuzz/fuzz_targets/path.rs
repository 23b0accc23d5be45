//! See `support::bodies::path`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| support::bodies::path(data));
