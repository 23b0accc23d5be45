//! The table of schemes: complete, consistent, and each scheme in both directions.

use std::collections::HashSet;

use oracle::random::Random;
use oracle::schemes::{self, Rule};
use percent_simd::scheme::{self, SCHEMES, Scheme};
use percent_simd::{AsciiSet, DecodeErrorKind, Decoder, Encoder, Malformed, Utf8, sets};
use support::on_every_backend;

/// Every constant is in the list, has the set of its name (which `tests/kernels/sets.rs` compares
/// with the standards), and is found by its name.
#[test]
fn the_list_is_complete_and_consistent() {
    let names: HashSet<&str> = SCHEMES.iter().map(|scheme| scheme.name()).collect();
    assert_eq!(names.len(), SCHEMES.len());
    // All sets, except two without a scheme and those of functions.
    let source = include_str!("../../src/sets.rs");
    let constants =
        source.lines().filter_map(|line| line.strip_prefix("pub const ")?.split_once(": AsciiSet"));
    for (constant, _) in constants.filter(|(constant, _)| {
        let others = ["CONTROLS", "NON_ALPHANUMERIC", "JS_ESCAPE", "ALPN", "IRI", "SF_DISPLAY"];
        !others.contains(constant)
    }) {
        // A form's set has another name than its scheme, because `+` would be lost.
        let name = constant.trim_end_matches("_SET").to_lowercase().replace('_', "-");
        assert!(names.contains(&*name), "{name} is missing");
    }
    for &scheme in SCHEMES {
        assert_eq!(Scheme::from_name(scheme.name()), Some(scheme));
        assert!(!scheme.standard().is_empty());
        let (text, encoded) = scheme.example();
        assert_ne!(text, encoded, "{}: an example shows something", scheme.name());
    }
    for name in ["", "URL-PATH", "url_path", "url-path ", "uri"] {
        assert_eq!(Scheme::from_name(name), None, "{name:?}");
    }
}

/// Every scheme escapes the characters of its standard, and has the standard's options.
#[test]
fn names_sets_and_options_are_the_standards() {
    let names = SCHEMES.iter().map(|scheme| scheme.name());
    assert!(names.eq(schemes::SCHEMES.iter().map(|row| row.0)), "oracle::schemes is not SCHEMES");
    for (scheme, &(name, says, rules)) in SCHEMES.iter().zip(schemes::SCHEMES) {
        for byte in 0..=u8::MAX {
            let escapes = byte < 0x80 && says.escapes(byte);
            assert_eq!(scheme.set().contains(byte), escapes, "{name}: {byte:02X}");
        }
        let has = |rule| rules.contains(&rule);
        let kept = rules.iter().find_map(|rule| match rule {
            Rule::StrictText(kept) => Some(kept),
            _ => None,
        });
        assert_eq!(scheme.space_is_plus(), has(Rule::Plus), "{name}");
        assert_eq!(scheme.keeps_escapes(), has(Rule::KeepsEscapes), "{name}");
        assert_eq!(scheme.keeps_non_ascii(), has(Rule::KeepsNonAscii), "{name}");
        assert_eq!(scheme.decodes_to_text(), kept.is_some() || has(Rule::LossyText), "{name}");
        let encoder = Encoder::new(scheme.set())
            .space_as_plus(has(Rule::Plus))
            .keep_escapes(has(Rule::KeepsEscapes))
            .keep_non_ascii(has(Rule::KeepsNonAscii));
        assert_eq!(scheme.encoder(), encoder, "{name}");
        let decoder = Decoder::new()
            .plus_as_space(has(Rule::Plus))
            .malformed(if kept.is_some() { Malformed::Error } else { Malformed::Keep })
            .keep(AsciiSet::from_bytes(kept.map_or("", |kept| kept).as_bytes()))
            .utf8(if has(Rule::LossyText) { Utf8::Lossy } else { Utf8::Strict });
        assert_eq!(scheme.decoder(), decoder, "{name}");
    }
}

/// A constant has its scheme's name, in upper case.
#[test]
fn constants_have_the_names_of_their_schemes() {
    let [constants, forms] =
        [include_str!("../../src/scheme/constants.rs"), include_str!("../../src/scheme/form.rs")];
    let entry =
        |line: &'static str| line.trim_start().split_once("(\"")?.1.split_once("\", sets::");
    let entries = constants.lines().chain(forms.lines());
    let mut count = 0;
    for line in entries.filter(|line| entry(line).is_some()) {
        let (constant, name) = line.trim_start().split_once("(\"").expect("an entry");
        let (name, _) = name.split_once('"').expect("a name");
        let constant = constant.rsplit(' ').next().expect("a constant");
        assert_eq!(constant.to_lowercase().replace('_', "-"), name);
        count += 1;
    }
    assert_eq!(count, SCHEMES.len());
}

