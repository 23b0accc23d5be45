//! The definitions of RFC 3986 beyond sets: normalization, equivalence, repair, dot segments; and
//! the URL Standard's rule for hosts.

mod dot_segments;
mod hosts;
mod oracle;
mod references;

use std::borrow::Cow;

use ::oracle::content::Content;
use ::oracle::random::Random;
use ::oracle::uri::{Normal, UNRESERVED, normalized, triplet};
use percent_simd::Backend;
use percent_simd::HostErrorKind;
use percent_simd::scheme::url;
use percent_simd::uri::{self, Normalizer};
use proptest::prelude::*;
use support::on_every_backend;

use self::dot_segments::assert_removes;
use self::hosts::first_forbidden;
use self::oracle::{COMPONENT, normalizer, repaired};

// ---- Inputs. ----

fn any_backend() -> impl Strategy<Value = Backend> {
    proptest::sample::select(support::backends())
}

fn any_normal() -> impl Strategy<Value = Normal> {
    proptest::sample::select(Normal::each().collect::<Vec<_>>())
}

fn any_piece() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => any::<u8>().prop_map(|byte| format!("%{byte:02X}").into_bytes()),
        3 => any::<u8>().prop_map(|byte| format!("%{byte:02x}").into_bytes()),
        3 => proptest::sample::select(UNRESERVED).prop_map(|byte| format!("%{byte:02x}").into_bytes()),
        2 => proptest::sample::select(&b":/?#[]@!$&'()*+,;="[..]).prop_map(|byte| format!("%{byte:02X}").into_bytes()),
        2 => "[a-zA-Z0-9._~-]{1,40}".prop_map(String::into_bytes),
        2 => proptest::sample::select(vec!["%", "%4", "%%", "%zz", "%%34%31", "%4%31", "/", "/.", "/..", "%2e", "%2E%2e", "%2f", "?", "é"])
            .prop_map(|text| text.into()),
        1 => proptest::collection::vec(any::<u8>(), 1..8),
    ]
}

fn any_input() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        8 => proptest::collection::vec(any_piece(), 0..24).prop_map(|pieces| pieces.concat()),
        1 => proptest::collection::vec(any_piece(), 100..300).prop_map(|pieces| pieces.concat()),
        2 => proptest::collection::vec(proptest::sample::select(&b"%%%%0344149AFafGg~/.?"[..]), 0..1500),
    ]
}

/// The input in another spelling: `choices` selects the unreserved bytes that become triplets, and
/// the digits that change case.
fn respelled(input: &[u8], choices: &[bool]) -> Vec<u8> {
    let mut choices = choices.iter().copied().cycle();
    let mut output = Vec::new();
    let mut at = 0;
    while at < input.len() {
        let choice = choices.next().unwrap();
        if triplet(&input[at..]).is_some() {
            let written = &input[at..at + 3];
            output.extend(if choice {
                written.to_ascii_lowercase()
            } else {
                written.to_ascii_uppercase()
            });
            at += 3;
        } else if choice && UNRESERVED.contains(&input[at]) {
            output.extend(format!("%{:02x}", input[at]).bytes());
            at += 1;
        } else {
            output.push(input[at]);
            at += 1;
        }
    }
    output
}

fn long_inputs() -> Vec<Vec<u8>> {
    let mut random = Random::new(3986);
    let mut inputs = Vec::new();
    for content in Content::ALL {
        for len in [0, 1, 2, 3, 5, 15, 16, 17, 31, 33, 63, 64, 65, 100, 255, 257, 1000] {
            inputs.push(content.generate(len, &mut random));
        }
    }
    // Lengths around the bounds of blocks of output, and of the runs around a stray `%`.
    let strays: [&[u8]; 8] = [b"%", b"%4", b"%%", b"%%34", b"%4%31", b"%%34%31", b"%C3%a9", b"%7e"];
    for clean in (61..=66).chain(1020..=1026).chain(1085..=1089).chain(2045..=2050) {
        for stray in strays {
            inputs
                .push([&vec![b'a'; clean], stray, b"%61%c3%41%2f".repeat(30).as_slice()].concat());
        }
    }
    for unit in [&b"%61"[..], b"%c3%A9", b"%", b"%4", b"%%34", b"%4%31", b"%61%", b"%%61zz"] {
        inputs.extend([341, 342, 600, 1023, 1024, 1025, 1600].map(|count| unit.repeat(count)));
    }
    inputs
}

