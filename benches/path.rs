//! Request paths, one call a path, as a proxy does: clean ones of 20 to 100 bytes, escaped ones,
//! and those of people who attack.

mod common;

use std::borrow::Cow;

use common::corpus::Random;
use common::{bench, group, rows};
use criterion::{Criterion, criterion_group, criterion_main};
use percent_simd::path::{self, PathError, PathPolicy};
use percent_simd::request_line::RequestLine;
use percent_simd::{Backend, Decoder, Malformed};

const NAMES: [&str; 12] = [
    "api",
    "v2",
    "users",
    "static",
    "images",
    "wiki",
    "index.html",
    "app.3f9c21.js",
    "search",
    ".well-known",
    "42",
    "2026-11-21",
];
const ESCAPED: [&str; 6] =
    ["caf%C3%A9", "a%20b", "%D0%9A%D0%B8%D1%97%D0%B2", "100%25", "%E5%86%86", "x%2Cy"];
const DOTTED: [&str; 6] = [".", "..", "%2e%2E", "", "a%20b", ".%2e"];

/// Paths of names like these, of 20 to 100 bytes, all different.
fn paths(names: &[&str]) -> Vec<Vec<u8>> {
    let mut random = Random::new(20_100);
    (0..4096)
        .map(|number| {
            let len = 20 + random.below(60);
            let mut path = format!("/{number}");
            while path.len() < len {
                path.push('/');
                let names = if random.below(3) == 0 { names } else { &NAMES };
                path.push_str(random.of(names));
            }
            path.into_bytes()
        })
        .collect()
}

/// Every one of them is refused, at its end: what is looked for late.
fn hostile() -> Vec<Vec<u8>> {
    const ENDS: [&str; 6] = ["/%00", "/%c0%af", "/..%2fb", "/a%", "/..;/b", "/a\\b"];
    let with_end = |(number, path): (usize, Vec<u8>)| {
        [&path[..], ENDS[number % ENDS.len()].as_bytes()].concat()
    };
    paths(&ESCAPED).into_iter().enumerate().map(with_end).collect()
}

fn policies() -> Vec<(String, PathPolicy)> {
    let strict = Backend::available()
        .map(|backend| (format!("STRICT, {backend}"), path::STRICT.on(backend)));
    let others = [
        ("STRICT", path::STRICT),
        ("ENVOY_KEEP", path::ENVOY_KEEP),
        ("ENVOY_UNESCAPE", path::ENVOY_UNESCAPE),
        ("NGINX", path::NGINX),
    ];
    strict.chain(others.map(|(name, policy)| (name.to_owned(), policy))).collect()
}

fn resolving(criterion: &mut Criterion, name: &str, pool: &Vec<Vec<u8>>) {
    let group = &mut group(criterion, format!("path/{name}"), pool);
    rows::memcpy(group, pool);
    // What decoding alone costs: no segment is looked at.
    let decoder = Decoder::new().malformed(Malformed::Error);
    let decoded: Vec<Vec<u8>> =
        pool.iter().map(|input| percent_encoding::percent_decode(input).collect()).collect();
    bench!(group, pool, &decoded, "Decoder, strict, Cow", |input| decoder
        .decode(input)
        .expect("it is well-formed"));
    for (name, policy) in policies() {
        let expected: Vec<Cow<'_, [u8]>> =
            pool.iter().map(|input| policy.resolve(input).expect("it is good").path).collect();
        let accepted = vec![Ok(()); pool.len()];
        bench!(group, pool, == &accepted, format!("{name}, check"), |input| policy.check(input));
        bench!(group, pool, &expected, format!("{name}, resolve"), |input| policy
            .resolve(input)
            .expect("it is good")
            .path);
        let mut buffer = rows::room_for(pool, 1);
        bench!(group, pool, &expected, format!("{name}, copy and resolve_in_place"), |input| {
            let buffer = &mut buffer[..input.len()];
            buffer.copy_from_slice(input);
            let len = policy.resolve_in_place(buffer).expect("it is good");
            &buffer[..len]
        });
    }
}

fn refusing(criterion: &mut Criterion) {
    let pool = &hostile();
    let group = &mut group(criterion, "path/hostile".to_owned(), pool);
    let expected: Vec<Result<(), PathError>> =
        pool.iter().map(|input| path::STRICT.check(input)).collect();
    assert!(expected.iter().all(Result::is_err));
    for backend in Backend::available() {
        let policy = path::STRICT.on(backend);
        bench!(group, pool, == &expected, format!("STRICT, {backend}, check"), |input| policy.check(input));
    }
}

fn splitting(criterion: &mut Criterion) {
    let targets = paths(&ESCAPED);
    let pool: &Vec<Vec<u8>> = &targets
        .iter()
        .map(|path| [b"GET ", &path[..], b"?q=1+1&utm=x HTTP/1.1\r\n"].concat())
        .collect();
    let group = &mut group(criterion, "request-line/escaped".to_owned(), pool);
    bench!(group, pool, &targets, "request_line", |input| RequestLine::parse(input)
        .expect("it is good")
        .target
        .path()
        .expect("it has one"));
}

fn benches(criterion: &mut Criterion) {
    resolving(criterion, "clean", &paths(&NAMES));
    resolving(criterion, "escaped", &paths(&ESCAPED));
    // But those that climb above the root.
    let dots = paths(&DOTTED).into_iter().filter(|path| path::STRICT.check(path).is_ok()).collect();
    resolving(criterion, "dots", &dots);
    refusing(criterion);
    splitting(criterion);
}

criterion_group!(all, benches);
criterion_main!(all);
