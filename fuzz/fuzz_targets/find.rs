//! See `support::bodies::find`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| support::bodies::find(data));
