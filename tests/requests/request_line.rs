//! Request lines and targets, compared with the grammar of RFC 9112 3 and RFC 3986 3 in its slow
//! form; the standards' examples; and lines that two servers have split in two ways.

use percent_simd::request_line::{
    Authority, RequestLine, RequestLineErrorKind as Kind, Target, skip_empty_line,
};
use proptest::prelude::*;
use support::answers::request_line::{
    Form, Server, actual, actual_host, actual_target, expected, expected_host, expected_target,
    owned_target,
};
use support::on_every_backend;

#[track_caller]
pub(crate) fn check(line: &[u8]) {
    let expected = expected(line);
    on_every_backend(|backend| {
        assert_eq!(actual(line), expected, "on {backend}, b\"{}\"", line.escape_ascii())
    });
}

#[track_caller]
fn check_target(target: &[u8]) {
    // Some of these targets are `Host` fields, too.
    assert_eq!(actual_host(target), expected_host(target), "b\"{}\"", target.escape_ascii());
    let expected = expected_target(target);
    on_every_backend(|backend| {
        assert_eq!(actual_target(target), expected, "on {backend}, b\"{}\"", target.escape_ascii())
    });
}

fn server(host: &str, port: Option<&str>) -> Server {
    Server { userinfo: None, host: host.into(), port: port.map(Vec::from) }
}

// ---- Vectors. ----

/// RFC 9112 3.2.1 to 3.2.4, word for word.
#[test]
fn the_standard_s_examples() {
    let target = |line: &'static str| {
        check(line.as_bytes());
        RequestLine::parse(line).unwrap().target
    };
    assert_eq!(
        target("GET /where?q=now HTTP/1.1\r\n"),
        Target::Origin { path: b"/where", query: Some(b"q=now") }
    );
    let absolute = |server, path: &str| Form::Absolute(b"http".into(), server, path.into(), None);
    assert_eq!(
        owned_target(target("GET http://www.example.org/pub/WWW/TheProject.html HTTP/1.1\r\n")),
        absolute(server("www.example.org", None), "/pub/WWW/TheProject.html")
    );
    assert_eq!(
        owned_target(target("CONNECT www.example.com:80 HTTP/1.1\r\n")),
        Form::Authority(server("www.example.com", Some("80")))
    );
    assert_eq!(target("OPTIONS * HTTP/1.1\r\n"), Target::Asterisk);
    assert_eq!(
        owned_target(target("OPTIONS http://www.example.org:8001 HTTP/1.1\r\n")),
        absolute(server("www.example.org", Some("8001")), "")
    );
}

