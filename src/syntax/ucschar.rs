//! The characters outside ASCII that an IRI may hold (RFC 3987 2.2 and 4.1).

/// Returns whether an IRI may hold the character: *ucschar*, or *iprivate* in a query, except
/// bidirectional formatting characters.
#[inline]
fn is_allowed(character: char, in_query: bool) -> bool {
    match character {
        // RFC 3987 4.1: "IRIs MUST NOT contain bidirectional formatting characters".
        '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' => false,
        // ucschar.
        '\0'..='\x7F'
        | '\u{A0}'..='\u{D7FF}'
        | '\u{F900}'..='\u{FDCF}'
        | '\u{FDF0}'..='\u{FFEF}' => true,
        // Planes 1 to 13: all but the last two of each.
        '\u{10000}'..='\u{DFFFF}' | '\u{E1000}'..='\u{EFFFD}' => {
            u32::from(character) & 0xFFFF <= 0xFFFD
        }
        // iprivate.
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}' => {
            in_query
        }
        _ => false,
    }
}

/// Returns whether the byte may begin a character that an IRI must not hold: U+0080 to U+009F;
/// U+200E to U+202E; private use, noncharacters and planes 1 to 16.
#[cfg(all(feature = "scheme", feature = "alloc"))]
#[inline(always)]
const fn may_begin_forbidden(byte: u8) -> bool {
    (byte == 0xC2) | (byte == 0xE2) | (byte >= 0xEE)
}

/// Returns whether an IRI may hold the character outside a query.
#[inline]
pub(crate) fn is_ucschar(character: char) -> bool {
    is_allowed(character, false)
}

/// Finds the first character that an IRI must not hold. ASCII characters pass.
#[cfg(all(feature = "scheme", feature = "alloc"))]
#[inline]
pub(crate) fn find_forbidden(text: &str, in_query: bool) -> Option<(usize, char)> {
    /// The width of one or two vectors, in bytes.
    const LANES: usize = 32;
    for (index, lanes) in text.as_bytes().chunks(LANES).enumerate() {
        if !lanes.iter().fold(false, |any, &byte| any | may_begin_forbidden(byte)) {
            continue;
        }
        for (lane, _) in lanes.iter().enumerate().filter(|&(_, &byte)| may_begin_forbidden(byte)) {
            let at = LANES * index + lane;
            let character = text[at..].chars().next().expect("a character begins here");
            if !is_allowed(character, in_query) {
                return Some((at, character));
            }
        }
    }
    None
}
