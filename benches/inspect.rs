//! Looking without decoding: `inspect` and `contains_decoded` on every backend, and what one would
//! do otherwise: decode, and look at the bytes.

mod common;

use common::corpus::{Random, fill, to_decode};
use common::peers::percent_encoding_decode;
use common::{bench, group, pool};
use criterion::{Criterion, criterion_group, criterion_main};
use percent_simd::{AsciiSet, Backend, Flags, contains_decoded, inspect};

const SIZES: [usize; 3] = [64, 1 << 10, 1 << 16];
/// No input holds it, so all of each is looked at.
const ABSENT: u8 = 0x7F;
/// What decoded bytes show, for no input holds any of it raw. That a character was escaped without
/// need is lost by decoding.
const VISIBLE: Flags = Flags::ALL.difference(Flags::UNRESERVED);

/// Decoded length, malformed triplets, and flags.
type Answer = (usize, usize, Flags);

fn benches(criterion: &mut Criterion) {
    let before = Backend::active();
    for kind in ["clean", "query-like", "cyrillic", "hostile"] {
        for size in SIZES {
            let pool = &pool(to_inspect, kind, size);
            inspecting(criterion, format!("inspect/{kind}/{size}"), pool);
            containing(criterion, format!("contains-decoded/{kind}/{size}"), pool);
        }
    }
    before.set_active();
}

fn to_inspect(kind: &str, len: usize, random: &mut Random) -> Vec<u8> {
    const TRICKS: [&[u8]; 12] = [
        b"%2e%2e",
        b".%2e",
        b"%2f",
        b"%5C",
        b"%252f",
        b"%%32%65",
        b"%c0%af",
        b"%0d%0a",
        b"%C3%A9",
        b"%F0%9F%92%A9",
        b"%zz",
        b"%%%%",
    ];
    if kind != "hostile" {
        return to_decode(kind, len, random);
    }
    fill(len, random, |out, random| {
        if random.per_mille(500) {
            out.extend(random.of(&TRICKS))
        } else {
            out.push(random.plain())
        }
    })
}

fn inspecting(criterion: &mut Criterion, name: String, pool: &Vec<Vec<u8>>) {
    let expected = &pool.iter().map(|input| decoded_and_looked_at(input)).collect::<Vec<_>>();
    let group = &mut group(criterion, name, pool);
    for backend in Backend::available() {
        backend.set_active();
        bench!(group, pool, == expected, backend.name(), |input| {
            let report = inspect(input);
            (report.decoded_len(), report.malformed_count(), report.flags().intersection(VISIBLE))
        });
    }
    bench!(group, pool, == expected, "percent-encoding, Cow, and a look at it", |input| decoded_and_looked_at(input));
}

/// The same answer, as one would find it: the input is decoded, and the bytes are looked at if
/// there is anything about them.
fn decoded_and_looked_at(input: &[u8]) -> Answer {
    let is_triplet = |bytes: &[u8], at: usize| matches!(bytes.get(at + 1..at + 3), Some(digits) if digits.iter().all(u8::is_ascii_hexdigit));
    let decoded = percent_encoding_decode(input);
    let malformed = memchr::memchr_iter(b'%', input).filter(|&at| !is_triplet(input, at)).count();
    let mut flags = Flags::EMPTY;
    if decoded.len() == input.len() {
        return (decoded.len(), malformed, flags);
    }
    let mut set = |flag: Flags, holds: bool| flags = if holds { flags.union(flag) } else { flags };
    let contains = |byte| memchr::memchr(byte, &decoded).is_some();
    set(Flags::NUL, contains(0));
    set(Flags::CR, contains(b'\r'));
    set(Flags::LF, contains(b'\n'));
    set(Flags::SLASH, contains(b'/'));
    set(Flags::BACKSLASH, contains(b'\\'));
    set(Flags::CONTROL, decoded.iter().any(u8::is_ascii_control));
    set(Flags::NESTED, memchr::memchr_iter(b'%', &decoded).any(|at| is_triplet(&decoded, at)));
    set(
        Flags::DOT_SEGMENT,
        decoded
            .split(|byte| matches!(byte, b'/' | b'\\'))
            .any(|segment| matches!(segment, b"." | b"..")),
    );
    if !decoded.is_ascii() {
        set(Flags::NON_ASCII, true);
        set(Flags::CONTROL, decoded.windows(2).any(|pair| matches!(pair, [0xC2, 0x80..=0x9F])));
        if std::str::from_utf8(&decoded).is_err() {
            set(Flags::INVALID_UTF8, true);
            set(
                Flags::OVERLONG,
                decoded.windows(2).any(|pair| {
                    matches!(
                        pair,
                        [0xC0 | 0xC1, 0x80..=0xBF] | [0xE0, 0x80..=0x9F] | [0xF0, 0x80..=0x8F]
                    )
                }),
            );
        }
    }
    (decoded.len(), malformed, flags)
}

fn containing(criterion: &mut Criterion, name: String, pool: &Vec<Vec<u8>>) {
    let set = AsciiSet::EMPTY.add(ABSENT);
    let nothing = &vec![None; pool.len()];
    let group = &mut group(criterion, name, pool);
    for backend in Backend::available() {
        backend.set_active();
        bench!(group, pool, == nothing, backend.name(), |input| contains_decoded(input, set));
    }
    bench!(group, pool, == nothing, "percent-encoding, Cow, and memchr", |input| memchr::memchr(ABSENT, &percent_encoding_decode(input)));
}

criterion_group!(all, benches);
criterion_main!(all);
