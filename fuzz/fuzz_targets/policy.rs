//! See `support::bodies::policy`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| support::bodies::policy(data));
