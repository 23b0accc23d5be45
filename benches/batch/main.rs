//! Columns in one call, compared with a call for each row: rows as in query engines (`columns.rs`),
//! rows without an escape, the request targets of the sample access log, and the lines of the files
//! in `PERCENT_CORPUS=file[,file]`.

mod columns;
#[path = "../common/mod.rs"]
mod common;

use std::hint::black_box;
use std::path::Path;

use common::corpus::{Random, to_decode, to_encode};
use common::{AsBytes, Group, group, peers, rows};
use criterion::{Criterion, criterion_group, criterion_main};
use percent_simd::batch::{Column, ColumnRef, OnError};
use percent_simd::{AsciiSet, Backend, Decoder, Encoder, Malformed, decode, sets};

const ENCODER: Encoder = Encoder::new(sets::URI_COMPONENT);
const STRICT: Decoder =
    Decoder::new().malformed(Malformed::Error).keep(AsciiSet::from_bytes(b"/%"));

fn benches(criterion: &mut Criterion) {
    columns::benches(criterion);
    let clean = |make: fn(&str, usize, &mut Random) -> Vec<u8>| of_kind(make, "clean");
    decoding(criterion, "clean", &clean(to_decode));
    encoding(criterion, "clean", &clean(to_encode));
    encoding(criterion, "text", &of_kind(to_encode, "text"));

    let log = read(concat!(env!("CARGO_MANIFEST_DIR"), "/samples/access.log"));
    let targets = log.iter().filter_map(|line| {
        line.split(|&byte| byte == b'"').nth(1)?.split(|&byte| byte == b' ').nth(1)
    });
    decoding(criterion, "targets", &targets.map(<[u8]>::to_vec).collect());

    let named = std::env::var("PERCENT_CORPUS").unwrap_or_default();
    for path in named.split(',').filter(|name| !name.is_empty()) {
        let name = Path::new(path)
            .file_name()
            .map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned());
        let pool = read(path);
        decoding(criterion, &name, &pool);
        encoding(criterion, &name, &rows::decoded(&pool));
    }
}

/// The nonempty lines of a file.
fn read(path: &str) -> Vec<Vec<u8>> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).map(<[u8]>::to_vec).collect()
}

/// Values and offsets of rows.
fn column(rows: impl IntoIterator<Item = impl AsRef<[u8]>>) -> (Vec<u8>, Vec<u32>) {
    let (mut values, mut offsets) = (Vec::new(), vec![0]);
    append(rows, &mut values, &mut offsets);
    (values, offsets)
}

fn append(
    rows: impl IntoIterator<Item = impl AsRef<[u8]>>,
    values: &mut Vec<u8>,
    offsets: &mut Vec<u32>,
) {
    for row in rows {
        values.extend_from_slice(row.as_ref());
        offsets.push(u32::try_from(values.len()).expect("benchmarks have no columns of 4 GiB"));
    }
}

/// Times a call for each row that collects the results into a column with reused memory.
fn by_row<'a, T: AsRef<[u8]>>(
    group: &mut Group,
    name: &str,
    pool: &'a [Vec<u8>],
    expected: &(Vec<u8>, Vec<u32>),
    call: impl Fn(&'a [u8]) -> T,
) {
    let (mut values, mut offsets) = (Vec::new(), Vec::new());
    let run = |values: &mut Vec<u8>, offsets: &mut Vec<u32>| {
        values.clear();
        offsets.clear();
        offsets.push(0);
        append(pool.iter().map(|row| call(black_box(row))), values, offsets);
        black_box((values, offsets));
    };
    run(&mut values, &mut offsets);
    assert!((&values, &offsets) == (&expected.0, &expected.1), "{name}: wrong output");
    group.bench_function(name, |bencher| bencher.iter(|| run(&mut values, &mut offsets)));
}

