//! One call a line, as a log processor or a proxy does: the rows for pools of short inputs. The
//! choice of backend is included.

use criterion::Criterion;
use percent_simd::{Backend, Decoder, Encoder, decode, encode, sets};

use super::{bench, corpus::Random, group, rows};

/// Distinct lines of 8 to 100 bytes.
pub(crate) fn of_kind(make: fn(&str, usize, &mut Random) -> Vec<u8>, kind: &str) -> Vec<Vec<u8>> {
    let mut random = Random::new(8_100);
    (0..8192)
        .map(|_| {
            let len = 8 + random.below(93);
            make(kind, len, &mut random)
        })
        .collect()
}

pub(crate) fn decoding(criterion: &mut Criterion, name: &str, pool: &Vec<Vec<u8>>) {
    let expected = &rows::decoded(pool);
    let group = &mut group(criterion, name.to_owned(), pool);
    rows::memcpy(group, pool);
    rows::decode_backends(group, pool, expected, Decoder::new());
    for backend in Backend::available() {
        let decoder = Decoder::new().on(backend);
        bench!(group, pool, expected, format!("{backend}, Cow"), |input| decoder
            .decode(input)
            .expect("it never fails"));
    }
    let mut out = rows::room_for(pool, 1);
    bench!(group, pool, expected, "the active backend, into a buffer", |input| {
        let len = Decoder::new().decode_into(input, &mut out).expect("there is room");
        &out[..len]
    });
    bench!(group, pool, expected, "Cow", |input| decode(input));
    rows::decode_append(group, pool, expected, "append to a Vec", Decoder::new());
    rows::decode_peers(group, pool, expected, true);
}

pub(crate) fn encoding(criterion: &mut Criterion, name: &str, pool: &Vec<Vec<u8>>) {
    let expected = &rows::encoded(pool);
    let group = &mut group(criterion, name.to_owned(), pool);
    rows::memcpy(group, pool);
    rows::encode_backends(group, pool, expected, Encoder::new(sets::URI_COMPONENT));
    for backend in Backend::available() {
        let encoder = Encoder::new(sets::URI_COMPONENT).on(backend);
        bench!(group, pool, expected, format!("{backend}, Cow"), |input| encoder
            .encode(input)
            .as_bytes());
    }
    let mut out = rows::room_for(pool, 3);
    bench!(group, pool, expected, "the active backend, into a buffer", |input| {
        let len =
            Encoder::new(sets::URI_COMPONENT).encode_into(input, &mut out).expect("there is room");
        &out[..len]
    });
    bench!(group, pool, expected, "Cow", |input| encode(input, sets::URI_COMPONENT).as_bytes());
    rows::encode_append(
        group,
        pool,
        expected,
        "append to a String",
        Encoder::new(sets::URI_COMPONENT),
    );
    rows::encode_peers(group, pool, expected, true);
}
