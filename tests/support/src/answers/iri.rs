//! RFC 3987: from IRI to URI and back, by its steps.

/// RFC 3986 2.3.
const UNRESERVED: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
/// RFC 3986 2.2: with unreserved and `%`, these are all of ASCII in a URI.
const RESERVED: &[u8] = b":/?#[]@!$&'()*+,;=";

/// RFC 3987 2.2, as written there.
pub const UCSCHAR: [(u32, u32); 17] = [
    (0xA0, 0xD7FF),
    (0xF900, 0xFDCF),
    (0xFDF0, 0xFFEF),
    (0x10000, 0x1FFFD),
    (0x20000, 0x2FFFD),
    (0x30000, 0x3FFFD),
    (0x40000, 0x4FFFD),
    (0x50000, 0x5FFFD),
    (0x60000, 0x6FFFD),
    (0x70000, 0x7FFFD),
    (0x80000, 0x8FFFD),
    (0x90000, 0x9FFFD),
    (0xA0000, 0xAFFFD),
    (0xB0000, 0xBFFFD),
    (0xC0000, 0xCFFFD),
    (0xD0000, 0xDFFFD),
    (0xE1000, 0xEFFFD),
];
/// RFC 3987 2.2.
pub const IPRIVATE: [(u32, u32); 3] = [(0xE000, 0xF8FF), (0xF0000, 0xFFFFD), (0x100000, 0x10FFFD)];
/// RFC 3987 4.1: LRM, RLM, LRE, RLE, PDF, LRO, RLO.
pub const BIDI_FORMATTING: [u32; 7] = [0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E];

pub fn is_in(ranges: &[(u32, u32)], character: char) -> bool {
    ranges
        .iter()
        .any(|&(first, last)| first <= u32::from(character) && u32::from(character) <= last)
}

fn triplet(input: &[u8]) -> Option<u8> {
    match *input {
        [b'%', high, low, ..] => {
            Some(16 * char::from(high).to_digit(16)? as u8 + char::from(low).to_digit(16)? as u8)
        }
        _ => None,
    }
}

/// Steps 2 to 5 of RFC 3987 3.2 for a part of a URI. A stray `%` and decoded digits after it do not
/// form a triplet.
pub fn part_to_iri(input: &[u8], is_query: bool) -> String {
    let mut octets = Vec::new();
    // 1 after a stray `%`, 2 after a stray `%` and a digit.
    let mut stray = 0;
    let mut at = 0;
    while at < input.len() {
        let (octet, is_escaped) = match triplet(&input[at..]) {
            Some(value) => (value, true),
            None => (input[at], false),
        };
        if !is_escaped {
            stray = match octet {
                b'%' => 1,
                digit if stray == 1 && digit.is_ascii_hexdigit() => 2,
                _ => 0,
            };
            octets.push(octet);
            at += 1;
            continue;
        }
        let is_allowed_ascii =
            UNRESERVED.contains(&octet) || RESERVED.contains(&octet) || octet == b'%';
        let is_excepted =
            octet == b'%' || RESERVED.contains(&octet) || (octet < 0x80 && !is_allowed_ascii);
        if is_excepted || (stray > 0 && octet.is_ascii_hexdigit()) {
            octets.extend_from_slice(&input[at..at + 3]);
        } else {
            octets.push(octet);
        }
        stray = 0;
        at += 3;
    }

    let mut iri = String::new();
    let mut at = 0;
    while at < octets.len() {
        let sequence =
            (1..=4).filter_map(|len| core::str::from_utf8(octets.get(at..at + len)?).ok()).next();
        let (len, is_appropriate) = match sequence {
            None => (1, false),
            Some(sequence) => {
                let character = sequence.chars().next().unwrap();
                let is_character =
                    is_in(&UCSCHAR, character) || (is_query && is_in(&IPRIVATE, character));
                (
                    sequence.len(),
                    character.is_ascii()
                        || (is_character && !BIDI_FORMATTING.contains(&u32::from(character))),
                )
            }
        };
        match sequence {
            Some(sequence) if is_appropriate => iri.push_str(sequence),
            _ => {
                octets[at..at + len].iter().for_each(|octet| iri.push_str(&format!("%{octet:02X}")))
            }
        }
        at += len;
    }
    iri
}

/// RFC 3986 3: the query is between the first `?` and the first `#`.
pub fn uri_to_iri(input: &[u8]) -> String {
    let fragment = input.iter().position(|&byte| byte == b'#').unwrap_or(input.len());
    let query = input[..fragment].iter().position(|&byte| byte == b'?').unwrap_or(fragment);
    [
        part_to_iri(&input[..query], false),
        part_to_iri(&input[query..fragment], true),
        part_to_iri(&input[fragment..], false),
    ]
    .concat()
}

/// RFC 3987 3.1 with the MAY of step 2: `"<", ">", '"', space, "{", "}", "|", "\", "^", and "`"`,
/// and controls, which are outside of URIs, too.
pub fn iri_to_uri(input: &[u8]) -> String {
    let stays = |byte: u8| UNRESERVED.contains(&byte) || RESERVED.contains(&byte) || byte == b'%';
    input
        .iter()
        .map(
            |&byte| if stays(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") },
        )
        .collect()
}
