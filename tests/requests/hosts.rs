//! Hosts of request targets and of `Host` fields: vectors of RFC 3986 3.2.2, RFC 4291 2.2 and RFC 9112
//! 3.2.

use percent_simd::request_line::{Authority, RequestLine, RequestLineErrorKind as Kind, Target};
use support::answers::request_line::{actual_host, expected_host};
use support::on_every_backend;

use crate::request_line::check;

/// The host of an absolute form follows the URL Standard: decoded once, with no `%` left.
#[test]
fn hosts() {
    use percent_simd::HostErrorKind;
    let domain = |host: &str| match Target::parse(&format!("http://{host}/")).unwrap() {
        Target::Absolute { authority, .. } => {
            authority.domain().map(String::from).map_err(|error| error.kind())
        }
        other => panic!("{other:?}"),
    };
    on_every_backend(|_| {
        assert_eq!(domain("ex%61mple.com:80"), Ok("example.com".into()));
        assert_eq!(domain("caf%C3%A9.example"), Ok("café.example".into()));
        assert_eq!(domain("%EF%BC%8541.com"), Ok("\u{FF05}41.com".into()));
        assert_eq!(domain("[2001:db8::1]:80"), Ok("[2001:db8::1]".into()));
        assert_eq!(domain("example%2Ecom%2fpath"), Err(HostErrorKind::Forbidden(b'/')));
        assert_eq!(domain("a%40b"), Err(HostErrorKind::Forbidden(b'@')));
        assert_eq!(domain("%2541"), Err(HostErrorKind::Forbidden(b'%')));
        assert_eq!(domain("%3C%CC%B8"), Ok("<\u{338}".into()));
        assert_eq!(domain("%FF"), Err(HostErrorKind::Utf8));
        assert_eq!(domain("a%00"), Err(HostErrorKind::Forbidden(0)));
    });
}

/// RFC 3986 3.2.2 and RFC 4291 2.2, and near misses.
#[test]
fn ip_literals() {
    let good = [
        "::",
        "::1",
        "1::",
        "2001:DB8:0:0:8:800:200C:417A",
        "2001:db8::8:800:200c:417a",
        "FF01::101",
        "::13.1.68.3",
        "::FFFF:129.144.52.38",
        "1:2:3:4:5:6:7::",
        "1:2:3:4:5:6:1.2.3.4",
        "v1.a",
        "vF.:",
        "V1f.~!;:",
    ];
    let bad = [
        "",
        ":",
        ":::",
        "1",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7::8",
        "1:2:3:4:5:6:7:1.2.3.4",
        "12345::",
        "g::",
        "::1.2.3",
        "::1.2.3.256",
        "::1.2.3.04",
        "::1.2.3.4:5",
        "::1%eth0",
        "::1/64",
        "1::2::3",
        ":1::",
        "::1:",
        "v.a",
        "v1",
        "v1.",
        "vg.a",
        "v1.a@b",
        "[::1",
        "a.example",
    ];
    for (addresses, is_good) in [(&good[..], true), (&bad, false)] {
        for address in addresses {
            let line = format!("GET http://[{address}]:80/ HTTP/1.1\r\n");
            check(line.as_bytes());
            assert_eq!(RequestLine::parse(&line).is_ok(), is_good, "{address}");
        }
    }
}

/// RFC 9112 3.2, RFC 3986 3.2.2: a host and a port alone.
#[test]
fn host_fields() {
    for (field, host, port) in [
        ("www.example.org", "www.example.org", None),
        ("www.example.org:8001", "www.example.org", Some(8001)),
        ("example.com.", "example.com.", None),
        ("192.0.2.16:80", "192.0.2.16", Some(80)),
        ("[2001:db8::7]", "[2001:db8::7]", None),
        ("[::1]:65535", "[::1]", Some(65535)),
        ("a:", "a", None), // port is *DIGIT
        ("xn--caf-dma.example", "xn--caf-dma.example", None),
        ("a_b!$&'()*+,;=%41", "a_b!$&'()*+,;=%41", None), // reg-name
    ] {
        let found = Authority::parse_host(field).unwrap();
        assert_eq!((found.host, found.port_number()), (host.as_bytes(), port), "{field}");
        assert_eq!(
            (found.userinfo, actual_host(field.as_bytes())),
            (None, expected_host(field.as_bytes()))
        );
    }
    for (field, position, kind) in [
        ("", 0, Kind::Host),
        (":80", 0, Kind::Host),
        ("user@a.example", 0, Kind::Userinfo),
        ("@a.example", 0, Kind::Userinfo),
        ("a.example, b.example", 10, Kind::Host),
        ("http://a.example", 4, Kind::Port),
        ("a.example/", 9, Kind::Host),
        ("a.example?x", 9, Kind::Host),
        ("a.example#x", 9, Kind::Host),
        ("a.example\\", 9, Kind::Host),
        ("a b", 1, Kind::Host),
        (" a", 0, Kind::Host),
        ("a\t", 1, Kind::Host),
        ("a\r\nb", 1, Kind::Host),
        ("a\0", 1, Kind::Host),
        ("caf\u{e9}", 3, Kind::Host),
        ("a%zz", 1, Kind::Host),
        ("a%", 1, Kind::Host),
        ("a:80:80", 1, Kind::Port),
        ("a:65536", 1, Kind::Port),
        ("a:-1", 1, Kind::Port),
        ("a:80/", 1, Kind::Port),
        ("::1", 0, Kind::Port),
        ("[::1", 0, Kind::Host),
        ("[::1]x", 5, Kind::Port),
        ("[]", 0, Kind::Host),
        ("[::1%25eth0]", 4, Kind::Host),
    ] {
        let error = Authority::parse_host(field).unwrap_err();
        assert_eq!((error.position(), error.kind()), (position, kind), "{field:?}");
        assert_eq!(expected_host(field.as_bytes()), None, "{field:?}");
    }
}