// ---- Results that are a Cow. ----

/// Asserts a borrowed result if nothing changes, and otherwise one with little spare capacity.
#[track_caller]
fn assert_same(backend: Backend, input: &[u8], got: Cow<'_, [u8]>, expected: &[u8]) {
    assert!(
        *got == *expected,
        "{backend}: {} gave {}, not {}",
        input.escape_ascii(),
        got.escape_ascii(),
        expected.escape_ascii()
    );
    support::assert_cow(&got, input, Vec::capacity, || {
        format!("{backend}: {}", input.escape_ascii())
    });
}

// ---- Normalization. ----

/// Under all options, and under triplets alone.
#[track_caller]
fn assert_normalizes(input: &[u8]) {
    for how in [Normal::ALL, Normal::TRIPLETS] {
        assert_normalizes_by(input, &how);
    }
}

#[track_caller]
fn assert_normalizes_by(input: &[u8], how: &Normal) {
    let expected = normalized(input, how);
    for backend in support::backends() {
        let normalizer = normalizer(how).on(backend);
        assert_same(backend, input, normalizer.normalize(input), &expected);
        if let Ok(text) = core::str::from_utf8(input) {
            assert_eq!(normalizer.normalize_str(text).as_bytes(), expected);
        }
        assert!(
            normalizer.equivalent(input, &expected) && normalizer.equivalent(&expected, input),
            "{backend}: {}",
            input.escape_ascii()
        );
    }
}

#[test]
fn every_triplet_and_every_byte() {
    for value in 0..=255_u8 {
        for input in [format!("{value:02x}"), format!("{value:02X}")] {
            for input in [
                format!("%{input}"),
                format!("%%{input}"),
                format!("%4%{input}"),
                format!("a%{input}%{input}1"),
                format!("%%34%{input}"),
            ] {
                assert_normalizes(input.as_bytes());
            }
        }
        assert_normalizes(&[value]);
        assert_normalizes(&[b'%', value, b'1']);
        assert_normalizes(&[b'%', b'4', value]);
    }
}

#[test]
fn of_every_content() {
    for input in long_inputs() {
        assert_normalizes(&input);
    }
}

/// The standard's examples, and cases that it leaves open.
#[test]
fn vectors() {
    let vectors: [(&str, &str); 14] = [
        // RFC 3986 6.2.2.1, and 6.2.2's example.
        ("%3a", "%3A"),
        ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"),
        // RFC 3986 2.3 and 6.2.2.2.
        ("%41", "A"),
        ("%7E", "~"),
        ("%7e", "~"),
        ("%2D%2E%5F%7E", "-._~"),
        ("%2f", "%2F"),
        ("%c3%a9", "%C3%A9"),
        // Triplets are decoded once, and none is created.
        ("%2541", "%2541"),
        ("%%34%31", "%%341"),
        ("%4%31", "%4%31"),
        ("%%34", "%%34"),
        ("%%7e31", "%~31"),
        ("100%", "100%"),
    ];
    for (input, expected) in vectors {
        assert_eq!(Normalizer::new().normalize_str(input), expected);
        assert_eq!(normalized(input.as_bytes(), &Normal::ALL), expected.as_bytes());
        assert_normalizes(input.as_bytes());
    }
    assert!(
        uri::equivalent(b"%2F", b"%2f")
            && uri::equivalent(b"%7E", b"~")
            && uri::equivalent(b"%7e", b"%7E")
    );
    assert!(
        !uri::equivalent(b"/", b"%2F")
            && !uri::equivalent(b"%%34%31", b"%41")
            && !uri::equivalent(b"%2541", b"A")
    );
}

// ---- Repair. ----

