//! The fuzz targets without a fuzzer: their bodies on the corpus and on seeded random input, on
//! every backend, in every lane of the tests.
//!
//! `FUZZ_REPLAY_CASES=100000 cargo test --release --test fuzz_replay` runs more of them,
//! `FUZZ_REPLAY_SEED=…` others.
#![cfg(feature = "alloc")]

#[path = "../fuzz/src/bodies/mod.rs"]
mod bodies;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use percent_simd::Backend;

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
    #[cfg(feature = "charset")]
    ("charset", bodies::charset),
];

/// Random inputs for each target: what an unoptimised build does in a few seconds, and an emulated
/// one (as others than these mostly are in the tests) in a minute. The fuzzer does millions.
const CASES: u64 = if cfg!(any(target_arch = "x86_64", target_arch = "x86")) { 1000 } else { 300 };

#[test]
fn find() {
    replay("find");
}

#[test]
fn decode() {
    replay("decode");
}

#[test]
fn encode() {
    replay("encode");
}

#[test]
fn roundtrip() {
    replay("roundtrip");
}

#[test]
fn stream() {
    replay("stream");
}

#[test]
fn policy() {
    replay("policy");
}

#[test]
fn form() {
    replay("form");
}

#[test]
fn js() {
    replay("js");
}

#[test]
fn normalize() {
    replay("normalize");
}

#[test]
fn iri() {
    replay("iri");
}

#[test]
fn inspect() {
    replay("inspect");
}

#[test]
fn path() {
    replay("path");
}

#[test]
fn batch() {
    replay("batch");
}

#[test]
fn utf8() {
    replay("utf8");
}

#[cfg(feature = "charset")]
#[test]
fn charset() {
    replay("charset");
}

/// The target's corpus, then random input.
fn replay(name: &str) {
    let index = TARGETS.iter().position(|(target, _)| *target == name).expect("it is a target");
    let body = TARGETS[index].1;
    let corpus = corpus(name);
    for (path, data) in &corpus {
        let _report = Report { name, what: path.display().to_string(), data };
        body(data);
    }
    let cases = number_from("FUZZ_REPLAY_CASES").unwrap_or(CASES);
    let mut random = Random(
        number_from("FUZZ_REPLAY_SEED").unwrap_or(0x0123_4567_89AB_CDEF) ^ (index as u64 + 1) << 56,
    );
    for case in 0..cases {
        let data = random.data();
        let _report = Report { name, what: format!("random case {case}"), data: &data };
        body(&data);
    }

    let ran: Vec<_> = Backend::available().map(Backend::name).collect();
    let skipped: Vec<_> =
        Backend::ALL_NAMES.iter().copied().filter(|name| !ran.contains(name)).collect();
    let (files, ran, skipped) = (corpus.len(), ran.join(" "), skipped.join(" "));
    // Not by `eprintln!`, which the test harness swallows: a lane must say what it has not run.
    let message = format!(
        "fuzz_replay {name}: {files} files and {cases} random inputs on {ran}; skipped, for this CPU or build has none: {skipped}\n"
    );
    std::io::stderr().write_all(message.as_bytes()).expect("standard error can be written to");
}

fn number_from(variable: &str) -> Option<u64> {
    std::env::var(variable)
        .ok()
        .map(|value| value.parse().unwrap_or_else(|_| panic!("{variable}={value} is not a number")))
}

/// Says how to do it again in the fuzzer, where a body panics.
struct Report<'a> {
    name: &'a str,
    what: String,
    data: &'a [u8],
}

impl Drop for Report<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!(
                "fuzz_replay {}, {}: printf '{}' > data; cargo +nightly fuzz run {0} data",
                self.name,
                self.what,
                octal(self.data)
            );
        }
    }
}

fn octal(data: &[u8]) -> String {
    data.iter().map(|byte| format!("\\{byte:03o}")).collect()
}

// ---- The corpus. ----

