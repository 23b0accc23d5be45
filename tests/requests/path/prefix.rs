//! Rules on prefixes.

use percent_simd::path::{self, EmptySegments, Prefix, PrefixErrorKind};

fn is_under(path: &str, prefix: &str) -> bool {
    path::ENVOY_KEEP.resolve(path).unwrap().is_under(&Prefix::new(prefix).unwrap())
}

#[test]
fn whole_segments_in_every_spelling() {
    for (path, prefix, expected) in [
        ("/admin", "/admin", true),
        ("/admin/", "/admin", true),
        ("/admin", "/admin/", true),
        ("/x/../%61dmin//users", "/admin/users", true),
        ("/administrator", "/admin", false),
        ("/", "/admin", false),
        ("/", "/", true),
        ("/a/b", "/", true),
        ("/a", "/a/b", false),
        ("/a%20b/c", "/a b", true),
        ("/caf%C3%A9", "/café", true),
        ("/caf\u{e9}/x", "/café", true),
        ("/100%25/x", "/100%", true),
        ("/100%/x", "/100%", true),
        // A kept slash is part of a segment.
        ("/admin%2Fx", "/admin", false),
        ("/ADMIN", "/admin", false),
    ] {
        assert_eq!(is_under(path, prefix), expected, "{path} under {prefix}");
    }
}

/// A file system that ignores case serves `/ADMIN` as `/admin`.
#[test]
fn without_case() {
    let prefix = Prefix::new("/admin/É").unwrap().ignoring_ascii_case();
    let is_under = |path: &str| path::STRICT.resolve(path).unwrap().is_under(&prefix);
    assert!(is_under("/ADMIN/%C3%89") && is_under("/%41dmin/%c3%89/x"));
    assert!(!is_under("/ADMIN/%C3%A9"), "letters outside ASCII are compared as they are");
}

/// Unmerged slashes make other paths.
#[test]
fn empty_segments_count() {
    let keep = path::STRICT.empty_segments(EmptySegments::Keep);
    let is_under =
        |path: &str| keep.resolve(path).unwrap().is_under(&Prefix::new("/admin").unwrap());
    assert!(is_under("/admin//x") && !is_under("//admin"));
}

#[test]
fn refused_prefixes() {
    for (text, position, kind) in [
        ("", 0, PrefixErrorKind::NotAbsolute),
        ("admin", 0, PrefixErrorKind::NotAbsolute),
        ("//admin", 1, PrefixErrorKind::EmptySegment),
        ("/a//b", 3, PrefixErrorKind::EmptySegment),
        ("/a//", 3, PrefixErrorKind::EmptySegment),
        ("/a/./b", 3, PrefixErrorKind::DotSegment),
        ("/..", 1, PrefixErrorKind::DotSegment),
        ("/a/../b", 3, PrefixErrorKind::DotSegment),
        ("/a\0", 2, PrefixErrorKind::Nul),
        ("/a%20b", 2, PrefixErrorKind::Triplet),
        ("/a/%2e%2e", 3, PrefixErrorKind::Triplet),
    ] {
        let error = Prefix::new(text).unwrap_err();
        assert_eq!((error.position(), error.kind()), (position, kind), "{text:?}");
    }
    for text in ["/", "/a/", "/...", "/.a", "/a..", "/100%", "/%", "/%4", "/%zz", "/a?b#c;d"] {
        assert!(Prefix::new(text).is_ok(), "{text}");
    }
}

/// A rule can be a constant.
const _: Prefix<'_> = match Prefix::new("/admin") {
    Ok(prefix) => prefix.ignoring_ascii_case(),
    Err(_) => panic!(),
};
