//! See `support::bodies::roundtrip`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| support::bodies::roundtrip(data));
