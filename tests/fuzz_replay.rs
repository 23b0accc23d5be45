//! The fuzz targets without a fuzzer: their bodies on the corpus, on every backend.

#[path = "fuzz_replay/edge_cases.rs"]
mod edge_cases;

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

use oracle::content::Content;
use support::corpus::kept;
use support::{Random, bodies};

use edge_cases::{charset_edge_cases, edge_cases, form_edge_cases, tricks};

type Body = fn(&[u8]);
const TARGETS: &[(&str, Body)] = &[
    ("find", bodies::find),
    ("decode", bodies::decode),
    ("encode", bodies::encode),
    ("roundtrip", bodies::roundtrip),
    ("stream", bodies::stream),
    ("policy", bodies::policy),
    ("form", bodies::form),
    ("js", bodies::js),
    ("normalize", bodies::normalize),
    ("iri", bodies::iri),
    ("inspect", bodies::inspect),
    ("path", bodies::path),
    ("batch", bodies::batch),
    ("utf8", bodies::utf8),
    ("views", bodies::views),
    ("variants", bodies::variants),
    #[cfg(feature = "serde")]
    ("nested", bodies::nested),
    #[cfg(feature = "charset")]
    ("charset", bodies::charset),
];

#[test]
fn the_corpus() {
    support::backends(); // prints the backends under test
    for &(name, body) in TARGETS {
        for (path, data) in &kept(name) {
            let _report = Report { name, path: path.as_ref(), data };
            body(data);
        }
    }
}

/// The edge cases of the standards' and of other codecs' history, each under every policy.
#[test]
fn the_edge_cases() {
    std::thread::scope(|scope| {
        for (number, &(name, body)) in TARGETS.iter().enumerate() {
            scope.spawn(move || {
                for (path, data) in seeds(number, name).flatten() {
                    let _report = Report { name, path: &path, data: &data };
                    body(&data);
                }
            });
        }
    });
}

/// Random inputs under random policies, different in each run. An input of each target takes a
/// second in the emulator of the lane `avx512`.
#[test]
#[ignore = "for the lanes `test` and `avx512`"]
fn random_inputs() {
    const ROUNDS: usize = 200;
    support::backends();
    let mut random = Random::new(RandomState::new().hash_one(0));
    for _ in 0..ROUNDS {
        for &(name, body) in TARGETS {
            let mut data: Vec<u8> = (0..5).map(|_| random.byte()).collect();
            for _ in 0..2 {
                data.push(random.byte() & 0xF3); // at most three bytes differ from a base set
                data.extend((0..data[data.len() - 1] & 3).map(|_| random.byte()));
            }
            let len = random.below(200);
            data.extend(random.pick(&Content::ALL).generate(len, &mut random));
            let _report = Report { name, path: "random".as_ref(), data: &data };
            body(&data);
        }
    }
}

/// On a panic, prints the command that repeats the failure in the fuzzer.
struct Report<'a> {
    name: &'a str,
    path: &'a Path,
    data: &'a [u8],
}

impl Drop for Report<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!(
                "fuzz_replay {}, {}: printf '{}' > data; cargo +nightly fuzz run {0} data",
                self.name,
                self.path.display(),
                octal(self.data)
            );
        }
    }
}

fn octal(data: &[u8]) -> String {
    data.iter().map(|byte| format!("\\{byte:03o}")).collect()
}

// ---- The corpus. ----

#[test]
fn the_corpus_is_here() {
    let inputs: usize = TARGETS.iter().map(|(name, _)| kept(name).len()).sum();
    assert!(inputs > 10, "fuzz/corpus.txt has inputs of these targets");
}

/// The targets that this file does not replay.
const OTHERS: [&str; 4] = ["capi", "compat", "fields", "requests"];

/// Writes the seeds for libFuzzer: the corpus, and each edge case under one policy. `fuzz/run` runs
/// this test.
#[test]
#[ignore = "writes to fuzz/seeds"]
fn write_the_seeds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join("seeds");
    for target in TARGETS.iter().map(|(name, _)| *name).chain(OTHERS) {
        let dir = root.join(target);
        fs::create_dir_all(&dir).expect("the directory can be made");
        for (name, data) in kept(target) {
            fs::write(dir.join(name), data).expect("a seed can be written");
        }
    }
    for (number, &(name, _)) in TARGETS.iter().enumerate() {
        let dir = root.join(name);
        for (index, mut policies) in seeds(number, name).enumerate() {
            let (path, data) = policies.swap_remove((index * 5 + number * 2) % POLICIES.len());
            fs::write(dir.join(path), data).expect("a seed can be written");
        }
    }
}

/// Policies as headers (see `plan.rs`), from the flags on.
const POLICIES: [(&str, &[u8]); 12] = [
    ("plain", &[0, 0, 0, 0]),
    ("plus", &[0b0010_0001, 65, 0, 0]),
    ("strict", &[0b0000_0010, 2, 0x30, 0]),
    ("keep", &[0b1100_1000, 130, 0x03, b'/', b'%', 0, 0]),
    ("reject-nul", &[0b0001_0000, 192, 0x40, 0x01, 0]),
    ("lossy", &[0b0000_1000, 1, 0x10, 0]),
    ("keep-escaped", &[0b0101_0000, 66, 0x20, 0]),
    ("keep-non-ascii", &[0b1001_0101, 131, 0xF0, 0]),
    ("keep-digits", &[0b0100_0000, 200, 0x70, 0x03, b'%', b'+', 0]),
    ("all", &[0b1110_1111, 3, 0x80, 0x02, b'%', b'A']),
    (
        "bits",
        &[0b0111_0001, 67, 15, 0, 0, 0, 0, 0xFF, 0x83, 0, 0, 1, 0, 0, 0x20, 0, 0, 0, 0x81, 0x0D],
    ),
    ("strict-reject", &[0b0000_1011, 140, 0x50, 0x10]),
];

/// The edge cases of a target: its inputs by name under each policy.
fn seeds(target: usize, name: &str) -> impl Iterator<Item = Vec<(PathBuf, Vec<u8>)>> {
    let inputs = match name {
        "form" | "nested" => form_edge_cases(),
        "charset" => charset_edge_cases(),
        "inspect" => [edge_cases(), tricks()].concat(),
        _ => edge_cases(),
    };
    inputs.into_iter().enumerate().map(move |(index, (what, input))| {
        // The frame: alignment and surroundings, a lead of clean bytes up to the bound of a chunk,
        // spare room.
        let place = (index * 37 + target * 11) as u8;
        let lead =
            [0, 0, 0, 0, 64 + 47, 0, 128 + 61, 192 + 40, 0, 255, 64 + 15][(index + target) % 11];
        let under = |&(policy, header): &(&str, &[u8])| {
            // The highest bit of the spare room is `reject_raw`.
            let reject_raw = if policy.contains("reject") && index % 2 == 1 { 0x80 } else { 0 };
            let data = [&[place, lead, (index % 10) as u8 | reject_raw], header, &input].concat();
            (format!("seed-{index:02}-{what}-{policy}").into(), data)
        };
        POLICIES.iter().map(under).collect()
    })
}
