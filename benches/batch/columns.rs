//! Columns of 8,192 rows of 20 to 200 bytes, as query engines pass them: as offsets and as views,
//! compared with a loop of single calls that builds a column of the same layout.

use std::hint::black_box;

use criterion::Criterion;
use percent_simd::batch::{Column, ColumnRef, OnError, ViewBuffer, ViewColumn, ViewColumnRef};
use percent_simd::{Backend, Decoder, Encoder};

use super::common::corpus::{Random, to_decode, to_encode};
use super::common::{Group, group, peers};
use super::{ENCODER, column};

/// Makes a row of some kind and length.
type Make = fn(&str, usize, &mut Random) -> Vec<u8>;

/// Rows of 20 to 200 bytes: all of one kind, or half of them clean.
fn rows(make: Make, name: &str, kind: &str) -> Vec<Vec<u8>> {
    let mut random = Random::new(20_200);
    let rows = (0..8192).map(|_| {
        let len = 20 + random.below(181);
        let is_clean = name == "half" && random.below(2) == 0;
        make(if is_clean { "clean" } else { kind }, len, &mut random)
    });
    rows.collect()
}

/// The rows as views of one buffer.
fn views(rows: &[Vec<u8>]) -> (Vec<u8>, Vec<[u8; 16]>) {
    let (mut values, mut views) = (Vec::new(), Vec::new());
    for row in rows {
        views.push(view(row, values.len()).to_le_bytes());
        values.extend_from_slice(row);
    }
    (values, views)
}

fn view(row: &[u8], offset: usize) -> u128 {
    let mut view = [0; 16];
    view[..4].copy_from_slice(&(row.len() as u32).to_le_bytes());
    if row.len() <= 12 {
        view[4..4 + row.len()].copy_from_slice(row);
    } else {
        view[4..8].copy_from_slice(&row[..4]);
        view[12..].copy_from_slice(&(offset as u32).to_le_bytes());
    }
    u128::from_le_bytes(view)
}

pub(crate) fn benches(criterion: &mut Criterion) {
    for (name, kind) in [("clean", "clean"), ("half", "query-like"), ("solid", "cyrillic")] {
        decoding(criterion, name, &rows(to_decode, name, kind));
    }
    for (name, kind) in [("clean", "clean"), ("half", "text"), ("solid", "cyrillic")] {
        encoding(criterion, name, &rows(to_encode, name, kind));
    }
}

/// Times one call for the column, as offsets and as views, with newly allocated memory, which an
/// engine needs that passes the column on.
fn columns(
    group: &mut Group,
    name: &str,
    pool: &[Vec<u8>],
    expected: &[Vec<u8>],
    by_offsets: impl Fn(ColumnRef<'_, i32>, &mut Column<i32>),
    by_views: impl Fn(ViewColumnRef<'_>, &mut ViewColumn),
) {
    let (values, offsets) = column(pool);
    let offsets: Vec<i32> = offsets.iter().map(|&offset| offset as i32).collect();
    let input = ColumnRef::new(&values, &offsets).expect("it is a column");
    let mut output = Column::new();
    by_offsets(input, &mut output);
    assert!(output.iter().eq(expected.iter().map(|row| Some(&row[..]))), "{name}: wrong output");
    group.bench_function(format!("{name}, offsets"), |bencher| {
        bencher.iter(|| {
            let mut output = Column::new();
            by_offsets(
                ColumnRef::new(&values, black_box(&offsets)).expect("as before"),
                &mut output,
            );
            output
        });
    });
    let (values, views) = views(pool);
    let buffers = [&values[..]];
    let mut output = ViewColumn::new();
    by_views(ViewColumnRef::new(&views, &buffers, None).expect("it is a column"), &mut output);
    let flat = output.to_column::<i32>(&buffers).expect("it fits");
    assert!(flat.iter().eq(expected.iter().map(|row| Some(&row[..]))), "{name}: wrong output");
    let is_copied = output.buffers().iter().any(|buffer| matches!(buffer, ViewBuffer::Own(_)));
    assert_eq!(is_copied, pool != expected, "{name}: clean rows are not copied");
    group.bench_function(format!("{name}, views"), |bencher| {
        bencher.iter(|| {
            let mut output = ViewColumn::new();
            let input = ViewColumnRef::new(black_box(&views), &buffers, None).expect("as before");
            by_views(input, &mut output);
            output
        });
    });
}

/// Times a call for each row, as offsets and as views.
fn loops<'a, T: AsRef<[u8]>>(
    group: &mut Group,
    name: &str,
    pool: &'a [Vec<u8>],
    call: impl Fn(&'a [u8]) -> T,
) {
    group.bench_function(format!("{name}, offsets"), |bencher| {
        bencher.iter(|| column(pool.iter().map(|row| call(black_box(row)))));
    });
    group.bench_function(format!("{name}, views"), |bencher| {
        bencher.iter(|| {
            let (mut values, mut views) = (Vec::<u8>::new(), Vec::with_capacity(pool.len()));
            for row in pool {
                let row = call(black_box(row));
                views.push(view(row.as_ref(), values.len()));
                values.extend_from_slice(row.as_ref());
            }
            (values, views)
        });
    });
}

fn decoding(criterion: &mut Criterion, name: &str, pool: &[Vec<u8>]) {
    let expected: Vec<_> =
        pool.iter().map(|row| peers::percent_encoding_decode(row).into_owned()).collect();
    let group = &mut group(criterion, format!("columns-decode/{name}"), pool);
    for backend in
        Backend::available().filter(|backend| ["avx2", "avx512"].contains(&backend.name()))
    {
        let decoder = Decoder::new().on(backend);
        columns(
            group,
            backend.name(),
            pool,
            &expected,
            |input, output| {
                decoder.decode_batch(input, OnError::Fail, output).expect("it never fails")
            },
            |input, output| {
                decoder.decode_batch(input, OnError::Fail, output).expect("it never fails")
            },
        );
        columns(
            group,
            &format!("{backend}, text"),
            pool,
            &expected,
            |input, output| {
                decoder.decode_utf8_batch(input, OnError::Null, output).expect("errors are null")
            },
            |input, output| {
                decoder.decode_utf8_batch(input, OnError::Null, output).expect("errors are null")
            },
        );
        loops(group, &format!("{backend}, a loop of Cow"), pool, |row| {
            decoder.decode(row).expect("it never fails")
        });
    }
    loops(group, "a loop of percent-encoding", pool, |row| peers::percent_encoding_decode(row));
}

fn encoding(criterion: &mut Criterion, name: &str, pool: &[Vec<u8>]) {
    let expected: Vec<_> = pool
        .iter()
        .map(|row| peers::percent_encoding_encode(row).into_owned().into_bytes())
        .collect();
    let group = &mut group(criterion, format!("columns-encode/{name}"), pool);
    for backend in
        Backend::available().filter(|backend| ["avx2", "avx512"].contains(&backend.name()))
    {
        let encoder: Encoder = ENCODER.on(backend);
        columns(
            group,
            backend.name(),
            pool,
            &expected,
            |input, output| encoder.encode_batch(input, output).expect("it fits"),
            |input, output| encoder.encode_batch(input, output).expect("it fits"),
        );
        loops(group, &format!("{backend}, a loop of Cow"), pool, |row| {
            super::AsBytes(encoder.encode(row))
        });
    }
    loops(group, "a loop of percent-encoding", pool, |row| {
        super::AsBytes(peers::percent_encoding_encode(row))
    });
}
