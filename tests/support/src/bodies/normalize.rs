use std::borrow::Cow;

use super::expect::Case;
use super::plan::Plan;
use super::room::Source;
use crate::while_active;
use oracle::uri::{Components, Normal, UNRESERVED, normalized, triplet};
use percent_simd::Backend;
use percent_simd::HostErrorKind;
use percent_simd::scheme::url;
use percent_simd::uri::{self, Normalizer};

/// The operations of RFC 3986 beyond sets, and the URL Standard's hosts: normalization,
/// equivalence, repair.
pub fn normalize(data: &[u8]) {
    let plan = Plan::new(data);
    let source = Source::new(&plan.input, plan.frame);
    let input = source.bytes();
    let options = plan.frame.extra / 2 % 8;
    let how = Normal::each().nth(options).expect("there are eight");
    let expected = normalized(input, &how);
    let other = respelled(input, plan.frame.extra);
    let expected_other = normalized(&other, &how);
    same_components(input, &expected, &how);
    let repaired = repaired(input);
    for backend in Backend::available() {
        let case = Case { backend, policy: &plan.encode, input };
        let normalizer = Normalizer::new()
            .case(how.case)
            .triplets(how.triplets)
            .dot_segments(how.dot_segments)
            .on(backend);
        case.same_cow("normalize", normalizer.normalize(input), &expected, Vec::capacity);
        case.holds(
            "normalizing again changes nothing",
            matches!(normalizer.normalize(&expected), Cow::Borrowed(_)),
        );

        case.same("equivalent", normalizer.equivalent(input, &other), expected == expected_other);
        while_active(backend, || {
            case.same_cow("repair", uri::repair(input), &repaired, Vec::capacity);
            case.holds(
                "repairing again changes nothing",
                matches!(uri::repair(&repaired), Cow::Borrowed(_)),
            );
            host(&case, input);
        });
    }
}

fn host(case: &Case<'_>, input: &[u8]) {
    let forbidden = |byte: u8| byte <= b' ' || byte == 0x7F || b"#%/:<>?@[\\]^|".contains(&byte);
    // Normalization may compose `<` and `>` with a following character outside ASCII, by IDNA's
    // rules.
    let first = |text: &str| {
        let bytes = text.as_bytes();
        let may_compose = |at: usize| {
            b"<>".contains(&bytes[at]) && bytes.get(at + 1).is_some_and(|next| !next.is_ascii())
        };
        (0..bytes.len())
            .find(|&at| forbidden(bytes[at]) && !may_compose(at))
            .map(|at| HostErrorKind::Forbidden(bytes[at]))
    };
    let decoded = oracle::decode_text(input, &oracle::Decode::default(), oracle::Utf8::Strict);
    match (url::host(input), decoded) {
        (Ok(host), Ok(text)) => {
            case.same_bytes("host", host.as_bytes(), text.as_bytes());
            case.same("the first forbidden byte of a host", None, first(&text));
        }
        (Err(error), Ok(text)) => {
            case.same("the first forbidden byte of a host", Some(error.kind()), first(&text));
        }
        (host, Err(error)) => {
            let refused = host.map(|_| ()).map_err(|error| (error.position(), error.kind()));
            case.same(
                "a host that is not UTF-8",
                refused,
                Err((error.position, HostErrorKind::Utf8)),
            );
        }
    }
}

/// The normal form of a reference has the components of the reference.
fn same_components(input: &[u8], normal: &[u8], how: &Normal) {
    if how.case || how.dot_segments {
        let parts = |reference: &[u8]| {
            let Components { scheme, authority, query, fragment, .. } = Components::of(reference);
            [scheme, authority, query, fragment].map(|part| part.is_some())
        };
        assert_eq!(parts(input), parts(normal), "{}", input.escape_ascii());
        assert!(normal.len() <= input.len(), "{}", input.escape_ascii());
    }
}

/// Another spelling, perhaps an equivalent one.
fn respelled(input: &[u8], seed: usize) -> Vec<u8> {
    let mut state = seed;
    let mut output = Vec::new();
    let mut at = 0;
    while at < input.len() {
        state = (state * 13 + 7) % 251;
        if triplet(&input[at..]).is_some() {
            output.extend(if state % 2 == 0 {
                input[at..at + 3].to_ascii_lowercase()
            } else {
                input[at..at + 3].to_vec()
            });
            at += 3;
        } else {
            if UNRESERVED.contains(&input[at]) && state % 5 == 0 {
                output.extend(format!("%{:02x}", input[at]).bytes());
            } else if input[at].is_ascii_alphabetic() && state % 7 == 0 {
                output.push(input[at] ^ 0x20);
            } else if input[at] == b'/' && state % 3 == 0 {
                output.extend(b"/./");
            } else {
                output.push(input[at]);
            }
            at += 1;
        }
    }
    output
}

fn repaired(input: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    for (at, &byte) in input.iter().enumerate() {
        output.push(byte);
        if byte == b'%' && triplet(&input[at..]).is_none() {
            output.extend(b"25");
        }
    }
    output
}
