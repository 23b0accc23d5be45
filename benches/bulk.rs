//! One call at several sizes up to 1 MiB: every backend, every peer, and `memcpy` as the limit.
//!
//! `cargo bench -p percent-simd-benches --bench bulk 'decode/cyrillic/65536'` runs one group. Every output is compared with
//! the expected one before it is timed. `lines` has the other entries and the policies.

use std::borrow::Cow;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{
    BenchmarkGroup, Criterion, SamplingMode, Throughput, criterion_group, criterion_main,
};
use fluent_uri::pct_enc::encoder::{Data, Query};
use fluent_uri::pct_enc::{EStr, EString};
use percent_simd::{Backend, Decoder, Encoder, Malformed, decode, encode, sets};
use percent_simd_benches::{SET, percent_encoding_decode, percent_encoding_encode, pool};
use support::corpus::{to_decode, to_encode};

const SIZES: [usize; 4] = [64, 1 << 10, 1 << 16, 1 << 20];

fn benches(criterion: &mut Criterion) {
    for size in SIZES {
        for kind in ["clean", "query-like", "cyrillic", "random"] {
            decoding(criterion, kind, size);
        }
        for kind in ["clean", "query-like", "cyrillic"] {
            decoding_to_text(criterion, kind, size);
        }
        for kind in ["clean", "text", "cyrillic"] {
            encoding(criterion, kind, size);
        }
    }
}

/// A group of equivalent calls on the same inputs; its throughput counts inputs and their bytes.
fn group<'a>(
    criterion: &'a mut Criterion,
    name: String,
    pool: &[Vec<u8>],
) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::ElementsAndBytes {
        elements: pool.len() as u64,
        bytes: pool.iter().map(|input| input.len() as u64).sum(),
    });
    // Only the median and the spread are used: they do not need many resamples.
    group
        .warm_up_time(Duration::from_millis(20))
        .measurement_time(Duration::from_millis(100))
        .sample_size(20)
        .nresamples(1001);
    // Samples of one length: with growing ones, slow calls would take far longer than that.
    group.sampling_mode(SamplingMode::Flat);
    group
}

/// Times a call over a pool, after its output for every input was compared with the expected one.
macro_rules! bench {
    ($group:expr, $pool:expr, $expected:expr, $name:expr, |$input:ident| $call:expr) => {
        for ($input, expected) in $pool.iter().zip($expected) {
            let $input = &**$input;
            match $call {
                output => assert!(output[..] == expected[..], "{}: wrong output", $name),
            }
        }
        $group.bench_function($name, |bencher| {
            bencher.iter(|| {
                for $input in $pool {
                    let $input = std::hint::black_box(&**$input);
                    let _ = std::hint::black_box($call);
                }
            });
        });
    };
}

fn texts(pool: &[Vec<u8>]) -> Vec<&str> {
    pool.iter().map(|input| std::str::from_utf8(input).expect("these kinds are text")).collect()
}

fn memcpy(group: &mut BenchmarkGroup<'_, WallTime>, pool: &Vec<Vec<u8>>) {
    let mut out = pool[0].clone();
    bench!(group, pool, pool, "memcpy (the limit)", |input| {
        out.copy_from_slice(input);
        &out
    });
}

fn decoding(criterion: &mut Criterion, kind: &str, size: usize) {
    let pool = &pool(to_decode, kind, size);
    let texts = &texts(pool);
    let expected: &Vec<_> = &pool.iter().map(|input| percent_encoding_decode(input)).collect();
    let group = &mut group(criterion, format!("decode/{kind}/{size}"), pool);
    memcpy(group, pool);
    let mut out = vec![0; size];
    for backend in Backend::available() {
        let decoder = Decoder::new().on(backend);
        bench!(group, pool, expected, format!("{backend}, into a buffer"), |input| {
            let len = decoder.decode_into(input, &mut out).expect("nothing is refused");
            &out[..len]
        });
    }
    bench!(group, pool, expected, "Cow", |input| decode(input));
    bench!(group, pool, expected, "percent-encoding, Cow", |input| percent_encoding_decode(input));
    bench!(group, pool, expected, "urlencoding, Cow", |input| urlencoding::decode_binary(input));
    // Its other call, `decode_to_writer`, takes half the time on clean input, elsewhere up to twice.
    let mut vec = Vec::new();
    bench!(group, texts, expected, "url-escape, append to a Vec", |input| {
        vec.clear();
        url_escape::decode_to_vec(input, &mut vec)
    });
    bench!(group, texts, expected, "fluent-uri, Cow", |input| fluent_uri(input).to_bytes());
    if kind == "clean" {
        // The search for the first byte that changes, in input without one.
        let nothing = &vec![[0_u8; 0]; pool.len()];
        let found = |at: Option<usize>| -> &[u8] { if at.is_some() { b"found" } else { b"" } };
        for backend in Backend::available() {
            let percent = Decoder::new().malformed(Malformed::Error).on(backend);
            bench!(group, pool, nothing, format!("{backend}, find any %"), |input| {
                found(percent.find(input))
            });
        }
        bench!(group, pool, nothing, "memchr, %", |input| found(memchr::memchr(b'%', input)));
    }
}

