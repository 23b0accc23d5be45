//! Variants that programs define outside of the web's standards: the examples of their documents,
//! and random input against the oracle.

use std::borrow::Cow;

use oracle::random::Random;
use oracle::variants as steps;
use percent_simd::scheme::{self, Scheme, data_url, hive, http_signature, multipart};
use percent_simd::scheme::{modsecurity, sf_display, urn};
use percent_simd::{DecodeErrorKind, form};
use sf_display::DisplayStringError;
use support::on_every_backend;

/// Texts of pieces with a meaning in some variant.
fn texts(seed: u64, count: usize) -> Vec<String> {
    const PIECES: [&str; 32] = [
        "a",
        "F",
        "0",
        "%",
        "%%",
        "%4",
        "%41",
        "%2f",
        "%2F",
        "%c3%bc",
        "%C3",
        "%u",
        "%u0041",
        "%UFF1C",
        "%uff5E",
        "%uFF5F",
        "%uFF00",
        "%u00",
        "+",
        " ",
        "\"",
        "\n",
        "\r",
        "\r\n",
        "\0",
        "\u{7F}",
        "é",
        "😀",
        "=",
        ":",
        "?",
        "a long run without anything that is special, and so on",
    ];
    let mut random = Random::new(seed);
    let mut text = |count| (0..random.below(count)).map(|_| random.pick(&PIECES)).collect();
    (0..count).map(|turn| text(if turn % 20 == 0 { 60 } else { 9 })).collect()
}

/// Each row is the scheme, a text and its encoded form, from the standard or its test suite.
#[test]
fn examples_of_the_standards() {
    let rows: [(Scheme, &str, &str); 29] = [
        // W3C Baggage 3.2.2; OpenTelemetry's example of a space.
        (scheme::BAGGAGE, "DF 28", "DF%2028"),
        (scheme::BAGGAGE, "a+b=c,d;\"e\\é%", "a+b=c%2Cd%3B%22e%5C%C3%A9%25"),
        (scheme::BAGGAGE, "Amélie", "Am%C3%A9lie"),
        // gRPC's interoperability test special_status_message.
        (
            scheme::GRPC_MESSAGE,
            "\t\ntest with whitespace\r\nand Unicode BMP ☺ and non-BMP 😈\t\n",
            "%09%0Atest with whitespace%0D%0Aand Unicode BMP %E2%98%BA and non-BMP %F0%9F%98%88%09%0A",
        ),
        (scheme::GRPC_MESSAGE, "100% of \"café\"\n", "100%25 of \"caf%C3%A9\"%0A"),
        // RFC 9421 2.2.8.
        (scheme::HTTP_SIGNATURE, "with plus whitespace", "with%20plus%20whitespace"),
        (scheme::HTTP_SIGNATURE, "façade\": ", "fa%C3%A7ade%22%3A%20"),
        (
            scheme::HTTP_SIGNATURE,
            "this is a big\nmultiline value",
            "this%20is%20a%20big%0Amultiline%20value",
        ),
        // ECMA-427 5.4, and its test suite.
        (scheme::PURL, "@angular", "%40angular"),
        (scheme::PURL, "sha256:244fd", "sha256:244fd"),
        (scheme::PURL, "NSData+zlib", "NSData%2Bzlib"),
        (scheme::PURL, "https://e.org/a b~", "https:%2F%2Fe.org%2Fa%20b~"),
        // RFC 6749, Appendix B.
        (scheme::OAUTH2, " %&+£€", "+%25%26%2B%C2%A3%E2%82%AC"),
        // Amazon S3's documentation of event messages and of encoding-type.
        (scheme::S3_KEY, "red flower.jpg", "red+flower.jpg"),
        (scheme::S3_KEY, "test_file(3).png", "test_file%283%29.png"),
        (scheme::S3_KEY, "this im + age blah.txt", "this+im+%2B+age+blah.txt"),
        // RFC 6901 6.
        (scheme::JSON_POINTER, "/foo/0", "/foo/0"),
        (scheme::JSON_POINTER, "/a~1b", "/a~1b"),
        (scheme::JSON_POINTER, "/c%d", "/c%25d"),
        (scheme::JSON_POINTER, "/m~0n", "/m~0n"),
        (scheme::JSON_POINTER, "/e^f", "/e%5Ef"),
        (scheme::JSON_POINTER, "/g|h", "/g%7Ch"),
        (scheme::JSON_POINTER, "/i\\j", "/i%5Cj"),
        (scheme::JSON_POINTER, "/k\"l", "/k%22l"),
        // RFC 3261 19.1.2 and 19.1.3.
        (scheme::SIP_USER, "j@s0n", "j%40s0n"),
        (scheme::SIP_USER, "sip:user@example.com", "sip%3Auser%40example.com"),
        (scheme::SIP_USER, "+358-555;postd=pp22", "+358-555;postd=pp22"),
        (scheme::SIP_PARAM, "[2001:db8::1]", "[2001:db8::1]"),
        (scheme::SIP_HEADER, "project x", "project%20x"),
    ];
    on_every_backend(|backend| {
        for (scheme, text, encoded) in rows {
            let name = scheme.name();
            assert_eq!(scheme.encode(text), encoded, "{backend}: {name}");
            assert_eq!(&*scheme.decode(encoded).unwrap(), text.as_bytes(), "{backend}: {name}");
        }
    });
}

