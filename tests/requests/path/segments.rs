//! Paths from segments, and file names from paths.

use std::path::Path;

use percent_simd::path::{self, DotFiles, EmptySegments, SegmentErrorKind};

#[test]
fn a_path_of_segments_arrives_as_it_was() {
    assert_eq!(path::join(["v1", "x", "a/b c%é.."]).unwrap(), "/v1/x/a%2Fb%20c%25%C3%A9..");
    assert_eq!(path::join([b"\xff", &b"-._~+"[..]]).unwrap(), "/%FF/-._~%2B");
    assert_eq!(path::join(["%2e%2e"]).unwrap(), "/%252e%252e");
    assert_eq!(path::join::<&str>([]).unwrap(), "/");
    for (segment, kind) in [
        ("", SegmentErrorKind::Empty),
        (".", SegmentErrorKind::DotSegment),
        ("..", SegmentErrorKind::DotSegment),
        // A server may read `%2F` as `/`, or drop the part after a `;`.
        ("../../admin", SegmentErrorKind::DotSegment),
        ("a/./b", SegmentErrorKind::DotSegment),
        ("..\\x", SegmentErrorKind::DotSegment),
        ("..;x", SegmentErrorKind::DotSegment),
    ] {
        let error = path::join(["v1", segment, "x"]).unwrap_err();
        assert_eq!((error.segment(), error.kind()), (1, kind));
    }
    // A parser returns these segments.
    let segments = ["a+b", "a b", "é", "a:b@c", "100%", "..."];
    let joined = path::join(segments).unwrap();
    let resolved = path::STRICT.resolve(&joined).unwrap();
    assert!(resolved.segments().eq(segments.map(str::as_bytes)));
    assert_eq!(path::STRICT.is_resolved(&joined), Ok(true));
}

#[test]
fn the_file_of_a_path() {
    let base = Path::new("base");
    let policy = path::NGINX.empty_segments(EmptySegments::Keep);
    let file = |path: &str, dots| policy.resolve(path).unwrap().file_under(base, dots);
    let refuse = |path: &str| file(path, DotFiles::Refuse);
    assert_eq!(refuse("/").unwrap(), base);
    assert_eq!(refuse("/a/b%20c/").unwrap(), base.join("a").join("b c"));
    assert_eq!(refuse("/100%25").unwrap(), base.join("100%"));
    assert_eq!(
        file("/.well-known/x", DotFiles::Allow).unwrap(),
        base.join(".well-known").join("x")
    );
    for (path, segment, kind) in [
        ("/a//b", 1, SegmentErrorKind::Empty),
        ("//", 0, SegmentErrorKind::Empty),
        ("/a/b\\c", 1, SegmentErrorKind::Separator),
        ("/a/.git/config", 1, SegmentErrorKind::DotFile),
    ] {
        let error = refuse(path).unwrap_err();
        assert_eq!((error.segment(), error.kind()), (segment, kind), "{path}");
    }
    let keep = path::APACHE_KEEP.resolve("/private%2Fx").unwrap();
    let error = keep.file_under(base, DotFiles::Allow).unwrap_err();
    assert_eq!((error.segment(), error.kind()), (0, SegmentErrorKind::Separator));
    // A decoded `%2e%2e` is a name unless it is decoded again.
    let decode = path::STRICT.escaped_percent(path::EscapedPercent::Decode);
    let file = decode.resolve("/%252e%252e").unwrap().file_under(base, DotFiles::Refuse);
    assert_eq!(file.unwrap(), base.join("%2e%2e"));
}

/// On systems that allow it, file names may be ill-formed UTF-8.
#[cfg(unix)]
#[test]
fn a_file_of_any_bytes() {
    let file = path::NGINX.resolve("/%FF").unwrap().file_under(Path::new("base"), DotFiles::Refuse);
    assert_eq!(file.unwrap().as_os_str().as_encoded_bytes(), b"base/\xff");
}
