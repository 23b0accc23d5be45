//! See `support::bodies::inspect`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| support::bodies::inspect(data));
