//! From IRI to URI and back, by RFC 3987 3.1 and 3.2.

use std::borrow::Cow;

use oracle::content::Content;
use oracle::random::Random;
use percent_simd::Backend;
use percent_simd::iri::{self, Part};
use percent_simd::uri::Normalizer;
use proptest::prelude::*;
use support::answers::iri::{
    BIDI_FORMATTING, IPRIVATE, UCSCHAR, iri_to_uri, is_in, part_to_iri, uri_to_iri,
};
use support::on_every_backend;

#[track_caller]
fn assert_result(backend: Backend, input: &[u8], got: Cow<'_, str>, expected: &str) {
    assert!(got == expected, "{backend}: {} gave {got:?}, not {expected:?}", input.escape_ascii());
    support::assert_cow(&got, input, String::capacity, || {
        format!("{backend}: {}", input.escape_ascii())
    });
}

#[track_caller]
fn assert_converts(input: &[u8]) {
    let expected =
        [part_to_iri(input, false), part_to_iri(input, true), uri_to_iri(input), iri_to_uri(input)];
    on_every_backend(|backend| {
        assert_result(backend, input, iri::from_uri_part(input, Part::Other), &expected[0]);
        assert_result(backend, input, iri::from_uri_part(input, Part::Query), &expected[1]);
        assert_result(backend, input, iri::from_uri(input), &expected[2]);
        assert_result(backend, input, iri::to_uri_bytes(input), &expected[3]);
        if let Ok(text) = core::str::from_utf8(input) {
            assert_result(backend, input, iri::to_uri(text), &expected[3]);
        }
    });
}

fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

/// RFC 3987 3.1, 3.2 and 3.2.1.
#[test]
fn examples_of_the_standard() {
    let vectors = [
        ("http://www.example.org/D%C3%BCrst", "http://www.example.org/Dürst"),
        ("http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"),
        ("http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%E2%80%AE"),
        ("http://www.example.org/r%E9sum%E9.html", "http://www.example.org/r%E9sum%E9.html"),
    ];
    for (uri, iri) in vectors {
        assert_eq!(iri::from_uri(uri.as_bytes()), iri);
        assert_eq!(uri_to_iri(uri.as_bytes()), iri);
        assert_converts(uri.as_bytes());
    }
    let vectors = [
        ("http://www.example.org/red%09rosé#red", "http://www.example.org/red%09ros%C3%A9#red"),
        (
            "http://example.com/\u{10300}\u{10301}\u{10302}",
            "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82",
        ),
        ("http://r\u{E9}sum\u{E9}.example.org", "http://r%C3%A9sum%C3%A9.example.org"),
    ];
    for (iri, uri) in vectors {
        assert_eq!(iri::to_uri(iri), uri);
        assert_eq!(iri::from_uri(uri.as_bytes()), iri);
        assert_converts(iri.as_bytes());
    }
}

#[test]
fn edge_cases() {
    let vectors: [(&str, &str); 16] = [
        ("%25%2525%2f%3F%5b", "%25%2525%2f%3F%5b"),
        ("%41%7e%2D", "A~-"),
        ("%20%3c%60%00%7f", "%20%3c%60%00%7f"),
        ("%%34%31", "%%341"),
        ("%4%31", "%4%31"),
        ("%C0%AF", "%C0%AF"),
        ("%ed%a0%80", "%ED%A0%80"),
        ("%e2%98%83%e2%98", "☃%E2%98"),
        ("%c2%80%c2%9f%c2%a0", "%C2%80%C2%9F\u{A0}"),
        ("%EF%BB%BFa", "\u{FEFF}a"),
        ("\u{202E}x", "%E2%80%AEx"),
        ("%ee%80%80?%ee%80%80#%ee%80%80?%ee%80%80", "%EE%80%80?\u{E000}#%EE%80%80?%EE%80%80"),
        ("#?%ee%80%80", "#?%EE%80%80"),
        ("%3f%ee%80%80", "%3f%EE%80%80"),
        ("??%f3%b0%80%80%23#", "??\u{F0000}%23#"),
        ("%\u{e9}%E2?%98%83", "%\u{e9}%E2?%98%83"),
    ];
    for (uri, iri) in vectors {
        assert_eq!(uri_to_iri(uri.as_bytes()), iri);
        assert_converts(uri.as_bytes());
    }
}

/// Both sides of each bound, escaped and raw, in a query and elsewhere.
#[test]
fn every_bound_of_every_range() {
    let bounds = UCSCHAR
        .iter()
        .chain(&IPRIVATE)
        .flat_map(|&(first, last)| [first - 1, first, first + 1, last - 1, last, last + 1]);
    let others = BIDI_FORMATTING
        .into_iter()
        .flat_map(|value| [value - 1, value, value + 1])
        .chain(0x7E..=0xA2)
        .chain([0xD7FF, 0xE000]);
    let planes = (0..=16).flat_map(|plane| [0xFFFE, 0xFFFF].map(|value| (plane << 16) + value));
    let characters: Vec<char> =
        bounds.chain(others).chain(planes).filter_map(char::from_u32).collect();
    assert!(characters.len() > 200);
    for character in characters {
        let raw = character.to_string();
        let escaped = escaped(&raw);
        for input in [
            format!("{raw}{escaped}?{escaped}{raw}#{raw}{escaped}"),
            format!("{}{escaped}{raw}", "a".repeat(31)),
        ] {
            assert_converts(input.as_bytes());
        }
        let half = [&raw.as_bytes()[..1], &escaped.as_bytes()[3..]].concat();
        assert_converts(&half);
    }
}

