//! See `support::bodies::iri`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| support::bodies::iri(data));
