//! The standard's own examples, those of servers, and what decides where they differ.

use super::check;
use crate::common::path::PRESETS;
use percent_simd::Malformed;
use percent_simd::path::{
    self, DotSegments, EscapedPercent, EscapedSlashes, PathErrorKind, Semicolon, TARGET,
};

/// RFC 3986 5.4: the references to `http://a/b/c/d;p?q` that are paths, merged with the base.
#[test]
fn the_standard_s_dot_segments() {
    let clamp = path::STRICT.dot_segments(DotSegments::Clamp);
    for (reference, expected) in [
        ("g", "/b/c/g"),
        ("./g", "/b/c/g"),
        ("g/", "/b/c/g/"),
        (";x", "/b/c/;x"),
        ("g;x", "/b/c/g;x"),
        (".", "/b/c/"),
        ("./", "/b/c/"),
        ("..", "/b/"),
        ("../", "/b/"),
        ("../g", "/b/g"),
        ("../..", "/"),
        ("../../", "/"),
        ("../../g", "/g"),
        ("../../../g", "/g"),
        ("../../../../g", "/g"),
        ("g.", "/b/c/g."),
        (".g", "/b/c/.g"),
        ("g..", "/b/c/g.."),
        ("..g", "/b/c/..g"),
        ("./../g", "/b/g"),
        ("./g/.", "/b/c/g/"),
        ("g/./h", "/b/c/g/h"),
        ("g/../h", "/b/c/h"),
        ("g;x=1/./y", "/b/c/g;x=1/y"),
        ("g;x=1/../y", "/b/c/y"),
    ] {
        let merged = format!("/b/c/{reference}");
        assert_eq!(
            &*clamp.resolve(merged.as_bytes()).unwrap().path,
            expected.as_bytes(),
            "{reference}"
        );
        let climbs = reference.starts_with("../../..");
        assert_eq!(path::STRICT.check(merged.as_bytes()).is_err(), climbs, "{reference}");
    }
}

/// The paths of Envoy's own tests of its normalization.
#[test]
fn envoy_s_vectors() {
    for (input, expected) in [
        ("/xyz", "/xyz"),
        ("/a/b/../c", "/a/c"),
        ("/a/b/./c", "/a/b/c"),
        ("/a/b/../../../../c", "/c"),
        ("/a/..\\c", "/c"),
        ("/a/../../../..\\c", "/c"),
    ] {
        assert_eq!(
            &*path::ENVOY_KEEP.resolve(input.as_bytes()).unwrap().path,
            expected.as_bytes(),
            "{input}"
        );
    }
    for input in ["/xyz/.%00../abc", "/xyz/%00.%00./abc", "/xyz/AAAAA%%0000/abc"] {
        assert_eq!(
            path::ENVOY_KEEP.check(input.as_bytes()).unwrap_err().kind(),
            PathErrorKind::Control(0),
            "{input}"
        );
    }
}

/// Options that no preset has.
#[test]
fn what_is_decoded_for_good() {
    let decode = path::STRICT.escaped_percent(EscapedPercent::Decode);
    assert_eq!(&*decode.resolve(b"/100%25/%252e").unwrap().path, b"/100%/%2e");
    let keep = path::STRICT.merge_slashes(false);
    assert_eq!(&*keep.resolve(b"//a//../%61//").unwrap().path, b"//a/a//");
    assert_eq!(keep.merge_slashes(true), path::STRICT);
}

