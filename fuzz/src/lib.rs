//! The code of the fuzz targets: the bodies, which `tests/fuzz_replay.rs` of the library also
//! includes, and comparisons with crates that only the fuzzers depend on.

mod bodies;
mod capi;
mod compat;
#[cfg(feature = "pct")]
mod fields;
mod peers;
#[cfg(feature = "tower")]
mod requests;

/// `find`: where decoding and encoding change the first byte.
pub fn find(data: &[u8]) {
    bodies::find(data);
}

/// `decode`: every function that decodes to bytes.
pub fn decode(data: &[u8]) {
    bodies::decode(data);
    peers::decode(data);
}

/// `encode`: every function that encodes.
pub fn encode(data: &[u8]) {
    bodies::encode(data);
    peers::encode(data);
}

/// `roundtrip`: the relation of encoding and decoding.
pub fn roundtrip(data: &[u8]) {
    bodies::roundtrip(data);
}

/// `stream`: input in pieces, and the `std::io` adapters.
pub fn stream(data: &[u8]) {
    bodies::stream(data);
}

/// `form`: pairs parsed and serialized, and HTML's additional steps.
pub fn form(data: &[u8]) {
    bodies::form(data);
    peers::form(data);
}

/// `js`: the functions of ECMA-262 on text and on UTF-16.
pub fn js(data: &[u8]) {
    bodies::js(data);
}

/// `policy`: text and its UTF-8 policies, formatting, and the sets that policies are made of.
pub fn policy(data: &[u8]) {
    bodies::policy(data);
}

/// `normalize`: normalization, equivalence and keys, repair, dot segments, hosts.
pub fn normalize(data: &[u8]) {
    bodies::normalize(data);
}

/// `iri`: from URI to IRI and back.
pub fn iri(data: &[u8]) {
    bodies::iri(data);
}

/// `path`: paths of requests under their policies, and request lines.
pub fn path(data: &[u8]) {
    bodies::path(data);
}

/// `batch`: columns, decoded and encoded in one call.
pub fn batch(data: &[u8]) {
    bodies::batch(data);
}

/// `views`: columns of views, decoded and encoded in one call.
pub fn views(data: &[u8]) {
    bodies::views(data);
}

/// `utf8`: UTF-8 validation, raw and decoded.
pub fn utf8(data: &[u8]) {
    bodies::utf8(data);
}

/// `charset`: legacy charsets, encoded, decoded, and in forms.
#[cfg(feature = "charset")]
pub fn charset(data: &[u8]) {
    bodies::charset(data);
}

/// `inspect`: inspection without decoding, and repeated decoding.
pub fn inspect(data: &[u8]) {
    bodies::inspect(data);
}

/// `compat`: the drop-in packages and the originals.
pub fn compat(data: &[u8]) {
    compat::compat(data);
}

/// `capi`: the C library, called through its ABI, compared with the Rust library.
pub fn capi(data: &[u8]) {
    capi::capi(data);
}

/// `fields`: lines of logs and tables, of which some fields are decoded.
#[cfg(feature = "pct")]
pub fn fields(data: &[u8]) {
    fields::fields(data);
}

/// `requests`: requests through the layers of `percent-simd-tower`.
#[cfg(feature = "tower")]
pub fn requests(data: &[u8]) {
    requests::requests(data);
}