/// The standards' productions, which define the sets.
#[test]
fn productions() {
    let keeps = |scheme: Scheme| {
        let encoded =
            |byte: u8| scheme.encode(&[byte]) == core::str::from_utf8(&[byte]).unwrap_or("");
        (0..=0xFF).filter(move |&byte| encoded(byte)).collect::<Vec<u8>>()
    };
    // baggage-octet, and cookie-octet of RFC 6265 4.1.1.
    let octets = [0x21..=0x21, 0x23..=0x2B, 0x2D..=0x3A, 0x3C..=0x5B, 0x5D..=0x7E];
    let octets = octets.into_iter().flatten().filter(|&byte| byte != b'%');
    assert!(octets.eq(keeps(scheme::BAGGAGE)));
    // Percent-Byte-Unencoded.
    assert!([0x20..=0x24, 0x26..=0x7E].into_iter().flatten().eq(keeps(scheme::GRPC_MESSAGE)));
}

/// Both schemes require that decoding succeeds; Baggage requires text, too.
#[test]
fn decoding_that_cannot_fail() {
    on_every_backend(|backend| {
        for input in ["50% off%", "%", "%zz", "%4"] {
            for scheme in [scheme::GRPC_MESSAGE, scheme::BAGGAGE, scheme::PURL] {
                let decoded = scheme.decode(input).unwrap();
                assert!(matches!(decoded, Cow::Borrowed(_)), "{backend}: {input}");
                assert_eq!(&*decoded, input.as_bytes(), "{backend}");
            }
        }
        assert_eq!(&*scheme::GRPC_MESSAGE.decode("%FF").unwrap(), b"\xFF", "{backend}");
        let text = scheme::BAGGAGE.decode("a+%FF%C3%A9%E2%82").unwrap();
        assert_eq!(&*text, "a+\u{FFFD}é\u{FFFD}".as_bytes(), "{backend}");
        assert_eq!(&*scheme::BAGGAGE.decode(b"\xFF").unwrap(), "\u{FFFD}".as_bytes(), "{backend}");
    });
}