#[test]
fn errors_name_the_reason_and_the_place() {
    for (line, position, kind) in [
        ("", 0, Kind::Method),
        ("\r\nGET / HTTP/1.1\r\n", 0, Kind::Method),
        (" GET / HTTP/1.1\r\n", 0, Kind::Method),
        ("GET", 3, Kind::Method),
        ("GET\t/ HTTP/1.1\r\n", 3, Kind::Method),
        ("GE\0T / HTTP/1.1\r\n", 2, Kind::Method),
        ("GET /\tHTTP/1.1\r\n", 5, Kind::Control(b'\t')),
        ("GET /\r HTTP/1.1\r\n", 5, Kind::Control(b'\r')),
        ("GET /a\0 HTTP/1.1\r\n", 6, Kind::Control(0)),
        ("GET /\r\nHost: a\r\n", 5, Kind::Control(b'\r')),
        ("GET /a#b HTTP/1.1\r\n", 6, Kind::Fragment),
        ("GET  / HTTP/1.1\r\n", 4, Kind::Form),
        ("GET  HTTP/1.1\r\n", 4, Kind::Form),
        ("GET /\r\n", 5, Kind::Version),
        ("GET / \r\n", 6, Kind::Version),
        ("GET /  HTTP/1.1\r\n", 6, Kind::Version),
        ("GET / HTTP/1.1 \r\n", 6, Kind::Version),
        ("GET / HTTP/1.1\r\r\n", 6, Kind::Version),
        ("GET / HTTP/1.10\r\n", 6, Kind::Version),
        ("GET / http/1.1\r\n", 6, Kind::Version),
        ("GET * HTTP/1.1\r\n", 4, Kind::Form),
        ("GET a HTTP/1.1\r\n", 4, Kind::Form),
        ("GET ?a HTTP/1.1\r\n", 4, Kind::Form),
        ("GET \\a HTTP/1.1\r\n", 4, Kind::Form),
        ("GET %2Fa HTTP/1.1\r\n", 4, Kind::Form),
        ("GET http:/a HTTP/1.1\r\n", 4, Kind::Form),
        ("GET urn:a:b HTTP/1.1\r\n", 4, Kind::Form),
        ("GET example.com:443 HTTP/1.1\r\n", 4, Kind::Form),
        ("GET 1http://a/ HTTP/1.1\r\n", 4, Kind::Form),
        ("OPTIONS ** HTTP/1.1\r\n", 8, Kind::Form),
        ("CONNECT / HTTP/1.1\r\n", 8, Kind::Form),
        ("CONNECT http://a:1/ HTTP/1.1\r\n", 8, Kind::Form),
        ("CONNECT a?b:1 HTTP/1.1\r\n", 8, Kind::Form),
        ("CONNECT a HTTP/1.1\r\n", 9, Kind::Port),
        ("CONNECT a: HTTP/1.1\r\n", 9, Kind::Port),
        ("CONNECT a:0 HTTP/1.1\r\n", 9, Kind::Port),
        ("CONNECT :1 HTTP/1.1\r\n", 8, Kind::Host),
        ("CONNECT u@a:1 HTTP/1.1\r\n", 8, Kind::Userinfo),
        ("GET http://u:p@a/ HTTP/1.1\r\n", 11, Kind::Userinfo),
        ("GET HTTPS://@a/ HTTP/1.1\r\n", 12, Kind::Userinfo),
        // RFC 6455 3: a WebSocket URI has a host and a port alone.
        ("GET ws://good.example@evil.example/ HTTP/1.1\r\n", 9, Kind::Userinfo),
        ("GET WSS://u:p@a/ HTTP/1.1\r\n", 10, Kind::Userinfo),
        ("GET ws:///chat HTTP/1.1\r\n", 9, Kind::Host),
        ("GET http://good.example\\@evil.example/ HTTP/1.1\r\n", 23, Kind::Userinfo),
        ("GET ftp://a@b@c/ HTTP/1.1\r\n", 11, Kind::Userinfo),
        ("GET http:///a HTTP/1.1\r\n", 11, Kind::Host),
        ("GET http://:80/a HTTP/1.1\r\n", 11, Kind::Host),
        ("GET http://a\\b/ HTTP/1.1\r\n", 12, Kind::Host),
        ("GET http://a%zz/ HTTP/1.1\r\n", 12, Kind::Host),
        ("GET http://a%4 HTTP/1.1\r\n", 12, Kind::Host),
        ("CONNECT %:443 HTTP/1.1\r\n", 8, Kind::Host),
        ("GET ftp://u%zz@h/ HTTP/1.1\r\n", 11, Kind::Userinfo),
        ("GET  x\r\n", 4, Kind::Form),
        ("GET http://[::1/ HTTP/1.1\r\n", 11, Kind::Host),
        ("GET http://[::1%25eth0]/ HTTP/1.1\r\n", 15, Kind::Host),
        ("GET http://[]/ HTTP/1.1\r\n", 11, Kind::Host),
        ("GET http://[evil.example]/ HTTP/1.1\r\n", 11, Kind::Host),
        ("GET http://[127.0.0.1]/ HTTP/1.1\r\n", 11, Kind::Host),
        ("GET http://[1::2::3]:80/ HTTP/1.1\r\n", 11, Kind::Host),
        ("CONNECT [v1.]:443 HTTP/1.1\r\n", 8, Kind::Host),
        ("GET http://[::1]x/ HTTP/1.1\r\n", 16, Kind::Port),
        ("GET http://a:65536/ HTTP/1.1\r\n", 12, Kind::Port),
        ("GET http://a:+1/ HTTP/1.1\r\n", 12, Kind::Port),
        ("GET http://a:80:80/ HTTP/1.1\r\n", 12, Kind::Port),
    ] {
        check(line.as_bytes());
        on_every_backend(|_| {
            let error = RequestLine::parse(line).unwrap_err();
            assert_eq!((error.position(), error.kind()), (position, kind), "{line:?}");
        });
    }
}

