//! Common parts of all benchmarks: inputs, criterion's settings, and the verification of every
//! call's output before it is timed.
#![allow(dead_code, unused_macros, unused_imports, reason = "each benchmark uses its part")]

pub(crate) mod corpus;
#[cfg(feature = "inspect")]
pub(crate) mod look;
pub(crate) mod peers;
pub(crate) mod rows;

use std::borrow::Cow;
use std::time::Duration;

use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput, measurement::WallTime};

use corpus::Random;

pub(crate) type Group<'a> = BenchmarkGroup<'a, WallTime>;

/// Lengths of input in bytes. `lines` has every length up to 300.
pub(crate) const SIZES: [usize; 6] = [16, 64, 256, 1 << 10, 1 << 16, 1 << 20];

/// The lengths for variants of other calls and for slow peers, so that a run takes less than an
/// hour.
pub(crate) const FEW_SIZES: [usize; 3] = [16, 1 << 10, 1 << 16];

/// Distinct inputs of one kind and length, about 256 KiB of them: the branch predictor learns a
/// repeated input, and even 64 KiB of them. None contains `%7F`, which policies keep or reject.
pub(crate) fn pool(
    make: fn(&str, usize, &mut Random) -> Vec<u8>,
    kind: &str,
    len: usize,
) -> Vec<Vec<u8>> {
    let mut random = Random::new(len as u64);
    (0..((1 << 18) / len).clamp(1, 8192))
        .map(|_| {
            let mut input = make(kind, len, &mut random);
            // A stray `%` before `7F` is possible.
            while let Some(at) =
                input.windows(3).position(|triplet| triplet.eq_ignore_ascii_case(b"%7F"))
            {
                input[at + 1] = b'6';
            }
            input
        })
        .collect()
}

/// A group of equivalent calls on the same inputs; its throughput counts inputs and their bytes.
pub(crate) fn group<'a>(criterion: &'a mut Criterion, name: String, pool: &[Vec<u8>]) -> Group<'a> {
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

/// Text as owned bytes, because a result may not borrow from a value that the call drops.
pub(crate) struct AsBytes<'a>(pub(crate) Cow<'a, str>);

impl AsRef<[u8]> for AsBytes<'_> {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// Times a call over a pool, after its output for every input was compared with the expected one:
/// as bytes, or with `==`.
macro_rules! bench {
    ($group:expr, $pool:expr, == $expected:expr, $name:expr, |$input:ident| $call:expr) => {
        for ($input, expected) in $pool.iter().zip($expected) {
            assert!($call == *expected, "{}: wrong output", $name);
        }
        bench!(@time $group, $pool, $name, |$input| $call);
    };
    ($group:expr, $pool:expr, $expected:expr, $name:expr, |$input:ident| $call:expr) => {
        for ($input, expected) in $pool.iter().zip($expected) {
            match $call {
                output => assert!(AsRef::<[u8]>::as_ref(&output) == AsRef::<[u8]>::as_ref(expected), "{}: wrong output", $name),
            }
        }
        bench!(@time $group, $pool, $name, |$input| $call);
    };
    (@time $group:expr, $pool:expr, $name:expr, |$input:ident| $call:expr) => {
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
pub(crate) use bench;
