//! What the suites share: the oracle, content to run on, and the comparison of every call with the oracle on every backend.
#![allow(dead_code, unreachable_pub, reason = "each test binary includes this module and uses a part of it")]

pub mod active;
#[cfg(feature = "encoding")]
pub mod charset;
pub mod check;
pub mod content;
#[cfg(feature = "alloc")]
pub mod ecma;
pub mod form;
pub mod inspect;
pub mod oracle;
#[cfg(feature = "alloc")]
pub mod path;
pub mod places;
pub mod random;
pub mod request_line;

use std::io::Write;
use std::sync::Once;

use percent_simd::{AsciiSet, Backend, DecodeError, DecodeErrorKind, Decoder, Encoder, Malformed, Utf8};
use proptest::prelude::ProptestConfig;

/// So many random cases, or as many as PROPTEST_CASES says, which has the last word: under an emulator each takes ten times as long.
///
/// Nothing is written beside the sources: what fails is printed, and becomes a named test.
pub fn cases(usual: u32) -> ProptestConfig {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_some() { config } else { ProptestConfig { cases: usual, ..config } }
}

/// Every backend of this CPU and build. Says once for each test binary which these are, and names the others as skipped.
pub fn backends() -> Vec<Backend> {
    static REPORT: Once = Once::new();
    let available: Vec<Backend> = Backend::available().collect();
    assert!(!available.is_empty(), "there is no backend to test");
    REPORT.call_once(|| {
        let tested: Vec<_> = available.iter().map(|backend| backend.name()).collect();
        let skipped: Vec<_> = Backend::ALL_NAMES.into_iter().filter(|name| !tested.contains(name)).collect();
        // Not `eprintln!`, which the test harness keeps to itself where the test passes.
        let line = format!("backends tested: {}; SKIPPED, not on this CPU or in this build: {}\n", tested.join(" "), skipped.join(" "));
        std::io::stderr().write_all(line.as_bytes()).expect("standard error is there");
    });
    available
}

/// The members, as the oracle takes them.
pub fn members(bytes: &[u8]) -> [bool; 128] {
    let mut members = [false; 128];
    for &byte in bytes {
        members[usize::from(byte)] = true;
    }
    members
}

/// All ASCII bytes but A-Z, a-z, 0-9 and those given.
pub fn all_but(kept: &[u8]) -> [bool; 128] {
    core::array::from_fn(|index| {
        let byte = index as u8;
        !byte.is_ascii_alphanumeric() && !kept.contains(&byte)
    })
}

/// The oracle's members as the library takes them.
pub fn set(members: &[bool; 128]) -> AsciiSet {
    (0..128).filter(|&byte| members[usize::from(byte)]).fold(AsciiSet::EMPTY, AsciiSet::add)
}

/// The oracle's policy as the library takes it.
pub fn decoder(policy: &oracle::Decode) -> Decoder {
    Decoder::new()
        .plus_as_space(policy.plus)
        .malformed(if policy.strict { Malformed::Error } else { Malformed::Keep })
        .keep(set(&policy.keep))
        .keep_non_ascii(policy.keep_non_ascii)
        .reject(set(&policy.reject))
}

/// The oracle's policy as the library takes it.
pub fn encoder(policy: &oracle::Encode) -> Encoder {
    Encoder::new(set(&policy.set)).space_as_plus(policy.plus).lowercase_hex(policy.lowercase).keep_escapes(policy.keep_escapes)
}

/// The library's error as the oracle says it.
pub fn error(error: DecodeError) -> oracle::Error {
    let kind = match error.kind() {
        DecodeErrorKind::Truncated => oracle::Kind::Truncated,
        DecodeErrorKind::BadHex => oracle::Kind::BadHex,
        DecodeErrorKind::Rejected(value) => oracle::Kind::Rejected(value),
        DecodeErrorKind::Utf8 => oracle::Kind::Utf8,
        other => panic!("the contract knows no such error: {other:?}"),
    };
    oracle::Error { position: error.position(), kind }
}

/// The UTF-8 policies, as the library and as the oracle take them.
pub const UTF8: [(Utf8, oracle::Utf8); 3] =
    [(Utf8::Strict, oracle::Utf8::Strict), (Utf8::Lossy, oracle::Utf8::Lossy), (Utf8::KeepEscaped, oracle::Utf8::KeepEscaped)];

/// Decoding policies of every sort, with a name.
pub fn decode_policies() -> Vec<(&'static str, oracle::Decode)> {
    let plain = oracle::Decode::default();
    vec![
        ("plain", plain.clone()),
        ("plus", oracle::Decode { plus: true, ..plain.clone() }),
        ("strict", oracle::Decode { strict: true, ..plain.clone() }),
        ("keep /%", oracle::Decode { keep: members(b"/%"), ..plain.clone() }),
        ("keep all ASCII", oracle::Decode { keep: [true; 128], ..plain.clone() }),
        ("keep non-ASCII", oracle::Decode { keep_non_ascii: true, ..plain.clone() }),
        ("keep everything", oracle::Decode { keep: [true; 128], keep_non_ascii: true, ..plain.clone() }),
        ("reject NUL", oracle::Decode { reject: members(b"\0"), ..plain.clone() }),
        ("reject / kept too, strict", oracle::Decode { reject: members(b"/\0"), keep: members(b"/&="), strict: true, ..plain.clone() }),
        ("plus, keep digits", oracle::Decode { plus: true, keep: members(b"0123456789"), ..plain.clone() }),
        ("plus, strict, keep non-ASCII", oracle::Decode { plus: true, strict: true, keep_non_ascii: true, ..plain }),
    ]
}

/// Encoding policies of every sort, with a name.
pub fn encode_policies() -> Vec<(&'static str, oracle::Encode)> {
    let plain = oracle::Encode::default();
    let unreserved = all_but(b"-._~");
    vec![
        ("non-ASCII alone", plain.clone()),
        ("all", oracle::Encode { set: [true; 128], ..plain.clone() }),
        ("unreserved stays", oracle::Encode { set: unreserved, ..plain.clone() }),
        ("form", oracle::Encode { set: all_but(b"*-._"), plus: true, ..plain.clone() }),
        ("lower case", oracle::Encode { set: all_but(b"-_.!~*'()"), lowercase: true, ..plain.clone() }),
        ("keep escapes, unreserved stays", oracle::Encode { set: unreserved, keep_escapes: true, ..plain.clone() }),
        ("keep escapes, all", oracle::Encode { set: [true; 128], keep_escapes: true, lowercase: true, ..plain.clone() }),
        ("keep escapes, hex digits", oracle::Encode { set: members(b"0123456789ABCDEFabcdef"), keep_escapes: true, ..plain.clone() }),
        ("plus without SP or + in the set", oracle::Encode { plus: true, lowercase: true, ..plain.clone() }),
        ("keep escapes, plus, controls", oracle::Encode { set: members(b"\0\t\n\x1F\x7F %"), plus: true, keep_escapes: true, ..plain }),
    ]
}