#[track_caller]
fn assert_repairs(input: &[u8]) {
    let expected = repaired(input);
    on_every_backend(|backend| {
        assert_same(backend, input, uri::repair(input), &expected);
        assert!(
            matches!(uri::repair(&expected), Cow::Borrowed(_)),
            "{backend}: {}",
            input.escape_ascii()
        );
        if let Ok(text) = core::str::from_utf8(input) {
            assert_eq!(uri::repair_str(text).as_bytes(), expected);
        }
    });
}

#[test]
fn repair() {
    let vectors = [
        ("", ""),
        ("%", "%25"),
        ("a%4", "a%254"),
        ("%%41", "%25%41"),
        ("%4%41", "%254%41"),
        ("%zz%c3%A9 é", "%25zz%c3%A9 é"),
        ("%%%", "%25%25%25"),
        ("%25%2525", "%25%2525"),
        ("%u0041", "%25u0041"),
    ];
    for (input, expected) in vectors {
        assert_eq!(uri::repair_str(input), expected);
        assert_repairs(input.as_bytes());
    }
    for value in 0..=255 {
        assert_repairs(&[b'%', value, b'0', value]);
        assert_repairs(&[b'%', b'0', value, b'%']);
    }
    for input in long_inputs() {
        assert_repairs(&input);
    }
}

proptest! {
    #![proptest_config(support::cases(200))]

    #[test]
    fn normalizing_is_the_oracle_s(input in any_input()) {
        assert_normalizes(&input);
    }

    #[test]
    fn normalizing_is_idempotent(input in any_input(), how in any_normal(), backend in any_backend()) {
        let normalizer = normalizer(&how).on(backend);
        let once = normalizer.normalize(&input);
        prop_assert!(matches!(normalizer.normalize(&once), Cow::Borrowed(_)), "{}", input.escape_ascii());
    }

    #[test]
    fn equivalence_is_that_of_the_oracle_s_normal_forms(a in any_input(), b in any_input(), choices in proptest::collection::vec(any::<bool>(), 1..50), backend in any_backend(), how in any_normal()) {
        let respelled = respelled(&a, &choices);
        for (a, b) in [(&a, &b), (&a, &respelled), (&respelled, &b), (&a, &a)] {
            let normalizer = normalizer(&how).on(backend);
            let (x, y) = (normalized(a, &how), normalized(b, &how));
            prop_assert_eq!(normalizer.equivalent(a, b), x == y);
            prop_assert_eq!(normalizer.equivalent(b, a), x == y);
        }
        // Without a stray `%`, only the spelling has changed. (A scheme has only one.)
        if !a.iter().enumerate().any(|(at, &byte)| byte == b'%' && triplet(&a[at..]).is_none()) {
            prop_assert!(COMPONENT.on(backend).equivalent(&a, &respelled));
        }
    }

    #[test]
    fn repairing_is_the_oracle_s(input in any_input()) {
        assert_repairs(&input);
    }

    #[test]
    fn removing_dot_segments_is_the_oracle_s(path in "/(/|\\.|%2e|%2E|a|%2f|%){0,60}") {
        assert_removes(path.as_bytes());
    }

    /// An error is at the oracle's position, and a result equals the oracle's.
    #[test]
    fn hosts_are_decoded_once(input in any_input()) {
        let decoded = ::oracle::decode_text(&input, &::oracle::Decode::default(), ::oracle::Utf8::Strict);
        on_every_backend(|_| match (&decoded, url::host(&input)) {
            (Ok(text), Ok(host)) => assert!(host == *text && first_forbidden(text).is_none()),
            (Ok(text), Err(error)) => {
                let HostErrorKind::Forbidden(byte) = error.kind() else { panic!("{error}") };
                let place = first_forbidden(text).expect("there is one");
                assert_eq!(text.as_bytes()[place], byte);
                let before = ::oracle::decode(&input[..error.position()], &::oracle::Decode::default()).unwrap();
                assert_eq!(before, text.as_bytes()[..place]);
            }
            (Err(error), host) => assert_eq!(host.map_err(|error| (error.position(), error.kind())), Err((error.position, HostErrorKind::Utf8))),
        });
    }
}
