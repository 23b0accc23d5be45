//! Form values, with SP as `+`: every backend, and the peers that know forms.

mod common;

use common::corpus::{to_decode, to_encode};
use common::{AsBytes, SIZES, bench, group, peers, pool, rows};
use criterion::{Criterion, criterion_group, criterion_main};
use percent_simd::{Decoder, Encoder, Utf8, sets};

const SIZES_HERE: [usize; 4] = [SIZES[0], SIZES[1], SIZES[3], SIZES[4]];

fn benches(criterion: &mut Criterion) {
    SIZES_HERE.into_iter().for_each(|size| encoding(criterion, size));
    SIZES_HERE.into_iter().for_each(|size| decoding(criterion, size));
}

fn encoding(criterion: &mut Criterion, size: usize) {
    const FORM: Encoder = Encoder::new(sets::FORM_SET).space_as_plus(true);
    let values = &pool(to_encode, "text", size);
    let texts = &peers::texts(values).expect("it is ASCII");
    let expected: Vec<Vec<u8>> = values
        .iter()
        .map(|input| form_urlencoded::byte_serialize(input).collect::<String>().into_bytes())
        .collect();
    let group = &mut group(criterion, format!("form-encode/text/{size}"), values);
    rows::memcpy(group, values);
    rows::encode_backends(group, values, &expected, FORM);
    bench!(group, values, &expected, "Cow", |input| FORM.encode(input).as_bytes());
    rows::encode_append(group, values, &expected, "append to a String", FORM);
    let mut out = String::new();
    bench!(group, values, &expected, "form_urlencoded, append to a String", |input| {
        out.clear();
        out.extend(form_urlencoded::byte_serialize(input));
        &out
    });
    let mut out = String::new();
    bench!(group, texts, &expected, "url-escape, append to a String", |input| {
        out.clear();
        url_escape::encode_www_form_urlencoded_to_string(input, &mut out)
    });
}

fn decoding(criterion: &mut Criterion, size: usize) {
    const FORM: Decoder = Decoder::new().plus_as_space(true);
    // Single values: `=` and `&` would separate others. Spaces are `+`.
    let mut values = pool(to_decode, "query-like", size);
    for byte in values.iter_mut().flatten() {
        match byte {
            b'.' => *byte = b'+',
            b'=' | b'&' => *byte = b'-',
            _ => {}
        }
    }
    let values = &values;
    let texts = &peers::texts(values).expect("it is ASCII");
    let expected: Vec<Vec<u8>> = values
        .iter()
        .map(|input| percent_encoding::percent_decode(&spaces(input)).collect())
        .collect();
    let group = &mut group(criterion, format!("form-decode/query-like/{size}"), values);
    rows::memcpy(group, values);
    rows::decode_backends(group, values, &expected, FORM);
    bench!(group, values, &expected, "Cow", |input| FORM.decode(input).expect("it never fails"));
    bench!(group, values, &expected, "utf8 lossy, Cow", |input| FORM
        .utf8(Utf8::Lossy)
        .decode_utf8(input)
        .expect("it never fails")
        .as_bytes());
    rows::decode_append(group, values, &expected, "append to a Vec", FORM);
    bench!(group, values, &expected, "percent-encoding after replacing +, Cow", |input| {
        peers::percent_encoding_decode(&spaces(input)).into_owned()
    });
    // Looks for `&` and `=`, too.
    bench!(
        group,
        values,
        &expected,
        "form_urlencoded, parse",
        |input| match form_urlencoded::parse(input).next() {
            Some((name, _)) => name.into_owned().into_bytes(),
            None => Vec::new(),
        }
    );
    bench!(group, texts, &expected, "url-escape, Cow", |input| AsBytes(
        url_escape::decode_www_form_urlencoded(input)
    ));
}

fn spaces(input: &[u8]) -> Vec<u8> {
    input.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect()
}

criterion_group!(all, benches);
criterion_main!(all);
