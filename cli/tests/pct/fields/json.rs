//! JSON lines: one value's defects and the other values, and the selected values.

use super::gives;
use crate::support::run;

const DECODE: [&str; 5] = ["decode", "--format", "jsonl", "-f", "path"];

/// RFC 8259 8.1 wants UTF-8, but servers write the bytes of clients. An ill-formed byte in another
/// value must not hide the line.
#[test]
fn bytes_that_are_not_utf8_in_another_value() {
    for other in [
        &b"\"ua\":\"F\xFAtbol\""[..],
        // The ill-formed byte ends a string: a reader must not take the quote for a second byte.
        b"\"ua\":\"x\xE9\"",
        b"\"ua\":\"\xF0\x9F\x98\"",
        b"\"ua\":\"\\\"\xFF\\\\\"",
        // An overlong `\"`, half a surrogate pair in CESU-8, and a code beyond Unicode.
        b"\"ua\":\"\xC0\xA2\xED\xA0\x80\xF5\x80\"",
        b"\"u\xFA\":1",
        b"\"path\xFF\":\"%42\"",
        b"\"h\":{\"path\":[\"\xFF\",{\"\xFE\":null}]}",
    ] {
        for (before, after) in [(other, &b"\"z\":0"[..]), (b"\"z\":0", other)] {
            let line = |path: &str| {
                [b"{", before, b",\"path\":\"", path.as_bytes(), b"\",", after, b"}\n"].concat()
            };
            run(&DECODE, line("/%2e%2e/%00")).gave(0, line("/../%00"));
            run(&[&DECODE[..], &["--only"]].concat(), line("/%41%20")).gave(0, "/A \n");
            let found = run(&["inspect", "--format=jsonl", "-f", "path"], line("/%2e%2e/%00"));
            assert!(found.stdout.starts_with(b"(standard input):1: nul"), "{found:?}");
            assert_eq!(found.stderr, "", "the line was read");
        }
    }
}

/// Half of a surrogate pair (RFC 8259 8.2), and nginx's escapes in a log_format without
/// escape=json.
#[test]
fn escapes_that_are_not_text_in_another_value() {
    for ua in [r"\ud800", r"\udfff\ud800", r"\x22", r"\x5C", r"\xC3\xA9", r"\\\x22\x", r"\\x22"] {
        let line = |path: &str| format!("{{\"ua\":\"{ua}\",\"path\":\"{path}\",\"{ua}\":0}}\n");
        run(&DECODE, line("/%2e%2e/%00")).gave(0, line("/../%00"));
        let found = run(&["inspect", "--format=jsonl", "-f", "path"], line("/%2e%2e/%00"));
        assert!(found.stdout.starts_with(b"(standard input):1: nul"), "{found:?}");
        assert_eq!(found.stderr, "", "the line was read");
    }
}

/// The record stays unchanged and is reported; `inspect` looks at all of it.
#[test]
fn values_that_are_asked_for_and_are_not_text() {
    let before = b"{\"other\":\"%00\",\"path\":\"/%41";
    let what = [
        (&b"\xFA"[..], "not JSON: not UTF-8; iconv "),
        (b"\\xF", "not JSON: `\\x` is not an escape; nginx's log_format needs escape=json"),
        (b"\\ud800", "not text: half of a surrogate pair"),
    ];
    for (bytes, what) in what {
        let line = [&before[..], bytes, b"\"}\n"].concat();
        let ran = run(&DECODE, line.repeat(23));
        assert_eq!((ran.status, &*ran.stdout), (Some(1), &*line.repeat(23)), "{ran:?}");
        // A half pair is found at its end.
        let column = before.len() + 1;
        let place = format!("(standard input):1:{column}: {what}");
        assert!(ran.stderr.starts_with(&place) || what.contains("pair"), "{place} {ran:?}");
        assert!(ran.stderr.contains(what) && ran.stderr.contains("3 more like this"), "{ran:?}");
        let found = run(&["inspect", "--format=jsonl", "-f", "path"], &line);
        assert!(found.stdout.starts_with(b"(standard input):1: nul"), "{found:?}");
        assert!(found.stderr.contains("read as a whole"), "{found:?}");
        let line = [&b"{\"other\":\"%zz\",\"path\":\"/%41"[..], bytes, b"\"}\n"].concat();
        let found = run(&["check", "--format=jsonl", "-f", "path"], &line);
        assert!(found.stdout.starts_with(b"(standard input):1:11:"), "{found:?}");
    }
}

