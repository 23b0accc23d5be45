//! Encoding: every backend into a caller's buffer, the other faces on the best one, the peers, and memcpy as the limit.

mod common;

use std::borrow::Cow;
use std::hint::black_box;

use common::corpus::{ENCODE_KINDS, to_encode};
use common::{SIZES, bench, group, pool};
use criterion::{Criterion, criterion_group, criterion_main};
use percent_simd::{Backend, Encoder, encode, sets};

/// The same set for `percent-encoding`: all but unreserved.
const PEER_SET: &percent_encoding::AsciiSet = &percent_encoding::NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

fn benches(criterion: &mut Criterion) {
    let mut out = vec![0; 3 << 20];
    for kind in ENCODE_KINDS {
        for size in SIZES {
            let pool = &pool(to_encode, kind, size);
            let encoded: Vec<Vec<u8>> = pool.iter().map(|input| percent_encoding::percent_encode(input, PEER_SET).to_string().into_bytes()).collect();
            let expected = &encoded;
            let group = &mut group(criterion, format!("encode/{kind}/{size}"), pool);

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
            }
            let encoder = Encoder::new(sets::URI_COMPONENT);
            bench!(group, pool, expected, "Cow", |input| encode(input, sets::URI_COMPONENT).as_bytes());
            let mut text = String::new();
            bench!(group, pool, expected, "append to a String", |input| {
                text.clear();
                encoder.encode_append(input, &mut text);
                &text
            });
            bench!(group, pool, None, "keep_escapes, into a buffer", |input| encoder.keep_escapes(true).encode_into(input, &mut out));
            bench!(group, pool, None, "encoded_len", |input| encoder.encoded_len(input));

            bench!(group, pool, expected, "percent-encoding, Cow", |input| Cow::<str>::from(percent_encoding::percent_encode(input, PEER_SET))
                .as_bytes());
            bench!(group, pool, expected, "urlencoding, String", |input| urlencoding::encode_binary(input).as_bytes());
        }
    }
}

criterion_group!(all, benches);
criterion_main!(all);
