//! The schemes: their table, their standards' own examples, and the small functions beside them.

use std::collections::HashSet;

use crate::common::active::on_every_backend;
use oracle::random::Random;
use percent_simd::scheme::{self, SCHEMES, Scheme, alpn, aws, cgi, css, php, rfc8187, xpath};
use percent_simd::{
    AsciiSet, DecodeErrorKind, Decoder, Encoder, Malformed, decode, encode, iri, js, sets,
};

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
        !["CONTROLS", "NON_ALPHANUMERIC", "JS_ESCAPE", "ALPN", "IRI"].contains(constant)
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

/// The constants' sets, and the options, by name.
#[test]
fn names_sets_and_options_agree() {
    let pairs = [
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
        (scheme::AWS, sets::AWS),
        (scheme::AWS_PATH, sets::AWS_PATH),
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
        (scheme::ALL, sets::ALL),
    ];
    assert!(
        pairs
            .iter()
            .map(|(scheme, _)| scheme.name())
            .eq(SCHEMES.iter().map(|scheme| scheme.name())),
        "this list is not SCHEMES"
    );
    assert_eq!(pairs.map(|(scheme, _)| scheme), SCHEMES);
    for (scheme, set) in pairs {
        let name = scheme.name();
        assert_eq!(scheme.set(), set, "{name}");
        assert_eq!(scheme.space_is_plus(), ["form", "php-urlencode"].contains(&name), "{name}");
        assert_eq!(
            scheme.keeps_escapes(),
            ["template-reserved", "template-literal"].contains(&name),
            "{name}"
        );
        assert_eq!(scheme.decodes_to_text(), name.starts_with("js-"), "{name}");
        let encoder = Encoder::new(set)
            .space_as_plus(scheme.space_is_plus())
            .keep_escapes(scheme.keeps_escapes());
        assert_eq!(scheme.encoder(), encoder, "{name}");
        let keep = if name == "js-uri" { &b";/?:@&=+$,#"[..] } else { b"" };
        let malformed = if name.starts_with("js-") { Malformed::Error } else { Malformed::Keep };
        let decoder = Decoder::new()
            .plus_as_space(scheme.space_is_plus())
            .malformed(malformed)
            .keep(AsciiSet::from_bytes(keep));
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
                assert_eq!(str::from_utf8(&decoded), Ok(*text), "{backend}: {}", scheme.name());
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

/// WHATWG URL 1.3, the table of examples. (Those of legacy charsets are in `charset.rs`.)
#[test]
fn whatwg_percent_encoding_examples() {
    on_every_backend(|_| {
        assert_eq!(encode(b"\x23", sets::ALL), "%23");
        assert_eq!(encode(b"\x7F", sets::ALL), "%7F");
        assert_eq!(&*decode(b"%25%s%1G"), b"%%s%1G");
        assert_eq!(&*decode("\u{203D}%25%2E".as_bytes()), b"\xE2\x80\xBD\x25\x2E");
        assert_eq!(scheme::URL_USERINFO.encode("\u{2261}"), "%E2%89%A1");
        assert_eq!(scheme::URL_USERINFO.encode("\u{203D}"), "%E2%80%BD");
        assert_eq!(scheme::URL_USERINFO.encode("Say what\u{203D}"), "Say%20what%E2%80%BD");
    });
}

/// RFC 5849 3.4.1.3.2, the table of encoded names and values; and four well-known ones.
#[test]
fn oauth_examples() {
    let rows = [
        ("=%3D", "%3D%253D"),
        ("c@", "c%40"),
        ("r b", "r%20b"),
        ("2 q", "2%20q"),
        ("9djdj82h48djs9d2", "9djdj82h48djs9d2"),
        ("HMAC-SHA1", "HMAC-SHA1"),
        ("http://example.com/request", "http%3A%2F%2Fexample.com%2Frequest"),
        ("Ladies + Gentlemen", "Ladies%20%2B%20Gentlemen"),
        ("An encoded string!", "An%20encoded%20string%21"),
        ("Dogs, Cats & Mice", "Dogs%2C%20Cats%20%26%20Mice"),
        ("\u{2603}", "%E2%98%83"),
    ];
    on_every_backend(|backend| {
        for (text, encoded) in rows {
            assert_eq!(scheme::OAUTH.encode(text), encoded, "{backend}");
            assert_eq!(
                &*scheme::OAUTH.decode(encoded.as_bytes()).unwrap(),
                text.as_bytes(),
                "{backend}"
            );
        }
    });
}

/// Cases of the signature's documentation and test suite: unreserved stays, a space is never `+`,
/// `/` by the flag, UTF-8.
#[test]
fn aws_examples() {
    on_every_backend(|backend| {
        let unreserved = b"-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        assert_eq!(aws::uri_encode(unreserved, true).as_bytes(), unreserved, "{backend}");
        assert_eq!(aws::uri_encode(b"/example space/", false), "/example%20space/", "{backend}");
        assert_eq!(aws::uri_encode("/\u{1234}".as_bytes(), false), "/%E1%88%B4", "{backend}");
        assert_eq!(aws::uri_encode("/\u{1234}".as_bytes(), true), "%2F%E1%88%B4", "{backend}");
        assert_eq!(
            aws::uri_encode(b"AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request", true)
                .matches("%2F")
                .count(),
            4,
            "{backend}"
        );
        assert_eq!(aws::uri_encode(b"a+b*=%", true), "a%2Bb%2A%3D%25", "{backend}");
    });
}

/// AWS SigV4, *Create a canonical request*: encode, then sort by name and by value, by code point.
#[test]
fn aws_canonical_queries() {
    type Pairs = &'static [(&'static str, &'static str)];
    let rows: [(Pairs, &str); 9] = [
        (&[], ""),
        (
            &[("Action", "ListUsers"), ("Version", "2010-05-08")],
            "Action=ListUsers&Version=2010-05-08",
        ),
        // The signature's test suite: get-vanilla-query-order-key-case, -key, -value,
        // get-vanilla-utf8-query.
        (&[("Param2", "value2"), ("Param1", "value1")], "Param1=value1&Param2=value2"),
        (&[("Param1", "value2"), ("Param1", "Value1")], "Param1=Value1&Param1=value2"),
        (&[("Param1", "value2"), ("Param1", "value1")], "Param1=value1&Param1=value2"),
        (&[("\u{1234}", "bar")], "%E1%88%B4=bar"),
        // By name first, though `-` is less than `=`; by what is encoded, so `%7B` comes before
        // `A`.
        (&[("a-", "1"), ("a", "2"), ("A", ""), ("{", "")], "%7B=&A=&a=2&a-=1"),
        (&[("acl", ""), ("acl", "")], "acl=&acl="),
        (
            &[("X-Amz-Date", "20130524T000000Z"), ("X-Amz-Credential", "a/b c"), ("", "")],
            "=&X-Amz-Credential=a%2Fb%20c&X-Amz-Date=20130524T000000Z",
        ),
    ];
    on_every_backend(|backend| {
        for (pairs, expected) in rows {
            assert_eq!(aws::canonical_query(pairs), expected, "{backend}");
            assert_eq!(aws::canonical_query(pairs.iter().rev().copied()), expected, "{backend}");
        }
    });
    assert_eq!(aws::canonical_query([(vec![0xFF], b"\0")]), "%FF=%00");
}

/// The PHP manual: `rawurlencode`, `urlencode`, `http_build_query`.
#[test]
fn php_examples() {
    on_every_backend(|backend| {
        assert_eq!(scheme::PHP_RAWURLENCODE.encode("foo @+%/"), "foo%20%40%2B%25%2F", "{backend}");
        assert_eq!(scheme::PHP_URLENCODE.encode("foo @+%/"), "foo+%40%2B%25%2F", "{backend}");
        let pairs =
            [("foo", "bar"), ("baz", "boom"), ("cow", "milk"), ("php", "hypertext processor")];
        let query = "foo=bar&baz=boom&cow=milk&php=hypertext+processor";
        assert_eq!(php::http_build_query(pairs, php::QueryType::Rfc1738), query, "{backend}");
        assert_eq!(
            php::http_build_query(pairs, php::QueryType::Rfc3986),
            query.replace('+', "%20"),
            "{backend}"
        );
    });
    assert_eq!(php::http_build_query([("", ""); 0], php::QueryType::default()), "");
    assert_eq!(php::http_build_query([("", "")], php::QueryType::default()), "=");
}

/// XPath and XQuery Functions 3.1, the examples of 6.2, 6.3 and 6.4.
#[test]
fn xpath_examples() {
    on_every_backend(|backend| {
        let ocean = "http://www.example.com/00/Weather/CA/Los%20Angeles#ocean";
        let encoded = "http%3A%2F%2Fwww.example.com%2F00%2FWeather%2FCA%2FLos%2520Angeles%23ocean";
        assert_eq!(xpath::encode_for_uri(ocean), encoded, "{backend}");
        assert_eq!(xpath::encode_for_uri("~bébé"), "~b%C3%A9b%C3%A9", "{backend}");
        assert_eq!(xpath::encode_for_uri("100% organic"), "100%25%20organic", "{backend}");
        assert_eq!(xpath::iri_to_uri(ocean), ocean, "{backend}");
        assert_eq!(
            xpath::iri_to_uri("http://www.example.com/~bébé"),
            "http://www.example.com/~b%C3%A9b%C3%A9",
            "{backend}"
        );
        let space = "http://www.example.com/00/Weather/CA/Los Angeles#ocean";
        assert_eq!(xpath::escape_html_uri(space), space, "{backend}");
        let script = "javascript:if (navigator.browserLanguage == 'fr') window.open('http://www.example.com/~bébé');";
        assert_eq!(xpath::escape_html_uri(script), script.replace('é', "%C3%A9"), "{backend}");
    });
}

/// RFC 8187 3.2.2, and what its grammar refuses.
#[test]
fn rfc8187_examples() {
    on_every_backend(|backend| {
        let value = rfc8187::ExtValue::parse("iso-8859-1'en'%A3%20rates").unwrap();
        assert_eq!((value.charset(), value.language()), ("iso-8859-1", "en"), "{backend}");
        assert_eq!(&*value.value_bytes(), b"\xA3 rates", "{backend}");
        let value = rfc8187::ExtValue::parse("UTF-8''%c2%a3%20and%20%e2%82%ac%20rates").unwrap();
        assert_eq!((value.charset(), value.language()), ("UTF-8", ""), "{backend}");
        assert_eq!(value.value_utf8().unwrap(), "£ and € rates", "{backend}");
        for (wrong, position, kind) in [
            ("UTF-8''a b", 1, DecodeErrorKind::Raw(b' ')),
            ("UTF-8''it's", 2, DecodeErrorKind::Raw(b'\'')),
            ("UTF-8''100%", 3, DecodeErrorKind::Truncated),
            ("UTF-8''%e2%82", 0, DecodeErrorKind::Utf8),
        ] {
            let value = rfc8187::ExtValue::parse(wrong).unwrap();
            let error = value.value_utf8().unwrap_err();
            assert_eq!((error.position(), error.kind()), (position, kind), "{backend}: {wrong}");
            assert_eq!(
                value.check(),
                if kind == DecodeErrorKind::Utf8 { Ok(()) } else { Err(error) },
                "{backend}: {wrong}"
            );
        }
        // What cannot fail keeps what is malformed.
        for (wrong, text, bytes) in
            [("UTF-8''a b%", "a b%", &b"a b%"[..]), ("UTF-8''%e2%82x", "\u{FFFD}x", b"\xE2\x82x")]
        {
            let value = rfc8187::ExtValue::parse(wrong).unwrap();
            assert_eq!(
                (&*value.value(), &*value.value_bytes()),
                (text, bytes),
                "{backend}: {wrong}"
            );
        }
    });
    for wrong in ["", "UTF-8", "UTF-8'en", "''x"] {
        assert_eq!(rfc8187::ExtValue::parse(wrong), None, "{wrong}");
    }
    const MADE: rfc8187::ExtValue<'static> = rfc8187::ExtValue::new("£ and € rates", "en");
    let written = "UTF-8'en'%C2%A3%20and%20%E2%82%AC%20rates";
    assert_eq!(MADE.to_string(), written);
    assert_eq!(
        (MADE.charset(), MADE.language(), MADE.value()),
        ("UTF-8", "en", "£ and € rates".into())
    );
    assert_eq!(&*MADE.value_bytes(), "£ and € rates".as_bytes());
    assert_eq!((MADE.check(), MADE.value_utf8()), (Ok(()), Ok("£ and € rates".into())));
    // As it is written, so it is read; equal is what is written alike.
    let parsed = rfc8187::ExtValue::parse(written).unwrap();
    assert_eq!((parsed, parsed.to_string().as_str()), (MADE, written));
    for other in [
        "utf-8'en'%C2%A3%20and%20%E2%82%AC%20rates",
        "UTF-8''%C2%A3%20and%20%E2%82%AC%20rates",
        "UTF-8'en'%c2%a3%20and%20%E2%82%AC%20rates",
        "UTF-8'en'",
    ] {
        assert_ne!(rfc8187::ExtValue::parse(other), Some(MADE), "{other}");
    }
    for language in ["e'n", "en\r\n", "en us", "é"] {
        assert!(
            std::panic::catch_unwind(|| rfc8187::ExtValue::new("x", language)).is_err(),
            "{language:?}"
        );
    }
}

#[test]
fn css_urls() {
    assert_eq!(css::url("a'(b)\"\\ é").to_string(), "url(a%27%28b%29%22%5C%20%C3%A9)");
    // CSS Syntax 3, 4.3.6: what an unquoted url() may not hold as it stands.
    for byte in (0..0x21).chain(*b"\"'()\\\x7F") {
        assert!(sets::CSS_URL.contains(byte), "{byte:02X}");
    }
}

/// RFC 3875 4.4: split first, then decode; no words where a `=` stands.
#[test]
fn cgi_keywords() {
    let words = |query: &'static [u8]| {
        cgi::keywords(query)
            .map(|words| words.map(|word| decode(word).into_owned()).collect::<Vec<_>>())
    };
    assert_eq!(
        words(b"a+b%2Bc+%3D%26"),
        Some(vec![b"a".to_vec(), b"b+c".to_vec(), b"=&".to_vec()])
    );
    assert_eq!(words(b""), Some(vec![]));
    assert_eq!(words(b"a++b"), Some(vec![b"a".to_vec(), vec![], b"b".to_vec()]));
    assert_eq!((words(b"a=b"), words(b"="), words(b"a+b=")), (None, None, None));
    const PLUS_AND_SEMICOLON: AsciiSet = cgi::set(b"+;");
    assert_eq!(encode(b"a+b;c d,[e]", PLUS_AND_SEMICOLON), "a%2Bb%3Bc%20d,[e]");
}

/// RFC 7639 2.2: a token is right exactly if it is what its name is encoded to.
#[test]
fn alpn_takes_the_canonical_form_alone() {
    let rows: [(&[u8], &str); 5] = [
        (b"h2", "h2"),
        (b"http/1.1", "http%2F1.1"),
        (b"w=x:y#z", "w%3Dx%3Ay#z"),
        (b"x%y", "x%25y"),
        (b"\0\xFF", "%00%FF"),
    ];
    on_every_backend(|backend| {
        for (name, token) in rows {
            assert_eq!(alpn::encode(name), token, "{backend}");
            assert_eq!(alpn::decode(token.as_bytes()).as_deref(), Ok(name), "{backend}");
        }
        for (token, position, kind) in [
            // RFC 7639 2.2: `token` is 1*tchar.
            ("", 0, DecodeErrorKind::Empty),
            ("a%32", 1, DecodeErrorKind::Rejected(b'2')),
            ("a%2f", 1, DecodeErrorKind::LowercaseHex),
            ("a/b", 1, DecodeErrorKind::Raw(b'/')),
            ("ab%2", 2, DecodeErrorKind::Truncated),
            ("%zz/", 0, DecodeErrorKind::BadHex),
            ("/%zz", 0, DecodeErrorKind::Raw(b'/')),
            // The first that is wrong, whatever it is; where two things are wrong in one place,
            // the escape itself is.
            ("%2F%2f%32", 3, DecodeErrorKind::LowercaseHex),
            ("%6d%2f", 0, DecodeErrorKind::Rejected(b'm')),
        ] {
            let error = alpn::decode(token.as_bytes()).unwrap_err();
            assert_eq!((error.position(), error.kind()), (position, kind), "{backend}: {token}");
        }
        let mut random = Random::new(7639);
        let pieces = [
            "%2F", "%2f", "%41", "%25", "%", "%4", "a", "~", "/", "\u{e9}", "%C3%A9", "%c3", "h2",
            "=", "%3D",
        ];
        for _ in 0..3000 {
            let token: String = (0..random.below(40)).map(|_| random.pick(&pieces)).collect();
            let canonical = !token.is_empty() && alpn::encode(&decode(token.as_bytes())) == *token;
            assert_eq!(alpn::decode(token.as_bytes()).is_ok(), canonical, "{backend}: {token}");
            assert_eq!(alpn::check(token.as_bytes()).is_ok(), canonical, "{backend}: {token}");
        }
    });
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
    for backend in crate::common::backends() {
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
    const FUNCTIONS: [(&str, Row); 3] = [
        ("template", ("js-escape", |text| js::escape(text).into_owned())),
        ("template", ("alpn", |text| alpn::encode(text).into_owned())),
        ("leiri", ("iri", |text| iri::to_uri(text).into_owned())),
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
    assert!(
        documented == table,
        "src/scheme/matrix.md should hold what `pct schemes --table` prints:\n{table}"
    );
}
