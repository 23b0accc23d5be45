//! What RFC 3986 defines beyond sets: normalization and equivalence, repair, dot segments; and the
//! URL Standard's rule for hosts.

use std::borrow::Cow;
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use crate::common::active::on_every_backend;
use oracle::content::Content;
use oracle::random::Random;
use percent_simd::scheme::url::{self, HostErrorKind};
use percent_simd::uri::{self, DotSegment, NormalizedKey, Normalizer};
use percent_simd::{AsciiSet, Backend};
use proptest::prelude::*;

// ---- The oracle, from the text of RFC 3986. ----

/// RFC 3986 2.3.
const UNRESERVED: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
/// RFC 3986 2.2.
const RESERVED: &[u8] = b":/?#[]@!$&'()*+,;=";

/// RFC 3986 2.1: `"%" HEXDIG HEXDIG`, in either case.
fn triplet(input: &[u8]) -> Option<u8> {
    match *input {
        [b'%', high, low, ..] => {
            Some(16 * char::from(high).to_digit(16)? as u8 + char::from(low).to_digit(16)? as u8)
        }
        _ => None,
    }
}

/// Whether the bytes end in a `%` that begins no triplet, or in such a `%` and one hex digit.
fn ends_in_stray_percent(output: &[u8]) -> bool {
    let mut at = 0;
    while at < output.len() {
        if triplet(&output[at..]).is_some() {
            at += 3;
        } else if output[at] == b'%' && output[at + 1..].iter().all(u8::is_ascii_hexdigit) {
            return true;
        } else {
            at += 1;
        }
    }
    false
}

/// RFC 3986 6.2.2.1 and 6.2.2.2; and never a triplet that the input does not hold.
fn normalized(input: &[u8], without_purpose: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    // What follows the last triplet in the output: only there can a stray `%` be that matters.
    let mut tail = 0;
    let mut at = 0;
    while at < input.len() {
        let Some(value) = triplet(&input[at..]) else {
            output.push(input[at]);
            at += 1;
            continue;
        };
        at += 3;
        let is_decoded = UNRESERVED.contains(&value)
            || (RESERVED.contains(&value) && without_purpose.contains(&value));
        if is_decoded && !(value.is_ascii_hexdigit() && ends_in_stray_percent(&output[tail..])) {
            output.push(value);
        } else {
            output.extend(format!("%{value:02X}").bytes());
            tail = output.len();
        }
    }
    output
}

/// Every `%` that begins no triplet becomes `%25`.
fn repaired(input: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    let mut at = 0;
    while at < input.len() {
        let len = if triplet(&input[at..]).is_some() { 3 } else { 1 };
        output.extend_from_slice(if len == 1 && input[at] == b'%' {
            b"%25"
        } else {
            &input[at..at + len]
        });
        at += len;
    }
    output
}

/// `.`, or `%2e` without regard to case; two of them for the parent.
fn dots(segment: &[u8]) -> Option<DotSegment> {
    let spelled = segment.to_ascii_lowercase();
    let dots = |spellings: &[&str]| spellings.iter().any(|spelling| spelling.as_bytes() == spelled);
    if dots(&[".", "%2e"]) {
        Some(DotSegment::Current)
    } else if dots(&["..", ".%2e", "%2e.", "%2e%2e"]) {
        Some(DotSegment::Parent)
    } else {
        None
    }
}

/// RFC 3986 5.2.4, step by step, with the input buffer and the output buffer of its text.
fn without_dot_segments(path: &[u8]) -> Vec<u8> {
    let mut input = path.to_vec();
    let mut output: Vec<u8> = Vec::new();
    while !input.is_empty() {
        let starts_with_slash = input[0] == b'/';
        let first = usize::from(starts_with_slash);
        let end = first
            + input[first..].iter().position(|&byte| byte == b'/').unwrap_or(input.len() - first);
        let is_whole = end == input.len();
        match dots(&input[first..end]) {
            // A. "../" or "./" as a prefix is removed; D. so is "." or ".." alone.
            Some(_) if !starts_with_slash => {
                drop(input.drain(..if is_whole { end } else { end + 1 }))
            }
            // B. and C.: "/./", "/.", "/../" and "/.." are replaced with "/".
            Some(kind) => {
                input.splice(..if is_whole { end } else { end + 1 }, [b'/']);
                if kind == DotSegment::Parent {
                    output.truncate(output.iter().rposition(|&byte| byte == b'/').unwrap_or(0));
                }
            }
            // E. "move the first path segment in the input buffer to the end of the output buffer".
            None => output.extend(input.drain(..end)),
        }
    }
    output
}

