//! Paths of requests: compared with the steps of the documentation, done the slow way; the tables
//! of the presets; and the request targets of known attacks.

use std::borrow::Cow;

use crate::common::path::{Expected, Options, PRESETS, Refusal, decoded, forwarded, is_safe};
use percent_simd::path::{
    self, Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, PathErrorKind,
    PathPolicy, Resolved, Semicolon, TARGET,
};
use percent_simd::{Backend, Malformed};
use proptest::prelude::*;

// ---- Comparing. ----

fn check_on(
    backend: Backend,
    options: Options,
    policy: PathPolicy,
    input: &[u8],
    expected: &Result<Expected, Refusal>,
) {
    let what = || format!("on {backend}, b\"{}\" under {options:?}", input.escape_ascii());
    let policy = policy.on(backend);
    let refusal = |error: path::PathError| (error.position(), error.kind());
    let checked = policy.check(input).map_err(refusal);
    let resolved = policy.resolve(input).map_err(refusal);
    let mut buffer = input.to_vec();
    let in_place = policy.resolve_in_place(&mut buffer).map_err(refusal);
    match expected {
        Err(error) => {
            assert_eq!(checked, Err(*error), "check {}", what());
            assert_eq!(resolved, Err(*error), "resolve {}", what());
            assert_eq!(in_place, Err(*error), "resolve_in_place {}", what());
            assert_eq!(buffer, input, "an error changes nothing: {}", what());
        }
        Ok(Expected { output, value, redirect }) => {
            assert_eq!(checked, Ok(()), "check {}", what());
            let Resolved { path, redirect: redirected, .. } =
                resolved.as_ref().unwrap_or_else(|error| panic!("{error:?}: {}", what()));
            assert!(
                **path == **output,
                "resolve gives b\"{}\", not b\"{}\", {}",
                path.escape_ascii(),
                output.escape_ascii(),
                what()
            );
            assert_eq!(
                matches!(path, Cow::Borrowed(_)),
                output == input,
                "borrowed exactly if unchanged: {}",
                what()
            );
            if let Cow::Owned(owned) = path {
                assert!(
                    owned.capacity() <= owned.len() + owned.len() / 8 + 64,
                    "memory is wasted: {}",
                    what()
                );
            }
            assert_eq!(
                (*redirected, policy.redirects(input)),
                (*redirect, *redirect),
                "redirect, {}",
                what()
            );
            assert_eq!(
                in_place.map(|len| &buffer[..len]),
                Ok(&output[..]),
                "resolve_in_place {}",
                what()
            );
            if options.escaped_percent != EscapedPercent::Decode {
                let once_more = decoded(path);
                assert_eq!(&once_more, value, "one more decoding gives the value: {}", what());
                assert_eq!(forwarded(options, policy, path), Ok(()), "{}", what());
                assert!(
                    is_safe(options, &once_more),
                    "b\"{}\", {}",
                    once_more.escape_ascii(),
                    what()
                );
                assert!(
                    resolved
                        .unwrap()
                        .segments()
                        .all(|segment| !matches!(&*segment, b"." | b"..") && !segment.contains(&0)),
                    "{}",
                    what()
                );
            }
        }
    }
}

fn check(options: Options, policy: PathPolicy, input: &[u8]) {
    let expected = options.resolve(input);
    for backend in crate::common::backends() {
        check_on(backend, options, policy, input, &expected);
    }
}

// ---- The tests. ----

/// The parts that hostile paths are made of, after the first `/`.
const HOSTILE: [&str; 23] = [
    "/", ".", "..", "%2e", "%2E", "%2f", "%2F", "%5c", "\\", ";", "%3B", "%25", "%", "2", "e",
    "%32", "%65", "%00", "\n", "%7f", "%c0", "%af", "é",
];

/// Every path of this many parts, or every `step`th.
fn every_path(parts: usize, step: usize, mut visit: impl FnMut(&[u8])) {
    for number in (0..HOSTILE.len().pow(parts as u32)).step_by(step) {
        let mut path = String::from("/");
        (0..parts).for_each(|place| {
            path.push_str(HOSTILE[number / HOSTILE.len().pow(place as u32) % HOSTILE.len()])
        });
        visit(path.as_bytes());
    }
}

