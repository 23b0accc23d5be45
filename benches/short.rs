//! Short input, one call a line, lines of 8 to 100 bytes, all distinct.

mod common;

use common::corpus::{DECODE_KINDS, ENCODE_KINDS, to_decode, to_encode};
use common::lines;
use criterion::{Criterion, criterion_group, criterion_main};

fn benches(criterion: &mut Criterion) {
    for kind in DECODE_KINDS {
        lines::decoding(
            criterion,
            &format!("short-decode/{kind}"),
            &lines::of_kind(to_decode, kind),
        );
    }
    for kind in ENCODE_KINDS {
        lines::encoding(
            criterion,
            &format!("short-encode/{kind}"),
            &lines::of_kind(to_encode, kind),
        );
    }
}

criterion_group!(all, benches);
criterion_main!(all);
