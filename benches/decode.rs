//! Decoding: every backend into a caller's buffer, the other functions on the active one, the
//! peers, and memcpy as the limit.

mod common;

use common::corpus::{DECODE_KINDS, to_decode};
use common::{AsBytes, FEW_SIZES, Group, SIZES, bench, group, peers, pool, rows};
use criterion::{Criterion, criterion_group, criterion_main};
use percent_simd::{AsciiSet, Backend, Decoder, Malformed, Utf8, decode};

const PLAIN: Decoder = Decoder::new();
const STRICT: Decoder = PLAIN.malformed(Malformed::Error);
/// No input holds a triplet of DEL: nothing is kept, nothing is rejected.
const ABSENT: AsciiSet = AsciiSet::from_bytes(b"\x7F");

fn benches(criterion: &mut Criterion) {
    for kind in DECODE_KINDS {
        for size in SIZES {
            let pool = &pool(to_decode, kind, size);
            let expected = &rows::decoded(pool);
            let few = FEW_SIZES.contains(&size);
            let group = &mut group(criterion, format!("decode/{kind}/{size}"), pool);
            rows::memcpy(group, pool);
            rows::decode_backends(group, pool, expected, PLAIN);
            bench!(group, pool, expected, "Cow", |input| decode(input));
            rows::decode_append(group, pool, expected, "append to a Vec", PLAIN);
            if few {
                variants(group, pool, expected);
            }
            rows::decode_peers(group, pool, expected, few);
        }
    }
    for kind in ["clean", "query-like", "cyrillic", "random"] {
        for size in FEW_SIZES {
            text(criterion, kind, size);
        }
    }
}

/// Functions on the active backend that do a little more, or a little less.
fn variants(group: &mut Group, pool: &Vec<Vec<u8>>, expected: &[Vec<u8>]) {
    let well_formed = pool.iter().all(|input| peers::is_well_formed(input));
    // No input holds a `+`.
    rows::decode_into(group, pool, expected, "plus_as_space", PLAIN.plus_as_space(true));
    rows::decode_into(group, pool, expected, "keep", PLAIN.keep(ABSENT));
    rows::decode_into(group, pool, expected, "reject", PLAIN.reject(ABSENT));
    in_place(group, pool, expected, "memcpy and in place", PLAIN);
    let lens: Vec<_> = expected.iter().map(|output| Ok(output.len())).collect();
    bench!(group, pool, == &lens, "decoded_len", |input| PLAIN.decoded_len(input));
    if well_formed {
        rows::decode_into(group, pool, expected, "strict", STRICT);
        in_place(group, pool, expected, "memcpy and in place, strict", STRICT);
        bench!(group, pool, == &vec![Ok(()); pool.len()], "check, strict", |input| STRICT.check(input));
    }
}

/// Includes the copy of the input to the buffer.
fn in_place(
    group: &mut Group,
    pool: &Vec<Vec<u8>>,
    expected: &[Vec<u8>],
    name: &str,
    decoder: Decoder,
) {
    let mut out = rows::room_for(pool, 1);
    bench!(group, pool, expected, name, |input| {
        out[..input.len()].copy_from_slice(input);
        let len = decoder.decode_in_place(&mut out[..input.len()]).expect("nothing is refused");
        &out[..len]
    });
}

/// Decoding to text. Only `random` is not UTF-8: there, only the lossy calls are measured.
fn text(criterion: &mut Criterion, kind: &str, size: usize) {
    let pool = &pool(to_decode, kind, size);
    let decoded = &rows::decoded(pool);
    let texts = &peers::texts(pool).expect("it is ASCII");
    let lossy: Vec<Vec<u8>> = decoded
        .iter()
        .map(|bytes| String::from_utf8_lossy(bytes).into_owned().into_bytes())
        .collect();
    let group = &mut group(criterion, format!("decode-utf8/{kind}/{size}"), pool);
    if lossy == *decoded {
        bench!(group, pool, decoded, "utf8 strict, Cow", |input| PLAIN
            .decode_utf8(input)
            .expect("it is UTF-8")
            .as_bytes());
        // Every backend of the CPU, each of which validates its own result.
        for backend in Backend::available() {
            let decoder = PLAIN.on(backend);
            bench!(group, pool, decoded, format!("{backend}, utf8 strict, Cow"), |input| decoder
                .decode_utf8(input)
                .expect("it is UTF-8")
                .as_bytes());
        }
        bench!(group, pool, decoded, "percent-encoding decode_utf8, Cow", |input| AsBytes(
            percent_encoding::percent_decode(input).decode_utf8().expect("it is UTF-8")
        ));
        bench!(group, texts, decoded, "urlencoding decode, Cow", |input| urlencoding::decode(
            input
        )
        .expect("it is UTF-8")
        .as_bytes());
        bench!(group, texts, decoded, "fluent-uri to_string, Cow", |input| AsBytes(
            peers::fluent_uri_decode_utf8(input)
        ));
        bench!(group, texts, decoded, "pct-str, String", |input| peers::pct_str_decode(input));
        // Validation of the decoded bytes alone: the lower limit of a check.
        bench!(group, decoded, decoded, "the standard library, validation only", |input| {
            core::str::from_utf8(input).expect("it is UTF-8")
        });
        bench!(group, decoded, decoded, "simdutf8, validation only", |input| {
            simdutf8::basic::from_utf8(input).expect("it is UTF-8")
        });
    }
    bench!(group, pool, &lossy, "utf8 lossy, Cow", |input| PLAIN
        .utf8(Utf8::Lossy)
        .decode_utf8(input)
        .expect("it never fails")
        .as_bytes());
    bench!(group, pool, &lossy, "percent-encoding decode_utf8_lossy, Cow", |input| AsBytes(
        percent_encoding::percent_decode(input).decode_utf8_lossy()
    ));
    bench!(group, texts, &lossy, "url-escape, Cow", |input| url_escape::decode(input).as_bytes());
}

criterion_group!(all, benches);
criterion_main!(all);
