//! See `support::bodies::js`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| support::bodies::js(data));