#[test]
fn hive_partitions() {
    let rows = [
        ("Serbia/srb%", "Serbia%2Fsrb%25"),
        ("a=b:c", "a%3Db%3Ac"),
        ("Київ", "Київ"),
        ("<a | b> é\t", "<a | b> é%09"),
        ("", hive::DEFAULT_PARTITION),
    ];
    for (text, escaped) in rows {
        assert_eq!(hive::escape_path_name(text), escaped);
        assert_eq!(steps::hive_escape(text), escaped, "the oracle");
    }
    assert_eq!(hive::unescape_path_name("caf%E9%2f%zz%"), "café/%zz%");
    on_every_backend(|backend| {
        for text in texts(1, 3000) {
            let escaped = hive::escape_path_name(&text);
            assert_eq!(escaped, steps::hive_escape(&text), "{backend}: {text:?}");
            assert_eq!(matches!(escaped, Cow::Borrowed(_)), escaped == text || text.is_empty());
            if !text.is_empty() {
                assert_eq!(hive::unescape_path_name(&escaped), text, "{backend}");
                assert_eq!(percent_simd::decode_str(&escaped).unwrap(), text, "{backend}");
            }
            let decoded = hive::unescape_path_name(&text);
            assert_eq!(decoded, steps::hive_unescape(&text), "{backend}: {text:?}");
            assert_eq!(matches!(decoded, Cow::Borrowed(_)), decoded == text, "{backend}");
        }
    });
}

/// RFC 9651 3.3.8, 4.1.11, 4.2.10, and cases of httpwg/structured-field-tests.
#[test]
fn display_strings() {
    use DisplayStringError::{Content, End, Raw, Start, Trailing, UppercaseHex};
    let text = "This is intended for display to üsers.";
    let field = "%\"This is intended for display to %c3%bcsers.\"";
    assert_eq!(sf_display::serialize(text), field);
    assert_eq!(sf_display::parse(field).unwrap(), text);
    assert!(matches!(sf_display::parse("%\"a b\""), Ok(Cow::Borrowed("a b"))));
    assert_eq!(sf_display::parse("%\"\"").unwrap(), "");
    let errors = [
        ("", Start),
        ("%", Start),
        ("\"a\"", Start),
        ("%'a'", Start),
        ("%\"", End),
        ("%\"a", End),
        ("%\"%c3%bc", End),
        ("%\"a\"b", Trailing(4)),
        ("%\"é\"", Raw(2)),
        ("%\"a\n\"", Raw(3)),
        ("%\"\u{7F}\"", Raw(2)),
        ("%\"%C3%BC\"", UppercaseHex(2)),
        ("%\"%c3%bC\"", UppercaseHex(5)),
    ];
    for (input, error) in errors {
        assert_eq!(sf_display::parse(input), Err(error), "{input}");
        assert_eq!(sf_display::check(input), Err(error), "{input}");
        assert!(!error.to_string().is_empty());
    }
    let kind = |input| match sf_display::parse(input) {
        Err(Content(error)) => (error.position(), error.kind()),
        other => panic!("{input}: {other:?}"),
    };
    assert_eq!(kind("%\"a%c\""), (3, DecodeErrorKind::Truncated));
    assert_eq!(kind("%\"a%zz\""), (3, DecodeErrorKind::BadHex));
    assert_eq!(kind("%\"a%c3\""), (3, DecodeErrorKind::Utf8));
    on_every_backend(|backend| {
        for text in texts(2, 3000) {
            let serialized = sf_display::serialize(&text);
            assert_eq!(serialized, steps::sf_display_serialize(&text), "{backend}: {text:?}");
            assert_eq!(sf_display::parse(&serialized).unwrap(), text, "{backend}");
            let damaged = format!("%\"{text}\"");
            let parsed = sf_display::parse_prefix(&damaged).ok();
            let parsed = parsed.map(|(text, len)| (text.into_owned(), len));
            assert_eq!(parsed, steps::sf_display_parse(damaged.as_bytes()), "{damaged:?}");
            let whole = parsed.filter(|(_, len)| *len == damaged.len()).map(|(text, _)| text);
            assert_eq!(sf_display::check(&damaged).is_ok(), whole.is_some(), "{damaged:?}");
            assert_eq!(sf_display::parse(&damaged).ok().map(Cow::into_owned), whole);
        }
    });
}