/// Tests run in the package's root, and under WASI may see nothing but that: there an absolute path
/// leads nowhere.
fn corpus_dir() -> PathBuf {
    let absolute = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join("corpus");
    if cfg!(target_family = "wasm") && !absolute.exists() {
        Path::new("fuzz").join("corpus")
    } else {
        absolute
    }
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

/// `cargo test --test fuzz_replay -- --ignored write_the_seeds`, after a change of [`seeds`] or of
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

/// What `inspect` tells from plain escapes.
fn tricks() -> Vec<(&'static str, Vec<u8>)> {
    let cases: [(&str, &[u8]); 6] = [
        ("percent-u", b"/..%u2215%25u002e%u002E%%75002f%u"),
        ("nested-dots", b"/a/%252e%252e%252fb/%%32%65%25252e/%2%2565"),
        ("overlong-dots", b"/%c0%ae%c0\xAE%c0%af/%e0%80%ae/%fc%80%80%80%80%ae"),
        ("raw-traversal", b"/a/../b?x=..\\..;/c../.../%2f../%20../"),
        ("look-alikes", "\u{FF0F}%E2%88%95\u{202E}%E2\u{AD}%EF%BB%BF\u{E0020}".as_bytes()),
        ("half-raw", b"\xE2%80%AE%E2\x80\x8B\xF3\xA0%81\x81"),
    ];
    cases.map(|(what, input)| (what, input.to_vec())).to_vec()
}

/// Of forms: separators, and what stands between them.
fn form_edge_cases() -> Vec<(&'static str, Vec<u8>)> {
    let cases: [(&str, &[u8]); 14] = [
        ("empty", b""),
        ("separators", b"&&=&==&;=;&=;;&"),
        ("equals", b"a=b=c&d=&=e&f"),
        ("bom", b"%EF%BB%BFa=\xEF\xBB\xBFb"),
        ("not-utf8", b"test=%FE%FF&%E9=\xE9"),
        ("plus", b"a+b=%2B&+=%20&c=%+41"),
        ("encoded-separators", b"a%26b%3Dc%3bd=%26%3d"),
        ("question-mark", b"?a=b;c=d"),
        ("charset", b"a=%82%A0&_charset_=&_charset_=abc&%5fcharset_=shift_jis"),
        ("isindex", b"two+words&a=b"),
        ("mailto", b"to=a+b@example.com&subject=two%20words&body=one%0D%0Atwo"),
        ("newlines", b"\r\n\n\r=\r&a=\n"),
        ("ends-escape", b"a%4=b%&c=%"),
        ("query", b"q=caf%C3%A9+au+lait&x=%5B1%2C2%5D&empty=&100%&u=%u0416&utm_source=a&utm_medium=b&utm_campaign=spring_sale"),
    ];
    let mut cases: Vec<_> = cases.map(|(name, input)| (name, input.to_vec())).into();
    for (name, len) in [("long-62", 62), ("long-63", 63), ("long-64", 64), ("long-300", 300)] {
        let long = vec![b'x'; len];
        cases.push((name, [&long, &b"="[..], &long, b"%41&", &long, b";b"].concat()));
    }
    cases
}

/// Of charsets: bytes of several, raw and escaped, and states.
fn charset_edge_cases() -> Vec<(&'static str, Vec<u8>)> {
    let cases: [(&str, &[u8]); 10] = [
        ("empty", b""),
        ("shift-jis", b"%93%FA%96{ \x93\xFA\x96\x7B %83%5C\x83"),
        ("euc-jp", b"%C6%FC\xC6\xFC\x8E\xB1\x8F\xB0\xA1%C6"),
        ("iso-2022-jp", b"\x1B$B%A!!\x1B(J\\~\x1B(B%1B%24BF%7C%1B(I1\x0E\x1B"),
        ("gb18030", b"\xD6\xD0%949%DA3\x81\x30\x81\x30%84%31%A4%37"),
        ("euc-kr-big5", b"\xC7\xD1\xB1\xB9%A4%A4\x88\x62\xA4"),
        ("windows-1252", b"caf\xE9 \x80\x81%E9%80%81"),
        ("text", "a日¥‾−ｱﾞ☃💩é\u{80}\u{E5E5}\u{E7C7}\x0E\x0F\x1B%41".as_bytes()),
        ("label", b"_charset_=sjis&_charset_"),
        ("replacement", b"\xEF\xBF\xBD"),
    ];
    let mut cases: Vec<_> = cases.map(|(name, input)| (name, input.to_vec())).into();
    cases.push(("chunks", "\u{80}%41日本".repeat(60).into_bytes()));
    cases
}

fn edge_cases() -> Vec<(&'static str, Vec<u8>)> {
    fn behind(clean: usize, rest: &[u8]) -> Vec<u8> {
        [&vec![b'x'; clean], rest].concat()
    }
    let mut cases: Vec<(&'static str, Vec<u8>)> = [
        ("empty", &b""[..]),
        ("ends-percent", b"a%"),
        ("ends-digit", b"a%4"),
        ("percents", b"%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%"),
        ("percent-triplet", b"%%41 %4%41 %%4%41 %%%41 %%%%41"),
        ("once-only", b"%2541 %25%34%31 %%34%31 %%30%30"),
        ("nul", b"%00 \0 %\x004 %4\x00 a%00b"),
        ("outside-high", b"%/0%:0%@0%G0%`0%g0"),
        ("outside-low", b"%0/%0:%0@%0G%0`%0g"),
        ("alias-0x20", b"%\x10\x11%\x19\x19%4\x11%\x144"),
        ("alias-0x80", b"%\xB4\xB1%\xC1\xC6%\xE1\xE6%4\xB1%\xB41"),
        ("alias-6-bits", b"%\x01\x06%!&%4!%\x064%\x80\xFF%4\x80%\xFF4"),
        ("cases", b"%aA%Aa%fF%Ff%c3%A9%C3%a9"),
        ("plus", b"a+b%2Bc%2b+%+1+%20%1+"),
        ("slashes", b"a%2fb%2Fc%252fd/e%2e%2e"),
        ("half-raw", b"\xC3%A9 %C3\xA9 \xE2%98\x83 %E2\x98%83 \xF0%9F\x92%A9"),
        ("not-utf8", b"%E9%C3%A9 %C0%AF %ED%A0%80 %F0%80%80%80 %F4%90%80%80 %FF \xE9 %E2%98"),
        ("noncharacters", b"%EF%BF%BE%EF%BF%BF%EF%BB%BF\xEF\xBB\xBFa"),
        ("full-width-percent", b"%EF%BC%8541"),
        ("control", b"%0A%0D%1B%7F%C2%80%C2%9F\x7F\n"),
        ("query", b"q=caf%C3%A9+au+lait&x=%5B1%2C2%5D&empty=&100%&u=%u0416"),
        ("cyrillic", b"%D0%92%D1%96%D0%B4%D1%81%D0%BE%D1%82%D0%BA%D0%BE%D0%B2%D0%B5_%D0%BA%D0%BE%D0%B4%D1%83%D0%B2%D0%B0%D0%BD%D0%BD%D1%8F"),
        ("raw-text", "Відсоткове кодування: 100 % ☃ 💩".as_bytes()),
        ("reserved", b"!#$&'()*+,/:;=?@[]% -._~\"<>\\^`{|}"),
    ]
    .into_iter()
    .map(|(name, input)| (name, input.to_vec()))
    .collect();
    for (name, at) in [
        ("at-14", 14),
        ("at-15", 15),
        ("at-30", 30),
        ("at-31", 31),
        ("at-62", 62),
        ("at-63", 63),
        ("at-254", 254),
        ("at-255", 255),
    ] {
        cases.push((name, [behind(at, b"%41"), behind(70, b"%4%C3%A9 ")].concat()));
    }
    cases.extend([
        ("published-avx512-bug", behind(59, b"%41%%zz")),
        ("triplet-percents-16", behind(12, b"%41%%41aaaaaaaaaaaaaaaaaaa")),
        ("triplet-percents-32", behind(27, b"%41%%%41aaaaaaaaaaaaaaaaaaaaaaa")),
        ("ends-in-16", behind(14, b"%4")),
        ("ends-in-64", behind(63, b"%")),
        ("dense-0", b"%41".repeat(90)),
        ("dense-1", [b"a", &*b"%c3%A9".repeat(50)].concat()),
        ("dense-2", [b"%%", &*b"%2F".repeat(90)].concat()),
        ("dense-malformed", b"%4%41%%zz%2".repeat(13)),
        ("growth", vec![0xFF; 127]),
        ("all-high", (0x80..=0xFF).collect()),
        ("all-bytes", (0..=0xFF).collect()),
        (
            "all-triplets",
            (0..=0xFF).flat_map(|byte: u8| format!("%{byte:02X}").into_bytes()).collect(),
        ),
        ("clean", vec![b'a'; 200]),
        (
            "text-chunk",
            [
                behind(505, "☃💩é".repeat(3).as_bytes()),
                b"%F0%9F%92".to_vec(),
                b"%A9%E2%98".to_vec(),
            ]
            .concat(),
        ),
        ("text-chunks-raw", behind(1, "💩".repeat(280).as_bytes())),
        ("text-chunks-half", behind(3, &b"%F0\x9F%92\xA9".repeat(132))),
        ("sparse", behind(64, b"%41").repeat(5)),
        (
            "across",
            [
                behind(63, b"%41"),
                behind(60, b"%4A"),
                behind(94, b"%c3%a9"),
                behind(60, b"%25"),
                behind(90, b""),
            ]
            .concat(),
        ),
        (
            "solid-flaw",
            [
                b"%C3%a9".repeat(110),
                b"%4".to_vec(),
                b"%d0%B6".repeat(60),
                b"%%".to_vec(),
                b"%41".repeat(100),
            ]
            .concat(),
        ),
        ("solid-high-flaw", [vec![0xE9; 260], b"a".to_vec(), vec![0xFF; 300]].concat()),
    ]);
    cases
}

// ---- Random input with the shape of what is hard. ----

/// Marsaglia's xorshift64*.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, end: usize) -> usize {
        ((self.next() >> 32) as usize) % end
    }

    fn byte(&mut self) -> u8 {
        (self.next() >> 56) as u8
    }

    /// True once in this many times.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// A header and an input, as the bodies read them.
    fn data(&mut self) -> Vec<u8> {
        if self.once_in(16) {
            // Without any structure.
            let len = self.below(300);
            return (0..len).map(|_| self.byte()).collect();
        }
        let lead = if self.once_in(6) { self.byte() } else { 0 };
        // The greatest lead is slow, and rarely of use.
        let lead = if lead >= 240 && !self.once_in(4) { 0 } else { lead };
        let flags = self.byte() & self.byte();
        let flags = self.pick(&[0, flags, !flags]);
        let mut data = vec![self.byte(), lead, self.byte() & self.byte(), flags, self.byte()];
        self.set(2, &mut data);
        self.set(4, &mut data);
        match self.below(12) {
            0 => self.run(&mut data),
            1 | 2 => self.at_bounds(&mut data),
            _ => self.input(&mut data),
        }
        data
    }

    /// A long run of one kind, for which kernels have loops of their own, with few flaws or none.
    fn run(&mut self, data: &mut Vec<u8>) {
        let kind = self.pick(&[0, 0, 0, 12, 15]);
        let start = data.len() + self.below(70);
        data.resize(start, b'a');
        let end = start + 200 + self.below(1300);
        while data.len() < end {
            self.piece(kind, data);
        }
        for _ in 0..self.below(4) {
            let at = start + self.below(data.len() - start);
            data[at] = self.pick(b"%a+\xFFg4");
        }
    }

    /// A set that is not empty once in this many times.
    fn set(&mut self, times: usize, data: &mut Vec<u8>) {
        const MEMBERS: &[u8] = b"%/\0 +aAbBfF0149zZ~-._\x1F\x7F\"<>?&=:;";
        if !self.once_in(times) {
            data.push(0);
            return;
        }
        let base = if self.once_in(2) { self.byte() & 0x70 } else { 0 };
        let base = if self.once_in(8) { base | 0x80 } else { base };
        match self.below(6) {
            0 => data.push(base),
            1 => {
                data.push(base | 15);
                for _ in 0..16 {
                    let bits = self.byte() & self.byte();
                    data.push(bits);
                }
            }
            _ => {
                let count = 1 + self.below(5);
                data.push(base | count as u8);
                for _ in 0..count {
                    let member = if self.once_in(4) { self.byte() } else { self.pick(MEMBERS) };
                    data.push(member);
                }
            }
        }
    }

    /// Clean bytes of one kind, and few pieces, most of them across the bound of a block.
    fn at_bounds(&mut self, data: &mut Vec<u8>) {
        let clean = self.pick(b"xxa4A~");
        let mut input = vec![clean; 16 + self.below(600)];
        for _ in 0..=self.below(5) {
            let mut piece = Vec::new();
            let kind = self.byte();
            self.piece(kind, &mut piece);
            // AVX-512 encodes 63 bytes at a time.
            let block = self.pick(&[16, 16, 32, 63, 64]);
            let at = (self.below(input.len()) / block * block)
                .saturating_sub(self.below(4))
                .min(input.len() - 1);
            let end = input.len().min(at + piece.len());
            input[at..end].copy_from_slice(&piece[..end - at]);
        }
        data.extend(input);
    }

    fn input(&mut self, data: &mut Vec<u8>) {
        const BLOCKS: &[usize] = &[16, 32, 48, 64, 96, 128, 192, 256, 320, 512, 768, 1024, 1088];
        const SMALL_BLOCKS: &[usize] = &[0, 16, 32, 64, 128];
        let len = match self.below(16) {
            0..7 => self.below(100),
            7..12 => self.pick(SMALL_BLOCKS) + self.below(8),
            12..15 => self.below(260),
            _ => self.pick(BLOCKS) + self.below(8),
        };
        let end = data.len() + len.saturating_sub(self.below(4));
        // One shape throughout, or one after another.
        let shape = self.byte();
        let mixed = !self.once_in(3);
        // Clean bytes between: none, few, many.
        let clean = self.pick(&[0, 3, 20, 80]);
        while data.len() < end {
            let kind = if mixed { self.byte() } else { shape };
            self.piece(kind, data);
            if clean > 0 && self.once_in(2) {
                let byte = self.pick(b"aA4~-z");
                data.resize(data.len() + self.below(clean), byte);
            }
        }
        data.truncate(end);
        if self.once_in(3) {
            const ENDS: [&[u8]; 7] = [b"%", b"%4", b"%41", b"%%", b"%4g", b"%c3", b"\xC3"];
            data.extend(self.pick(&ENDS));
        }
    }

    fn piece(&mut self, kind: u8, data: &mut Vec<u8>) {
        const UPPER: &[u8] = b"0123456789ABCDEF";
        const LOWER: &[u8] = b"0123456789abcdef";
        const ALMOST: &[u8] = b"/:@G`g+% \x10\x19\xB0\xB9\xC1\xE6\x01\x80\xFF\0";
        const TOKENS: [&[u8]; 16] = [
            b"%25",
            b"%2F",
            b"%2f",
            b"%00",
            b"%2B",
            b"%20",
            b"%41",
            b"%25%34%31",
            b"%C3%A9",
            b"%E2%98%83",
            b"\xC3%A9",
            b"%F0%9F%92%A9",
            b"%C0%AF",
            b"%ED%A0%80",
            b"%E9",
            b"%EF%BB%BF",
        ];
        const STRAY: [&[u8]; 7] = [b"%", b"%%", b"%4", b"%%4", b"%a", b"%F%", b"%%%"];
        let digits = if self.once_in(2) { UPPER } else { LOWER };
        let digit = self.pick(digits);
        match kind & 15 {
            0..4 => data.extend([b'%', self.pick(UPPER), self.pick(UPPER)]),
            4 => data.extend([b'%', self.pick(LOWER), self.pick(LOWER)]),
            5 => data.extend([b'%', self.pick(LOWER), self.pick(UPPER)]),
            6 | 7 => data.extend(self.pick(&TOKENS)),
            8 => data.extend(self.pick(&STRAY)),
            9 => data.extend([b'%', self.pick(ALMOST), digit]),
            10 => data.extend([b'%', digit, self.pick(ALMOST)]),
            11 => data.push(self.pick(b"+% ")),
            12 => data.push(self.byte() | 0x80),
            13 => data.extend(self.pick(&["é", "☃", "💩", "Ж", "\u{FFFD}"]).as_bytes()),
            14 => data.push(self.byte()),
            _ => data.push(self.pick(b"abc019AF/?&=.")),
        }
    }
}