fn decoding_to_text(criterion: &mut Criterion, kind: &str, size: usize) {
    let pool = &pool(to_decode, kind, size);
    let inputs = &texts(pool);
    let decoded: Vec<_> =
        pool.iter().map(|input| percent_encoding_decode(input).into_owned()).collect();
    let expected = &texts(&decoded);
    let decoded: &Vec<_> = &decoded;
    let group = &mut group(criterion, format!("decode-utf8/{kind}/{size}"), pool);
    for backend in Backend::available() {
        let decoder = Decoder::new().on(backend);
        bench!(group, pool, decoded, format!("{backend}, Cow"), |input| {
            as_bytes(decoder.decode_utf8(input).expect("it is UTF-8"))
        });
    }
    bench!(group, pool, decoded, "percent-encoding decode_utf8, Cow", |input| {
        as_bytes(percent_encoding::percent_decode(input).decode_utf8().expect("it is UTF-8"))
    });
    bench!(group, inputs, expected, "urlencoding decode, Cow", |input| {
        urlencoding::decode(input).expect("it is UTF-8")
    });
    bench!(group, inputs, expected, "fluent-uri to_string, Cow", |input| {
        fluent_uri(input).to_string().expect("it is UTF-8")
    });
    bench!(group, inputs, expected, "pct-str, String", |input| {
        pct_str::PctStr::new(input).expect("it is well-formed").decode()
    });
    bench!(group, inputs, expected, "url-escape, lossy, Cow", |input| url_escape::decode(input));
    // Bytes that are already decoded: the limit of a check.
    bench!(group, decoded, expected, "simdutf8, validation only", |input| {
        simdutf8::basic::from_utf8(input).expect("it is UTF-8")
    });
}

fn encoding(criterion: &mut Criterion, kind: &str, size: usize) {
    const COMPONENT: Encoder = Encoder::new(sets::URI_COMPONENT);
    let pool = &pool(to_encode, kind, size);
    let inputs = &texts(pool);
    let expected: &Vec<_> = &pool.iter().map(|input| percent_encoding_encode(input)).collect();
    let bytes: &Vec<_> = &expected.iter().map(|output| output.as_bytes()).collect();
    let group = &mut group(criterion, format!("encode/{kind}/{size}"), pool);
    memcpy(group, pool);
    let mut out = vec![0; 3 * size];
    for backend in Backend::available() {
        let encoder = COMPONENT.on(backend);
        bench!(group, pool, bytes, format!("{backend}, into a buffer"), |input| {
            let len = encoder.encode_into(input, &mut out).expect("there is room");
            &out[..len]
        });
    }
    bench!(group, pool, expected, "Cow", |input| encode(input, sets::URI_COMPONENT));
    bench!(group, pool, expected, "percent-encoding, Cow", |input| percent_encoding_encode(input));
    bench!(group, pool, bytes, "urlencoding, Cow", |input| {
        as_bytes(urlencoding::encode_binary(input))
    });
    let mut text = String::new();
    bench!(group, inputs, expected, "url-escape, append to a String", |input| {
        text.clear();
        url_escape::encode_to_string(input, SET, &mut text)
    });
    let mut text = EString::<Data>::new();
    bench!(group, inputs, expected, "fluent-uri, append to an EString", |input| {
        text.clear();
        text.encode_str::<Data>(input);
        text.as_str()
    });
    bench!(group, inputs, expected, "pct-str, String", |input| {
        let is_escaped = |c: char| !(c.is_ascii_alphanumeric() || "-._~".contains(c));
        pct_str::PctString::encode(input.chars(), is_escaped).into_string()
    });
}

/// Text as bytes, which the call returns: a result may not borrow from a value that it drops.
fn as_bytes(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

fn fluent_uri(input: &str) -> fluent_uri::pct_enc::Decode<'_> {
    EStr::<Query>::new(input).expect("it is well-formed").decode()
}

criterion_group!(all, benches);
criterion_main!(all);
