//! `url_decode` and `url_encode` on batches of 8192 rows, beside `datafusion-spark`'s functions and a loop of
//! `percent-encoding`, which makes a `StringArray` as simply as one can. The backend is AVX2 where the CPU has it.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use arrow::array::{ArrayRef, AsArray, StringArray};
use arrow::compute::cast;
use arrow::datatypes::DataType;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use datafusion_expr::ScalarUDF;
use datafusion_spark::function::url;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use percent_simd::Backend;
use percent_simd_engines_measure::{Content, call, column};

const ROWS: usize = 8192;
const FORM: &AsciiSet = &NON_ALPHANUMERIC.remove(b'*').remove(b'-').remove(b'.').remove(b'_');

fn functions(criterion: &mut Criterion) {
    if let Some(backend) = Backend::from_name("avx2") {
        backend.set_active();
    }
    println!("backend: {}", Backend::active());
    for (name, content) in Content::ALL {
        for data_type in [DataType::Utf8, DataType::Utf8View] {
            let title = format!("{name}/{data_type}");
            let escaped = column(content, ROWS, &data_type);
            let sides = [percent_simd_datafusion::url_decode(), url::url_decode()];
            let text = compare(criterion, format!("decode/{title}"), &escaped, &sides, decode_loop);
            assert_eq!(as_text(&text), decode_loop(&escaped));
            // Clean rows for encoding have no `/`.
            let text = if content == Content::Clean { without_slashes(&text) } else { text };
            let sides = [percent_simd_datafusion::url_encode(), url::url_encode()];
            compare(criterion, format!("encode/{title}"), &text, &sides, encode_loop);
        }
    }
}

/// Times ours, theirs and the loop on an array. Both functions have to give the same, which is the
/// result.
fn compare(
    criterion: &mut Criterion,
    name: String,
    array: &ArrayRef,
    [ours, theirs]: &[Arc<ScalarUDF>; 2],
    each: fn(&ArrayRef) -> StringArray,
) -> ArrayRef {
    let answer = call(ours, array, &[]).expect("the rows are well-formed");
    assert_eq!(&answer, &call(theirs, array, &[]).expect("the rows are well-formed"));
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(ROWS as u64));
    for (side, function) in [("percent-simd", ours), ("datafusion-spark", theirs)] {
        group.bench_function(BenchmarkId::from_parameter(side), |bencher| {
            bencher.iter(|| call(function, black_box(array), &[]));
        });
    }
    group.bench_function(BenchmarkId::from_parameter("percent-encoding"), |bencher| {
        bencher.iter(|| each(black_box(array)));
    });
    group.finish();
    answer
}

fn as_text(array: &ArrayRef) -> StringArray {
    cast(array, &DataType::Utf8).expect("text becomes text").as_string().clone()
}

fn without_slashes(array: &ArrayRef) -> ArrayRef {
    let rows: StringArray =
        as_text(array).iter().map(|row| row.map(|row| row.replace('/', "_"))).collect();
    cast(&(Arc::new(rows) as ArrayRef), array.data_type()).expect("text becomes text")
}

/// The rows of an array of either type.
fn rows(array: &ArrayRef) -> Box<dyn Iterator<Item = Option<&str>> + '_> {
    match array.data_type() {
        DataType::Utf8View => Box::new(array.as_string_view().iter()),
        _ => Box::new(array.as_string::<i32>().iter()),
    }
}

/// Without a look at what is malformed, and `+` as a space.
fn decode_loop(array: &ArrayRef) -> StringArray {
    let decoded = |row: &str| {
        let row = row.replace('+', " ");
        percent_decode_str(&row).decode_utf8_lossy().into_owned()
    };
    rows(array).map(|row| row.map(decoded)).collect()
}

fn encode_loop(array: &ArrayRef) -> StringArray {
    rows(array).map(|row| row.map(|row| utf8_percent_encode(row, FORM).to_string())).collect()
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(700))
        .sample_size(20)
        .without_plots();
    targets = functions
}
criterion_main!(benches);