#[test]
fn every_pair_of_bytes_that_begins_a_sequence() {
    for first in 0x80..=0xFF_u8 {
        for second in [0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF_u8] {
            assert_converts(
                format!("%{first:02x}%{second:02X}%80%bf%BF?%{first:02X}%{second:02x}%bf%be")
                    .as_bytes(),
            );
            assert_converts(&[first, second, 0x80, 0xBF, b'?', first, second]);
        }
    }
}

#[test]
fn of_every_content() {
    let mut random = Random::new(3987);
    for content in Content::ALL {
        for len in [0, 1, 2, 3, 5, 15, 16, 17, 31, 33, 63, 64, 65, 100, 255, 257, 1000] {
            assert_converts(&content.generate(len, &mut random));
        }
    }
    // Sequences across the bounds of blocks of output: all of them escaped, some, or none.
    for clean in (0..4).chain(1020..=1025) {
        for text in ["é", "☃", "💩", "\u{202E}", "\u{E000}\u{10FFFF}", "\u{AD}"] {
            let clean = "a".repeat(clean);
            let mixed: Vec<u8> = text
                .bytes()
                .enumerate()
                .flat_map(|(at, byte)| {
                    if at % 2 == 0 { format!("%{byte:02X}").into_bytes() } else { vec![byte] }
                })
                .collect();
            for unit in [
                text.as_bytes().to_vec(),
                escaped(text).into_bytes(),
                mixed,
                escaped(text).as_bytes()[3..].to_vec(),
            ] {
                assert_converts(
                    &[clean.as_bytes(), &unit.repeat(2), b"?", &unit.repeat(600)].concat(),
                );
            }
        }
    }
    for unit in
        [&b"%"[..], b"%4", b"%%34", b"%4%31", b"%c3%A9%", b"%61", b"\xFF", b"%ff", b"%E2%98"]
    {
        for count in [341, 342, 1023, 1025, 1600] {
            assert_converts(&unit.repeat(count));
        }
    }
}

// ---- Properties. ----

fn any_piece() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        3 => any::<u8>().prop_map(|byte| format!("%{byte:02x}").into_bytes()),
        3 => any::<char>().prop_map(|character| escaped(&character.to_string()).into_bytes()),
        2 => any::<char>().prop_map(|character| character.to_string().into_bytes()),
        2 => proptest::sample::select(vec!["é", "☃", "\u{202A}", "\u{200D}", "\u{E000}", "\u{85}", "\u{FFFE}", "\u{FDD0}", "\u{E0001}"])
            .prop_map(|text| escaped(text).to_ascii_uppercase().into_bytes()),
        2 => "[a-zA-Z0-9._~-]{1,40}".prop_map(String::into_bytes),
        2 => proptest::sample::select(vec!["%", "%4", "%%", "%%34%31", "%4%31", "/", "?", "#", "%3f", "%23", "%25"]).prop_map(|text| text.into()),
        1 => proptest::collection::vec(any::<u8>(), 1..8),
    ]
}

fn any_input() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        8 => proptest::collection::vec(any_piece(), 0..24).prop_map(|pieces| pieces.concat()),
        1 => proptest::collection::vec(any_piece(), 100..300).prop_map(|pieces| pieces.concat()),
        1 => proptest::collection::vec(proptest::sample::select(&b"%%%%cCeE28809aAbBfF?#"[..]), 0..1500),
    ]
}

proptest! {
    #![proptest_config(support::cases(200))]

    #[test]
    fn converting_is_the_oracle_s(input in any_input()) {
        assert_converts(&input);
    }

    /// From URI to IRI and back, triplets are equivalent; a second round changes nothing.
    #[test]
    fn there_and_back(input in any_input()) {
        // Only the characters of URIs remain.
        let source = iri::to_uri_bytes(&input);
        let there = iri::from_uri(source.as_bytes());
        let back = iri::to_uri(&there);
        let triplets = Normalizer::new().case(false).dot_segments(false);
        prop_assert!(triplets.equivalent(source.as_bytes(), back.as_bytes()), "{} {:?} {}", source, there, back);
        prop_assert_eq!(iri::from_uri(back.as_bytes()), &*there);
        prop_assert!(matches!(iri::from_uri(there.as_bytes()), Cow::Borrowed(_)));
    }

    /// An IRI without decodable triplets is restored unchanged.
    #[test]
    fn an_iri_comes_back(pieces in proptest::collection::vec((any::<char>(), "[a-z/]{0,9}"), 0..40)) {
        let mut iri = String::new();
        for (character, ascii) in pieces {
            if is_in(&UCSCHAR, character) && !BIDI_FORMATTING.contains(&u32::from(character)) {
                iri.push(character);
            }
            iri.push_str(&ascii);
            iri.push_str("%2f%25");
        }
        let uri = iri::to_uri(&iri);
        prop_assert_eq!(iri::from_uri(uri.as_bytes()), &*iri);
    }
}
