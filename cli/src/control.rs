//! Characters that would break a line, drive a terminal, or change the order in which a line is
//! read, where at least one byte of them is escaped: C1 control characters (U+0080 to U+009F), the
//! line and paragraph separators (U+2028, U+2029), and the controls of the order of text
//! (`Bidi_Control` of UAX #9). C0 and DEL are single bytes: a
//! [`keep`](percent_simd::Decoder::keep) set is enough for them. And escapes that stay where no
//! such set is at hand.

use std::borrow::Cow;
use std::iter;
use std::ops::Range;

use fearless_simd::{Level, Simd, dispatch};
use memchr::{memchr, memchr_iter, memchr3, memchr3_iter};
use percent_simd::{AsciiSet, triplet};

/// The first bytes of their UTF-8. None is ever a second byte: the bytes before one do not matter.
const LEADS: [u8; 3] = [0xC2, 0xD8, 0xE2];

/// Returns true if a character is one of them, or a control character of ASCII.
pub(crate) const fn is_control(char: char) -> bool {
    matches!(char, '\0'..='\x1F' | '\x7F'..='\u{9F}' | '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The length of the one with which these bytes begin, or of a possible beginning of one.
fn control(bytes: &[u8]) -> Option<usize> {
    match *bytes {
        [0xC2, 0x80..=0x9F, ..] | [0xD8, 0x9C, ..] => Some(2),
        [0xE2, 0x80, 0x8E | 0x8F | 0xA8..=0xAE, ..] | [0xE2, 0x81, 0xA6..=0xA9, ..] => Some(3),
        _ => None,
    }
}

/// The place of the first one in bytes that are not escaped.
pub(crate) fn find(bytes: &[u8]) -> Option<usize> {
    let level = Level::new();
    find_in_windows(
        bytes,
        |rest| memchr3(LEADS[0], LEADS[1], LEADS[2], rest),
        |window| dispatch!(level, simd => has_control(simd, window)),
        |rest| control(rest).is_some(),
    )
}

/// The offset of the first `%` before two bytes that are not hex digits.
pub(crate) fn find_malformed(bytes: &[u8]) -> Option<usize> {
    let level = Level::new();
    find_in_windows(
        bytes,
        |rest| memchr(b'%', rest),
        |window| dispatch!(level, simd => has_malformed(simd, window)),
        |rest| matches!(*rest, [b'%', high, low, ..] if hex(high, low).is_none()),
    )
}

/// The place of the first match, which has up to three bytes. Rare first bytes are found fastest by
/// memchr, frequent ones (in Arabic every other letter has that of U+061C) by loops that compilers
/// vectorise.
fn find_in_windows(
    bytes: &[u8],
    first: impl Fn(&[u8]) -> Option<usize>,
    has_match: impl Fn(&[u8]) -> bool,
    is_match: impl Fn(&[u8]) -> bool,
) -> Option<usize> {
    const WINDOW: usize = 256;
    let mut from = 0;
    loop {
        from += first(bytes.get(from..)?)?;
        let window = &bytes[from..bytes.len().min(from + WINDOW + 2)];
        if has_match(window) {
            let mut places = from..from + window.len();
            return places.find(|&at| is_match(&bytes[at..]));
        }
        from += WINDOW;
    }
}

#[inline(always)]
fn has_malformed<S: Simd>(_: S, bytes: &[u8]) -> bool {
    let (second, third) = (bytes.get(1..).unwrap_or_default(), bytes.get(2..).unwrap_or_default());
    let is_digit =
        |byte: u8| (byte.wrapping_sub(b'0') < 10) | ((byte | 0x20).wrapping_sub(b'a') < 6);
    bytes.iter().zip(second).zip(third).fold(false, |any, ((&first, &second), &third)| {
        any | ((first == b'%') & !(is_digit(second) & is_digit(third)))
    })
}

#[inline(always)]
fn has_control<S: Simd>(_: S, bytes: &[u8]) -> bool {
    let (second, third) = (bytes.get(1..).unwrap_or_default(), bytes.get(2..).unwrap_or_default());
    let two = bytes.iter().zip(second).fold(false, |any, (&first, &second)| {
        any | ((first == 0xC2) & (second & 0xE0 == 0x80)) | ((first == 0xD8) & (second == 0x9C))
    });
    let three = bytes.iter().zip(second).zip(third);
    three.fold(two, |any, ((&first, &second), &third)| {
        let general = (third & 0xFE == 0x8E) | (third.wrapping_sub(0xA8) < 7);
        let isolate = third.wrapping_sub(0xA6) < 4;
        any | ((first == 0xE2) & (((second == 0x80) & general) | ((second == 0x81) & isolate)))
    })
}

/// The ranges of those with a triplet: four to nine bytes.
pub(crate) fn escaped_controls(input: &[u8]) -> impl Iterator<Item = Range<usize>> {
    controls(input).filter(|control| control.len() > 3)
}

/// The ranges of these characters, each of whose bytes is raw or a triplet.
fn controls(input: &[u8]) -> impl Iterator<Item = Range<usize>> {
    // Most triplets begin with another digit than the triplets of LEADS.
    let is_lead =
        |at: &usize| matches!(input.get(at + 1), Some(b'C' | b'D' | b'E' | b'c' | b'd' | b'e'));
    let mut escaped = memchr_iter(b'%', input).filter(is_lead).peekable();
    let mut raw = memchr3_iter(LEADS[0], LEADS[1], LEADS[2], input).peekable();
    let starts = iter::from_fn(move || match (escaped.peek(), raw.peek()) {
        (Some(one), Some(other)) if other < one => raw.next(),
        (None, _) => raw.next(),
        _ => escaped.next(),
    });
    starts.filter_map(|start| {
        let mut bytes = [0; 3];
        let (mut len, mut ends) = (0, [0; 3]);
        for (unit, range) in units(&input[start..]).take(3) {
            (bytes[len], ends[len]) = (unit, range.end);
            len += 1;
        }
        let count = control(&bytes[..len])?;
        Some(start..start + ends[count - 1])
    })
}

/// The bytes of a decoder's output, and the range of the input that makes each.
pub(crate) fn units(input: &[u8]) -> impl Iterator<Item = (u8, Range<usize>)> {
    let mut at = 0;
    iter::from_fn(move || {
        let (byte, len) = unit(&input[at..])?;
        at += len;
        Some((byte, at - len..at))
    })
}

/// The number of bytes before a possible beginning of one of these characters at the end.
pub(crate) fn len_before_open(input: &[u8]) -> usize {
    let last = |input: &[u8]| {
        let triplet = input.len().checked_sub(3).map(|start| unit(&input[start..]));
        match triplet {
            Some(Some((byte, 3))) => Some((byte, input.len() - 3)),
            _ => input.last().map(|&byte| (byte, input.len() - 1)),
        }
    };
    match last(input) {
        Some((byte, start)) if LEADS.contains(&byte) => start,
        Some((0x80 | 0x81, end)) => match last(&input[..end]) {
            Some((0xE2, start)) => start,
            _ => input.len(),
        },
        _ => input.len(),
    }
}

/// The text with these characters as triplets. (Of ASCII the decoder keeps them.)
pub(crate) fn escape(text: Cow<'_, str>) -> Cow<'_, str> {
    if find(text.as_bytes()).is_none() {
        return text;
    }
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        if !char.is_ascii() && is_control(char) {
            let mut bytes = [0; 4];
            escaped.extend(char.encode_utf8(&mut bytes).bytes().map(triplet));
        } else {
            escaped.push(char);
        }
    }
    escaped.into()
}

/// The bytes >= 0x80 that nginx has written as `\xHH`; with `all` any other, too. `None` where there are
/// none. Those of the characters of this module stay, except with `all`. Beside a triplet of the same
/// character they become triplets, for a decoder to know it by.
pub(crate) fn from_nginx(input: &[u8], all: bool) -> Option<Vec<u8>> {
    let (mut bytes, mut places, mut at) = (Vec::new(), Vec::new(), 0);
    while let Some(len) = memchr(b'\\', &input[at..]) {
        bytes.extend_from_slice(&input[at..at + len]);
        at += len;
        let byte = match input[at..] {
            [_, b'x', high, low, ..] => hex(high, low),
            _ => None,
        };
        match byte.filter(|byte| all || !byte.is_ascii()) {
            Some(byte) => {
                places.push((bytes.len(), at));
                bytes.push(byte);
                at += 4;
            }
            // Apache writes a backslash as two.
            None => {
                let len = if matches!(input[at..], [_, b'\\' | b'"', ..]) { 2 } else { 1 };
                bytes.extend_from_slice(&input[at..at + len]);
                at += len;
            }
        }
    }
    if places.is_empty() {
        return None;
    }
    bytes.extend_from_slice(&input[at..]);
    if all {
        return Some(bytes);
    }
    let (mut output, mut done) = (Vec::with_capacity(input.len()), 0);
    let mut controls = controls(&bytes).peekable();
    for (at, start) in places {
        while controls.next_if(|control| control.end <= at).is_some() {}
        let Some(control) = controls.peek().filter(|control| control.contains(&at)) else {
            continue;
        };
        output.extend_from_slice(&bytes[done..at]);
        if control.len() > 3 {
            output.extend_from_slice(triplet(bytes[at]).as_bytes());
        } else {
            output.extend_from_slice(&input[start..start + 4]);
        }
        done = at + 1;
    }
    output.extend_from_slice(&bytes[done..]);
    Some(output)
}

/// The ranges that JavaScript's `unescape` decodes, `%XX` and `%uXXXX`, with their code units.
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

/// The ranges of the triplets of these bytes, and the byte of each.
pub(crate) fn triplets_of(set: AsciiSet, input: &[u8]) -> impl Iterator<Item = (Range<usize>, u8)> {
    memchr_iter(b'%', input).filter_map(move |start| {
        let (byte, len) = unit(&input[start..])?;
        (len == 3 && set.contains(byte)).then_some((start..start + len, byte))
    })
}

pub(crate) fn hex(high: u8, low: u8) -> Option<u8> {
    let digit = |digit: u8| char::from(digit).to_digit(16);
    u8::try_from(digit(high)? << 4 | digit(low)?).ok()
}

/// The first byte of a decoder's output, and the length of the input that makes it.
fn unit(input: &[u8]) -> Option<(u8, usize)> {
    if let [b'%', high, low, ..] = *input
        && let Some(value) = hex(high, low)
    {
        return Some((value, 3));
    }
    input.first().map(|&byte| (byte, 1))
}
