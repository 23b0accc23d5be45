//! Error messages, and the types of arguments.

use std::borrow::Cow;

use percent_simd::path::{self, PathErrorKind};

#[test]
fn errors_name_the_reason_and_the_place() {
    for (input, policy, message) in [
        ("a", path::STRICT, "path refused at byte 0: it does not start with `/`"),
        (
            "/%4",
            path::STRICT,
            "path refused at byte 1: truncated triplet; write a literal `%` as %25",
        ),
        (
            "/a%zz",
            path::STRICT,
            "path refused at byte 2: `%` is not followed by two hex digits; write a literal `%` as %25",
        ),
        (
            "/a%%65%65",
            path::ENVOY_KEEP,
            "path refused at byte 2: decoding turns this `%` into a new triplet; write a literal `%` as %25",
        ),
        ("/%C0%AF", path::STRICT, "path refused at byte 1: the decoded bytes are not UTF-8"),
        ("/a\n", path::STRICT, "path refused at byte 2: control character 0x0A; remove it"),
        (
            "/%2f",
            path::STRICT,
            "path refused at byte 1: escaped slash %2F; the option `escaped_slashes` may allow it",
        ),
        (
            "/%5c",
            path::STRICT,
            "path refused at byte 1: escaped backslash %5C; the option `escaped_backslash` may allow it",
        ),
        ("/\\", path::STRICT, "path refused at byte 1: backslash; separate segments with `/`"),
        (
            "/%25",
            path::SPRING,
            "path refused at byte 1: escaped percent sign %25; the option `escaped_percent` may allow it",
        ),
        ("/a%2e", path::SPRING, "path refused at byte 2: escaped dot %2E; write `.`"),
        (
            "/a;b",
            path::SPRING,
            "path refused at byte 2: semicolon; the option `semicolon` may allow it",
        ),
        ("/é", path::STRICT, "path refused at byte 1: raw byte 0xC3; percent-encode bytes >= 0x80"),
        (
            "/a?b",
            path::NGINX,
            "path refused at byte 2: raw `?`; split the query and fragment off first, or write %3F",
        ),
        (
            "/a/.",
            path::SPRING,
            "path refused at byte 3: dot segment; send the path without `.` and `..`",
        ),
        (
            "/a/.;x",
            path::STRICT,
            "path refused at byte 3: dot segment beside an escaped slash or before a semicolon; other servers resolve it",
        ),
        (
            "//",
            path::SPRING,
            "path refused at byte 1: empty segment; send the path without repeated slashes",
        ),
        ("/a/../..", path::STRICT, "path refused at byte 6: `..` climbs above the root"),
    ] {
        let error: Box<dyn std::error::Error> = policy.check(input.as_bytes()).unwrap_err().into();
        assert_eq!(error.to_string(), message);
    }
}

/// Each kind is in at most one group: a malformed path is not text, or RFC 3986 3.3 forbids it.
#[test]
fn kinds_are_grouped() {
    use PathErrorKind as Kind;
    let malformed = [
        Kind::NotAbsolute,
        Kind::Truncated,
        Kind::BadHex,
        Kind::Utf8,
        Kind::Backslash,
        Kind::NonAscii(0xC3),
        Kind::Delimiter(b'?'),
        Kind::Delimiter(b'#'),
    ];
    let attacks = [
        Kind::HiddenTriplet,
        Kind::Control(0),
        Kind::Control(0x7F),
        Kind::HiddenDotSegment,
        Kind::ClimbsAboveRoot,
    ];
    let policy = [
        Kind::EscapedSlash(b'/'),
        Kind::EscapedPercent,
        Kind::EscapedDot,
        Kind::Semicolon,
        Kind::DotSegment,
        Kind::EmptySegment,
    ];
    let groups = |kind: Kind| (kind.is_malformed(), kind.is_attack());
    assert!(malformed.into_iter().all(|kind| groups(kind) == (true, false)));
    assert!(attacks.into_iter().all(|kind| groups(kind) == (false, true)));
    assert!(policy.into_iter().all(|kind| groups(kind) == (false, false)));
}

/// Every container of bytes or text holds a path, and results borrow from it.
#[test]
fn whatever_holds_bytes() {
    let (text, bytes) = (String::from("/a/./b"), b"/a/b".to_vec());
    assert_eq!(&*path::STRICT.resolve(&text).unwrap().path, b"/a/b");
    assert!(matches!(path::STRICT.resolve(&bytes).unwrap().path, Cow::Borrowed(_)));
    let resolved = path::STRICT.resolve("/a%20b").unwrap();
    for backend in support::backends() {
        let on_backend = path::STRICT.on(backend).resolve("/a%20b").unwrap();
        assert!(on_backend == resolved && on_backend.segments().eq([&b"a b"[..]]), "{backend}");
    }
    // The output contains no triplet.
    assert_eq!(path::STRICT.check(&resolved.path), Ok(()));
    assert!(
        path::ENVOY_REDIRECT.redirects("/a%2Fb") && !path::ENVOY_REDIRECT.redirects(&resolved.path)
    );
}

// ---- The tables of the documentation. ----
