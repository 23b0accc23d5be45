//! `url_decode` and `url_encode` on batches of 8192 rows, beside `datafusion-spark`'s functions and a loop of
//! `percent-encoding`, which makes a `StringArray` as simply as one can. The backend is AVX2 where the CPU has it.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use arrow::array::{Array, ArrayRef, AsArray, StringArray};
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

/// What Spark decodes, as the functions here do, and `datafusion-spark`'s refuse.
fn check_differences() {
    let values = ["%FF", "%ED%A0%80", "%E0%80%80", "%+F", "%-0", "%１１", "%١١", "%ＡＡ"];
    let values: ArrayRef = Arc::new(StringArray::from(values.to_vec()));
    let nulls = |function: Arc<ScalarUDF>| {
        call(&function, &values).expect("it refuses nothing").null_count()
    };
    assert_eq!(nulls(percent_simd_datafusion::try_url_decode()), 0);
    assert_eq!(nulls(url::try_url_decode()), values.len());
}

fn functions(criterion: &mut Criterion) {
    check_differences();
    if let Some(backend) = Backend::from_name("avx2") {
        backend.set_active();
    }
    println!("backend: {}", Backend::active());
    for (name, content) in Content::ALL {
        for data_type in [DataType::Utf8, DataType::Utf8View] {
            let escaped = column(content, ROWS, &data_type);
            let ours = percent_simd_datafusion::url_decode();
            let theirs = url::url_decode();
            let text = call(&ours, &escaped).expect("the rows are well-formed");
            assert_eq!(&text, &call(&theirs, &escaped).expect("the rows are well-formed"));
            assert_eq!(as_text(&text), decode_loop(&escaped));
            let mut group = criterion.benchmark_group(format!("decode/{name}/{data_type}"));
            group.throughput(Throughput::Elements(ROWS as u64));
            group.bench_function(BenchmarkId::from_parameter("percent-simd"), |bencher| {
                bencher.iter(|| call(&ours, black_box(&escaped)));
            });
            group.bench_function(BenchmarkId::from_parameter("datafusion-spark"), |bencher| {
                bencher.iter(|| call(&theirs, black_box(&escaped)));
            });
            group.bench_function(BenchmarkId::from_parameter("percent-encoding"), |bencher| {
                bencher.iter(|| decode_loop(black_box(&escaped)));
            });
            group.finish();

            let ours = percent_simd_datafusion::url_encode();
            let theirs = url::url_encode();
            // Clean rows for encoding have no `/`.
            let text = match content {
                Content::Clean => without_slashes(&text),
                _ => text,
            };
            let encoded = call(&ours, &text).expect("encoding cannot fail");
            assert_eq!(&encoded, &call(&theirs, &text).expect("encoding cannot fail"));
            let mut group = criterion.benchmark_group(format!("encode/{name}/{data_type}"));
            group.throughput(Throughput::Elements(ROWS as u64));
            group.bench_function(BenchmarkId::from_parameter("percent-simd"), |bencher| {
                bencher.iter(|| call(&ours, black_box(&text)));
            });
            group.bench_function(BenchmarkId::from_parameter("datafusion-spark"), |bencher| {
                bencher.iter(|| call(&theirs, black_box(&text)));
            });
            group.bench_function(BenchmarkId::from_parameter("percent-encoding"), |bencher| {
                bencher.iter(|| encode_loop(black_box(&text)));
            });
            group.finish();
        }
    }
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
