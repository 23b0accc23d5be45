//! Finding the first byte that matters, in input that holds none: every backend, and memchr.

mod common;

use common::corpus::to_decode;
use common::{SIZES, bench, group, pool};
use criterion::{Criterion, criterion_group, criterion_main};
use percent_simd::{Backend, Decoder, Encoder, Malformed, sets};

fn benches(criterion: &mut Criterion) {
    for size in SIZES {
        let pool = &pool(to_decode, "clean", size);
        let group = &mut group(criterion, format!("find/clean/{size}"), pool);
        for backend in Backend::available() {
            let (decoder, encoder) = (Decoder::new().on(backend), Encoder::new(sets::URI_COMPONENT).on(backend));
            assert!(pool.iter().all(|input| decoder.find(input).is_none() && encoder.find(input).is_none()));
            bench!(group, pool, None, format!("{backend}, a triplet"), |input| decoder.find(input));
            bench!(group, pool, None, format!("{backend}, any %"), |input| decoder.malformed(Malformed::Error).find(input));
            bench!(group, pool, None, format!("{backend}, a set"), |input| encoder.find(input));
        }
        bench!(group, pool, None, "memchr, %", |input| memchr::memchr(b'%', input));
        bench!(group, pool, None, "memchr2, % and +", |input| memchr::memchr2(b'%', b'+', input));
    }
}

criterion_group!(all, benches);
criterion_main!(all);