// ---- Inputs. ----

fn any_backend() -> impl Strategy<Value = Backend> {
    proptest::sample::select(crate::common::backends())
}

fn any_piece() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => any::<u8>().prop_map(|byte| format!("%{byte:02X}").into_bytes()),
        3 => any::<u8>().prop_map(|byte| format!("%{byte:02x}").into_bytes()),
        3 => proptest::sample::select(UNRESERVED).prop_map(|byte| format!("%{byte:02x}").into_bytes()),
        2 => proptest::sample::select(RESERVED).prop_map(|byte| format!("%{byte:02X}").into_bytes()),
        2 => "[a-zA-Z0-9._~-]{1,40}".prop_map(String::into_bytes),
        2 => proptest::sample::select(vec!["%", "%4", "%%", "%zz", "%%34%31", "%4%31", "/", "/.", "/..", "%2e", "%2E%2e", "%2f", "?", "é"])
            .prop_map(|text| text.into()),
        1 => proptest::collection::vec(any::<u8>(), 1..8),
    ]
}

fn any_input() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        8 => proptest::collection::vec(any_piece(), 0..24).prop_map(|pieces| pieces.concat()),
        1 => proptest::collection::vec(any_piece(), 100..300).prop_map(|pieces| pieces.concat()),
        2 => proptest::collection::vec(proptest::sample::select(&b"%%%%0344149AFafGg~/.?"[..]), 0..1500),
    ]
}

/// The same input in another spelling: `choices` says which unreserved bytes become triplets, and
/// which digits change their case.
fn respelled(input: &[u8], choices: &[bool]) -> Vec<u8> {
    let mut choices = choices.iter().copied().cycle();
    let mut output = Vec::new();
    let mut at = 0;
    while at < input.len() {
        let choice = choices.next().unwrap();
        if triplet(&input[at..]).is_some() {
            let written = &input[at..at + 3];
            output.extend(if choice {
                written.to_ascii_lowercase()
            } else {
                written.to_ascii_uppercase()
            });
            at += 3;
        } else if choice && UNRESERVED.contains(&input[at]) {
            output.extend(format!("%{:02x}", input[at]).bytes());
            at += 1;
        } else {
            output.push(input[at]);
            at += 1;
        }
    }
    output
}

fn long_inputs() -> Vec<Vec<u8>> {
    let mut random = Random::new(3986);
    let mut inputs = Vec::new();
    for content in Content::ALL {
        for len in [0, 1, 2, 3, 5, 15, 16, 17, 31, 33, 63, 64, 65, 100, 255, 257, 1000] {
            inputs.push(content.generate(len, &mut random));
        }
    }
    // Around the bounds of blocks of output, and of the runs around a stray `%`.
    let strays: [&[u8]; 8] = [b"%", b"%4", b"%%", b"%%34", b"%4%31", b"%%34%31", b"%C3%a9", b"%7e"];
    for clean in (61..=66).chain(1020..=1026).chain(1085..=1089).chain(2045..=2050) {
        for stray in strays {
            inputs
                .push([&vec![b'a'; clean], stray, b"%61%c3%41%2f".repeat(30).as_slice()].concat());
        }
    }
    for unit in [&b"%61"[..], b"%c3%A9", b"%", b"%4", b"%%34", b"%4%31", b"%61%", b"%%61zz"] {
        inputs.extend([341, 342, 600, 1023, 1024, 1025, 1600].map(|count| unit.repeat(count)));
    }
    inputs
}

