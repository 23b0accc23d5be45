//! The triplet `%XX` (RFC 3986 2.1).

use crate::error::DecodeErrorKind;

/// No hex digit.
const NO_DIGIT: u8 = 0xFF;

/// The value of every hex digit, of either case; [`NO_DIGIT`] for all other bytes.
static HEX_VALUE: [u8; 256] = {
    let mut table = [NO_DIGIT; 256];
    let mut byte = 0;
    while byte < 256 {
        if let Some(value) = (byte as u8 as char).to_digit(16) {
            table[byte] = value as u8;
        }
        byte += 1;
    }
    table
};

/// The value of the triplet at the start of an input that begins with `%`, if it is valid.
#[inline(always)]
pub(crate) const fn triplet(input: &[u8]) -> Option<u8> {
    let &[_, high, low, ..] = input else { return None };
    let (high, low) = (HEX_VALUE[high as usize], HEX_VALUE[low as usize]);
    if high | low != NO_DIGIT { Some(high << 4 | low) } else { None }
}

/// Why the triplet at the start of an input is malformed: a byte is not a digit, or the input ends.
#[cold]
#[inline]
pub(crate) fn malformed_kind(input: &[u8]) -> DecodeErrorKind {
    match input {
        [_] => DecodeErrorKind::Truncated,
        [_, digit] if digit.is_ascii_hexdigit() => DecodeErrorKind::Truncated,
        _ => DecodeErrorKind::BadHex,
    }
}

/// Returns whether the input begins with a valid triplet.
#[inline]
pub(crate) const fn is_triplet(input: &[u8]) -> bool {
    matches!(input, [b'%', ..]) && triplet(input).is_some()
}

/// Passes each triplet, and each other byte, of a text to `change`.
#[cfg(any(feature = "path", all(feature = "scheme", feature = "alloc")))]
#[inline]
pub(crate) fn for_each_unit(text: &mut [u8], change: impl Fn(&mut [u8])) {
    let mut at = 0;
    while at < text.len() {
        let end = at + if is_triplet(&text[at..]) { 3 } else { 1 };
        change(&mut text[at..end]);
        at = end;
    }
}
