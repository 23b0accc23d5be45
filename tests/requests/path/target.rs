//! The forwarded target, and the bytes of the reject set.

use super::check;
use percent_simd::path::{
    self, Backslash, EmptySegments, EscapedPercent, EscapedSlashes, PathErrorKind, Reserved,
    Semicolon,
};
use percent_simd::{AsciiSet, Malformed};
use support::answers::path::{Options, PRESETS};

/// RFC 3986 2.2: `!$&'()*+,;=:@` and their triplets name different resources.
#[test]
fn reserved_characters_stay_as_the_client_wrote_them() {
    for (name, policy, options) in PRESETS {
        for triplet in
            ["%21", "%24", "%26", "%27", "%28", "%29", "%2A", "%2B", "%2C", "%3D", "%3A", "%40"]
        {
            let value = char::from(u8::from_str_radix(&triplet[1..], 16).unwrap());
            let (escaped, raw) = (format!("/b/lib{triplet}x"), format!("/b/lib{value}x"));
            for path in [&escaped, &raw] {
                let is_plus = options.escapes_plus() && path == "/b/lib+x";
                let target = if is_plus { "/b/lib%2Bx" } else { path };
                assert_eq!(policy.target(path).unwrap(), target, "{name}");
                assert_eq!(policy.is_resolved(path), Ok(!is_plus), "{name}: {path}");
                assert_eq!(&*policy.resolve(path).unwrap().path, raw.as_bytes(), "{name}");
                assert_eq!(policy.reserved(Reserved::Decode).target(path).unwrap(), *raw, "{name}");
                check(options, policy, path.as_bytes());
            }
        }
    }
}

/// RFC 3986 6.2.2: unreserved characters are decoded, digits are in upper case.
#[test]
fn equivalent_spellings_have_one_target() {
    for (_, policy, _) in PRESETS {
        for (path, target) in [
            ("/%7Eme/%61%2d%5F", "/~me/a-_"),
            ("/caf%c3%a9", "/caf%C3%A9"),
            ("/a%2bb", "/a%2Bb"),
            ("/a b", "/a%20b"),
            ("/a|\"<>[]^`{}", "/a%7C%22%3C%3E%5B%5D%5E%60%7B%7D"),
        ] {
            assert_eq!(policy.target(path).unwrap(), target);
        }
    }
}

/// Spellings of a slash become slashes in the target, and removed parts are absent.
#[test]
fn a_target_has_the_segments_of_the_resolved_path() {
    for (policy, path, target) in [
        (path::ENVOY_REDIRECT, "/a%2F..%2Fb%2bc", "/b%2Bc"),
        (path::ENVOY_UNESCAPE, "/a\\b%5Cc%2Fd", "/a/b/c/d"),
        (path::APACHE_UNESCAPE, "/a%2Fb/../c%2f%2e%2e/d", "/d"),
        (path::ENVOY_KEEP, "/a%2fb\\c", "/a%2Fb/c"),
        (path::TOMCAT, "/a;x=%3D/b%3Bc;d", "/a/b%3Bc"),
        (path::NGINX, "/a;b%3bc", "/a;b%3Bc"),
        (path::NGINX, "/a\\b%5c", "/a%5Cb%5C"),
        (path::ENVOY_KEEP, "/100%", "/100%25"),
        (path::STRICT, "/%2541%25", "/%2541%25"),
    ] {
        assert_eq!(policy.target(path).unwrap(), target, "{path}");
    }
}

/// A stray `%` stays stray before a decoded digit.
#[test]
fn decoding_makes_no_triplet() {
    let decode = path::ENVOY_KEEP.escaped_percent(EscapedPercent::Decode);
    for (path, target) in [
        ("/%%34%31", "/%2541"),
        ("/%4%31", "/%2541"),
        ("/%2541", "/%2541"),
        ("/%%2541", "/%25%2541"),
    ] {
        assert_eq!(decode.target(path).unwrap(), target);
        // Two targets that decode to the same text have no common spelling.
        assert_eq!(decode.reserved(Reserved::Decode).target(path).unwrap(), target);
    }
}

/// Only kept triplets are in upper case; `%2e` is text here.
#[test]
fn decoded_text_keeps_its_case() {
    let options = Options {
        escaped_percent: EscapedPercent::Decode,
        escaped_slashes: EscapedSlashes::Keep,
        ..PRESETS[0].2
    };
    let resolved = options.policy().resolve("/a%252e%2fb").unwrap();
    assert_eq!(&*resolved.path, b"/a%2e%2Fb");
    check(options, options.policy(), b"/a%252e%2fb");
}

