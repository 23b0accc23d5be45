//! Form values, with SP as `+`: every backend, and `form_urlencoded`.

mod common;

use std::borrow::Cow;

use common::corpus::{to_decode, to_encode};
use common::{SIZES, bench, group, pool};
use criterion::{Criterion, criterion_group, criterion_main};
use percent_simd::{Backend, Decoder, Encoder, sets};

fn benches(criterion: &mut Criterion) {
    let mut out = vec![0; 3 << 20];
    for size in SIZES {
        let values = &pool(to_encode, "text", size);
        let serialized: Vec<Vec<u8>> = values.iter().map(|input| form_urlencoded::byte_serialize(input).collect::<String>().into_bytes()).collect();
        let encoding = &mut group(criterion, format!("form-encode/text/{size}"), values);
        for backend in Backend::available() {
            let encoder = Encoder::new(sets::FORM).space_as_plus(true).on(backend);
            bench!(encoding, values, &serialized, format!("{backend}, into a buffer"), |input| {
                let len = encoder.encode_into(input, &mut out).expect("there is room");
                &out[..len]
            });
        }
        bench!(encoding, values, &serialized, "form_urlencoded, byte_serialize to a String", |input| form_urlencoded::byte_serialize(input)
            .collect::<String>());
    }
    for size in SIZES {
        let values = &pool(|_, len, random| to_decode("query-like", len, random), "", size);
        let values: &Vec<Vec<u8>> = &values.iter().map(|input| input.iter().map(|&byte| if byte == b'.' { b'+' } else { byte }).collect()).collect();
        let parsed: Vec<Vec<u8>> = values
            .iter()
            .map(|input| {
                let spaces: Vec<u8> = input.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect();
                percent_encoding::percent_decode(&spaces).collect()
            })
            .collect();
        let decoding = &mut group(criterion, format!("form-decode/query-like/{size}"), values);
        for backend in Backend::available() {
            let decoder = Decoder::new().plus_as_space(true).on(backend);
            bench!(decoding, values, &parsed, format!("{backend}, into a buffer"), |input| {
                let len = decoder.decode_into(input, &mut out).expect("there is room");
                &out[..len]
            });
        }
        bench!(decoding, values, &parsed, "percent-encoding after replacing +, Cow", |input| {
            let spaces: Vec<u8> = input.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect();
            Cow::from(percent_encoding::percent_decode(&spaces)).into_owned()
        });
        // Splits at & and =, too.
        bench!(decoding, values, None, "form_urlencoded, parse", |input| form_urlencoded::parse(input)
            .map(|(name, value)| name.len() + value.len())
            .sum::<usize>());
    }
}

criterion_group!(all, benches);
criterion_main!(all);