// ---- Normalization. ----

#[track_caller]
fn assert_normalizes(input: &[u8], without_purpose: &[u8]) {
    let expected = normalized(input, without_purpose);
    for backend in crate::common::backends() {
        let normalizer =
            Normalizer::new().without_purpose(AsciiSet::from_bytes(without_purpose)).on(backend);
        let got = normalizer.normalize(input);
        assert!(
            *got == *expected,
            "{backend}: {} gave {}, not {}",
            input.escape_ascii(),
            got.escape_ascii(),
            expected.escape_ascii()
        );
        assert_eq!(
            matches!(got, Cow::Borrowed(_)),
            expected == input,
            "{backend}: {}",
            input.escape_ascii()
        );
        if let Cow::Owned(got) = got {
            assert!(got.capacity() <= got.len() + got.len() / 8 + 64);
        }
        if let Ok(text) = core::str::from_utf8(input) {
            assert_eq!(normalizer.normalize_str(text).as_bytes(), expected);
        }
        let (key, of_normal_form) = (normalizer.key(input), normalizer.key(&expected));
        assert!(
            normalizer.equivalent(input, &expected) && normalizer.equivalent(&expected, input),
            "{backend}: {}",
            input.escape_ascii()
        );
        assert_eq!(key, of_normal_form);
        assert_eq!(key.cmp(&of_normal_form), core::cmp::Ordering::Equal);
        let state = RandomState::new();
        assert_eq!(
            state.hash_one(key),
            state.hash_one(of_normal_form),
            "{backend}: {}",
            input.escape_ascii()
        );
        assert_eq!(key.to_string(), String::from_utf8_lossy(&expected));
    }
}

#[test]
fn every_triplet_and_every_byte() {
    for value in 0..=255_u8 {
        for input in [format!("{value:02x}"), format!("{value:02X}")] {
            for input in [
                format!("%{input}"),
                format!("%%{input}"),
                format!("%4%{input}"),
                format!("a%{input}%{input}1"),
                format!("%%34%{input}"),
            ] {
                assert_normalizes(input.as_bytes(), b"");
                assert_normalizes(input.as_bytes(), b"/?");
                assert_normalizes(input.as_bytes(), RESERVED);
            }
        }
        assert_normalizes(&[value], b"");
        assert_normalizes(&[b'%', value, b'1'], b"");
        assert_normalizes(&[b'%', b'4', value], b"");
    }
}

#[test]
fn of_every_content() {
    for input in long_inputs() {
        assert_normalizes(&input, b"");
        assert_normalizes(&input, b"/&");
    }
}

/// The examples of the standard, and of what it does not say.
#[test]
fn vectors() {
    let vectors: [(&str, &str); 14] = [
        // RFC 3986 6.2.2.1, and the percent-encoding of 6.2.2's example (scheme, host and dot
        // segments are not of this).
        ("%3a", "%3A"),
        ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "eXAMPLE://a/./b/../b/c/%7Bfoo%7D"),
        // RFC 3986 2.3 and 6.2.2.2.
        ("%41", "A"),
        ("%7E", "~"),
        ("%7e", "~"),
        ("%2D%2E%5F%7E", "-._~"),
        ("%2f", "%2F"),
        ("%c3%a9", "%C3%A9"),
        // Once, and no triplet is created.
        ("%2541", "%2541"),
        ("%%34%31", "%%341"),
        ("%4%31", "%4%31"),
        ("%%34", "%%34"),
        ("%%7e31", "%~31"),
        ("100%", "100%"),
    ];
    for (input, expected) in vectors {
        assert_eq!(uri::normalize_str(input), expected);
        assert_eq!(normalized(input.as_bytes(), b""), expected.as_bytes());
        assert_normalizes(input.as_bytes(), b"");
    }
    assert!(
        uri::equivalent(b"%2F", b"%2f")
            && uri::equivalent(b"%7E", b"~")
            && uri::equivalent(b"%7e", b"%7E")
    );
    assert!(
        !uri::equivalent(b"/", b"%2F")
            && !uri::equivalent(b"%%34%31", b"%41")
            && !uri::equivalent(b"%2541", b"A")
    );
}

