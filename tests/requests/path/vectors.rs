//! The examples of the standard and of servers, and the cases in which they differ.

use super::check;
use percent_simd::Malformed;
use percent_simd::path::{
    self, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, PathErrorKind, Semicolon,
};
use support::answers::path::PRESETS;

/// RFC 3986 5.4: the references to `http://a/b/c/d;p?q` that are paths, merged with the base.
#[test]
fn the_standard_s_dot_segments() {
    let clamp = path::STRICT.semicolon(Semicolon::Keep).dot_segments(DotSegments::Clamp);
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
        let refused = climbs || reference.starts_with(';'); // see `Semicolon::Guard`
        assert_eq!(path::STRICT.check(merged.as_bytes()).is_err(), refused, "{reference}");
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

/// Options without a preset.
#[test]
fn escaped_percents_and_empty_segments() {
    let decode = path::STRICT.escaped_percent(EscapedPercent::Decode);
    assert_eq!(&*decode.resolve(b"/100%25/%252e").unwrap().path, b"/100%/%2e");
    // Text that looks like a triplet is not one.
    assert!(decode.resolve(b"/%2541").unwrap().segments().eq([&b"%41"[..]]));
    let keep = path::STRICT.empty_segments(EmptySegments::Keep);
    assert_eq!(&*keep.resolve(b"//a//../%61//").unwrap().path, b"//a/a//");
    assert_eq!(keep.empty_segments(EmptySegments::Merge), path::STRICT);
}

/// A stray `%` hides nothing, wherever it is: all other triplets are decoded, so rules see the
/// server's path.
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
        // A removed segment is checked, too.
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

/// The answers of Apache's httpd 2.4.71 with `AllowEncodedSlashes On`; the lane `servers` has more.
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
    // Raw slashes surround the first `..`.
    let error = path::APACHE_UNESCAPE.check("/a%2Fb/../../c").unwrap_err();
    assert_eq!((error.position(), error.kind()), (10, PathErrorKind::ClimbsAboveRoot));
}

