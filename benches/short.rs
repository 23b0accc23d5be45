//! Short input, one call a line, lines of 8 to 100 bytes, all distinct: what a log processor or a proxy does. The choice of backend is included.

mod common;

use std::borrow::Cow;
use std::hint::black_box;

use common::corpus::{to_decode, to_encode};
use common::{bench, corpora, group, lines};
use criterion::{Criterion, criterion_group, criterion_main};
use percent_simd::{Backend, Decoder, Encoder, decode, encode, sets};

/// The same set for `percent-encoding`: all but unreserved.
const PEER_SET: &percent_encoding::AsciiSet = &percent_encoding::NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

fn benches(criterion: &mut Criterion) {
    for kind in ["clean", "sparse", "query-like", "cyrillic", "solid", "random", "malformed"] {
        decoding(criterion, &format!("short-decode/{kind}"), &lines(to_decode, kind));
    }
    for kind in ["clean", "sparse", "text", "cyrillic", "solid", "random", "binary"] {
        encoding(criterion, &format!("short-encode/{kind}"), &lines(to_encode, kind));
    }
    for (name, lines) in corpora() {
        decoding(criterion, &format!("lines-decode/{name}"), &lines);
        encoding(criterion, &format!("lines-encode/{name}"), &lines);
    }
}

fn decoding(criterion: &mut Criterion, name: &str, pool: &Vec<Vec<u8>>) {
    let mut out = vec![0; pool.iter().map(Vec::len).max().unwrap_or(0)];
    let decoded: Vec<Vec<u8>> = pool.iter().map(|input| percent_encoding::percent_decode(input).collect()).collect();
    let expected = &decoded;
    let group = &mut group(criterion, name.to_owned(), pool);
    bench!(group, pool, None, "memcpy (the limit: copies, decodes nothing)", |input| {
        out[..input.len()].copy_from_slice(input);
        black_box(&out[0]);
    });
    for backend in Backend::available() {
        let decoder = Decoder::new().on(backend);
        bench!(group, pool, expected, format!("{backend}, into a buffer"), |input| {
            let len = decoder.decode_into(input, &mut out).expect("there is room");
            &out[..len]
        });
        bench!(group, pool, expected, format!("{backend}, Cow"), |input| decoder.decode(input).expect("it never fails"));
    }
    bench!(group, pool, expected, "the active backend, into a buffer", |input| {
        let len = Decoder::new().decode_into(input, &mut out).expect("there is room");
        &out[..len]
    });
    bench!(group, pool, expected, "the active backend, Cow", |input| decode(input));
    bench!(group, pool, expected, "percent-encoding, Cow", |input| Cow::from(percent_encoding::percent_decode(input)));
}

fn encoding(criterion: &mut Criterion, name: &str, pool: &Vec<Vec<u8>>) {
    let mut out = vec![0; 3 * pool.iter().map(Vec::len).max().unwrap_or(0)];
    let encoded: Vec<Vec<u8>> = pool.iter().map(|input| percent_encoding::percent_encode(input, PEER_SET).to_string().into_bytes()).collect();
    let expected = &encoded;
    let group = &mut group(criterion, name.to_owned(), pool);
    bench!(group, pool, None, "memcpy (the limit: copies, encodes nothing)", |input| {
        out[..input.len()].copy_from_slice(input);
        black_box(&out[0]);
    });
    for backend in Backend::available() {
        let encoder = Encoder::new(sets::URI_COMPONENT).on(backend);
        bench!(group, pool, expected, format!("{backend}, into a buffer"), |input| {
            let len = encoder.encode_into(input, &mut out).expect("there is room");
            &out[..len]
        });
        bench!(group, pool, expected, format!("{backend}, Cow"), |input| encoder.encode(input).as_bytes());
    }
    bench!(group, pool, expected, "the active backend, into a buffer", |input| {
        let len = Encoder::new(sets::URI_COMPONENT).encode_into(input, &mut out).expect("there is room");
        &out[..len]
    });
    bench!(group, pool, expected, "the active backend, Cow", |input| encode(input, sets::URI_COMPONENT).as_bytes());
    bench!(group, pool, expected, "percent-encoding, Cow", |input| Cow::<str>::from(percent_encoding::percent_encode(input, PEER_SET)).as_bytes());
}

criterion_group!(all, benches);
criterion_main!(all);