/// A target alone has the error of a request line whose method fits the form.
#[test]
fn errors_of_a_target_name_the_reason_and_the_place() {
    for (target, position, kind) in [
        ("", 0, Kind::Form),
        ("/a b", 2, Kind::Space),
        ("/é a", 3, Kind::Space),
        ("/a\r\n", 2, Kind::Control(b'\r')),
        ("/a#b", 2, Kind::Fragment),
        ("a", 0, Kind::Form),
        ("?a:1", 0, Kind::Form),
        ("http:/a", 0, Kind::Form),
        ("a:", 1, Kind::Port),
        ("a:0", 1, Kind::Port),
        ("urn:a:b", 3, Kind::Port),
        (":1", 0, Kind::Host),
        ("u@a:1", 0, Kind::Userinfo),
        ("http://u@a/", 7, Kind::Userinfo),
        ("wss://u@a/", 6, Kind::Userinfo),
        ("ftp://u%zz@a/", 7, Kind::Userinfo),
        ("http://a%zz/", 8, Kind::Host),
        ("http:///a", 7, Kind::Host),
        ("http://a:65536/", 8, Kind::Port),
    ] {
        check_target(target.as_bytes());
        on_every_backend(|_| {
            let error = Target::parse(target).unwrap_err();
            assert_eq!((error.position(), error.kind()), (position, kind), "{target:?}");
        });
    }
    assert_eq!(Target::parse("*").unwrap(), Target::Asterisk);
    assert_eq!(
        owned_target(Target::parse("[::1]:443").unwrap()),
        Form::Authority(server("[::1]", Some("443")))
    );
    // Bytes of any container, text or not.
    let owned = vec![b'/', 0xFF, b'?'];
    assert_eq!(Target::parse(&owned).unwrap(), Target::Origin { path: b"/\xFF", query: Some(b"") });
    assert_eq!(
        RequestLine::parse(&String::from("GET / HTTP/1.1")).unwrap().target.path(),
        Some(&b"/"[..])
    );
}

#[test]
fn messages() {
    for (line, message) in [
        ("", "request refused at byte 0: expected a method and a space"),
        (
            "GET /\t",
            "request refused at byte 5: control character 0x09 in the target; write it as %09",
        ),
        (
            "GET /#",
            "request refused at byte 5: fragment in the target; remove it, or write `#` as %23",
        ),
        (
            "GET * HTTP/1.1",
            "request refused at byte 4: expected `/path` or `http://host/path`, `host:port` with CONNECT, or `*` with OPTIONS",
        ),
        (
            "GET http://a@b/ HTTP/1.1",
            "request refused at byte 11: userinfo in the target; remove it",
        ),
        (
            "GET http:/// HTTP/1.1",
            "request refused at byte 11: invalid host: it is empty, has an invalid byte, or no IP address in its brackets",
        ),
        (
            "CONNECT a HTTP/1.1",
            "request refused at byte 9: invalid port: expected `:` and a number from 1 to 65535",
        ),
        (
            "GET /",
            "request refused at byte 5: expected an HTTP version and the end of the line; write a space in the target as %20",
        ),
    ] {
        let error: Box<dyn std::error::Error> = RequestLine::parse(line).unwrap_err().into();
        assert_eq!(error.to_string(), message);
    }
    // The position of a port is its colon (RFC 9110 9.3.6: CONNECT refuses an empty or invalid
    // port).
    for (target, ports) in [
        ("CONNECT host", ":0 :000 :65536 :99999999999999999999 : :4x :+1 :-1 :٣"),
        ("CONNECT [::1]", ":0 :65536 :"),
        ("GET http://host", ":65536/ :4x?q :0x50"),
        ("OPTIONS https://[::1]", ":70000/"),
    ] {
        for port in ports.split(' ') {
            let error = RequestLine::parse(&format!("{target}{port} HTTP/1.1")).unwrap_err();
            let at = target.len();
            let message = format!(
                "request refused at byte {at}: invalid port: expected `:` and a number from 1 to 65535"
            );
            assert_eq!(error.to_string(), message, "{target}{port}");
        }
    }
}