#[test]
fn presets_are_what_they_are_said_to_be() {
    for (name, policy, options) in PRESETS {
        assert_eq!(policy, options.policy(), "{name}");
    }
    assert_eq!(PathPolicy::default(), path::STRICT);
    let listed = path::PRESETS
        .iter()
        .map(|&(name, policy)| (name.to_ascii_uppercase().replace('-', "_"), policy));
    assert!(listed.eq(PRESETS.map(|(name, policy, _)| (name.to_owned(), policy))));
}

#[test]
fn every_short_hostile_path_on_every_backend() {
    for parts in 0..=2 {
        every_path(parts, 1, |input| {
            PRESETS.iter().for_each(|&(_, policy, options)| check(options, policy, input))
        });
    }
}

#[test]
fn every_hostile_path_of_three_parts() {
    // Other architectures are mostly emulated, and do fewer.
    let step = if cfg!(any(target_arch = "x86_64", target_arch = "x86")) { 1 } else { 13 };
    every_path(3, step, |input| {
        for (_, policy, options) in PRESETS {
            check_on(Backend::active(), options, policy, input, &options.resolve(input));
        }
    });
}

#[test]
fn a_path_that_does_not_begin_with_a_slash() {
    for input in [&b""[..], b"a", b"*", b"%2Fa", b"\\a", b"../a", b"?", b"\0"] {
        for (_, policy, options) in PRESETS {
            assert_eq!(options.resolve(input).err(), Some((0, PathErrorKind::NotAbsolute)));
            check(options, policy, input);
        }
    }
}

/// Slashes and dots are found 64 bytes at a time, and read with the bytes after them.
#[test]
fn at_every_place_of_a_block() {
    const BEHIND: [&str; 14] = [
        "/", "//", "/.", "/..", "/../b", "/./b", "/.b", "/...", "//b", "\\..", "%2F..", "/%2e",
        "/..;", "/%C3%A9",
    ];
    for (number, (_, policy, options)) in PRESETS.into_iter().enumerate() {
        for len in (0..140).chain(250..260) {
            let behind = BEHIND[(len + number) % BEHIND.len()];
            for behind in [behind, "/..", "//"] {
                for rest in ["", "/rest"] {
                    check(
                        options,
                        policy,
                        format!("/{}{behind}{rest}", "a".repeat(len)).as_bytes(),
                    );
                }
            }
        }
    }
}

/// Sequences of UTF-8 are validated where their triplets are, and continue in the next register.
#[test]
fn sequences_at_every_place_of_a_block() {
    const PIECES: [&str; 16] = [
        "%C3",
        "%C3a",
        "%C3%A9",
        "%C3%A9%A9",
        "%C3aa%A9",
        "%C3%41",
        "%C3a%41",
        "%A9",
        "%E2%82%AC",
        "%E2%82",
        "%E2%82a",
        "%E2aa%41",
        "%F0%9F%98%80",
        "%F0%9F%98a",
        "%ED%A0%80",
        "%C3\u{e9}",
    ];
    let utf8 = Options { raw_non_ascii: true, ..PRESETS[0].2 };
    for len in (0..100).chain(120..135) {
        for piece in PIECES {
            for rest in ["", "b", "bcd", "%41", "/%2F", "%zz", "?", "\u{e9}"] {
                let path = format!("/{}{piece}{rest}", "a".repeat(len));
                for options in [PRESETS[0].2, utf8] {
                    check(options, options.policy(), path.as_bytes());
                }
            }
        }
    }
}

/// Short paths are decoded where they are examined, register by register; triplets that stay, and
/// longer paths, are decoded otherwise.
#[test]
fn triplets_at_every_place_of_a_block() {
    for len in (8..36).chain(58..66).chain(120..132) {
        for piece in ["%41", "%41%42%43", "%25%41", "%2E", "%2F%41"] {
            for rest in ["", "%43", "bcdefghijklmnop%E2%82%AC"] {
                let path = format!("/{}{piece}{rest}", "a".repeat(len));
                for (_, policy, options) in PRESETS {
                    check(options, policy, path.as_bytes());
                }
            }
        }
    }
}

