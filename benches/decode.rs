//! Decoding: every backend into a caller's buffer, the other faces on the best one, the peers, and memcpy as the limit.

mod common;

use std::borrow::Cow;
use std::hint::black_box;

use common::corpus::{DECODE_KINDS, to_decode};
use common::{SIZES, bench, group, pool};
use criterion::{Criterion, criterion_group, criterion_main};
use percent_simd::{Backend, Decoder, Utf8, decode};

fn benches(criterion: &mut Criterion) {
    let mut out = vec![0; 1 << 20];
    for kind in DECODE_KINDS {
        for size in SIZES {
            let pool = &pool(to_decode, kind, size);
            let decoded: Vec<Vec<u8>> = pool.iter().map(|input| percent_encoding::percent_decode(input).collect()).collect();
            let expected = &decoded;
            let group = &mut group(criterion, format!("decode/{kind}/{size}"), pool);

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
            }
            let plain = Decoder::new();
            bench!(group, pool, expected, "Cow", |input| decode(input));
            let mut bytes = Vec::new();
            bench!(group, pool, expected, "append to a Vec", |input| {
                bytes.clear();
                plain.decode_append(input, &mut bytes).expect("it never fails");
                &bytes
            });
            // Includes copying the input to where it is decoded.
            bench!(group, pool, expected, "memcpy and in place", |input| {
                out[..input.len()].copy_from_slice(input);
                let len = plain.decode_in_place(&mut out[..input.len()]).expect("it never fails");
                &out[..len]
            });
            bench!(group, pool, None, "plus_as_space, into a buffer", |input| plain.plus_as_space(true).decode_into(input, &mut out));
            bench!(group, pool, None, "decoded_len", |input| plain.decoded_len(input));
            bench!(group, pool, None, "utf8 lossy, Cow", |input| plain.utf8(Utf8::Lossy).decode_utf8(input).expect("it never fails"));

            bench!(group, pool, expected, "percent-encoding, Cow", |input| Cow::from(percent_encoding::percent_decode(input)));
            if kind != "malformed" {
                bench!(group, pool, expected, "urlencoding, Cow", |input| urlencoding::decode_binary(input));
            }
        }
    }
}

criterion_group!(all, benches);
criterion_main!(all);
