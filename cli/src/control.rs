//! C1 control characters, U+0080 to U+009F, of which at least a half is escaped: in UTF-8 the byte
//! 0xC2 and a byte from 0x80 to 0x9F. (C0 and DEL are single bytes: a
//! [`keep`](percent_simd::Decoder::keep) set is enough for them.) And escapes that stay where no
//! such set is at hand.

use std::ops::Range;

use memchr::{memchr_iter, memchr2_iter};
#[cfg(feature = "charset")]
use percent_simd::AsciiSet;

pub(crate) const LEAD: u8 = 0xC2;
const LAST: std::ops::RangeInclusive<u8> = 0x80..=0x9F;

/// Whether there is a C1 control character in bytes that are not escaped. (0xC2 is always the first
/// byte of a sequence, so nothing before it matters.)
pub(crate) fn has_c1(bytes: &[u8]) -> bool {
    memchr_iter(LEAD, bytes).any(|at| bytes.get(at + 1).is_some_and(|next| LAST.contains(next)))
}

/// Where an input has C1 control characters that are not wholly raw: six bytes, or four where one
/// half is raw.
pub(crate) fn escaped_c1(input: &[u8]) -> impl Iterator<Item = Range<usize>> {
    memchr2_iter(b'%', LEAD, input).filter_map(|start| {
        let (lead, lead_len) = unit(&input[start..])?;
        let (last, last_len) = unit(&input[start + lead_len..])?;
        let len = lead_len + last_len;
        (lead == LEAD && LAST.contains(&last) && len > 2).then_some(start..start + len)
    })
}

/// Whether a character ends a line, drives a terminal or changes the order of text: control
/// characters, U+2028, U+2029, and the controls of Unicode's bidirectional algorithm (UAX #9 2).
pub(crate) fn is_unsafe(char: char) -> bool {
    char.is_control()
        || matches!(
            char,
            '\u{61C}' | '\u{200E}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
        )
}

/// Whether a UTF-16 code unit is a control character: C0, DEL or C1.
pub(crate) fn is_control(unit: u16) -> bool {
    matches!(unit, 0..=0x1F | 0x7F..=0x9F)
}

/// What JavaScript's `unescape` decodes, `%XX` and `%uXXXX`, and into which UTF-16 code unit.
pub(crate) fn escaped_units(input: &[u8]) -> impl Iterator<Item = (Range<usize>, u16)> {
    memchr_iter(b'%', input).filter_map(|start| {
        let (from, len) =
            if input.get(start + 1) == Some(&b'u') { (start + 2, 4) } else { (start + 1, 2) };
        let digits = input
            .get(from..from + len)
            .filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))?;
        let unit = u16::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?;
        Some((start..from + len, unit))
    })
}

/// Where the triplets of these bytes stand, and of which each is.
#[cfg(feature = "charset")]
pub(crate) fn triplets_of(set: AsciiSet, input: &[u8]) -> impl Iterator<Item = (Range<usize>, u8)> {
    memchr_iter(b'%', input).filter_map(move |start| {
        let (byte, len) = unit(&input[start..])?;
        (len == 3 && set.contains(byte)).then_some((start..start + len, byte))
    })
}

/// What the first byte of a decoder's output is, and how much of the input makes it.
fn unit(input: &[u8]) -> Option<(u8, usize)> {
    let hex = |digit: u8| char::from(digit).to_digit(16);
    if let [b'%', high, low, ..] = *input
        && let (Some(high), Some(low)) = (hex(high), hex(low))
        && let Ok(value) = u8::try_from(high << 4 | low)
    {
        return Some((value, 3));
    }
    input.first().map(|&byte| (byte, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(input: &[u8]) -> Vec<(usize, usize)> {
        escaped_c1(input).map(|c1| (c1.start, c1.end)).collect()
    }

    #[test]
    fn escaped_forms() {
        assert_eq!(found(b"a%C2%80%c2%9f"), [(1, 7), (7, 13)]);
        assert_eq!(found(b"\xC2%80 %C2\x9F"), [(0, 4), (5, 9)]);
        assert_eq!(found(b"%C2%C2%80"), [(3, 9)]);
        assert_eq!(found(b"%%C2%80 %4%C2%80"), [(1, 7), (10, 16)]);
    }

    #[test]
    fn other_forms() {
        for other in [
            &b"\xC2\x80"[..],
            b"%C2%A0",
            b"%C2%7F",
            b"%C3%80",
            b"%C2",
            b"%C2%8",
            b"%C2%",
            b"\xC2",
            b"%C2 %80",
            b"%80%C2",
            b"",
        ] {
            assert_eq!(found(other), [], "{}", other.escape_ascii());
        }
    }

    #[test]
    fn code_units() {
        let controls = |input: &'static str| {
            escaped_units(input.as_bytes())
                .filter(|&(_, unit)| is_control(unit))
                .map(|(escape, _)| &input[escape])
        };
        let found = |input| controls(input).collect::<Vec<_>>();
        assert_eq!(found("a%0A%u000d%7f%u009F%1b"), ["%0A", "%u000d", "%7f", "%u009F", "%1b"]);
        for other in [
            "%20", "%u0020", "%u0A", "%U000A", "%+1", "%u+00A", "%A0", "%u000", "%0", "%", "%u",
            "%u010A",
        ] {
            assert!(found(other).is_empty(), "{other}");
        }
    }

    #[test]
    fn raw_forms() {
        assert!(has_c1(b"a\xC2\x80") && has_c1(b"\xC2\xC2\x9F"));
        assert!(!has_c1(b"\xC2\xA0\xC2\x7F\xC2") && !has_c1(b""));
    }
}