/// Decoding restores encoded text and bytes, on every backend; unchanged input is borrowed.
#[test]
fn every_scheme_both_ways() {
    // These schemes have several spellings of a text, or decode less than they encode.
    let not_inverse = [
        "template-reserved",
        "template-literal",
        "leiri",
        "xpath-iri-to-uri",
        "xpath-escape-html-uri",
        "js-uri",
    ];
    let keeps_percent = |scheme: Scheme| !scheme.set().contains(b'%');
    let texts = [
        "",
        "plain",
        "a b+c/d=é☃😀 ~*!'()",
        "\0\u{7F}\u{80}\u{FFFD}\u{FFFF}\u{10FFFF}",
        &"Відсоткове кодування, 100% ".repeat(9),
    ];
    on_every_backend(|backend| {
        for &scheme in SCHEMES.iter().filter(|scheme| !not_inverse.contains(&scheme.name())) {
            for text in texts.iter().filter(|text| !(keeps_percent(scheme) && text.contains('%'))) {
                let encoded = scheme.encode(text);
                assert_eq!(
                    &*scheme.encode(text.as_bytes()),
                    &*encoded,
                    "{backend}: {}",
                    scheme.name()
                );
                assert_eq!(
                    scheme.display(text).to_string(),
                    *encoded,
                    "{backend}: {}",
                    scheme.name()
                );
                let mut appended = String::from("é%");
                scheme.encode_append(text, &mut appended);
                assert_eq!(
                    appended.strip_prefix("é%"),
                    Some(&*encoded),
                    "{backend}: {}",
                    scheme.name()
                );
                assert_eq!(
                    matches!(encoded, std::borrow::Cow::Borrowed(_)),
                    encoded == *text,
                    "{backend}: {}",
                    scheme.name()
                );
                let decoded = scheme.decode(&*encoded).unwrap_or_else(|error| {
                    panic!("{backend}: {}: {error}: {encoded}", scheme.name())
                });
                assert_eq!(
                    core::str::from_utf8(&decoded),
                    Ok(*text),
                    "{backend}: {}",
                    scheme.name()
                );
            }
        }
    });
}

#[test]
fn bytes_that_are_no_text() {
    for &scheme in SCHEMES {
        assert!(scheme.encode(b"\xFF") == "%FF", "{}", scheme.name());
    }
    assert_eq!(scheme::JS_COMPONENT.decode(b"a%FF").unwrap_err().kind(), DecodeErrorKind::Utf8);
}

/// Byte by byte: raw bytes that need an escape, and each `%` without two digits.
fn problems(input: &[u8], escapes: impl Fn(u8) -> bool) -> Vec<(usize, DecodeErrorKind)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < input.len() {
        let rest = &input[at + 1..];
        let digits = rest.iter().take(2).take_while(|byte| byte.is_ascii_hexdigit()).count();
        match input[at] {
            b'%' if digits == 2 => at += 2,
            b'%' if digits == rest.len() => found.push((at, DecodeErrorKind::Truncated)),
            b'%' => found.push((at, DecodeErrorKind::BadHex)),
            byte if byte >= 0x80 || escapes(byte) => found.push((at, DecodeErrorKind::Raw(byte))),
            _ => {}
        }
        at += 1;
    }
    found
}

#[test]
fn encoding_problems_are_all_of_them_in_order() {
    let sets = [
        AsciiSet::EMPTY,
        sets::URI_QUERY,
        sets::FORM_SET,
        sets::ALL,
        AsciiSet::from_bytes(b"%"),
        AsciiSet::from_bytes(b"0aF"),
    ];
    let mut random = Random::new(3986);
    let pieces: [&[u8]; 14] = [
        b"%41",
        b"%2f",
        b"%",
        b"%4",
        b"%%",
        b"%zz",
        b"a b",
        b"+",
        b"0",
        b"plain-text-that-is-longer-than-a-register",
        b"\xE9",
        b"\0",
        b"F",
        b"/?",
    ];
    for backend in support::backends() {
        for round in 0..1500 {
            let input: Vec<u8> = (0..random.below(if round % 10 == 0 { 60 } else { 8 }))
                .flat_map(|_| random.pick(&pieces))
                .copied()
                .collect();
            for set in sets {
                for plus in [false, true] {
                    let encoder = Encoder::new(set).space_as_plus(plus).on(backend);
                    let escapes = |byte| match byte {
                        // If SP is written as `+`, a raw SP is wrong, and a raw `+` is right.
                        b' ' if plus => true,
                        b'+' if plus => false,
                        _ => set.contains(byte),
                    };
                    let expected = problems(&input, escapes);
                    let got: Vec<_> = encoder
                        .encoding_problems(&input)
                        .map(|error| (error.position(), error.kind()))
                        .collect();
                    assert_eq!(got, expected, "{backend}: {set:?} {}", input.escape_ascii());
                    let first = encoder
                        .check_encoded(&input)
                        .map_err(|error| (error.position(), error.kind()));
                    assert_eq!(
                        first,
                        expected.first().map_or(Ok(()), |&first| Err(first)),
                        "{backend}"
                    );
                }
            }
        }
        // The output of an encoder has no problem.
        for len in [0, 1, 17, 64, 300] {
            let input: Vec<u8> = (0..len).map(|_| random.byte()).collect();
            for &scheme in SCHEMES {
                let encoder = scheme.encoder();
                if !scheme.set().contains(b'%') {
                    continue;
                }
                let encoded = encoder.on(backend).encode(&input).into_owned();
                assert_eq!(
                    encoder.on(backend).check_encoded(encoded.as_bytes()),
                    Ok(()),
                    "{backend}: {}: {encoded}",
                    scheme.name()
                );
            }
        }
    }
}
