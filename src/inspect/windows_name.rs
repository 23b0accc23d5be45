//! Names that Windows reads as other names, spelled with escapes:
//! [`WINDOWS_NAME`](super::Flags::WINDOWS_NAME).
//!
//! A triplet that cannot matter is passed over after a few bytes around it, so that `%20` between
//! words and the `%3A` of a URL cost little. Otherwise the whole segment is judged, once, whatever
//! else it contains: time is linear.

use super::context::{before, is_unreserved};
use crate::sets::AsciiSet;
use crate::syntax::{Decoded, WindowsName, decoded_at, decoded_from};

/// The longest 8.3 name, in bytes.
const LONGEST_SHORT: usize = 12;

/// The graphic characters that no 8.3 name holds; `.` is before its extension.
const EXCLUDED: AsciiSet = AsciiSet::from_bytes(b"\"*+,/:;<=>?[\\]|");

/// The stream types that name the file or the folder itself (NTFS).
const STREAMS: [&[u8]; 2] = [b":$DATA", b":$INDEX_ALLOCATION"];

/// The segments of an input, judged from left to right.
#[derive(Default)]
pub(super) struct Names {
    /// The end of the last judged segment.
    judged: usize,
}

impl Names {
    /// Returns whether the triplet at `at`, which decodes to `value`, is in a name that Windows
    /// reads as another. False if its segment has been judged before.
    #[inline(always)]
    pub(super) fn has(&mut self, input: &[u8], at: usize, value: u8) -> bool {
        is_candidate(input, at, value) && self.judge::<true>(input, at, value)
    }

    #[inline(never)]
    fn judge<const LAZY: bool>(&mut self, input: &[u8], at: usize, value: u8) -> bool {
        if at < self.judged || !may_matter(input, at, value) {
            return false;
        }
        let mut start = at;
        let mut edge = None;
        for byte in before(input, at) {
            if byte.ends_name() {
                edge = Some(byte.value);
                break;
            }
            start -= byte.len();
        }
        // Parameters belong to the segment, and not to the name.
        let (mut end, mut name_end) = (at, None);
        for byte in decoded_from(input, at).take_while(|byte| !byte.is_separator()) {
            if byte.value == b';' {
                name_end.get_or_insert(end);
            }
            end += byte.len();
        }
        self.judged = end;
        if edge == Some(b';') {
            return false;
        }
        let name = &input[start..name_end.unwrap_or(end)];
        let (stem, is_dropped) = without_tail(name);
        matches!(edge, Some(b'/' | b'\\')) && is_dropped
            || is_drive(name)
            || STREAMS.iter().any(|stream| ends_with(stem, stream))
            || is_device(name)
            || is_short_name(stem)
    }
}

/// Returns whether a triplet at `at` can matter, by its value and the byte of input after it.
#[inline(always)]
fn is_candidate(input: &[u8], at: usize, value: u8) -> bool {
    match value {
        b' ' => input.get(at + 3).is_none_or(|&next| {
            matches!(next, b'%' | b'.' | b' ' | b':' | b'/' | b'\\' | b'?' | b'#' | b';')
        }),
        b':' | b'$' | 0xC2 | 0xB2 | 0xB3 | 0xB9 => true,
        _ => is_unreserved(value),
    }
}

/// Returns whether a candidate, the triplet at `at`, may make a Windows name, by the bytes beside
/// it.
#[inline]
fn may_matter(input: &[u8], at: usize, value: u8) -> bool {
    let next = decoded_at(input, at + 3);
    let is_next = |is: fn(u8) -> bool| next.is_some_and(|next| is(next.value));
    let last = || before(input, at).next().map(|last| last.value);
    match value {
        b' ' => next.is_none_or(Decoded::ends_name) || is_next(|next| b". :".contains(&next)),
        b':' => {
            // A stream; a drive; a device, by its last byte.
            is_next(|next| next == b'$')
                || next.is_none_or(Decoded::ends_name)
                    && before(input, at).nth(1).is_none_or(Decoded::ends_name)
                || last().is_some_and(|last| {
                    matches!(
                        last | 0x20,
                        b'n' | b'x' | b'l' | b'0'..=b'9' | b'$' | b' ' | 0xB2 | 0xB3 | 0xB9
                    )
                })
        }
        // A superscript digit, in UTF-8.
        0xC2 => is_next(|next| matches!(next, 0xB2 | 0xB3 | 0xB9)),
        0xB2 | 0xB3 | 0xB9 => last() == Some(0xC2),
        _ => true,
    }
}

/// The name without the dots and spaces at its end, which Windows drops, and whether that makes
/// another name of it, with an escape among them: a name of spaces is no name, and a dot segment has
/// a flag of its own.
#[inline]
fn without_tail(name: &[u8]) -> (&[u8], bool) {
    let (mut len, mut dots, mut spaces, mut is_escaped) = (name.len(), 0, 0, false);
    for byte in before(name, name.len()) {
        match byte.value {
            b'.' => dots += 1,
            b' ' => spaces += 1,
            _ => break,
        }
        len -= byte.len();
        is_escaped |= byte.escaped;
    }
    let is_name = len > 0 || dots > 2 || dots > 0 && spaces > 0;
    (&name[..len], is_name && is_escaped)
}

/// `C:`, with an escape.
#[inline]
fn is_drive(name: &[u8]) -> bool {
    let mut bytes = decoded_from(name, 0);
    match (bytes.next(), bytes.next(), bytes.next()) {
        (Some(letter), Some(colon), None) => {
            letter.value.is_ascii_alphabetic()
                && colon.value == b':'
                && (letter.escaped || colon.escaped)
        }
        _ => false,
    }
}

/// Returns whether the name ends with that suffix, in any case, with an escape.
#[inline]
fn ends_with(name: &[u8], suffix: &[u8]) -> bool {
    let mut bytes = before(name, name.len());
    let is_escaped = suffix.iter().rev().try_fold(false, |is_escaped, wanted| {
        let byte = bytes.next().filter(|byte| byte.value.eq_ignore_ascii_case(wanted))?;
        Some(is_escaped | byte.escaped)
    });
    is_escaped == Some(true)
}

/// Returns whether it is the name of a device, whatever its extension or stream, with an escape
/// among the bytes up to the `.` or `:`.
#[inline]
fn is_device(name: &[u8]) -> bool {
    let (mut base, mut is_escaped) = (WindowsName::default(), false);
    for byte in decoded_from(name, 0) {
        is_escaped |= byte.escaped;
        if matches!(byte.value, b'.' | b':') || base.is_long() {
            break;
        }
        base.push(byte.value);
    }
    is_escaped && base.is_device()
}

/// Returns whether it is an 8.3 name (MS-FSCC 2.1.5.2.1) that Windows generates, such as
/// `LONGNA~1.TXT`, with an unreserved character in a triplet.
#[inline]
fn is_short_name(stem: &[u8]) -> bool {
    let (mut name, mut is_escaped) = (WindowsName::default(), false);
    for byte in decoded_from(stem, 0).take(LONGEST_SHORT + 1) {
        if !byte.value.is_ascii_graphic() || EXCLUDED.contains(byte.value) {
            return false;
        }
        is_escaped |= byte.escaped && is_unreserved(byte.value);
        name.push(byte.value);
    }
    // `10~20` is a range.
    is_escaped && name.short_of().is_some_and(|start| !start.iter().all(u8::is_ascii_digit))
}
