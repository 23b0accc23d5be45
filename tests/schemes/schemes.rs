//! The table of schemes: complete, consistent, and each scheme both ways.

use std::collections::HashSet;

use oracle::random::Random;
use percent_simd::scheme::{self, SCHEMES, Scheme, alpn, multipart, sf_display};
use percent_simd::{AsciiSet, DecodeErrorKind, Decoder, Encoder, Malformed, Utf8, iri, js, sets};
use support::on_every_backend;

/// Every constant is in the list, has the set of its name (which `tests/kernels/sets.rs` compares
/// with the standards), and is found by its name.
#[test]
fn the_list_is_complete_and_consistent() {
    let names: HashSet<&str> = SCHEMES.iter().map(|scheme| scheme.name()).collect();
    assert_eq!(names.len(), SCHEMES.len());
    // All sets but two that are no scheme's name, and those of functions.
    let source = include_str!("../../src/sets.rs");
    let constants =
        source.lines().filter_map(|line| line.strip_prefix("pub const ")?.split_once(": AsciiSet"));
    for (constant, _) in constants.filter(|(constant, _)| {
        let others = ["CONTROLS", "NON_ALPHANUMERIC", "JS_ESCAPE", "ALPN", "IRI", "SF_DISPLAY"];
        !others.contains(constant)
    }) {
        // A form's set is named apart from its scheme: `+` would be lost.
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

/// Every scheme and the constant of its set.
const SETS: &[(Scheme, AsciiSet)] = &[
    (scheme::URL_C0, sets::URL_C0),
    (scheme::URL_FRAGMENT, sets::URL_FRAGMENT),
    (scheme::URL_QUERY, sets::URL_QUERY),
    (scheme::URL_SPECIAL_QUERY, sets::URL_SPECIAL_QUERY),
    (scheme::URL_PATH, sets::URL_PATH),
    (scheme::URL_USERINFO, sets::URL_USERINFO),
    (scheme::URL_COMPONENT, sets::URL_COMPONENT),
    (scheme::FORM, sets::FORM_SET),
    (scheme::FORM_MAILTO, sets::FORM_SET),
    (scheme::URI_COMPONENT, sets::URI_COMPONENT),
    (scheme::URI_SEGMENT, sets::URI_SEGMENT),
    (scheme::URI_SEGMENT_NC, sets::URI_SEGMENT_NC),
    (scheme::URI_QUERY, sets::URI_QUERY),
    (scheme::URI_FRAGMENT, sets::URI_FRAGMENT),
    (scheme::URI_USERINFO, sets::URI_USERINFO),
    (scheme::URI_REG_NAME, sets::URI_REG_NAME),
    (scheme::URI_2396, sets::URI_2396),
    (scheme::URI_1738, sets::URI_1738),
    (scheme::URI_2396_EXCLUDED, sets::URI_2396_EXCLUDED),
    (scheme::CGI, sets::CGI),
    (scheme::OAUTH, sets::OAUTH),
    (scheme::OAUTH2, sets::FORM_SET),
    (scheme::AWS, sets::AWS),
    (scheme::AWS_PATH, sets::AWS_PATH),
    (scheme::S3_KEY, sets::S3_KEY_SET),
    (scheme::JS_URI, sets::JS_URI),
    (scheme::JS_COMPONENT, sets::JS_COMPONENT),
    (scheme::TEMPLATE, sets::TEMPLATE),
    (scheme::TEMPLATE_RESERVED, sets::TEMPLATE_RESERVED),
    (scheme::TEMPLATE_LITERAL, sets::TEMPLATE_LITERAL),
    (scheme::LEIRI, sets::LEIRI),
    (scheme::XPATH_ENCODE_FOR_URI, sets::XPATH_ENCODE_FOR_URI),
    (scheme::XPATH_IRI_TO_URI, sets::XPATH_IRI_TO_URI),
    (scheme::XPATH_ESCAPE_HTML_URI, sets::XPATH_ESCAPE_HTML_URI),
    (scheme::PHP_RAWURLENCODE, sets::PHP_RAWURLENCODE),
    (scheme::PHP_URLENCODE, sets::PHP_URLENCODE_SET),
    (scheme::CSS_URL, sets::CSS_URL),
    (scheme::RFC5987, sets::RFC5987),
    (scheme::HTTP_SIGNATURE, sets::FORM_SET),
    (scheme::BAGGAGE, sets::BAGGAGE),
    (scheme::GRPC_MESSAGE, sets::GRPC_MESSAGE),
    (scheme::JSON_POINTER, sets::JSON_POINTER),
    (scheme::SIP_USER, sets::SIP_USER),
    (scheme::SIP_PARAM, sets::SIP_PARAM),
    (scheme::SIP_HEADER, sets::SIP_HEADER),
    (scheme::PURL, sets::PURL),
    (scheme::HIVE_PARTITION, sets::HIVE_PARTITION),
    (scheme::ALL, sets::ALL),
];

/// The constants' sets, and the options, by name.
#[test]
fn names_sets_and_options_agree() {
    assert!(
        SETS.iter().map(|(scheme, _)| scheme.name()).eq(SCHEMES.iter().map(|scheme| scheme.name())),
        "this list is not SCHEMES"
    );
    assert!(SETS.iter().map(|(scheme, _)| scheme).eq(SCHEMES));
    for &(scheme, set) in SETS {
        let name = scheme.name();
        assert_eq!(scheme.set(), set, "{name}");
        let plus = ["form", "php-urlencode", "oauth2", "s3-key"];
        assert_eq!(scheme.space_is_plus(), plus.contains(&name), "{name}");
        assert_eq!(
            scheme.keeps_escapes(),
            ["template-reserved", "template-literal"].contains(&name),
            "{name}"
        );
        assert_eq!(scheme.keeps_non_ascii(), name == "hive-partition", "{name}");
        let (is_js, is_baggage) = (name.starts_with("js-"), name == "baggage");
        assert_eq!(scheme.decodes_to_text(), is_js || is_baggage, "{name}");
        let encoder = Encoder::new(set)
            .space_as_plus(scheme.space_is_plus())
            .keep_escapes(scheme.keeps_escapes())
            .keep_non_ascii(scheme.keeps_non_ascii());
        assert_eq!(scheme.encoder(), encoder, "{name}");
        let keep = if name == "js-uri" { &b";/?:@&=+$,#"[..] } else { b"" };
        let malformed = if is_js { Malformed::Error } else { Malformed::Keep };
        let decoder = Decoder::new()
            .plus_as_space(scheme.space_is_plus())
            .malformed(malformed)
            .keep(AsciiSet::from_bytes(keep))
            .utf8(if is_baggage { Utf8::Lossy } else { Utf8::Strict });
        assert_eq!(scheme.decoder(), decoder, "{name}");
    }
}

/// What is encoded decodes back, text and bytes, on every backend; what does not change is
/// borrowed.
#[test]
fn every_scheme_both_ways() {
    // These write one text in several ways, or decode less than they encode.
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

/// Byte by byte: what stands raw and should not, and each `%` without two digits.
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
                        // Where SP is written as `+`, a raw SP is wrong, and a raw `+` is right.
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
        // What an encoder writes is encoded.
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

/// The matrix in the module's documentation is what the schemes do, and the functions that `pct`
/// has names for.
#[test]
fn the_matrix_is_up_to_date() {
    type Row = (&'static str, fn(&str) -> String);
    // Without the `%"` and the `"` around every display string.
    fn inner(text: &str) -> String {
        text[2..text.len() - 1].into()
    }
    const FUNCTIONS: [(&str, Row); 5] = [
        ("template", ("js-escape", |text| js::escape(text).into_owned())),
        ("template", ("alpn", |text| alpn::encode(text).into_owned())),
        ("leiri", ("iri", |text| iri::to_uri(text).into_owned())),
        ("http-signature", ("sf-display", |text| inner(&sf_display::serialize(text)))),
        ("json-pointer", ("multipart-name", |text| multipart::name(text).into_owned())),
    ];
    let width = SCHEMES.iter().map(|scheme| scheme.name().len()).max().unwrap();
    let mut table =
        format!("{:width$}  {}\n", "", (b' '..=b'~').map(char::from).collect::<String>());
    let mut row = |name: &str, encode: &dyn Fn(&str) -> String| {
        let cells = (b' '..=b'~').map(char::from).map(|character| {
            match &*encode(character.encode_utf8(&mut [0; 4])) {
                "+" if character == ' ' => '+',
                same if same.chars().eq([character]) => '.',
                _ => '%',
            }
        });
        table.push_str(&format!("{name:width$}  {}\n", cells.collect::<String>()));
    };
    for scheme in SCHEMES {
        for (_, (name, encode)) in FUNCTIONS.iter().filter(|(before, _)| *before == scheme.name()) {
            row(name, encode);
        }
        row(scheme.name(), &|text| scheme.encode(text).into_owned());
    }
    let documented = include_str!("../../src/scheme/matrix.md");
    let documented = documented
        .split("```text\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("a block of text");
    // (a backquote in the first line ends no block: it stands alone)
    assert!(documented == table, "src/scheme/matrix.md should hold this table:\n{table}");
}