/// Parameters are dropped before a slash is unescaped in the last pass.
#[test]
fn dropped_parameters_separate_nothing() {
    let drop = Options {
        semicolon: Semicolon::Drop,
        escaped_slashes: EscapedSlashes::UnescapeLast,
        escaped_backslash: EscapedSlashes::UnescapeLast,
        backslash: Backslash::Slash,
        ..PRESETS[0].2
    };
    for empty_segments in [EmptySegments::Reject, EmptySegments::Keep, EmptySegments::Merge] {
        for dot_segments in [path::DotSegments::Reject, path::DotSegments::Resolve] {
            let options = Options { empty_segments, dot_segments, ..drop };
            for path in ["/a;x%2F/b", "/a;x%2F../b", "/a;x%5C..%5C..%2F/b", "/a;%2F.;\u{7e}/b"] {
                let resolved = options.policy().resolve(path).unwrap();
                assert_eq!(&*resolved.path, b"/a/b", "{path} under {options:?}");
                check(options, options.policy(), path.as_bytes());
            }
            check(options, options.policy(), b"/a%2F;x%2F/b;y/../c%2F..;/d");
        }
    }
}

#[test]
fn rejected_values() {
    let reject =
        |set: &str| Options { reject: AsciiSet::from_bytes(set.as_bytes()), ..PRESETS[0].2 };
    let kind = |set: &str, path: &str| {
        check(reject(set), reject(set).policy(), path.as_bytes());
        reject(set).policy().check(path).err().map(|error| (error.position(), error.kind()))
    };
    // Traefik, CVE of 2025: an upstream that reads the decoded path as a target.
    assert_eq!(kind("?#", "/secret%3Fx"), Some((7, PathErrorKind::Rejected(b'?'))));
    assert_eq!(kind("?#", "/secret%23x"), Some((7, PathErrorKind::Rejected(b'#'))));
    // A target holds a raw `|` as `%7C`.
    assert_eq!(kind("|", "/a|b"), Some((2, PathErrorKind::Rejected(b'|'))));
    assert_eq!(kind("|", "/a%7cb"), Some((2, PathErrorKind::Rejected(b'|'))));
    assert_eq!(kind(" ", "/a b"), Some((2, PathErrorKind::Rejected(b' '))));
    // Bytes that a target may hold raw are refused as triplets only.
    assert_eq!(kind("+~", "/a+b~"), None);
    assert_eq!(kind("+~", "/a%2Bb~"), Some((2, PathErrorKind::Rejected(b'+'))));
    let escapes_plus = Options { reserved: Reserved::EscapePlus, ..reject("+~") };
    check(escapes_plus, escapes_plus.policy(), b"/a+b~");
    assert_eq!(
        escapes_plus.policy().check("/~+").unwrap_err().kind(),
        PathErrorKind::Rejected(b'+')
    );
    assert_eq!(kind(".", "/a.b/%2e"), Some((5, PathErrorKind::Rejected(b'.'))));
    assert_eq!(kind("/", "/a%2fb"), Some((2, PathErrorKind::EscapedSlash(b'/'))));
    assert_eq!(kind("%", "/a%25"), Some((2, PathErrorKind::Rejected(b'%'))));
    // A raw `%` is `Rejected` unless it is refused as malformed.
    let keeps = Options { malformed: Malformed::Keep, ..reject("%") };
    let no_percent = Options { escaped_percent: EscapedPercent::Reject, ..keeps };
    let decodes = Options { escaped_percent: EscapedPercent::Decode, ..keeps };
    for (path, position, malformed) in [
        ("/%", 1, PathErrorKind::Truncated),
        ("/100%", 4, PathErrorKind::Truncated),
        ("/%4", 1, PathErrorKind::Truncated),
        ("/%zz", 1, PathErrorKind::BadHex),
        ("/a/%%34%31", 3, PathErrorKind::BadHex),
        ("/%/../a", 1, PathErrorKind::BadHex),
    ] {
        for (options, kind) in [
            (reject("%"), malformed),
            (keeps, PathErrorKind::Rejected(b'%')),
            (decodes, PathErrorKind::Rejected(b'%')),
            (no_percent, malformed),
        ] {
            check(options, options.policy(), path.as_bytes());
            let error = options.policy().check(path).unwrap_err();
            assert_eq!((error.position(), error.kind()), (position, kind), "{path}");
        }
    }
    let error = keeps.policy().check("/%25").unwrap_err();
    assert_eq!(
        error.to_string(),
        "path refused at byte 1: `%`, raw or as %25; the option `reject` refuses it"
    );

    // At every position in a block, on every backend.
    for len in 0..150 {
        for end in ["|", "%7C", "%7C%C3", "|/../x"] {
            let path = format!("/{}{end}", "a".repeat(len));
            assert_eq!(kind("|", &path).map(|(position, _)| position), Some(len + 1));
        }
    }
}
