//! The fuzz targets without a fuzzer: their bodies on the corpus, on every backend.

#[path = "common/backends.rs"]
mod backends;
#[path = "../fuzz/src/bodies/mod.rs"]
mod bodies;
#[path = "fuzz_replay/edge_cases.rs"]
mod edge_cases;

use std::fs;
use std::path::{Path, PathBuf};

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
    #[cfg(feature = "charset")]
    ("charset", bodies::charset),
];

#[test]
fn the_corpus() {
    backends::backends(); // prints those that the bodies run
    for &(name, body) in TARGETS {
        for (path, data) in &corpus(name) {
            let _report = Report { name, path, data };
            body(data);
        }
    }
}

/// Says how to do it again in the fuzzer, where a body panics.
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

fn corpus_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join("corpus")
}

fn corpus(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let dir = corpus_dir().join(target);
    let entries = fs::read_dir(&dir).unwrap_or_else(|error| {
        panic!("{}: {error}. The corpus is part of the repository; a package from a registry has no fuzz/ and cannot run this test", dir.display())
    });
    let read = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.expect("the directory can be read").path();
        let data = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, data)
    };
    let mut files: Vec<_> = entries.map(read).collect();
    files.sort();
    files
}

#[test]
fn the_corpus_has_all_seeds() {
    for (path, data) in seeds() {
        let found = fs::read(&path).unwrap_or_else(|error| {
            panic!("{}: {error}. `write_the_seeds` writes it", path.display())
        });
        assert_eq!(found, data, "{}: `write_the_seeds` writes it anew", path.display());
    }
}

/// `cargo test --all-features --test fuzz_replay -- --ignored write_the_seeds`, after a change of [`seeds`] or of
/// the header that the bodies read.
#[test]
#[ignore = "writes to fuzz/corpus"]
fn write_the_seeds() {
    for &(name, _) in TARGETS {
        let dir = corpus_dir().join(name);
        fs::create_dir_all(&dir).expect("the directory can be made");
        for entry in fs::read_dir(&dir).expect("the directory can be read") {
            let path = entry.expect("the directory can be read").path();
            // What a fuzzer has found has another name, and stays.
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("seed-")) {
                fs::remove_file(path).expect("a seed can be removed");
            }
        }
    }
    for (path, data) in seeds() {
        fs::write(path, data).expect("a seed can be written");
    }
}

/// Policies: the header that the bodies read (see `plan.rs`), from the flags on.
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

/// Every edge case of the standards' and of other codecs' history, each under another policy for
/// each target.
fn seeds() -> Vec<(PathBuf, Vec<u8>)> {
    let mut seeds = Vec::new();
    for (target, &(name, _)) in TARGETS.iter().enumerate() {
        let inputs = match name {
            "form" => form_edge_cases(),
            "charset" => charset_edge_cases(),
            "inspect" => [edge_cases(), tricks()].concat(),
            _ => edge_cases(),
        };
        for (index, (what, input)) in inputs.iter().enumerate() {
            let (policy, header) = POLICIES[(index * 5 + target * 2) % POLICIES.len()];
            // Around, before and behind: a frame and an alignment, perhaps clean bytes up to the
            // bound of a chunk, some room to spare.
            let place = (index * 37 + target * 11) as u8;
            let lead = [0, 0, 0, 0, 64 + 47, 0, 128 + 61, 192 + 40, 0, 255, 64 + 15]
                [(index + target) % 11];
            // What is rejected, raw too: the highest bit of the room to spare.
            let reject_raw = if policy.contains("reject") && index % 2 == 1 { 0x80 } else { 0 };
            let data = [&[place, lead, (index % 10) as u8 | reject_raw], header, input].concat();
            seeds.push((
                corpus_dir().join(name).join(format!("seed-{index:02}-{what}-{policy}")),
                data,
            ));
        }
    }
    seeds
}