/// RFC 9421 2.2.8.
#[test]
fn signed_query_parameters() {
    use http_signature::{QueryParamError, query_param};
    let query = "var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus+whitespace&fa%C3%A7ade%22%3A%20=something";
    let rows = [
        ("var", "this%20is%20a%20big%0Amultiline%20value"),
        ("bar", "with%20plus%20whitespace"),
        ("fa%C3%A7ade%22%3A%20", "something"),
    ];
    for (name, value) in rows {
        assert_eq!(query_param(query, name).unwrap(), value);
    }
    let query = "param=value&foo=bar&baz=batman&qux=&foo=&%EF%BB%BFa=%FF";
    for (name, value) in [("baz", "batman"), ("qux", ""), ("param", "value")] {
        assert_eq!(query_param(query, name).unwrap(), value);
    }
    // A BOM stays, and ill-formed UTF-8 becomes U+FFFD.
    assert_eq!(query_param(query, "%EF%BB%BFa").unwrap(), "%EF%BF%BD");
    assert_eq!(query_param(query, "foo"), Err(QueryParamError::Repeated));
    assert_eq!(query_param(query, "façade"), Err(QueryParamError::Missing));
    for error in [QueryParamError::Repeated, QueryParamError::Missing] {
        assert!(error.to_string().contains("query parameter"));
    }
}

/// HTML, *multipart/form-data encoding algorithm*; tests of web-platform-tests.
#[test]
fn multipart_names() {
    assert_eq!(multipart::name("a\"b\né%"), "a%22b%0D%0Aé%");
    assert_eq!(multipart::name("\r\n\n\r"), "%0D%0A%0D%0A%0D%0A");
    assert_eq!(multipart::file_name("\"é\".txt"), "%22é%22.txt");
    assert_eq!(multipart::file_name("a\nb\rc\r\nd"), "a%0Ab%0Dc%0D%0Ad");
    for text in texts(3, 3000) {
        let (name, file_name) = (multipart::name(&text), multipart::file_name(&text));
        assert_eq!(name, steps::multipart_name(&text, false), "{text:?}");
        assert_eq!(file_name, steps::multipart_name(&text, true), "{text:?}");
        assert_eq!(matches!(name, Cow::Borrowed(_)), name == text);
        assert_eq!(matches!(file_name, Cow::Borrowed(_)), file_name == text);
    }
}

/// The reference manual of ModSecurity, and cases of its regression tests.
#[test]
fn modsecurity_transformations() {
    let rows: [(&str, &[u8], &[u8]); 8] = [
        ("%uFF1Cscript%uFF1E", b"%uFF1Cscript%uFF1E", b"<script>"),
        ("%+FF", b"% FF", b"% FF"),
        ("%u0141%U0142", b"%u0141%U0142", b"AB"),
        ("%uFF00%uff5e%uFF5F", b"%uFF00%uff5e%uFF5F", b"\x00~\x5F"),
        ("%u004", b"%u004", b"%u004"),
        ("%%u0041%4", b"%%u0041%4", b"%A%4"),
        ("%3%u0041", b"%3%u0041", b"%3A"),
        ("%u%41%00", b"%uA\0", b"%uA\0"),
    ];
    on_every_backend(|backend| {
        for (input, decoded, uni) in rows {
            assert_eq!(&*modsecurity::url_decode(input), decoded, "{backend}: {input}");
            assert_eq!(&*modsecurity::url_decode_uni(input), uni, "{backend}: {input}");
        }
        for text in texts(4, 3000) {
            for (uni, decoded) in [
                (false, modsecurity::url_decode(&text)),
                (true, modsecurity::url_decode_uni(&text)),
            ] {
                let expected = steps::modsecurity(text.as_bytes(), uni);
                assert_eq!(&*decoded, expected, "{backend}: {uni} {text:?}");
                let is_same = expected == text.as_bytes();
                assert_eq!(matches!(decoded, Cow::Borrowed(_)), is_same, "{backend}: {text:?}");
            }
        }
    });
}

