//! Every fuzz target: a `[[bin]]` of `Cargo.toml` runs the body that has its name.
#![no_main]

use percent_simd_fuzz::{capi, compat, decode, encode, form};
use support::bodies;

const BODY: fn(&[u8]) = match env!("CARGO_BIN_NAME").as_bytes() {
    b"find" => bodies::find,
    b"decode" => decode,
    b"encode" => encode,
    b"roundtrip" => bodies::roundtrip,
    b"stream" => bodies::stream,
    b"form" => form,
    b"policy" => bodies::policy,
    b"js" => bodies::js,
    b"normalize" => bodies::normalize,
    b"iri" => bodies::iri,
    b"inspect" => bodies::inspect,
    b"path" => bodies::path,
    b"batch" => bodies::batch,
    b"views" => bodies::views,
    b"utf8" => bodies::utf8,
    b"variants" => bodies::variants,
    b"nested" => bodies::nested,
    #[cfg(feature = "charset")]
    b"charset" => bodies::charset,
    b"compat" => compat,
    b"capi" => capi,
    #[cfg(feature = "pct")]
    b"fields" => bodies::fields::fields,
    #[cfg(feature = "tower")]
    b"requests" => bodies::requests,
    _ => panic!("no body has the name of this [[bin]]"),
};

libfuzzer_sys::fuzz_target!(|data: &[u8]| BODY(data));
