//! Object stores: the key that a store reads in a policy's target.

use percent_simd::path::{self, EmptySegments, EscapedSlashes, PathErrorKind, PathPolicy, Prefix};
use support::answers::path::PRESETS;
use support::spellings;

/// Keys by Amazon S3's documentation: up to 1,024 bytes of UTF-8, any character. "Object key names"
/// lists safe ones, ones that need escapes, and ones to avoid; a store accepts them all.
const KEYS: [&str; 55] = [
    "a",
    "a.txt",
    "photos/2026/a.jpg",
    "private/x",
    "~a-_.",
    "a/",
    "/a",
    "a//b",
    "//a//",
    "a///b",
    ".",
    "..",
    "a/.",
    "a/..",
    "./a",
    "../x",
    "a/../b",
    "a/./b",
    "a/../../b",
    "...",
    ".a/..b/c..",
    "a\\b",
    "..\\b",
    "a\\..\\b",
    "a;b",
    ";a",
    "a/;/b",
    "a/..;/b",
    "a;v=1/b",
    "a+b",
    "+",
    "a b+c",
    "a b",
    " a ",
    "100%",
    "%",
    "%2e%2e",
    "a%2Fb",
    "%252F",
    "a/%2e%2e/b",
    "%00",
    "a%5C%3B+",
    "é",
    "日本/語",
    "e\u{301}😀",
    "\u{2028}\u{202e}",
    "a\nb",
    "\t\r\u{7f}",
    "a?b#c",
    "a:b@c!$&'()*,=",
    "\"<>[]^`{|}",
    "CON",
    "a.",
    "a~1.txt",
    "{\"a\": 1}",
];