#[test]
fn parts_are_split_and_not_decoded() {
    let line = RequestLine::parse(b"M-SEARCH /a%20b%3Fc/\xFF?d%26e=f+g?h HTTP/1.0").unwrap();
    let version = (line.version.major, line.version.minor);
    assert_eq!((line.method, version), (&b"M-SEARCH"[..], (1, 0)));
    assert_eq!(
        (line.target.path(), line.target.query()),
        (Some(&b"/a%20b%3Fc/\xFF"[..]), Some(&b"d%26e=f+g?h"[..]))
    );
    // An absolute path, not a reference to another host.
    assert_eq!(
        RequestLine::parse(b"GET //evil/a HTTP/1.1").unwrap().target,
        Target::Origin { path: b"//evil/a", query: None }
    );
    let line = RequestLine::parse(b"GET http://a?b HTTP/1.1\n").unwrap();
    assert_eq!((line.target.path(), line.target.query()), (Some(&b"/"[..]), Some(&b"b"[..])));
    // A path and a query may contain any printable byte, and any `%`: other layers decide on these.
    let line = RequestLine::parse(b"GET /<\">%zz?`{|}^%q HTTP/1.1").unwrap();
    assert_eq!(line.target, Target::Origin { path: b"/<\">%zz", query: Some(b"`{|}^%q") });
    let line = RequestLine::parse(b"GET ftp://user@a:/b HTTP/1.1\n").unwrap();
    assert!(matches!(
        line.target,
        Target::Absolute {
            authority: Authority { userinfo: Some(b"user"), port: Some(b""), .. },
            ..
        }
    ));
    for line in [&b"OPTIONS * HTTP/1.1"[..], b"CONNECT a:1 HTTP/1.1"] {
        let target = RequestLine::parse(line).unwrap().target;
        assert_eq!((target.path(), target.query()), (None, None));
    }
}

/// RFC 9112 2.2: one empty line before the request line.
#[test]
fn an_empty_line_is_skipped() {
    for (received, rest) in [
        ("\r\nGET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\n"),
        ("\nGET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\n"),
        ("GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\n"),
        ("\r\n\r\nGET / HTTP/1.1", "\r\nGET / HTTP/1.1"),
        ("\rGET / HTTP/1.1", "\rGET / HTTP/1.1"),
        (" \r\nGET / HTTP/1.1", " \r\nGET / HTTP/1.1"),
        ("\r\n", ""),
        ("", ""),
    ] {
        assert_eq!(skip_empty_line(received), rest.as_bytes(), "{received:?}");
    }
    for received in ["\r\nGET / HTTP/1.1", "\nGET / HTTP/1.1", "\r\n\r\nGET / HTTP/1.1"] {
        assert_eq!(RequestLine::parse(received).unwrap_err().kind(), Kind::Method);
    }
}

