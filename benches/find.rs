//! Searching for the first byte that changes, in input without one: every backend, and memchr.

mod common;

use common::corpus::to_decode;
use common::{SIZES, bench, group, pool};
use criterion::{Criterion, criterion_group, criterion_main};
use percent_simd::{Backend, Decoder, Encoder, Malformed, sets};

fn benches(criterion: &mut Criterion) {
    let triplet = Decoder::new();
    let percent = triplet.malformed(Malformed::Error);
    let percent_or_plus = percent.plus_as_space(true);
    for size in SIZES {
        let pool = &pool(to_decode, "clean", size);
        let nothing = &vec![None; pool.len()];
        let group = &mut group(criterion, format!("find/clean/{size}"), pool);
        for backend in Backend::available() {
            let (triplet, percent, set) = (
                triplet.on(backend),
                percent.on(backend),
                Encoder::new(sets::URI_COMPONENT).on(backend),
            );
            bench!(group, pool, == nothing, format!("{backend}, a triplet"), |input| triplet.find(input));
            bench!(group, pool, == nothing, format!("{backend}, any %"), |input| percent.find(input));
            bench!(group, pool, == nothing, format!("{backend}, a set"), |input| set.find(input));
        }
        bench!(group, pool, == nothing, "the active backend, any %", |input| percent.find(input));
        bench!(group, pool, == nothing, "the active backend, any % or +", |input| percent_or_plus.find(input));
        bench!(group, pool, == nothing, "memchr, %", |input| memchr::memchr(b'%', input));
        bench!(group, pool, == nothing, "memchr2, % or +", |input| memchr::memchr2(b'%', b'+', input));
    }
}

criterion_group!(all, benches);
criterion_main!(all);