/// Times one call for the column.
fn at_once(
    group: &mut Group,
    name: &str,
    expected: &(Vec<u8>, Vec<u32>),
    call: impl Fn(&mut Column<u32>),
) {
    let mut output = Column::new();
    call(&mut output);
    assert!(
        (output.values(), output.offsets()) == (&expected.0, &expected.1),
        "{name}: wrong output"
    );
    group.bench_function(name, |bencher| bencher.iter(|| call(black_box(&mut output))));
}

fn decoding(criterion: &mut Criterion, name: &str, pool: &Vec<Vec<u8>>) {
    let group = &mut group(criterion, format!("batch-decode/{name}"), pool);
    let (values, offsets) = column(pool);
    let input = ColumnRef::new(&values, &offsets).expect("it is a column");
    let expected = &column(rows::decoded(pool));
    at_once(group, "a column", expected, |output| {
        Decoder::new()
            .decode_batch(black_box(input), OnError::Fail, output)
            .expect("nothing is refused");
    });
    for backend in Backend::available() {
        let decoder = Decoder::new().on(backend);
        at_once(group, &format!("{backend}, a column"), expected, |output| {
            decoder
                .decode_batch(black_box(input), OnError::Fail, output)
                .expect("nothing is refused");
        });
    }
    let text: Vec<_> = rows::decoded(pool)
        .iter()
        .map(|row| std::str::from_utf8(row).map(str::to_owned).unwrap_or_default())
        .collect();
    let text = &column(&text);
    at_once(group, "text, errors are null, a column", text, |output| {
        Decoder::new()
            .decode_utf8_batch(black_box(input), OnError::Null, output)
            .expect("errors are null");
    });
    by_row(group, "text, errors are empty, Cow", pool, text, |row| {
        AsBytes(Decoder::new().decode_utf8(row).unwrap_or_default())
    });
    by_row(group, "Cow", pool, expected, |row| decode(row));
    by_row(group, "Decoder, Cow", pool, expected, |row| {
        Decoder::new().decode(row).expect("nothing is refused")
    });
    by_row(group, "percent-encoding, Cow", pool, expected, |row| {
        peers::percent_encoding_decode(row)
    });
    let strict = &column(pool.iter().map(|row| STRICT.decode(row).unwrap_or_default()));
    at_once(group, "strict, keeps / and %, errors are null, a column", strict, |output| {
        STRICT.decode_batch(black_box(input), OnError::Null, output).expect("errors are null");
    });
    by_row(group, "strict, keeps / and %, errors are empty, Cow", pool, strict, |row| {
        STRICT.decode(row).unwrap_or_default()
    });
}

fn encoding(criterion: &mut Criterion, name: &str, pool: &Vec<Vec<u8>>) {
    let group = &mut group(criterion, format!("batch-encode/{name}"), pool);
    let (values, offsets) = column(pool);
    let input = ColumnRef::new(&values, &offsets).expect("it is a column");
    let expected = &column(rows::encoded(pool));
    at_once(group, "a column", expected, |output| {
        ENCODER.encode_batch(black_box(input), output).expect("the offsets suffice")
    });
    for backend in Backend::available() {
        let encoder = ENCODER.on(backend);
        at_once(group, &format!("{backend}, a column"), expected, |output| {
            encoder.encode_batch(black_box(input), output).expect("the offsets suffice");
        });
    }
    by_row(group, "Cow", pool, expected, |row| AsBytes(ENCODER.encode(row)));
    by_row(group, "percent-encoding, Cow", pool, expected, |row| {
        AsBytes(peers::percent_encoding_encode(row))
    });
}

/// Distinct rows of 8 to 100 bytes.
fn of_kind(make: fn(&str, usize, &mut Random) -> Vec<u8>, kind: &str) -> Vec<Vec<u8>> {
    let mut random = Random::new(8_100);
    (0..8192)
        .map(|_| {
            let len = 8 + random.below(93);
            make(kind, len, &mut random)
        })
        .collect()
}

criterion_group!(all, benches);
criterion_main!(all);