/// Lines of other protocols, versions, and charsets.
#[test]
fn other_versions_and_protocols() {
    for (version, major, minor) in
        [("0.9", 0, 9), ("1.0", 1, 0), ("1.9", 1, 9), ("2.0", 2, 0), ("9.9", 9, 9)]
    {
        let line = format!("GET / HTTP/{version}\r\n");
        let found = RequestLine::parse(&line).unwrap().version;
        assert_eq!((found.major, found.minor), (major, minor));
    }
    for line in ["GET / HTTP/2", "GET / HTTP/1.10", "GET / http/1.1", "GET / HTTPS/1.1", "GET /"] {
        assert_eq!(RequestLine::parse(line).unwrap_err().kind(), Kind::Version, "{line}");
    }
    // SSDP, and the preface of HTTP/2 (RFC 9113 3.4).
    for line in ["M-SEARCH * HTTP/1.1\r\n", "PRI * HTTP/2.0\r\n", "NOTIFY * HTTP/1.1"] {
        check(line.as_bytes());
        assert_eq!(RequestLine::parse(line).unwrap_err().kind(), Kind::Form, "{line}");
    }
    let line = RequestLine::parse(b"GET /\xFF?\x80 HTTP/1.1").unwrap();
    assert_eq!(line.target, Target::Origin { path: b"/\xFF", query: Some(b"\x80") });
}

// ---- Short inputs, exhaustively, and properties. ----

#[test]
fn every_short_target() {
    const PARTS: [&str; 20] = [
        "/", "//", "?", "#", "*", "@", ":", "[", "]", "a", "1", "http", "http:", "%2F", "%", "\\",
        " ", "\t", "é", ".",
    ];
    let cases = PARTS.len().pow(3);
    let mut accepted = 0;
    for number in 0..cases {
        let target: String =
            (0..3).map(|place| PARTS[number / PARTS.len().pow(place) % PARTS.len()]).collect();
        assert_eq!(actual_host(target.as_bytes()), expected_host(target.as_bytes()), "{target:?}");
        assert_eq!(
            actual_target(target.as_bytes()),
            expected_target(target.as_bytes()),
            "{target:?}"
        );
        for method in ["GET", "CONNECT", "OPTIONS"] {
            let line = format!("{method} {target} HTTP/1.1\r\n");
            let expected = expected(line.as_bytes());
            accepted += usize::from(expected.is_some());
            assert_eq!(actual(line.as_bytes()), expected, "{line:?}");
        }
    }
    assert!(accepted > 400, "too few lines are good to prove anything: {accepted} of {cases}");
}

fn any_target() -> impl Strategy<Value = Vec<u8>> {
    let any_part = prop_oneof![
        4 => proptest::sample::select(vec!["/", "?", "@", ":", "[::1]", ":80", ":65536", "a.example", "%2F", "%2", "..", "#", " ", "\\"])
            .prop_map(|part| part.as_bytes().to_vec()),
        2 => "[a-z0-9.~-]{1,70}".prop_map(String::into_bytes),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    (
        proptest::sample::select(vec!["", "/", "http://", "HTTPS://", "ftp://", "*"]),
        proptest::collection::vec(any_part, 0..8),
    )
        .prop_map(|(start, parts)| [start.as_bytes(), &parts.concat()].concat())
}

proptest! {
    #![proptest_config(support::cases(400))]

    #[test]
    fn any_line_is_split_as_the_grammar_says(
        method in prop_oneof![proptest::sample::select(vec!["GET", "CONNECT", "OPTIONS", ""]).prop_map(String::from), "[!-~]{1,40}"],
        target in any_target(),
        rest in proptest::sample::select(vec![" HTTP/1.1\r\n", " HTTP/1.0\n", " HTTP/2.0", "", " ", " HTTP/1.1\r", "\tHTTP/1.1", " HTTP/1.1\r\n\r\n"]),
    ) {
        check(&[method.as_bytes(), b" ", &target, rest.as_bytes()].concat());
        check_target(&target);
    }

    #[test]
    fn any_bytes(line in proptest::collection::vec(any::<u8>(), 0..80)) {
        check(&line);
        check_target(&line);
    }
}