/// Names are counted block by block, so it is known how far `..` may climb.
#[test]
fn dot_segments_at_every_place_of_a_block() {
    for names in [1, 9, 12, 15, 16, 21, 22, 31, 32, 33, 64] {
        for name in ["a", "ab", ".a", "...", "%41", ""] {
            let start = format!("/{name}").repeat(names);
            for parent in ["..", ".%2E"] {
                for parents in [names - 1, names, names + 1] {
                    let path = format!("{start}{}", format!("/{parent}").repeat(parents));
                    for end in ["", "/.", "/..;", "//b", "/%2e%2e%3b"] {
                        let path = format!("{path}{end}");
                        check(PRESETS[0].2, path::STRICT, path.as_bytes());
                    }
                }
            }
        }
    }
}

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

#[test]
fn errors_say_what_and_where() {
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

/// Each kind is in at most one group: malformed is what RFC 3986 3.3 does not allow, or no text.
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

/// Paths are accepted in every container of bytes or text, and results borrow from it.
#[test]
fn whatever_holds_bytes() {
    let (text, bytes) = (String::from("/a/./b"), b"/a/b".to_vec());
    assert_eq!(&*path::STRICT.resolve(&text).unwrap().path, b"/a/b");
    assert!(matches!(path::STRICT.resolve(&bytes).unwrap().path, Cow::Borrowed(_)));
    let resolved = path::STRICT.resolve("/a%20b").unwrap();
    for backend in crate::common::backends() {
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

const ROWS: [(&str, &str); 20] = [
    ("`%2F`", "/a%2Fb"),
    ("`%2F` after `/`", "/%2Fadmin"),
    ("`%2F` before `..`", "/a%2Fb/../c"),
    ("`..` beside `%2F`", "/a%2F../b"),
    ("`%5C`", "/a%5Cb"),
    ("raw `\\`", "/a\\b"),
    ("`%2e%2e`", "/a/%2e%2e/b"),
    ("`//`", "/a//b"),
    ("`%00`", "/a%00"),
    ("controls", "/a%0Ab"),
    ("`%25`", "/100%25"),
    ("malformed", "/100%"),
    ("… beside triplets", "/%/../%61dmin"),
    ("… before digits", "/%%34%31"),
    ("`;`", "/a;v=1"),
    ("`%3B`", "/a%3Bb"),
    ("`..;`", "/a/..;/b"),
    ("overlong UTF-8", "/%C0%AF"),
    ("raw non-ASCII", "/é"),
    ("above root", "/../a"),
];

/// The request targets of the exploits, or of the advisories.
const CVES: [(&str, &str); 7] = [
    ("CVE-2021-41773, Apache", "/icons/.%2e/%2e%2e/%2e%2e/etc/passwd"),
    ("CVE-2021-42013, Apache", "/icons/.%%32%65/.%%32%65/etc/passwd"),
    ("CVE-2021-42013, Apache", "/icons/%%32%65%%32%65/etc/passwd"),
    ("CVE-2021-29492, Envoy", "/public%2F..%2Fadmin"),
    ("CVE-2021-29492, Envoy", "/public%5C..%5Cadmin"),
    ("CVE-2026-73551, Envoy", "/user/..;foo=bar/admin"),
    ("CVE-2007-1860, mod_jk", "/docs/%252e%252e/manager/html"),
];

fn cell(policy: PathPolicy, input: &str) -> String {
    match policy.resolve(input.as_bytes()) {
        Ok(Resolved { path, redirect, .. }) => {
            format!("{}`{}`", if redirect { "to " } else { "" }, path.escape_ascii())
                .replace("\\\\", "\\")
        }
        Err(error) => {
            format!("{:?}", error.kind()).split('(').next().unwrap_or_default().to_owned()
        }
    }
}

type Preset = (&'static str, PathPolicy, Options);

fn table(first: &str, rows: &[(&str, &str)], presets: &[Preset]) -> String {
    let mut table = format!("| {first} | path |");
    presets.iter().for_each(|(name, ..)| table.push_str(&format!(" [`{name}`] |")));
    table.push_str(&format!("\n|{}\n", " --- |".repeat(presets.len() + 2)));
    for (what, input) in rows {
        table.push_str(&format!("| {what} | `{input}` |"));
        presets
            .iter()
            .for_each(|&(_, policy, _)| table.push_str(&format!(" {} |", cell(policy, input))));
        table.push('\n');
    }
    table
}

#[test]
fn the_documentation_s_tables_are_true() {
    let documentation = include_str!("../../src/path/presets.md");
    // Each is narrow enough for a page; together they have every preset.
    let (proxies, servers) = PRESETS.split_at(6);
    let mut wanted = String::new();
    for presets in [proxies, servers] {
        for expected in [table("what", &ROWS, presets), table("attack", &CVES, presets)] {
            if !documentation.contains(&expected) {
                wanted.push_str(&expected);
                wanted.push('\n');
            }
        }
    }
    assert!(wanted.is_empty(), "src/path/presets.md must hold:\n{wanted}");
}

/// Every preset does with an attack's path what the steps say (the table shows it), and these two
/// refuse it.
#[test]
fn known_attacks_are_stopped() {
    for (what, input) in CVES {
        for (_, policy, options) in PRESETS {
            check(options, policy, input.as_bytes());
        }
        assert!(path::SPRING.check(input.as_bytes()).is_err(), "{what}");
        // mod_jk's is no attack on servers that decode once: `%25` stays.
        assert_eq!(
            path::STRICT.check(input.as_bytes()).is_err(),
            !what.contains("mod_jk"),
            "{what}"
        );
    }
}

// ---- Properties. ----

const ACTIONS: [EscapedSlashes; 5] = [
    EscapedSlashes::Keep,
    EscapedSlashes::Reject,
    EscapedSlashes::Redirect,
    EscapedSlashes::Unescape,
    EscapedSlashes::UnescapeLast,
];

prop_compose! {
    fn any_options()(
        escaped_slashes in proptest::sample::select(&ACTIONS[..]),
        escaped_backslash in proptest::sample::select(&ACTIONS[..]),
        backslash in proptest::sample::select(vec![Backslash::Reject, Backslash::Keep, Backslash::Slash]),
        escaped_percent in proptest::sample::select(vec![EscapedPercent::Keep, EscapedPercent::Decode, EscapedPercent::Reject]),
        dot_segments in proptest::sample::select(vec![DotSegments::Resolve, DotSegments::Clamp, DotSegments::Reject]),
        empty_segments in proptest::sample::select(vec![EmptySegments::Merge, EmptySegments::Keep, EmptySegments::Reject]),
        semicolon in proptest::sample::select(vec![Semicolon::Guard, Semicolon::Keep, Semicolon::Reject]),
        malformed in proptest::sample::select(vec![Malformed::Keep, Malformed::Error]),
        flags: [bool; 4],
    ) -> Options {
        let [escaped_controls, escaped_dots, raw_non_ascii, must_be_utf8] = flags;
        Options {
            escaped_slashes, escaped_backslash, backslash, escaped_percent, dot_segments, empty_segments, semicolon, malformed, escaped_controls, escaped_dots,
            raw_non_ascii, must_be_utf8,
        }
    }
}

fn any_path() -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        6 => proptest::sample::select(&HOSTILE[..]).prop_map(|part| part.as_bytes().to_vec()),
        3 => "/?[a-z.]{0,12}".prop_map(String::into_bytes),
        1 => "[a-z]{30,70}".prop_map(String::into_bytes),
        2 => any::<u8>().prop_map(|byte| format!("%{byte:02x}").into_bytes()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
        1 => any::<char>().prop_map(|character| character.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect::<String>().into_bytes()),
    ];
    proptest::collection::vec(part, 0..16)
        .prop_map(|parts| [b"/".to_vec(), parts.concat()].concat())
}

/// Mostly accepted paths: names, escaped text, slashes, and dots.
fn any_good_path() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(
        proptest::sample::select(vec![
            "/", "/a", "b", "/./", "/%2e%2E", "%C3%A9", "%41", "%25", "%20", "/x/y",
        ]),
        0..24,
    )
    .prop_map(|parts| format!("/{}", parts.concat()).into_bytes())
}

proptest! {
    #![proptest_config(crate::common::cases(400))]

    #[test]
    fn any_path_under_any_policy_is_what_the_steps_say(input in prop_oneof![2 => any_path(), 1 => any_good_path()], options in any_options()) {
        check(options, options.policy(), &input);
        for (_, policy, options) in PRESETS {
            check(options, policy, &input);
        }
    }
}