#[test]
fn reserved_characters_without_purpose() {
    const SLASH: Normalizer = Normalizer::new().without_purpose(AsciiSet::from_bytes(b"/"));
    assert!(!uri::equivalent(b"?a/b", b"?a%2Fb"));
    assert!(SLASH.equivalent(b"?a/b", b"?a%2Fb") && SLASH.equivalent(b"?a%2fb", b"?a%2Fb"));
    assert_eq!(SLASH.normalize_str("?a%2fb%3f"), "?a/b%3F");
    // What is neither reserved nor unreserved has its purpose always, `%` above all.
    let all = Normalizer::new().without_purpose(AsciiSet::EMPTY.complement());
    assert_eq!(all.normalize_str("%25%20%22%3c%7F%00%2541%3D"), "%25%20%22%3C%7F%00%2541=");
    // Keys of different normalizers compare by the forms they give.
    assert_ne!(SLASH.key(b"%2F"), NormalizedKey::new(b"%2F"));
    assert_eq!(SLASH.key(b"%2F"), NormalizedKey::new(b"/"));
}

#[test]
fn keys_in_a_set() {
    let spellings: [&[u8]; 6] =
        [b"/~bob", b"/%7Ebob", b"/%7ebob", b"/~%62ob", b"/%7E%62%6F%62", b"/~bo%62"];
    let set: HashSet<NormalizedKey<'_>> = spellings.into_iter().map(NormalizedKey::new).collect();
    assert_eq!(set.len(), 1);
    assert_eq!(format!("{:?}", NormalizedKey::new(b"%7e\xFF\"")), r#"NormalizedKey("~\xff\"")"#);
}

// ---- Repair. ----

#[track_caller]
fn assert_same(backend: Backend, input: &[u8], got: Cow<'_, [u8]>, expected: &[u8]) {
    assert!(
        *got == *expected,
        "{backend}: {} gave {}, not {}",
        input.escape_ascii(),
        got.escape_ascii(),
        expected.escape_ascii()
    );
    assert_eq!(
        matches!(got, Cow::Borrowed(_)),
        expected == input,
        "{backend}: {}",
        input.escape_ascii()
    );
    if let Cow::Owned(got) = got {
        assert!(got.capacity() <= got.len() + got.len() / 8 + 64);
    }
}

#[track_caller]
fn assert_repairs(input: &[u8]) {
    let expected = repaired(input);
    on_every_backend(|backend| {
        assert_same(backend, input, uri::repair(input), &expected);
        assert!(
            matches!(uri::repair(&expected), Cow::Borrowed(_)),
            "{backend}: {}",
            input.escape_ascii()
        );
        if let Ok(text) = core::str::from_utf8(input) {
            assert_eq!(uri::repair_str(text).as_bytes(), expected);
        }
    });
}

#[test]
fn repair() {
    let vectors = [
        ("", ""),
        ("%", "%25"),
        ("a%4", "a%254"),
        ("%%41", "%25%41"),
        ("%4%41", "%254%41"),
        ("%zz%c3%A9 é", "%25zz%c3%A9 é"),
        ("%%%", "%25%25%25"),
        ("%25%2525", "%25%2525"),
        ("%u0041", "%25u0041"),
    ];
    for (input, expected) in vectors {
        assert_eq!(uri::repair_str(input), expected);
        assert_repairs(input.as_bytes());
    }
    for value in 0..=255 {
        assert_repairs(&[b'%', value, b'0', value]);
        assert_repairs(&[b'%', b'0', value, b'%']);
    }
    for input in long_inputs() {
        assert_repairs(&input);
    }
}

// ---- Dot segments. ----

#[test]
fn dot_segments_are_recognised() {
    for spelling in [".", "%2e", "%2E"] {
        assert_eq!(uri::dot_segment(spelling.as_bytes()), Some(DotSegment::Current));
        for other in [".", "%2e", "%2E"] {
            let both = [spelling, other].concat();
            assert_eq!(uri::dot_segment(both.as_bytes()), Some(DotSegment::Parent), "{both}");
            for third in [".", "%2e", "a", "/", "%", "%2f"] {
                assert_eq!(uri::dot_segment([both.as_str(), third].concat().as_bytes()), None);
            }
        }
    }
    for other in [
        "", "a", "%", "%2", "%2f", "%252e", "%%2e", "%2e%", ".%2", "%2e%2f", ". ", "...", "..a",
        "/.", "%Be", "%2\u{e9}",
    ] {
        assert_eq!(uri::dot_segment(other.as_bytes()), None, "{other}");
    }
}

#[track_caller]
fn assert_removes(path: &[u8]) {
    let expected = without_dot_segments(path);
    on_every_backend(|backend| {
        assert_same(backend, path, uri::remove_dot_segments(path), &expected);
        // Whether dots are decoded before or after.
        let (before, after) = (uri::normalize(path), uri::normalize(&expected));
        assert_same(backend, &before, uri::remove_dot_segments(&before), &after);
    });
}

#[test]
fn dot_segments_are_removed() {
    let vectors = [
        // RFC 3986 5.2.4's two examples, and the paths of 5.4.1 and 5.4.2 after merging.
        ("/a/b/c/./../../g", "/a/g"),
        ("mid/content=5/../6", "mid/6"),
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
        // Relative ones, and empty segments.
        ("", ""),
        (".", ""),
        ("..", ""),
        ("../../a", "a"),
        ("./../a/..", "/"),
        ("..//../a", "/a"),
        ("a//..", "a/"),
        ("//..//.", "//"),
        // Other spellings.
        ("/a/%2e%2E/b", "/b"),
        ("/a/%2e/.%2e/%2E", "/"),
        ("/a/%2e%2e%2fb/%2e%2ec", "/a/%2e%2e%2fb/%2e%2ec"),
        ("/%252e%252e/a", "/%252e%252e/a"),
    ];
    for (path, expected) in vectors {
        assert_eq!(without_dot_segments(path.as_bytes()), expected.as_bytes(), "{path}");
        assert_eq!(&*uri::remove_dot_segments(path.as_bytes()), expected.as_bytes(), "{path}");
        assert_removes(path.as_bytes());
    }
    for clean in 0..70 {
        for rest in ["/../b", "/.", "/a.b/%41/..", "/%2e%2E/./x%/.."] {
            assert_removes(
                [&"a".repeat(clean), rest, &"/b%2F".repeat(30), rest].concat().as_bytes(),
            );
            assert_removes([&"/a".repeat(clean), rest].concat().as_bytes());
        }
    }
    assert_removes(&b"/a".repeat(500).into_iter().chain(b"/..".repeat(600)).collect::<Vec<u8>>());
}

/// Where `/` has no purpose, decoding it makes segments: normalize first.
#[test]
fn decoded_slashes_make_segments() {
    let path = b"/a/b%2f%2e%2e%2fc";
    let slash = Normalizer::new().without_purpose(AsciiSet::from_bytes(b"/"));
    assert_eq!(&*uri::remove_dot_segments(&slash.normalize(path)), b"/a/c");
    assert_eq!(&*slash.normalize(&uri::remove_dot_segments(path)), b"/a/b/../c");
}

// ---- Hosts. ----

/// WHATWG URL 3.2: forbidden host code points, C0 controls, `%` and DELETE.
fn is_forbidden(byte: u8) -> bool {
    b"\0\t\n\r #/:<>?@[\\]^|".contains(&byte) || byte <= 0x1F || byte == b'%' || byte == 0x7F
}

/// The first byte that *domain to ASCII* can only refuse. Normalization (NFC) composes `<` and `>`
/// alone of these, and only with what follows them: as that is not ASCII, the two may yet be U+226E
/// and U+226F.
fn first_forbidden(text: &str) -> Option<usize> {
    let mut places = text.char_indices().peekable();
    while let Some((at, character)) = places.next() {
        let may_compose =
            "<>".contains(character) && places.peek().is_some_and(|(_, next)| !next.is_ascii());
        if character.is_ascii() && is_forbidden(character as u8) && !may_compose {
            return Some(at);
        }
    }
    None
}

#[test]
fn hosts() {
    let good: [(&[u8], &str); 13] = [
        (b"example.com", "example.com"),
        (b"EXAMPLE.com", "EXAMPLE.com"),
        (b"ex%41mple%2Ecom", "exAmple.com"),
        (b"b%C3%BCcher.de", "bücher.de"),
        (b"b%C3\xBCcher.de", "bücher.de"),
        (b"%EF%BB%BFa", "\u{FEFF}a"),
        (b"%EF%BC%8541.com", "\u{FF05}41.com"),
        (b"%EF%BC%85%34%31.com", "\u{FF05}41.com"),
        (b"", ""),
        // Web Platform Tests, toascii.json: `<` and U+0338 are U+226E, `xn--gdh`. What is between
        // may be ignored.
        (b"%3C%CC%B8", "<\u{338}"),
        (b"a>\xCC\xB8b", "a>\u{338}b"),
        (b"%3c%C2%AD%CC%A7%CC%B8", "<\u{AD}\u{327}\u{338}"),
        (b"=%CC%B8", "=\u{338}"),
    ];
    let bad: [(&[u8], usize, HostErrorKind); 14] = [
        (b"%3Ca%CC%B8", 0, HostErrorKind::Forbidden(b'<')),
        (b"%CC%B8>", 6, HostErrorKind::Forbidden(b'>')),
        (b"<%CC%B8<", 7, HostErrorKind::Forbidden(b'<')),
        (b"<>%CC%B8", 0, HostErrorKind::Forbidden(b'<')),
        (b"%2F%CC%B8", 0, HostErrorKind::Forbidden(b'/')),
        (b"a%", 1, HostErrorKind::Forbidden(b'%')),
        (b"a%4", 1, HostErrorKind::Forbidden(b'%')),
        (b"%2541.com", 0, HostErrorKind::Forbidden(b'%')),
        (b"%61%62%2Fc", 6, HostErrorKind::Forbidden(b'/')),
        (b"%C3%A9%00", 6, HostErrorKind::Forbidden(0)),
        (b"a b", 1, HostErrorKind::Forbidden(b' ')),
        (b"[::1]", 0, HostErrorKind::Forbidden(b'[')),
        (b"a%zz%E9", 4, HostErrorKind::Utf8),
        (b"%C0%AF", 0, HostErrorKind::Utf8),
    ];
    on_every_backend(|_| {
        for (input, expected) in good {
            assert_eq!(url::host(input).as_deref(), Ok(expected));
        }
        assert!(matches!(url::host(b"example.com"), Ok(Cow::Borrowed(_))));
        for (input, position, kind) in bad {
            let error = url::host(input).unwrap_err();
            assert_eq!(
                (error.position(), error.kind()),
                (position, kind),
                "{}",
                input.escape_ascii()
            );
        }
        for byte in 0..0x80_u8 {
            for (input, position) in [
                ([b"x%61", &[byte][..], b"yz"].concat(), 4),
                (format!("%61x%{byte:02x}").into_bytes(), 4),
            ] {
                let expected = if is_forbidden(byte) {
                    Err((position, HostErrorKind::Forbidden(byte)))
                } else {
                    Ok(())
                };
                assert_eq!(
                    url::host(&input).map(drop).map_err(|error| (error.position(), error.kind())),
                    expected
                );
            }
            let expected =
                if is_forbidden(byte) { Err((2, HostErrorKind::Forbidden(byte))) } else { Ok(()) };
            assert_eq!(
                url::check_domain(&format!("é{}", char::from(byte)))
                    .map_err(|error| (error.position(), error.kind())),
                expected
            );
        }
    });
    // Of what IDNA gives, each is refused.
    assert_eq!(
        url::check_domain("\u{226E}<\u{338}").map_err(|error| (error.position(), error.kind())),
        Err((3, HostErrorKind::Forbidden(b'<')))
    );
    assert!(size_of::<url::HostError>() <= 16);
    assert_eq!(
        url::host(b"%C3").unwrap_err().to_string(),
        "the host is not UTF-8 at byte 0: the decoded bytes that begin there are ill-formed"
    );
}

proptest! {
    #![proptest_config(crate::common::cases(200))]

    #[test]
    fn normalizing_is_the_oracle_s(input in any_input(), slash: bool) {
        assert_normalizes(&input, if slash { b"/" } else { b"" });
    }

    #[test]
    fn normalizing_is_idempotent(input in any_input(), bits: u128, backend in any_backend()) {
        let set = (0..128).filter(|&byte| bits >> byte & 1 != 0).fold(AsciiSet::EMPTY, AsciiSet::add);
        let normalizer = Normalizer::new().without_purpose(set).on(backend);
        let once = normalizer.normalize(&input);
        prop_assert!(matches!(normalizer.normalize(&once), Cow::Borrowed(_)), "{}", input.escape_ascii());
    }

    /// Equal, ordered and hashed as the normal forms are: so it is an equivalence, and a total order.
    #[test]
    fn keys_are_normal_forms(a in any_input(), b in any_input(), choices in proptest::collection::vec(any::<bool>(), 1..50), backend in any_backend()) {
        let normalizer = Normalizer::new().on(backend);
        let respelled = respelled(&a, &choices);
        let state = RandomState::new();
        for (a, b) in [(&a, &b), (&a, &respelled), (&respelled, &b), (&a, &a)] {
            let (x, y) = (normalized(a, b""), normalized(b, b""));
            prop_assert_eq!(normalizer.equivalent(a, b), x == y);
            prop_assert_eq!(normalizer.equivalent(b, a), x == y);
            prop_assert_eq!(normalizer.key(a).cmp(&normalizer.key(b)), x.cmp(&y));
            if x == y {
                prop_assert_eq!(state.hash_one(normalizer.key(a)), state.hash_one(normalizer.key(b)));
            }
        }
        // Where no `%` is stray, spelling is all that has changed.
        if !a.iter().enumerate().any(|(at, &byte)| byte == b'%' && triplet(&a[at..]).is_none()) {
            prop_assert!(normalizer.equivalent(&a, &respelled));
        }
    }

    #[test]
    fn repairing_is_the_oracle_s(input in any_input()) {
        assert_repairs(&input);
    }

    #[test]
    fn removing_dot_segments_is_the_oracle_s(input in any_input(), path in "(/|\\.|%2e|%2E|a|%2f|%){0,60}") {
        assert_removes(&input);
        assert_removes(path.as_bytes());
    }

    /// What is refused is refused where the oracle's decoder has it; what is not, is what it decodes.
    #[test]
    fn hosts_are_decoded_once(input in any_input()) {
        let decoded = oracle::decode_text(&input, &oracle::Decode::default(), oracle::Utf8::Strict);
        on_every_backend(|_| match (&decoded, url::host(&input)) {
            (Ok(text), Ok(host)) => assert!(host == *text && first_forbidden(text).is_none()),
            (Ok(text), Err(error)) => {
                let HostErrorKind::Forbidden(byte) = error.kind() else { panic!("{error}") };
                let place = first_forbidden(text).expect("there is one");
                assert_eq!(text.as_bytes()[place], byte);
                let before = oracle::decode(&input[..error.position()], &oracle::Decode::default()).unwrap();
                assert_eq!(before, text.as_bytes()[..place]);
            }
            (Err(error), host) => assert_eq!(host.map_err(|error| (error.position(), error.kind())), Err((error.position, HostErrorKind::Utf8))),
        });
    }
}
