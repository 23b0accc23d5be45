//! Encoding: every backend into a caller's buffer, the other functions on the active one, the
//! peers, and memcpy as the limit.

mod common;

use common::corpus::{ENCODE_KINDS, to_encode};
use common::{FEW_SIZES, Group, SIZES, bench, group, pool, rows};
use criterion::{Criterion, criterion_group, criterion_main};
use percent_simd::{Encoder, encode, sets};

const PLAIN: Encoder = Encoder::new(sets::URI_COMPONENT);

fn benches(criterion: &mut Criterion) {
    for kind in ENCODE_KINDS {
        for size in SIZES {
            let pool = &pool(to_encode, kind, size);
            let expected = &rows::encoded(pool);
            let few = FEW_SIZES.contains(&size);
            let group = &mut group(criterion, format!("encode/{kind}/{size}"), pool);
            rows::memcpy(group, pool);
            rows::encode_backends(group, pool, expected, PLAIN);
            bench!(group, pool, expected, "Cow", |input| encode(input, sets::URI_COMPONENT)
                .as_bytes());
            rows::encode_append(group, pool, expected, "append to a String", PLAIN);
            if few {
                variants(group, pool, expected);
            }
            rows::encode_peers(group, pool, expected, few);
        }
    }
}

/// Functions on the active backend that do a little more, or a little less.
fn variants(group: &mut Group, pool: &Vec<Vec<u8>>, expected: &[Vec<u8>]) {
    let lens: Vec<usize> = expected.iter().map(Vec::len).collect();
    bench!(group, pool, == &lens, "encoded_len", |input| PLAIN.encoded_len(input));
    // A triplet among random bytes stays.
    let keep = PLAIN.keep_escapes(true);
    let kept: Vec<Vec<u8>> = pool.iter().map(|input| keeping_escapes(input)).collect();
    rows::encode_into(group, pool, &kept, "keep_escapes", keep);
}

/// The expected output of `keep_escapes`: the triplets stay, and the bytes between them are
/// encoded.
fn keeping_escapes(input: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = input;
    while let Some((&first, after)) = rest.split_first() {
        let is_triplet =
            first == b'%' && after.len() >= 2 && after[..2].iter().all(u8::is_ascii_hexdigit);
        let (unit, after) = rest.split_at(if is_triplet { 3 } else { 1 });
        if is_triplet {
            out.extend(unit)
        } else {
            out.extend(common::peers::percent_encoding_encode(unit).as_bytes())
        }
        rest = after;
    }
    out
}

criterion_group!(all, benches);
criterion_main!(all);
