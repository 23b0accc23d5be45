//! Common rows of the benchmarks: memcpy as the limit, every backend, the peers. Tables and targets
//! refer to them by name.

use std::fmt::Display;
use std::hint::black_box;

use fluent_uri::pct_enc::EString;
use percent_simd::{Backend, Decoder, Encoder};

use super::{Group, bench, peers};

/// Only copies.
pub(crate) fn memcpy(group: &mut Group, pool: &Vec<Vec<u8>>) {
    let mut out = room_for(pool, 1);
    bench!(group, pool, pool, "memcpy (the limit)", |input| {
        out[..input.len()].copy_from_slice(input);
        &out[..input.len()]
    });
}

/// A reused buffer, this many times as long as the longest input.
pub(crate) fn room_for(pool: &[Vec<u8>], times: usize) -> Vec<u8> {
    vec![0; times * pool.iter().map(Vec::len).max().unwrap_or(0)]
}

/// Every backend into a buffer; `policy` is the decoder that they share.
pub(crate) fn decode_backends(
    group: &mut Group,
    pool: &Vec<Vec<u8>>,
    expected: &[Vec<u8>],
    policy: Decoder,
) {
    for backend in Backend::available() {
        decode_into(group, pool, expected, backend, policy.on(backend));
    }
}

/// One decoder into a buffer.
pub(crate) fn decode_into(
    group: &mut Group,
    pool: &Vec<Vec<u8>>,
    expected: &[Vec<u8>],
    name: impl Display,
    decoder: Decoder,
) {
    let mut out = room_for(pool, 1);
    bench!(group, pool, expected, format!("{name}, into a buffer"), |input| {
        let len =
            decoder.decode_into(input, &mut out).expect("nothing is refused and there is room");
        &out[..len]
    });
}

/// One decoder, appending to a Vec that is reused.
pub(crate) fn decode_append(
    group: &mut Group,
    pool: &Vec<Vec<u8>>,
    expected: &[Vec<u8>],
    name: &str,
    decoder: Decoder,
) {
    let mut bytes = Vec::new();
    bench!(group, pool, expected, name, |input| {
        bytes.clear();
        decoder.decode_append(input, &mut bytes).expect("nothing is refused");
        &bytes
    });
}

/// Every backend into a buffer; `policy` is the encoder that they share.
pub(crate) fn encode_backends(
    group: &mut Group,
    pool: &Vec<Vec<u8>>,
    expected: &[Vec<u8>],
    policy: Encoder,
) {
    for backend in Backend::available() {
        encode_into(group, pool, expected, backend, policy.on(backend));
    }
}

/// One encoder into a buffer.
pub(crate) fn encode_into(
    group: &mut Group,
    pool: &Vec<Vec<u8>>,
    expected: &[Vec<u8>],
    name: impl Display,
    encoder: Encoder,
) {
    let mut out = room_for(pool, 3);
    bench!(group, pool, expected, format!("{name}, into a buffer"), |input| {
        let len = encoder.encode_into(input, &mut out).expect("there is room");
        &out[..len]
    });
}

/// One encoder, appending to a String that is reused.
pub(crate) fn encode_append(
    group: &mut Group,
    pool: &Vec<Vec<u8>>,
    expected: &[Vec<u8>],
    name: &str,
    encoder: Encoder,
) {
    let mut text = String::new();
    bench!(group, pool, expected, name, |input| {
        text.clear();
        encoder.encode_append(input, &mut text);
        &text
    });
}

/// The expected decoding, by `percent-encoding`.
pub(crate) fn decoded(pool: &[Vec<u8>]) -> Vec<Vec<u8>> {
    pool.iter().map(|input| percent_encoding::percent_decode(input).collect()).collect()
}

/// The expected encoding.
pub(crate) fn encoded(pool: &[Vec<u8>]) -> Vec<Vec<u8>> {
    pool.iter().map(|input| peers::percent_encoding_encode(input).as_bytes().to_vec()).collect()
}

/// The peers that decode to bytes, or with `all` unset only the fastest two. Peers that refuse
/// malformed input, or take only text, are left out of other inputs.
pub(crate) fn decode_peers(
    group: &mut Group,
    pool: &Vec<Vec<u8>>,
    expected: &[Vec<u8>],
    all: bool,
) {
    let well_formed = pool.iter().all(|input| peers::is_well_formed(input));
    bench!(group, pool, expected, "percent-encoding, Cow", |input| peers::percent_encoding_decode(
        input
    ));
    bench!(group, pool, expected, "urlencoding, Cow", |input| urlencoding::decode_binary(input));
    let Some(texts) = &peers::texts(pool).filter(|_| all) else { return };
    let mut bytes = Vec::new();
    bench!(
        group,
        texts,
        expected,
        "url-escape, append to a Vec",
        |input| peers::url_escape_decode(input, &mut bytes)
    );
    if well_formed && texts.iter().all(|text| text.is_ascii()) {
        bench!(group, texts, expected, "fluent-uri, Cow", |input| peers::fluent_uri_decode(input));
    }
}

/// The peers that encode, or with `all` unset only the fastest two. Peers that take only text are
/// left out of other inputs.
pub(crate) fn encode_peers(
    group: &mut Group,
    pool: &Vec<Vec<u8>>,
    expected: &[Vec<u8>],
    all: bool,
) {
    bench!(group, pool, expected, "percent-encoding, Cow", |input| peers::percent_encoding_encode(
        input
    )
    .as_bytes());
    bench!(group, pool, expected, "urlencoding, Cow", |input| urlencoding::encode_binary(input)
        .as_bytes());
    let Some(texts) = &peers::texts(pool).filter(|_| all) else { return };
    let mut text = String::new();
    bench!(group, texts, expected, "url-escape, append to a String", |input| {
        peers::url_escape_encode(input, &mut text)
    });
    let mut text = EString::new();
    bench!(group, texts, expected, "fluent-uri, append to an EString", |input| {
        peers::fluent_uri_encode(input, &mut text)
    });
    bench!(group, texts, expected, "pct-str, String", |input| peers::pct_str_encode(input));
}
