//! Requests and other values of logs, as clients and servers make them.

use crate::log;

use crate::vectors::{fields, gives};

#[test]
fn requests_and_their_parts() {
    let line = |request: &str| {
        format!(r#"2001:db8::7 - john doe [12/Nov/2026:06:00:07 +0000] "{request}" 400 0"#)
    };
    let cases = [
        ("GET /a%3Fb%20%2F%23%26?c%3F%20 HTTP/1.1", "GET /a%3Fb%20/%23&?c?%20 HTTP/1.1"),
        // A query keeps its parameters.
        (
            "GET /?x=1%26admin%3D1%2B%3b%23%25%40 HTTP/1.1",
            "GET /?x=1%26admin%3D1%2B%3b%23%@ HTTP/1.1",
        ),
        ("GET http://example.org:80/%41?%41 HTTP/1.1", "GET http://example.org:80/A?A HTTP/1.1"),
        ("GET http://%41.example.org?%41 HTTP/1.1", "GET http://%41.example.org?A HTTP/1.1"),
        ("GET /%41", "GET /A"),
        ("OPTIONS * HTTP/1.1", "OPTIONS * HTTP/1.1"),
        ("CONNECT %41.example.org:443 HTTP/1.1", "CONNECT %41.example.org:443 HTTP/1.1"),
        ("-", "-"),
        (r"\x16\x03\x01%41", r"\x16\x03\x01%41"),
        (r"GET /\x22%41\xD0%D0%90\n HTTP/1.1", "GET /\\x22A\\xD0А\\n HTTP/1.1"),
        // A target may hold spaces. Parts that clients leave out or send twice hide nothing.
        ("GET /s?q=%41 b&c=%42%20 HTTP/1.1", "GET /s?q=A b&c=B%20 HTTP/1.1"),
        ("GET /%41 %41 HTTP/1.1", "GET /A A HTTP/1.1"),
        ("GET /%41 HTTP/1.1 %41 HTTP/%41", "GET /A HTTP/1.1 A HTTP/A"),
        ("GET /%41 HTTP/1.1/%41", "GET /A HTTP/1.1/A"),
        ("/%41 HTTP/1.1", "/A HTTP/1.1"),
        ("GET  /%41  HTTP/1.1 ", "GET  /A  HTTP/1.1 "),
        ("GET /%41?%41 ", "GET /A?A "),
        (" /%41?%41", " /A?A"),
        ("/%41?%41", "/A?A"),
        ("/%41 /%41 SIP/%42", "/A /A SIP/B"),
        ("GET HTTP/1.1", "GET HTTP/1.1"),
        ("GET ", "GET "),
        ("  ", "  "),
        ("", ""),
    ];
    let lines = cases.map(|(before, after)| (line(before), line(after)));
    let lines: Vec<(&str, &str)> =
        lines.iter().map(|(before, after)| (&**before, &**after)).collect();
    gives(&fields(log("common"), &["path", "query"]), &lines);
}

/// The target is everything except a method and a version; `-` means no request.
#[test]
fn targets_alone() {
    let line = |request: &str| format!(r#"h - - [t] "{request}" 400 0"#);
    for (request, expected) in [
        (r"\x16\x03\x01%41%20", r"\x16\x03\x01A%20"),
        ("/%41?%26%42", "/A?%26B"),
        ("CONNECT %41:443 HTTP/1.1", "CONNECT A:443 HTTP/1.1"),
        ("GET %41 %41 a", "GET A A a"),
        ("%41 /%41 HTTP/1.1", "A /A HTTP/1.1"),
        ("GET/%41 HTTP/1.1", "GET/A HTTP/1.1"),
        (r"GET\x09/%41 HTTP/1.1", r"GET\x09/A HTTP/1.1"),
        ("GET /%41 HTTP/%41", "GET /A HTTP/A"),
        ("-", "-"),
    ] {
        for format in [log("common"), log("combined")] {
            gives(&fields(format, &[]), &[(&line(request), &line(expected))]);
        }
    }
}

/// Only triplets are replaced; the text between them stays as the server wrote it.
#[test]
fn the_rest_of_a_value_stays() {
    let line = |target: &str, agent: &str| {
        format!(r#"h - - [t] "GET {target} HTTP/1.1" 200 0 "{target}" "{agent}""#)
    };
    for (before, after) in [
        (r"/..\..\win%41.ini", r"/..\..\winA.ini"),
        (r"/\x25%41%", r"/\x25A%"),
        (r"/é\xC3\xA9%41", r"/é\xC3\xA9A"),
        (r"/\xC3\xA9%C3%A9é", r"/\xC3\xA9éé"),
        (r"/a b\x20%41", r"/a b\x20A"),
        (r"/a\x20b c%41", r"/a\x20b cA"),
        // Servers write `%` and digits unescaped, so an escape is never part of a triplet.
        (r"/\x2541\x41%4\x31%41", r"/\x2541\x41%4\x31A"),
        (r"/%2541\x41%25", r"/%41\x41%"),
        // A backslash that would begin an escape is doubled.
        (r"/\%6E\%41", r"/\\n\A"),
        (r"/\x4%31\x4%5A", r"/\\x41\x4Z"),
    ] {
        gives(
            &fields(log("combined"), &["target", "referer"]),
            &[(&line(before, r"\%41"), &line(after, r"\%41"))],
        );
    }
}

#[test]
fn users_with_spaces() {
    let user = fields(log("common"), &["user"]);
    for (before, after) in [
        ("%41", "A"),
        ("a b%20%5B%41", "a b%20%5BA"),
        (r#"a \"b[%41"#, r#"a \"b[A"#),
        ("a]%41%22", "a]A%22"),
    ] {
        let line = |user: &str| format!(r#"h - {user} [t] "-" 200 1"#);
        gives(&user, &[(&line(before), &line(after))]);
    }
}