/// A `%` that begins no triplet hides nothing, wherever it is: all other triplets are decoded, so
/// rules see the path that the server sees.
#[test]
fn a_malformed_percent_hides_no_triplet() {
    for (name, policy, options) in
        PRESETS.into_iter().filter(|(name, ..)| name.starts_with("ENVOY"))
    {
        for (input, expected) in [
            ("/%/../%61dmin", "/admin"),
            ("/%61dmin/%", "/admin/%"),
            ("/%61dmin/%6", "/admin/%6"),
            ("/%zz%61dmin", "/%zzadmin"),
            ("/%%C3%A9", "/%\u{e9}"),
            ("/100%%20sure", "/100% sure"),
            ("/%%25%61", "/%%25a"),
            ("/a%%31", "/a%1"),
        ] {
            assert_eq!(
                &*policy.resolve(input.as_bytes()).unwrap().path,
                expected.as_bytes(),
                "{name}: {input}"
            );
            check(options, policy, input.as_bytes());
        }
        // Even in a segment that is removed, as with everything that is refused.
        for (input, position) in [
            ("/%%34%31", 1),
            ("/a%%341", 2),
            ("/%4%31", 1),
            ("/%%%34%31", 2),
            ("/%%32%65/../a", 1),
            ("/../b/%%61%62", 6),
        ] {
            let error = policy.check(input.as_bytes()).unwrap_err();
            assert_eq!(
                (error.position(), error.kind()),
                (position, PathErrorKind::HiddenTriplet),
                "{name}: {input}"
            );
            check(options, policy, input.as_bytes());
        }
    }
}

/// What Apache's httpd 2.4.71 answers with `AllowEncodedSlashes On`; the lane `servers` has more.
#[test]
fn slashes_that_are_unescaped_last() {
    let options = PRESETS.iter().find(|(name, ..)| *name == "APACHE_UNESCAPE").unwrap().2;
    for (input, expected) in [
        ("/a%2Fb/../c", "/c"),
        ("/a%2F../b", "/b"),
        ("/a%2F../../b", "/b"),
        ("/%2F..", "/"),
        ("/..%2F..%2Fb", "/b"),
        ("/a/b%2F..%2F../c", "/c"),
        ("/a%2f%2e%2e", "/"),
        ("/a%2F%2F/b", "/a/b"),
        ("/a/%2F../b/%2e%2e/%2Fc", "/c"),
    ] {
        let resolved = path::APACHE_UNESCAPE.resolve(input.as_bytes()).unwrap();
        assert_eq!(&*resolved.path, expected.as_bytes(), "{input}");
        check(options, path::APACHE_UNESCAPE, input.as_bytes());
    }
    // The first `..` is written with slashes of its own.
    let error = path::APACHE_UNESCAPE.check("/a%2Fb/../../c").unwrap_err();
    assert_eq!((error.position(), error.kind()), (10, PathErrorKind::ClimbsAboveRoot));
}

/// Bytes that `TARGET` escapes are refused, and hide dots, if and only if their escapes do.
#[test]
fn a_raw_byte_is_not_accepted_where_its_escape_is_refused() {
    let keep = path::NGINX.escaped_backslash(EscapedSlashes::Keep);
    assert_eq!(keep.check(b"/..\\").unwrap_err().kind(), PathErrorKind::HiddenDotSegment);
    assert_eq!(keep.check(b"/..%5C").unwrap_err().kind(), PathErrorKind::HiddenDotSegment);
    assert_eq!(&*keep.resolve(b"/a\\b%5Cc").unwrap().path, b"/a\\b%5Cc");
    // Here `%5C` decodes to a byte that separates nothing.
    assert_eq!(
        &*path::NGINX.escaped_slashes(EscapedSlashes::Keep).resolve(b"/..%5C").unwrap().path,
        b"/..\\"
    );
    assert_eq!(
        path::NGINX.escaped_backslash(EscapedSlashes::Reject).check(b"/a\\b").unwrap_err().kind(),
        PathErrorKind::Backslash
    );
    let stray = path::STRICT.malformed(Malformed::Keep).escaped_percent(EscapedPercent::Reject);
    assert_eq!(stray.check(b"/100%").unwrap_err().kind(), PathErrorKind::Truncated);
}

/// RFC 3986 2.2 and 3.3: `;` and `%3B` differ, and servers read what follows `;` as parameters.
#[test]
fn an_escaped_semicolon_begins_no_parameters() {
    for (_, policy, _) in
        PRESETS.into_iter().filter(|(_, _, options)| options.semicolon == Semicolon::Guard)
    {
        let resolved = policy.resolve(b"/./a%3Bb;c%3bd").unwrap();
        assert_eq!(TARGET.encode(&resolved.path), "/a%3Bb;c%3bd");
        assert!(resolved.segments().eq([&b"a;b;c;d"[..]]));
    }
}