/// A raw byte that a target holds as a triplet is refused, and hides dots, if and only if its
/// escape does.
#[test]
fn a_raw_byte_is_not_accepted_where_its_escape_is_refused() {
    let keep = path::NGINX.escaped_backslash(EscapedSlashes::Keep);
    assert_eq!(keep.check(b"/..\\").unwrap_err().kind(), PathErrorKind::HiddenDotSegment);
    assert_eq!(keep.check(b"/..%5C").unwrap_err().kind(), PathErrorKind::HiddenDotSegment);
    assert_eq!(&*keep.resolve(b"/a\\b%5Cc").unwrap().path, b"/a\\b%5Cc");
    // `%5C` decodes to a byte that separates nothing here.
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

/// RFC 3986 2.2 and 3.3: `;` and `%3B` differ, and servers read parameters after `;`.
#[test]
fn an_escaped_semicolon_begins_no_parameters() {
    for (_, policy, _) in
        PRESETS.into_iter().filter(|(_, _, options)| options.semicolon == Semicolon::Guard)
    {
        let resolved = policy.resolve(b"/./a%3Bb;c%3bd").unwrap();
        assert_eq!(policy.target(b"/./a%3Bb;c%3bd").unwrap(), "/a%3Bb;c%3Bd");
        assert!(resolved.segments().eq([&b"a;b;c;d"[..]]));
        let resolved = policy.semicolon(Semicolon::Drop).resolve(b"/./a%3bb;c%3bd").unwrap();
        assert_eq!(*resolved.path, *b"/a%3Bb");
    }
}

/// Some servers, like Tomcat, drop parameters before they resolve dot segments. Such a server must
/// not see an `/admin` that the rules in front of it have not seen.
#[test]
fn no_parameters_hide_a_segment() {
    for (input, tomcat) in [
        ("/;/admin/", "/admin/"),
        ("/;x/admin/", "/admin/"),
        ("/x/;/../admin/", "/admin/"),
        ("/%2e;/admin", "/admin"),
        ("/x/..;a/admin;b=c", "/admin"),
        ("/admin/;x", "/admin/"),
        ("/;", "/"),
    ] {
        for (name, policy, options) in PRESETS {
            check(options, policy, input.as_bytes());
            if options.semicolon == Semicolon::Guard {
                assert!(policy.check(input).is_err(), "{name} {input}");
            }
        }
        assert_eq!(*path::TOMCAT.resolve(input).unwrap().path, *tomcat.as_bytes(), "{input}");
        assert!(path::SPRING.check(input).is_err(), "{input}");
    }
    // For Tomcat an escaped `;` is data, and begins no parameter; another server may differ.
    let error = path::STRICT.check("/%3b/admin/").unwrap_err();
    assert_eq!((error.position(), error.kind()), (1, PathErrorKind::Semicolon));
    assert_eq!(*path::TOMCAT.resolve("/%3b/admin").unwrap().path, *b"/%3B/admin");
}

/// Of two errors, the smaller position counts, even if two passes find them.
#[test]
fn the_first_error_wins_in_both_passes() {
    let unescapes = path::STRICT.escaped_slashes(EscapedSlashes::UnescapeLast);
    let error = unescapes.check("/a%2F..;/..;").unwrap_err();
    assert_eq!((error.position(), error.kind()), (5, PathErrorKind::HiddenDotSegment));
    let rejects = path::APACHE_UNESCAPE
        .escaped_backslash(EscapedSlashes::Keep)
        .empty_segments(EmptySegments::Reject);
    let error = rejects.check("/%2F%5C.").unwrap_err();
    assert_eq!((error.position(), error.kind()), (1, PathErrorKind::EmptySegment));
}

/// RFC 3986 6.2.2.1: kept triplets are in upper case, so each has one spelling.
#[test]
fn triplets_that_stay_are_in_upper_case() {
    for (policy, lower, upper) in [
        (path::STRICT, "/admin%3bx", "/admin%3Bx"),
        (path::ENVOY_KEEP, "/a%2fb%5cc", "/a%2Fb%5Cc"),
        (path::HAPROXY, "/x/../a%2fb", "/a%2Fb"),
        (path::TOMCAT, "/a%3bb;c", "/a%3Bb"),
    ] {
        assert_eq!(*policy.resolve(lower).unwrap().path, *upper.as_bytes());
        let mut buffer = Vec::from(lower);
        let len = policy.resolve_in_place(&mut buffer).unwrap();
        assert_eq!(buffer[..len], *upper.as_bytes());
    }
}

/// All accepted spellings of a path have one target, so a rule needs only that one. The property
/// includes kept `%` and `\`.
#[test]
fn a_target_is_the_only_spelling_of_its_path() {
    for spellings in [
        &["/admin%3bx", "/admin%3Bx", "//%61dmin%3bx", "/x/../admin%3Bx"][..],
        &["/a%2fb", "/a%2Fb", "/./%61%2fb"],
        &["/a%5cb", "/a%5Cb"],
        &["/100%", "/100%25", "/%3100%"],
        &["/caf\u{e9}", "/caf%c3%a9", "/c%61f%C3%A9"],
        &["/a\"b", "/a%22b"],
    ] {
        for (name, policy, options) in PRESETS {
            spellings.iter().for_each(|path| check(options, policy, path.as_bytes()));
            if name == "OBJECTS" {
                continue; // `/a` and `//a` are two keys of a store: see `objects.rs`
            }
            let mut targets: Vec<_> =
                spellings.iter().filter_map(|path| policy.target(path).ok()).collect();
            targets.dedup();
            assert!(targets.len() <= 1, "{name}: {targets:?}");
        }
    }
    // A raw `\` is no slash under these policies.
    for policy in [path::NGINX, path::APACHE_KEEP, path::HAPROXY] {
        for spelling in ["/a\\b", "/a%5cb", "/a%5Cb"] {
            assert_eq!(policy.target(spelling).unwrap(), "/a%5Cb");
        }
    }
}
