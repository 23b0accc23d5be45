//! Names that Windows reads as other names, spelled with escapes:
//! [`WINDOWS_NAME`](super::Flags::WINDOWS_NAME).
//!
//! A triplet that cannot matter is passed over after a few bytes around it, so that `%20` between
//! words and the `%3A` of a URL cost little. Otherwise the whole segment is judged, once, whatever
//! else it contains: time is linear.

use super::context::{Decoded, after, before, decoded_at};
use crate::sets::AsciiSet;
use crate::syntax::is_device_name;

/// The longest device name, `CONOUT$`, in bytes.
const LONGEST_DEVICE: usize = 7;

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
        is_candidate(input, at, value) && self.has_candidate::<true>(input, at, value)
    }

    #[inline(never)]
    fn has_candidate<const LAZY: bool>(&mut self, input: &[u8], at: usize, value: u8) -> bool {
        at >= self.judged && may_matter(input, at, value) && self.judge(input, at)
    }

    #[inline]
    fn judge(&mut self, input: &[u8], at: usize) -> bool {
        let mut start = at;
        let mut edge = None;
        for byte in before(input, at) {
            if byte.ends_name() {
                edge = Some(byte.value);
                break;
            }
            start -= byte.len();
        }
        let len = |is_end: fn(&Decoded) -> bool, from| {
            after(input, from).take_while(|byte| !is_end(byte)).map(Decoded::len).sum::<usize>()
        };
        // Parameters belong to the segment, and not to the name.
        self.judged = at + len(|byte| byte.is_separator(), at);
        if edge == Some(b';') {
            return false;
        }
        let name = &input[start..at + len(|byte| byte.ends_name(), at)];
        let tail = Tail::of(name);
        let stem = &name[..name.len() - tail.len];
        matches!(edge, Some(b'/' | b'\\')) && tail.is_dropped(stem)
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

const fn is_unreserved(value: u8) -> bool {
    matches!(value, b'-' | b'.' | b'_' | b'~') || value.is_ascii_alphanumeric()
}

/// The dots and spaces at the end of a name, which Windows drops.
struct Tail {
    /// The length in the input.
    len: usize,
    dots: usize,
    spaces: usize,
    is_escaped: bool,
}

impl Tail {
    #[inline]
    fn of(name: &[u8]) -> Self {
        let mut tail = Self { len: 0, dots: 0, spaces: 0, is_escaped: false };
        for byte in before(name, name.len()) {
            match byte.value {
                b'.' => tail.dots += 1,
                b' ' => tail.spaces += 1,
                _ => break,
            }
            tail.len += byte.len();
            tail.is_escaped |= byte.escaped;
        }
        tail
    }

    /// Returns whether dropping it makes another name: a name of spaces is no name, and a dot
    /// segment has a flag of its own.
    #[inline]
    fn is_dropped(&self, stem: &[u8]) -> bool {
        let is_name = !stem.is_empty() || self.dots > 2 || self.dots > 0 && self.spaces > 0;
        is_name && self.is_escaped
    }
}

/// `C:`, with an escape.
#[inline]
fn is_drive(name: &[u8]) -> bool {
    let mut bytes = after(name, 0);
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
    let mut base = [0; LONGEST_DEVICE];
    let (mut len, mut has_space, mut is_escaped) = (0, false, false);
    for byte in after(name, 0) {
        is_escaped |= byte.escaped;
        match byte.value {
            b'.' | b':' => break,
            b' ' => has_space = true,
            _ if has_space || len == base.len() => return false,
            value => {
                base[len] = value.to_ascii_uppercase();
                len += 1;
            }
        }
    }
    is_escaped && is_device_name(&base[..len])
}

/// Returns whether it is an 8.3 name (MS-FSCC 2.1.5.2.1) that Windows generates, such as
/// `LONGNA~1.TXT`, with an unreserved character in a triplet.
#[inline]
fn is_short_name(stem: &[u8]) -> bool {
    let mut parts = ([0; 8], [0; 3]);
    let (mut len, mut extension_len, mut has_dot, mut is_escaped) = (0, 0, false, false);
    for byte in after(stem, 0) {
        is_escaped |= byte.escaped && is_unreserved(byte.value);
        let (part, len) = match has_dot {
            false => (&mut parts.0[..], &mut len),
            true => (&mut parts.1[..], &mut extension_len),
        };
        match byte.value {
            b'.' if !has_dot => has_dot = true,
            value if *len < part.len() && is_in_short_name(value) => {
                part[*len] = value;
                *len += 1;
            }
            _ => return false,
        }
    }
    let base = &parts.0[..len];
    let number = base.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let before_number = &base[..len - number];
    is_escaped
        && matches!(number, 1..=6)
        && before_number.split_last().is_some_and(|(&last, longer)| {
            // `10~20` is a range.
            last == b'~' && !longer.iter().all(u8::is_ascii_digit)
        })
}

/// ASCII, no control character, no space, and none of those that the standard excludes.
const fn is_in_short_name(value: u8) -> bool {
    const EXCLUDED: AsciiSet = AsciiSet::from_bytes(b"\"*+,./:;<=>?[\\]|");
    value.is_ascii_graphic() && !EXCLUDED.contains(value)
}
