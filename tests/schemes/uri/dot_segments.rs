//! Dot segments: RFC 3986 5.2.4 and 3.3.

use percent_simd::uri::Normalizer;
use support::on_every_backend;

use super::assert_same;
use super::oracle::COMPONENT;
use ::oracle::uri::without_dot_segments;

/// A path that begins with `/`, without `?` and `#`: only its dot segments are removed.
const PATH: Normalizer = Normalizer::new().case(false).triplets(false);

#[test]
fn dot_segments_are_recognised() {
    let last_segment_stays = |segment: &str, stays: bool| {
        let path = format!("/a/{segment}");
        let got = PATH.normalize_str(&path);
        assert_eq!(got == path, stays, "{segment}: {got}");
    };
    for spelling in [".", "%2e", "%2E"] {
        assert_eq!(PATH.normalize_str(&format!("/a/b/{spelling}/c")), "/a/b/c");
        for other in [".", "%2e", "%2E"] {
            let both = [spelling, other].concat();
            assert_eq!(PATH.normalize_str(&format!("/a/b/{both}/c")), "/a/c", "{both}");
            for third in [".", "%2e", "a", "%", "%2f"] {
                last_segment_stays(&[both.as_str(), third].concat(), true);
            }
        }
        last_segment_stays(spelling, false);
    }
    for other in [
        "", "a", "%", "%2", "%2f", "%252e", "%%2e", "%2e%", ".%2", "%2e%2f", ". ", "...", "..a",
        "%Be", "%2\u{e9}",
    ] {
        last_segment_stays(other, true);
    }
}

/// RFC 3986 5.2.4 for a path. `/.` precedes a result that would read as an authority.
#[track_caller]
pub(crate) fn assert_removes(path: &[u8]) {
    if path.starts_with(b"//") {
        return assert_removes(&[b"/x", path].concat()); // not an authority
    }
    let mut expected = without_dot_segments(path);
    if expected.starts_with(b"//") {
        expected.splice(..0, *b"/.");
    }
    on_every_backend(|backend| {
        let remove = PATH.on(backend);
        assert_same(backend, path, remove.normalize(path), &expected);
        // Dots may be decoded before or after.
        let (before, after) = (COMPONENT.normalize(path), COMPONENT.normalize(&expected));
        assert_same(backend, &before, remove.normalize(&before), &after);
    });
}

#[test]
fn dot_segments_are_removed() {
    let vectors = [
        // RFC 3986 5.2.4's two examples, and the paths of 5.4.1 and 5.4.2 after merging.
        ("/a/b/c/./../../g", "/a/g"),
        ("/b/c/./g/", "/b/c/g/"),
        ("/b/c/.", "/b/c/"),
        ("/b/c/./", "/b/c/"),
        ("/b/c/..", "/b/"),
        ("/b/c/../", "/b/"),
        ("/b/c/../g", "/b/g"),
        ("/b/c/../..", "/"),
        ("/b/c/../../", "/"),
        ("/b/c/../../g", "/g"),
        ("/b/c/../../../g", "/g"),
        ("/b/c/../../../../g", "/g"),
        ("/./g", "/g"),
        ("/../g", "/g"),
        ("/b/c/g.", "/b/c/g."),
        ("/b/c/.g", "/b/c/.g"),
        ("/b/c/g..", "/b/c/g.."),
        ("/b/c/..g", "/b/c/..g"),
        ("/b/c/./../g", "/b/g"),
        ("/b/c/./g/.", "/b/c/g/"),
        ("/b/c/g/./h", "/b/c/g/h"),
        ("/b/c/g/../h", "/b/c/h"),
        ("/b/c/g;x=1/./y", "/b/c/g;x=1/y"),
        ("/b/c/g;x=1/../y", "/b/c/y"),
        // Empty segments.
        ("/..//../a", "/a"),
        ("/a//..", "/a/"),
        // Other spellings.
        ("/a/%2e%2E/b", "/b"),
        ("/a/%2e/.%2e/%2E", "/"),
        ("/a/%2e%2e%2fb/%2e%2ec", "/a/%2e%2e%2fb/%2e%2ec"),
        ("/%252e%252e/a", "/%252e%252e/a"),
    ];
    for (path, expected) in vectors {
        assert_eq!(without_dot_segments(path.as_bytes()), expected.as_bytes(), "{path}");
        assert_eq!(PATH.normalize_str(path), expected, "{path}");
        assert_removes(path.as_bytes());
    }
    for clean in 0..70 {
        for rest in ["/../b", "/.", "/a.b/%41/..", "/%2e%2E/./x%/.."] {
            assert_removes(
                ["/", &"a".repeat(clean), rest, &"/b%2F".repeat(30), rest].concat().as_bytes(),
            );
            assert_removes([&"/a".repeat(clean), rest].concat().as_bytes());
        }
    }
    assert_removes(&b"/a".repeat(500).into_iter().chain(b"/..".repeat(600)).collect::<Vec<u8>>());
}
