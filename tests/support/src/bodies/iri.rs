use std::borrow::Cow;

use super::expect::Case;
use super::plan::Plan;
use super::room::Source;
use crate::while_active;
use percent_simd::Backend;
use percent_simd::iri::{self, Part};
use percent_simd::uri::Normalizer;

/// From URI to IRI and back (RFC 3987 3.1 and 3.2).
pub fn iri(data: &[u8]) {
    let plan = Plan::new(data);
    let source = Source::new(&plan.input, plan.frame);
    let input = source.bytes();
    let (other, query) = (part_to_iri(input, false), part_to_iri(input, true));
    let whole = uri_to_iri(input);
    let to_uri = oracle::encode(
        input,
        &oracle::Encode {
            set: core::array::from_fn(|byte| escaped_in_uris(byte as u8)),
            ..oracle::Encode::default()
        },
    );
    let policy = "from_uri";
    for backend in Backend::available() {
        let case = Case { backend, policy: &policy, input };
        while_active(backend, || {
            same_cow(&case, "from_uri_part", iri::from_uri_part(input, Part::Other), &other);
            same_cow(
                &case,
                "from_uri_part of a query",
                iri::from_uri_part(input, Part::Query),
                &query,
            );
            same_cow(&case, "from_uri", iri::from_uri(input), &whole);
            same_cow(&case, "to_uri_bytes", iri::to_uri_bytes(input), &to_uri);
            if let Ok(text) = core::str::from_utf8(input) {
                same_cow(&case, "to_uri", iri::to_uri(text), &to_uri);
            }
            // Round trip.
            let there = iri::from_uri(to_uri.as_bytes());
            case.holds(
                "the way back is equivalent",
                Normalizer::new()
                    .case(false)
                    .dot_segments(false)
                    .equivalent(iri::to_uri(&there).as_bytes(), to_uri.as_bytes()),
            );
            case.holds(
                "an IRI stays as it is",
                matches!(iri::from_uri(there.as_bytes()), Cow::Borrowed(_)),
            );
        });
    }
}

fn same_cow(case: &Case<'_>, what: &str, got: Cow<'_, str>, expected: &str) {
    case.same_bytes(what, got.as_bytes(), expected.as_bytes());
    match got {
        Cow::Borrowed(_) => case.same_bytes("what is borrowed", case.input, expected.as_bytes()),
        Cow::Owned(owned) => {
            case.holds("what does not change is borrowed", case.input != expected.as_bytes());
            case.holds(
                "little room is wasted",
                owned.capacity() <= owned.len() + owned.len() / 8 + 64,
            );
        }
    }
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

fn escaped_in_uris(byte: u8) -> bool {
    !is_unreserved(byte) && !b"%:/?#[]@!$&'()*+,;=".contains(&byte)
}

/// RFC 3987 2.2 and 4.1.
fn is_appropriate(character: char, in_query: bool) -> bool {
    let is_iprivate = matches!(character, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}');
    let is_ucschar = match u32::from(character) {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => true,
        value @ (0x10000..0xE0000 | 0xE1000..0xF0000) => value % 0x10000 < 0xFFFE,
        _ => false,
    };
    let is_bidi_formatting =
        "\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}".contains(character);
    character.is_ascii() || ((is_ucschar || (in_query && is_iprivate)) && !is_bidi_formatting)
}

fn uri_to_iri(input: &[u8]) -> String {
    let fragment = input.iter().position(|&byte| byte == b'#').unwrap_or(input.len());
    let query = input[..fragment].iter().position(|&byte| byte == b'?').unwrap_or(fragment);
    [
        part_to_iri(&input[..query], false),
        part_to_iri(&input[query..fragment], true),
        part_to_iri(&input[fragment..], false),
    ]
    .concat()
}

/// RFC 3987 3.2, where no triplet is created.
fn part_to_iri(input: &[u8], in_query: bool) -> String {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let mut octets = Vec::new();
    // 1 after a stray `%`, 2 after a stray `%` and a digit.
    let mut stray = 0;
    let mut rest = input;
    while let &[byte, ref behind @ ..] = rest {
        let value = match *rest {
            [b'%', high, low, ..] => digit(high).zip(digit(low)).map(|(high, low)| 16 * high + low),
            _ => None,
        };
        if let Some(value) = value {
            let is_decoded = (value >= 0x80 || is_unreserved(value))
                && !(stray > 0 && value.is_ascii_hexdigit());
            octets.extend_from_slice(if is_decoded {
                core::slice::from_ref(&value)
            } else {
                &rest[..3]
            });
            stray = 0;
            rest = &rest[3..];
        } else {
            stray = if byte == b'%' {
                1
            } else {
                2 * usize::from(stray == 1 && byte.is_ascii_hexdigit())
            };
            octets.push(byte);
            rest = behind;
        }
    }
    let escape = |bytes: &[u8], iri: &mut String| {
        bytes.iter().for_each(|byte| iri.push_str(&format!("%{byte:02X}")))
    };
    let mut iri = String::new();
    for chunk in octets.utf8_chunks() {
        for character in chunk.valid().chars() {
            if is_appropriate(character, in_query) {
                iri.push(character);
            } else {
                escape(character.encode_utf8(&mut [0; 4]).as_bytes(), &mut iri);
            }
        }
        escape(chunk.invalid(), &mut iri);
    }
    iri
}
