//! See `support::bodies::views`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| support::bodies::views(data));
