//! What all benchmarks share: inputs, criterion's settings, and the rule that every call's output is verified once before it is timed.
#![allow(dead_code, unused_macros, unused_imports, reason = "each benchmark uses its part")]

pub(crate) mod corpus;

use std::time::Duration;

use criterion::{BenchmarkGroup, Criterion, Throughput, measurement::WallTime};

use corpus::Random;

/// Lengths of input in bytes.
pub(crate) const SIZES: [usize; 6] = [16, 64, 256, 1 << 10, 1 << 16, 1 << 20];

/// Distinct inputs of one kind and length, about 64 KiB of them: a single one that is measured again and again is learnt by the branch predictor.
pub(crate) fn pool(make: fn(&str, usize, &mut Random) -> Vec<u8>, kind: &str, len: usize) -> Vec<Vec<u8>> {
    let mut random = Random::new(len as u64);
    (0..(1 << 16) / len.min(1 << 16)).map(|_| make(kind, len, &mut random)).collect()
}

/// Distinct lines of 8 to 100 bytes.
pub(crate) fn lines(make: fn(&str, usize, &mut Random) -> Vec<u8>, kind: &str) -> Vec<Vec<u8>> {
    let mut random = Random::new(8_100);
    (0..8192)
        .map(|_| {
            let len = 8 + random.below(93);
            make(kind, len, &mut random)
        })
        .collect()
}

/// The lines of the files that `PERCENT_CORPUS=file[,file]` names, and those of the sample that comes with the repository; with each file's name.
pub(crate) fn corpora() -> Vec<(String, Vec<Vec<u8>>)> {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/access.log").to_owned();
    let named = std::env::var("PERCENT_CORPUS").unwrap_or_default();
    std::iter::once(sample)
        .chain(named.split(',').filter(|name| !name.is_empty()).map(str::to_owned))
        .map(|path| {
            let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("PERCENT_CORPUS: {path}: {error}"));
            let name = std::path::Path::new(&path).file_name().map_or_else(|| path.clone(), |name| name.to_string_lossy().into_owned());
            (name, bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).map(<[u8]>::to_vec).collect())
        })
        .collect()
}

/// A group of calls that do the same to the same inputs; its throughput counts bytes of input.
pub(crate) fn group<'a>(criterion: &'a mut Criterion, name: String, pool: &[Vec<u8>]) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(pool.iter().map(|input| input.len() as u64).sum()));
    group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(300)).sample_size(20);
    group
}

/// Times a call over a pool, after its output for every input was compared with the expected one (`None`: it does something else, which its name
/// says).
macro_rules! bench {
    ($group:expr, $pool:expr, None, $name:expr, |$input:ident| $call:expr) => {
        $group.bench_function($name, |bencher| {
            bencher.iter(|| {
                for $input in $pool {
                    let $input: &[u8] = std::hint::black_box($input);
                    let _ = std::hint::black_box($call);
                }
            });
        });
    };
    ($group:expr, $pool:expr, $expected:expr, $name:expr, |$input:ident| $call:expr) => {
        for (index, $input) in $pool.iter().enumerate() {
            match $call {
                output => assert!(AsRef::<[u8]>::as_ref(&output) == &*$expected[index], "{}: wrong output", $name),
            }
        }
        bench!($group, $pool, None, $name, |$input| $call);
    };
}
pub(crate) use bench;
