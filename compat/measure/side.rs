//! One side of a comparison: the originals or the drop-in packages. The program measures its calls
//! once, and prints a line of JSON for each input. `xtask compat measure` lets both sides take
//! turns.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::time::{Duration, Instant};

use percent_simd::Backend;

/// The least duration of the repeated calls, and the number of passes; the shortest one counts.
const PASS: Duration = Duration::from_micros(500);
const PASSES: usize = 9;

/// Chooses AVX2 if the CPU has it, because it is the widest on most machines.
pub(crate) fn choose_backend() {
    if let Some(backend) = Backend::from_name("avx2") {
        backend.set_active();
    }
    println!(r#"{{"backend":"{}"}}"#, Backend::active());
}

/// Times a call on a number of items, and prints the nanoseconds of each item, with a hash of the
/// results: the hashes of both sides must be equal.
pub(crate) fn measure(call: &str, input: &str, items: usize, answer: &str, mut run: impl FnMut()) {
    let mut time = |times: u32| {
        let start = Instant::now();
        for _ in 0..times {
            run();
        }
        start.elapsed()
    };
    let mut times = 1;
    while time(times) < PASS {
        times *= 2;
    }
    let least = (0..PASSES).map(|_| time(times)).min().unwrap_or_default();
    let ns = least.as_secs_f64() * 1e9 / f64::from(times) / items as f64;
    let mut hasher = DefaultHasher::new();
    black_box(answer).hash(&mut hasher);
    let hash = hasher.finish();
    println!(r#"{{"call":"{call}","input":"{input}","ns":{ns},"answer":"{hash:016x}"}}"#);
}