/// Bytes outside strings must be JSON.
#[test]
fn bytes_that_are_no_json_outside_strings() {
    for (line, what) in [
        (&b"{\"path\":\"%41\",\xFF}\n"[..], "1:15: not JSON: not UTF-8; iconv "),
        (b"\xFF{\"path\":\"%41\"}\n", "1:1: not JSON: not UTF-8; iconv "),
        (b"{\"path\":\"%41\",\"n\":\\x2D}\n", "needs escape=json"),
        (b"{\"path\":\"%41\\x2", "not JSON: EOF while parsing a string"),
    ] {
        let ran = run(&DECODE, line);
        assert_eq!((ran.status, &*ran.stdout), (Some(1), line), "{ran:?}");
        assert!(ran.stderr.contains(what), "{what} {ran:?}");
    }
}

const S3: &str =
    r#"{"Records":[{"s3":{"object":{"key":"a%20b%2B"}}},{"x":0,"s3":{"object":{"key":"%41"}}}]}"#;

/// `*` selects every element of an array, because RFC 6901 4 defines no such index; in an object it
/// is a key.
#[test]
fn every_element_of_an_array() {
    let gives = |fields: &str, input: &str, output: &str| {
        gives(&format!("decode --format jsonl {fields}"), input, output);
    };
    gives(
        "-f /Records/*/s3/object/key",
        S3,
        r#"{"Records":[{"s3":{"object":{"key":"a b+"}}},{"x":0,"s3":{"object":{"key":"A"}}}]}"#,
    );
    for (fields, input, output) in [
        // The outermost value may be an array, and an element one, too.
        ("-f /*", r#"["%41",["%42"],{"0":"%43"},"%44"]"#, r#"["A",["%42"],{"0":"%43"},"D"]"#),
        ("-f /*/*", r#"["%41",["%42"],{"0":"%43"},"%44"]"#, r#"["%41",["B"],{"0":"%43"},"%44"]"#),
        // In an object `*` is a plain key, and within a key it is no pattern.
        (
            "-f /a/*",
            r#"{"a":{"*":"%41","b":"%42","0":"%43"}}"#,
            r#"{"a":{"*":"A","b":"%42","0":"%43"}}"#,
        ),
        ("-f /*", r#"{"*":"%41","b":"%42"}"#, r#"{"*":"A","b":"%42"}"#),
        ("-f /a/*/*", r#"{"a":[{"*":"%41","b":"%42"}]}"#, r#"{"a":[{"*":"A","b":"%42"}]}"#),
        ("-f /a*/0", r#"{"a*":["%41"],"ab":["%42"]}"#, r#"{"a*":["A"],"ab":["%42"]}"#),
        (
            "-f /a/*",
            r#"{"a":"%41"}
{"a":["%41"]}"#,
            r#"{"a":"%41"}
{"a":["A"]}"#,
        ),
        // A value selected twice is decoded once.
        ("-f /a/0 -f /a/*", r#"{"a":["%2541","%2541"]}"#, r#"{"a":["%41","%41"]}"#),
        ("-f /a/* -f /a/1 -f /a/*", r#"{"a":["%2541","%2541"]}"#, r#"{"a":["%41","%41"]}"#),
        ("-f /*/0 -f /0/*", r#"[["%2541","%2541"],["%2541"]]"#, r#"[["%41","%41"],["%41"]]"#),
        // An object may have numbers as keys; `*` does not select them.
        ("-f /a/0 -f /a/*", r#"{"a":{"0":"%41","1":"%42"}}"#, r#"{"a":{"0":"A","1":"%42"}}"#),
    ] {
        gives(fields, input, output);
    }
}

#[test]
fn elements_that_no_record_has() {
    let decode = ["decode", "--format=jsonl", "-f", "/l/*/u", "-f", "v"];
    let input = "{\"l\":[{\"w\":\"\"}],\"v\":\"\"}\n{\"l\":[],\"v\":\"\"}\n";
    let ran = run(&decode, input);
    assert_eq!((ran.status, &*ran.stdout), (Some(1), input.as_bytes()), "{ran:?}");
    assert!(ran.stderr.contains("no record has a string `/l/*/u`"), "{ran:?}");
}

/// A selector with `*` gives a list, for any number of values.
#[test]
fn values_of_every_element() {
    let only = |fields: &str, input: &str, output: &str| {
        gives(&format!("decode --only --format jsonl {fields}"), input, output);
    };
    let key = "/Records/*/s3/object/key";
    only(&format!("-f {key} --json"), S3, &format!("{{\"{key}\":[\"a b+\",\"A\"]}}\n"));
    let lists = "{\"l\":[\"%41\"],\"n\":1}\n{\"l\":[]}\n{\"l\":[\"a&b\",2,null,\"%26\\t\",\"\"],\"l\":[\"%43\"]}\n";
    only(
        "-f /l/* -f n --json",
        lists,
        "{\"/l/*\":[\"A\"],\"n\":\"1\"}\n{\"/l/*\":[],\"n\":null}\n{\"/l/*\":[\"a&b\",\"2\",\"&\\t\",\"\",\"C\"],\"n\":null}\n",
    );
    // In a column, `&` separates them.
    only("-f n -f /l/*", lists, "1\tA\n\t\n\ta%26b&2&%26%09&&C\n");
    only(
        "-f /l/* -f /l/1 --json",
        "{\"l\":[\"%41\",\"%42\"]}\n",
        "{\"/l/*\":[\"A\",\"B\"],\"/l/1\":\"B\"}\n",
    );
    only("-f /l/* -f /l/* --json", "{\"l\":[\"%41\",\"%42\"]}\n", "{\"/l/*\":[\"A\",\"B\"]}\n");
    let many = format!("{{\"l\":[{}\"\"]}}\n", "\"%41\",".repeat(100_000));
    only("-f /l/*", &many, &("A&".repeat(100_000) + "\n"));
}

/// `inspect` reads each element, and `query` the queries of all.
#[test]
fn verbs_that_read_every_element() {
    let line = "{\"l\":[\"/a?q=1\",\"/%00?q=%41\"]}\n";
    gives(
        "inspect --format jsonl -f /l/* --records --json",
        line,
        "{\"file\":\"(standard input)\",\"line\":1,\"flags\":[\"nul\",\"control\"],\"triplets\":2,\"malformed\":0,\"fields\":[\"/l/*\"],\"record\":\"{\\\"l\\\":[\\\"/a?q=1\\\",\\\"/%00?q=%41\\\"]}\",\"places\":[{\"column\":18,\"field\":\"/l/*\",\"flags\":[\"nul\",\"control\"]}]}\n",
    );
    gives("query --format jsonl -f /l/* --url -k q", line, "1&A\n");
    for args in ["-f /l/* -f u -k q", "-f /l/* --part path"] {
        let args = format!("query --format jsonl {args}");
        run(&args.split(' ').collect::<Vec<_>>(), line)
            .failed(&["-f /l/* may have several values"]);
    }
}

/// The keys of servers' access logs whose values are URLs, without -f; other values stay.
#[test]
fn keys_that_are_known() {
    let rest =
        "\"msg\":\"%41\",\"user_agent\":\"%41\",\"headers\":{\"Referer\":[\"%41\"]},\"status\":200";
    for (server, line) in [
        (
            "Caddy",
            "{\"request\":{\"host\":\"%41\",\"uri\":\"/{}?q={}\",\"headers\":{\"Accept\":[\"%41\"],\"Referer\":[\"{}\",\"{}\"]}}",
        ),
        (
            "Google Cloud",
            "{\"httpRequest\":{\"requestUrl\":\"https://example.org/{}\",\"referer\":\"{}\",\"userAgent\":\"%41\"}",
        ),
        (
            "Cloudflare",
            "{\"ClientRequestURI\":\"/{}\",\"ClientRequestReferer\":\"{}\",\"ClientRequestPath\":\"/{}\",\"ClientRequestUserAgent\":\"%41\"",
        ),
        (
            "Azure Front Door",
            "{\"properties\":{\"requestUri\":\"https://example.org:443/{}\",\"userAgent\":\"%41\"}",
        ),
        ("Azure", "{\"requestUri\":\"/{}\""),
        ("Traefik", "{\"RequestPath\":\"/{}\",\"request_Referer\":\"{}\",\"RequestHost\":\"%41\""),
        (
            "nginx",
            "{\"request\":\"GET /{} HTTP/1.1\",\"request_uri\":\"/{}\",\"uri\":\"/{}\",\"http_referer\":\"{}\"",
        ),
        ("others", "{\"url\":\"{}\",\"path\":\"/{}\",\"referer\":\"{}\",\"n\":{\"url\":\"%41\"}"),
    ] {
        let line = |value: &str| format!("{},{rest}}}\n", line.replace("{}", value));
        gives("decode --format jsonl", line("caf%C3%A9"), line("café"));
        gives("encode --scheme js-uri --format jsonl", line("é b"), line("%C3%A9%20b"));
        let found = run(&["inspect", "--format", "jsonl"], line("%00"));
        assert!(found.stdout.starts_with(b"(standard input):1: nul"), "{server} {found:?}");
        assert_eq!(found.stderr, "", "{server}");
    }
    // A key may be missing in some records.
    gives(
        "decode --format jsonl",
        "{\"a\":\"%41\"}\n{\"url\":\"%41\"}\n",
        "{\"a\":\"%41\"}\n{\"url\":\"A\"}\n",
    );
}

/// Escaped separators of the parts of a URL (RFC 3986 2.2) or of a request line (RFC 9112 3) stay.
#[test]
fn urls_of_known_keys_keep_their_parts() {
    for (key, value, decoded) in [
        (
            "uri",
            "/a%3Fb%23c%26d%20%41?q=%26%3D%2B%3B%23%3F%20%41",
            "/a%3Fb%23c&d A?q=%26%3D%2B%3B%23? A",
        ),
        ("request", "GET /a%20HTTP/1.0%41?%20 HTTP/1.1", "GET /a%20HTTP/1.0A?%20 HTTP/1.1"),
        // Clients send anything in place of a method, and requests without one.
        ("request", "%41 /%41", "A /A"),
        ("request", "/%41%20%42", "/A%20B"),
        ("request", "", ""),
        // Separators may be escaped as JSON.
        ("uri", "/a\\u003Fq=%26%23%3F%41", "/a?q=%26%23%3FA"),
        ("url", "\\/a?q=1\\u0026r=%26%20%41", "\\/a?q=1&r=%26 A"),
        ("path", "/%22%5C%0A%41", "/\\\"\\\\%0AA"),
    ] {
        let line = |value: &str| format!("{{\"{key}\":\"{value}\"}}\n");
        gives("decode --format jsonl", line(value), line(decoded));
    }
}

#[test]
fn no_key_is_known() {
    let input = "{\"a\":{\"b\":\"%41\"},\"n\":1}\n";
    let ran = run(&["decode", "--format", "jsonl"], input);
    assert_eq!((ran.status, &*ran.stdout), (Some(1), input.as_bytes()), "{ran:?}");
    assert_eq!(
        ran.stderr,
        "pct: (standard input):1: no record has a string under a key that is known to hold a URL; select one with -f; this record has /a/b\n"
    );
    // A raw ill-formed byte does not prevent the message.
    let ran = run(&["inspect", "--format", "jsonl"], b"{\"a\":\"\xFF\",\"b\":\"\"}\n");
    assert!(ran.stderr.ends_with("this record has /a /b\n"), "{ran:?}");
    // `--only` needs -f; `query -k` writes its row without one.
    run(&["decode", "--only", "--format", "jsonl"], input).failed(&["-f"]);
    let ran = run(&["query", "-k", "q", "--format", "jsonl"], input);
    assert_eq!((ran.status, &*ran.stdout), (Some(1), &b"\n"[..]), "{ran:?}");
    assert!(ran.stderr.contains("this record has /a/b"), "{ran:?}");
}
