//! Looking without decoding: `inspect` and `contains_decoded` on every backend, and what one would
//! do otherwise: decode, and look at the bytes.

mod common;

use common::corpus::{Random, fill, to_decode};
use common::look::{LOOKED_FOR, Look, decoded_and_looked_at};
use common::peers::percent_encoding_decode;
use common::{bench, group, pool};
use criterion::{Criterion, criterion_group, criterion_main};
use percent_simd::{AsciiSet, Backend, Flags, contains_decoded, inspect};

const SIZES: [usize; 3] = [64, 1 << 10, 1 << 16];
/// No input holds it, so all of each is looked at.
const ABSENT: u8 = 0x7F;
/// What a look at decoded bytes finds exactly, for no input holds any of it raw. It takes only what
/// it sees for a dot segment.
const VISIBLE: Flags = LOOKED_FOR.difference(Flags::DOT_SEGMENT);

fn benches(criterion: &mut Criterion) {
    let before = Backend::active();
    for kind in ["clean", "query-like", "cyrillic", "hostile"] {
        for size in SIZES {
            let pool = &pool(to_inspect, kind, size);
            inspecting(criterion, format!("inspect/{kind}/{size}"), pool);
            containing(criterion, format!("contains-decoded/{kind}/{size}"), pool);
        }
    }
    before.set_active();
}

fn to_inspect(kind: &str, len: usize, random: &mut Random) -> Vec<u8> {
    const TRICKS: [&[u8]; 12] = [
        b"%2e%2e",
        b".%2e",
        b"%2f",
        b"%5C",
        b"%252f",
        b"%%32%65",
        b"%c0%af",
        b"%0d%0a",
        b"%C3%A9",
        b"%F0%9F%92%A9",
        b"%zz",
        b"%%%%",
    ];
    if kind != "hostile" {
        return to_decode(kind, len, random);
    }
    fill(len, random, |out, random| {
        if random.per_mille(500) {
            out.extend(random.of(&TRICKS))
        } else {
            out.push(random.plain())
        }
    })
}

fn inspecting(criterion: &mut Criterion, name: String, pool: &Vec<Vec<u8>>) {
    let look = |input: &[u8]| {
        let look = decoded_and_looked_at(input);
        Look { flags: look.flags.intersection(VISIBLE), ..look }
    };
    let expected = &pool.iter().map(|input| look(input)).collect::<Vec<_>>();
    let group = &mut group(criterion, name, pool);
    for backend in Backend::available() {
        backend.set_active();
        bench!(group, pool, == expected, backend.name(), |input| {
            let report = inspect(input);
            Look {
                decoded_len: report.decoded_len(),
                malformed: report.malformed_count(),
                flags: report.flags().intersection(VISIBLE),
            }
        });
    }
    bench!(group, pool, == expected, "percent-encoding, Cow, and a look at it", |input| look(input));
}

fn containing(criterion: &mut Criterion, name: String, pool: &Vec<Vec<u8>>) {
    let set = AsciiSet::EMPTY.add(ABSENT);
    let nothing = &vec![None; pool.len()];
    let group = &mut group(criterion, name, pool);
    for backend in Backend::available() {
        backend.set_active();
        bench!(group, pool, == nothing, backend.name(), |input| contains_decoded(input, set));
    }
    bench!(group, pool, == nothing, "percent-encoding, Cow, and memchr", |input| memchr::memchr(ABSENT, &percent_encoding_decode(input)));
}

criterion_group!(all, benches);
criterion_main!(all);