/// The path of a key, with each byte escaped for which `is_raw` is false.
fn spelled(key: &str, is_raw: impl Fn(u8) -> bool) -> String {
    key.bytes().fold("/bucket/".into(), |path, byte| {
        if is_raw(byte) {
            path + &char::from(byte).to_string()
        } else {
            format!("{path}%{byte:02x}")
        }
    })
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

/// The path as AWS's libraries write it.
fn of_aws(key: &str) -> String {
    spelled(key, |byte| is_unreserved(byte) || byte == b'/')
}

/// The path by `encodeURIComponent` and similar functions: a slash is `%2f`.
fn of_component(key: &str) -> String {
    spelled(key, is_unreserved)
}

/// The path with each byte raw that RFC 3986 3.3 allows, `+` included.
fn of_hand(key: &str) -> String {
    spelled(key, |byte| is_unreserved(byte) || b"/!$&'()*+,;=:@".contains(&byte))
}

/// The key that Amazon S3 reads in a path: the path is decoded once, a raw `+` is a space, and the
/// rest is literal. The bucket ends at the first slash.
fn stored(path: &str) -> Vec<u8> {
    let mut bytes = path.bytes();
    let mut read = Vec::new();
    while let Some(byte) = bytes.next() {
        let mut digit = || char::from(bytes.next().unwrap()).to_digit(16).unwrap() as u8;
        read.push(match byte {
            b'%' => 16 * digit() + digit(),
            b'+' => b' ',
            byte => byte,
        });
    }
    read
}

#[derive(Debug, Default, PartialEq)]
struct Count {
    right: usize,
    refused: usize,
    another: usize,
}

fn count(policy: PathPolicy, spell: impl Fn(&str) -> String) -> Count {
    let mut count = Count::default();
    for key in KEYS {
        match policy.target(&spell(key)) {
            Err(_) => count.refused += 1,
            Ok(path) if stored(&path) == [b"/bucket/", key.as_bytes()].concat() => count.right += 1,
            Ok(_) => count.another += 1,
        }
    }
    count
}

/// The numbers of right, refused, and wrong objects: for the spellings of both libraries, and for
/// the handwritten one.
const RESULTS: [(&str, [usize; 3], [usize; 3]); 14] = [
    ("STRICT", [61, 34, 15], [30, 8, 17]),
    ("ENVOY_KEEP", [78, 17, 15], [33, 5, 17]),
    ("ENVOY_REJECT", [65, 30, 15], [32, 6, 17]),
    ("ENVOY_REDIRECT", [72, 6, 32], [32, 3, 20]),
    ("ENVOY_UNESCAPE", [72, 6, 32], [32, 3, 20]),
    ("SPRING", [43, 67, 0], [21, 31, 3]),
    ("NGINX", [84, 0, 26], [38, 0, 17]),
    ("APACHE_REJECT", [75, 20, 15], [38, 0, 17]),
    ("APACHE_KEEP", [88, 7, 15], [38, 0, 17]),
    ("APACHE_UNESCAPE", [84, 0, 26], [38, 0, 17]),
    ("HAPROXY", [78, 17, 15], [33, 5, 17]),
    ("TOMCAT", [69, 26, 15], [30, 3, 22]),
    ("UNKNOWN", [41, 54, 15], [20, 19, 16]),
    ("OBJECTS", [92, 18, 0], [46, 9, 0]),
];

#[test]
fn every_key_by_every_preset() {
    for ((name, policy, _), expected) in PRESETS.into_iter().zip(RESULTS) {
        let (aws, component) = (count(policy, of_aws), count(policy, of_component));
        let libraries = [
            aws.right + component.right,
            aws.refused + component.refused,
            aws.another + component.another,
        ];
        let hand = count(policy, of_hand);
        assert_eq!((name, libraries, [hand.right, hand.refused, hand.another]), expected);
    }
    let documentation = include_str!("../../../src/path/presets.md").replace('\n', " ");
    for claim in [
        "Of 110 spellings of 55 keys, `STRICT` reaches 61 keys, 15 times another object, and refuses 34;",
        "`OBJECTS` reaches 92, never another object, and refuses 18",
    ] {
        assert!(documentation.contains(claim), "{claim}");
    }
}

/// Only keys with dot segments are refused, in every spelling, and each key has one target.
#[test]
fn keys_of_objects() {
    for key in KEYS {
        let has_dots = key.split('/').any(|segment| matches!(segment, "." | ".."));
        for path in [of_aws(key), of_component(key), of_hand(key)] {
            let resolved = path::OBJECTS.resolve(&path);
            if has_dots {
                assert_eq!(resolved.unwrap_err().kind(), PathErrorKind::DotSegment, "{path}");
                continue;
            }
            let segments = ["bucket"].into_iter().chain(key.split('/')).map(str::as_bytes);
            assert!(resolved.unwrap().segments().eq(segments), "{path}");
        }
    }
    for path in
        ["/b/a%2F..%2Fb", "/b/a/%2e%2E/b", "/b/a/.%2e", "/b%2f.", "/%2E%2E%2fb", "/b/..%2Fc"]
    {
        assert_eq!(path::OBJECTS.check(path).unwrap_err().kind(), PathErrorKind::DotSegment);
    }
    // NUL is the only refused control character; raw, all of them are.
    for value in (0..0x20).chain([0x7F]) {
        assert_eq!(path::OBJECTS.check(&format!("/b/%{value:02X}")).is_err(), value == 0);
        assert!(path::OBJECTS.check(&[b'/', value]).is_err());
    }
    for path in ["/b/%zz", "/b/%", "/b/%C3", "/b/\u{e9}", "/b/a?", "b/a"] {
        assert!(path::OBJECTS.check(path).is_err(), "{path}");
    }
}

/// Stores that merge or refuse `//` (MinIO), and stores with one segment for a name (CouchDB,
/// Google's JSON API).
#[test]
fn keys_of_other_stores() {
    let minio = path::OBJECTS.empty_segments(EmptySegments::Reject);
    for key in KEYS {
        let is_refused = path::OBJECTS.check(&of_component(key)).is_err()
            || key.strip_suffix('/').unwrap_or(key).split('/').any(str::is_empty);
        assert_eq!(minio.check(&of_component(key)).is_err(), is_refused, "{key}");
        assert_eq!(minio.check(&of_aws(key)).is_err(), is_refused, "{key}");
    }

    let one_segment = path::OBJECTS.escaped_slashes(EscapedSlashes::Keep);
    for key in KEYS {
        let path = of_component(key);
        // A `%2F` stays, so the name is one segment; a dot segment beside it is refused.
        let has_dots = key.split('/').any(|segment| matches!(segment, "." | ".."));
        match one_segment.target(&path) {
            Ok(target) => {
                assert_eq!(target.matches('/').count(), 2, "{target}");
                assert_eq!(stored(&target), [b"/bucket/", key.as_bytes()].concat(), "{target}");
            }
            Err(error) => assert!(has_dots, "{path}: {error}"),
        }
    }
    // A prefix does not guard this segment: it differs from the segments of `private/x`.
    let private = Prefix::new("/bucket/private").unwrap();
    let is_guarded = |policy: PathPolicy, path| policy.resolve(path).unwrap().is_under(&private);
    assert!(!is_guarded(one_segment, "/bucket/private%2Fx"));
    assert!(is_guarded(one_segment, "/bucket/private/x"));
    assert!(is_guarded(path::OBJECTS, "/bucket/private%2Fx"));
}

/// Spellings of `/bucket/private/k`, including some that a store reads as another key.
fn of_private() -> Vec<String> {
    let mut all = Vec::new();
    // Each byte raw, escaped, and escaped in lower case, and each pair of bytes.
    let path = b"/bucket/private/k";
    let spell = |at: usize, how: usize| match how {
        1 => format!("%{:02X}", path[at]),
        2 => format!("%{:02x}", path[at]),
        _ => char::from(path[at]).to_string(),
    };
    for (one, other) in (1..path.len()).flat_map(|one| (1..=one).map(move |other| (one, other))) {
        for how in 0..9 {
            let each = (0..path.len()).map(|at| match at {
                _ if at == one => spell(at, how / 3),
                _ if at == other => spell(at, how % 3),
                _ => spell(at, 0),
            });
            all.push(each.collect());
        }
    }
    let names =
        ["private", "%70rivate", "privat%65", "%2570rivate", "private;x", "private+", "a+b"];
    all.extend(
        spellings::of(&names).into_iter().filter(|path| !path.contains(['?', '#'])).flat_map(
            |path| {
                ["/bucket", "/bucket%2F", "/bucket/", "/other/..", "/%62ucket"]
                    .map(|b| format!("{b}{path}"))
            },
        ),
    );
    all
}

/// A rule that denies a prefix, and one that allows only a prefix, before a store that reads the
/// forwarded path: the target, or the received path.
#[test]
fn no_spelling_passes_a_rule_on_a_prefix() {
    let spellings = of_private();
    assert!(spellings.len() > 30_000);
    let private = Prefix::new("/bucket/private").unwrap();
    let count = |policy: PathPolicy, step: usize| {
        let (mut reached, mut passing) = (0, 0);
        for path in spellings.iter().step_by(step) {
            let Ok(resolved) = policy.resolve(path) else { continue };
            let rewritten = Some(policy.target(path).unwrap().into_owned());
            let kept = (policy.changes_segments(path) == Ok(false)).then(|| path.clone());
            for forwarded in [rewritten, kept].into_iter().flatten() {
                let key = stored(&forwarded);
                let is_private = key == b"/bucket/private" || key.starts_with(b"/bucket/private/");
                reached += usize::from(is_private);
                passing += usize::from(is_private != resolved.is_under(&private));
                // A rule on any other prefix holds, too.
                let segments = || resolved.segments().map(|segment| segment.into_owned());
                let judged = segments().flat_map(|segment| [b"/", &segment[..]].concat());
                if policy == path::OBJECTS {
                    assert!(judged.eq(key), "{path} is forwarded as {forwarded}");
                }
            }
        }
        (reached, passing)
    };
    let (reached, passing) = count(path::OBJECTS, 1);
    assert!(reached > 2_000, "{reached}");
    assert_eq!(passing, 0);
    // The test can fail: with a kept `%2F`, and with the received path.
    for policy in
        [path::OBJECTS.escaped_slashes(EscapedSlashes::Keep), path::HAPROXY, path::ENVOY_KEEP]
    {
        assert!(count(policy, 20).1 > 0, "{policy:?}");
    }
    let public = Prefix::new("/bucket/public").unwrap();
    let received = "/other/../bucket/public/x";
    assert!(path::STRICT.resolve(received).unwrap().is_under(&public));
    assert!(stored(received).starts_with(b"/other/"));
    assert_eq!(path::STRICT.changes_segments(received), Ok(true));
    assert!(path::OBJECTS.check(received).is_err());
}
