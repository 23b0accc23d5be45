//! The examples of the schemes' standards, and their small functions.

use oracle::random::Random;
use percent_simd::scheme::{self, alpn, aws, cgi, css, php, rfc8187};
use percent_simd::{AsciiSet, DecodeErrorKind, decode, encode, sets};
use support::on_every_backend;

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

/// RFC 5849 3.4.1.3.2, the table of encoded names and values, and four well-known values.
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

/// Cases of the signature's documentation and test suite: unreserved bytes stay, a space is never
/// `+`, the flag decides on `/`, UTF-8.
#[test]
fn aws_examples() {
    on_every_backend(|backend| {
        let unreserved = b"-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        assert_eq!(scheme::AWS.encode(unreserved).as_bytes(), unreserved, "{backend}");
        assert_eq!(scheme::AWS_PATH.encode(b"/example space/"), "/example%20space/", "{backend}");
        assert_eq!(scheme::AWS_PATH.encode("/\u{1234}".as_bytes()), "/%E1%88%B4", "{backend}");
        assert_eq!(scheme::AWS.encode("/\u{1234}".as_bytes()), "%2F%E1%88%B4", "{backend}");
        assert_eq!(
            scheme::AWS
                .encode(b"AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request")
                .matches("%2F")
                .count(),
            4,
            "{backend}"
        );
        assert_eq!(scheme::AWS.encode(b"a+b*=%"), "a%2Bb%2A%3D%25", "{backend}");
    });
}

/// AWS SigV4, *Create a canonical request*: encode, then sort by name and value, by code point.
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
        // Sorted by name first, though `-` is less than `=`; and in encoded form, so `%7B` comes
        // before `A`.
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
        assert_eq!(php::http_build_query(pairs, scheme::PHP_URLENCODE), query, "{backend}");
        assert_eq!(
            php::http_build_query(pairs, scheme::PHP_RAWURLENCODE),
            query.replace('+', "%20"),
            "{backend}"
        );
    });
    assert_eq!(php::http_build_query([("", ""); 0], scheme::PHP_URLENCODE), "");
    assert_eq!(php::http_build_query([("", "")], scheme::PHP_URLENCODE), "=");
}

/// XPath and XQuery Functions 3.1, the examples of 6.2, 6.3 and 6.4.
#[test]
fn xpath_examples() {
    on_every_backend(|backend| {
        let ocean = "http://www.example.com/00/Weather/CA/Los%20Angeles#ocean";
        let encoded = "http%3A%2F%2Fwww.example.com%2F00%2FWeather%2FCA%2FLos%2520Angeles%23ocean";
        assert_eq!(scheme::XPATH_ENCODE_FOR_URI.encode(ocean), encoded, "{backend}");
        assert_eq!(scheme::XPATH_ENCODE_FOR_URI.encode("~bébé"), "~b%C3%A9b%C3%A9", "{backend}");
        assert_eq!(
            scheme::XPATH_ENCODE_FOR_URI.encode("100% organic"),
            "100%25%20organic",
            "{backend}"
        );
        assert_eq!(scheme::XPATH_IRI_TO_URI.encode(ocean), ocean, "{backend}");
        assert_eq!(
            scheme::XPATH_IRI_TO_URI.encode("http://www.example.com/~bébé"),
            "http://www.example.com/~b%C3%A9b%C3%A9",
            "{backend}"
        );
        let space = "http://www.example.com/00/Weather/CA/Los Angeles#ocean";
        assert_eq!(scheme::XPATH_ESCAPE_HTML_URI.encode(space), space, "{backend}");
        let script = "javascript:if (navigator.browserLanguage == 'fr') window.open('http://www.example.com/~bébé');";
        assert_eq!(
            scheme::XPATH_ESCAPE_HTML_URI.encode(script),
            script.replace('é', "%C3%A9"),
            "{backend}"
        );
    });
}

/// RFC 8187 3.2.2, and inputs outside its grammar.
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
        // An infallible call keeps malformed triplets.
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
    // Parsing restores the written value; values with the same spelling are equal.
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

/// RFC 5987 3.2.1: the charset named in a value; Latin-1 is not windows-1252. With an undefined
/// charset only ASCII is text.
#[test]
fn values_in_their_charset() {
    let rows = [
        ("iso-8859-1'en'%A3%20rates", "£ rates"),
        ("ISO-8859-1''%80%C3%A9é%zz%41", "\u{80}Ã©é%zzA"),
        ("utf-8''%C3%A9%A9", "é\u{FFFD}"),
        ("x-unknown''%41%C3%A9é", "A\u{FFFD}\u{FFFD}é"),
    ];
    on_every_backend(|backend| {
        for (written, text) in rows {
            let value = rfc8187::ExtValue::parse(written).unwrap();
            assert_eq!(value.value(), text, "{backend}: {written}");
        }
    });
}

#[test]
fn css_urls() {
    assert_eq!(css::url("a'(b)\"\\ é").to_string(), "url(a%27%28b%29%22%5C%20%C3%A9)");
    // CSS Syntax 3, 4.3.6: the bytes that an unquoted url() cannot hold raw.
    for byte in (0..0x21).chain(*b"\"'()\\\x7F") {
        assert!(sets::CSS_URL.contains(byte), "{byte:02X}");
    }
}

/// RFC 3875 4.4: split first, then decode; a query with `=` has no words.
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

/// RFC 7639 2.2: a token is valid if and only if it is the encoding of its name.
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
            // The first error is reported; of two at one position, the escape's.
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