/// Fetch, *data: URL processor*; cases of web-platform-tests, `fetch/data-urls`.
#[test]
fn data_urls() {
    type Parts = (&'static str, bool, &'static [u8]);
    let rows: [(&str, Option<Parts>); 13] = [
        ("data:,a%20b#c", Some(("", false, b"a b"))),
        ("data:,X,X", Some(("", false, b"X,X"))),
        ("data:,%FF", Some(("", false, b"\xFF"))),
        ("DATA: text/plain ,a+b%", Some(("text/plain", false, b"a+b%"))),
        (
            "data:text/plain;charset=utf-8,%C3%A9",
            Some(("text/plain;charset=utf-8", false, "é".as_bytes())),
        ),
        ("data:;base64,%59Q==", Some(("", true, b"YQ=="))),
        ("data:text/plain;  BASE64 ,YQ", Some(("text/plain", true, b"YQ"))),
        ("data:text/plain;base64;x,YQ", Some(("text/plain;base64;x", false, b"YQ"))),
        ("data:base64,YQ", Some(("base64", false, b"YQ"))),
        ("data:;charset=x;base64,YQ", Some((";charset=x", true, b"YQ"))),
        ("data:text/html#,a", None),
        ("data:", None),
        ("http://e.org/,a", None),
    ];
    for (url, expected) in rows {
        let parsed = data_url::DataUrl::parse(url);
        let parsed = parsed.as_ref().map(|url| (url.media_type(), url.is_base64(), url.body()));
        let expected =
            expected.map(|(media, base64, body)| (media.as_bytes(), base64, body.into()));
        assert_eq!(parsed, expected, "{url}");
    }
    assert_eq!(data_url::DataUrl::parse("data:,a%20b#c").unwrap().body_raw(), b"a%20b");
}

/// RFC 8141 3.2.
#[test]
fn equivalent_urns() {
    let groups: [&[&str]; 6] = [
        &[
            "urn:example:a123,z456",
            "URN:example:a123,z456",
            "urn:EXAMPLE:a123,z456",
            "urn:example:a123,z456?+abc",
            "urn:example:a123,z456?=xyz",
            "urn:example:a123,z456#789",
        ],
        &["urn:example:a123,z456/foo"],
        &["urn:example:a123,z456/bar"],
        &["urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456"],
        &["urn:example:A123,z456"],
        &["urn:example:%D0%B0123,z456"],
    ];
    for (index, group) in groups.iter().enumerate() {
        for one in *group {
            for (other_index, others) in groups.iter().enumerate() {
                for other in *others {
                    assert_eq!(urn::equivalent(one, other), index == other_index, "{one} {other}");
                }
            }
        }
    }
    for input in ["", "urn:", "urn:a", "urn:a:", "urn::a", "urn:a_b:c", "url:a:b", "urn:a?:b"] {
        assert!(!urn::equivalent(input, input), "{input}");
    }
    let mut random = Random::new(8141);
    for text in texts(5, 4000) {
        let urn = format!("urn:x:{text}");
        let other: String = urn
            .chars()
            .map(|c| match random.below(4) {
                0 => c.to_ascii_lowercase(),
                1 => c.to_ascii_uppercase(),
                _ => c,
            })
            .collect();
        let expected =
            steps::urn_key(&urn).is_some() && steps::urn_key(&urn) == steps::urn_key(&other);
        assert_eq!(urn::equivalent(&urn, &other), expected, "{urn:?} {other:?}");
    }
}

/// RFC 6068 5: a line break in a body is `%0D%0A`, and `+` is a plus.
#[test]
fn mailto_line_breaks() {
    let fields = form::mailto::serialize([("subject", "a+b c"), ("body", "one\ntwo\r\nthree\r")]);
    assert_eq!(fields, "subject=a%2Bb%20c&body=one%0D%0Atwo%0D%0Athree%0D%0A");
}
