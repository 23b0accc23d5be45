//! Lines of logs as servers write nearly all of them: known to be well formed without being taken
//! apart, many at a time.

use memchr::{memchr, memchr2};

use super::format::Format;
use super::selection::Picks;

/// Where the request of a line of *common* or *combined* begins, if that is a usual line and has one.
pub(super) fn request_at(bytes: &[u8]) -> Option<usize> {
    // Most have neither an identity nor a user.
    const NOBODY: &[u8] = b" - -";
    let host = word(bytes)?;
    let time = host + NOBODY.len();
    if bytes[host..].starts_with(NOBODY)
        && let Some(time) = bytes[time..].first_chunk()
        && is_time(time)
    {
        return Some(host + NOBODY.len() + TIME);
    }
    let at = memchr2(b'"', b'\n', bytes)?;
    is_before_request(&bytes[..at]).then_some(at)
}

/// Whether the first quote of a line begins the request, as `before` it is what servers write: three
/// fields without spaces or brackets, and a time of the usual length.
fn is_before_request(before: &[u8]) -> bool {
    let Some((before, time)) = before.split_last_chunk() else { return false };
    // Few enough to be counted in a byte, which vectorises.
    let few = &before[..before.len().min(usize::from(u8::MAX))];
    let spaces = few.iter().fold(0, |count: u8, &byte| count + u8::from(byte == b' '));
    let has_bracket = few.iter().fold(false, |found, &byte| found | (byte == b'['));
    is_time(time) && !has_bracket && spaces == 2 && few.len() == before.len()
}

/// The length of a time with the spaces around it.
const TIME: usize = " [12/Nov/2026:06:00:07 +0000] ".len();

/// Without a second bracket that closes, and in one line.
fn is_time(time: &[u8; TIME]) -> bool {
    // All eights but the last, which overlaps another.
    let ends = [2, 10, 18, TIME - 10].into_iter().fold(0, |ends, at| {
        let eight = time[at..].first_chunk().map_or(0, |&eight| u64::from_le_bytes(eight));
        ends | below(b' ', eight) | below(1, eight ^ (ONES * u64::from(b']')))
    });
    time.starts_with(b" [") && time.ends_with(b"] ") && ends == 0
}

/// How long a word is: what is before a space, and holds no quote or control character.
fn word(bytes: &[u8]) -> Option<usize> {
    const END: u8 = b'"' + 1;
    // Most are short, and how short cannot be predicted: eight bytes at once.
    let eight = |at: usize| {
        let eight = bytes.get(at..)?.first_chunk()?;
        let ends = below(END, u64::from_le_bytes(*eight));
        (ends != 0).then(|| at + ends.trailing_zeros() as usize / 8)
    };
    let len = match eight(0).or_else(|| eight(8)) {
        Some(len) => len,
        None => bytes.iter().position(|&byte| byte < END)?,
    };
    (bytes[len] == b' ').then_some(len)
}

const ONES: u64 = u64::from_ne_bytes([1; 8]);

/// Marks the first of eight bytes that is below this one, which is no more than 0x80; and maybe some
/// after it.
const fn below(byte: u8, eight: u64) -> u64 {
    eight.wrapping_sub(ONES * byte as u64) & !eight & (ONES * 0x80)
}

/// What is asked of the lines of *common* or *combined*.
#[derive(Clone, Copy, Debug)]
pub(super) struct Usual {
    /// The last field that is selected, from 0.
    last: usize,
    /// A line may not end before this field does.
    required: usize,
}

/// The fields in quotes begin with this one.
const REQUEST: usize = 4;

impl Usual {
    /// `None` where lines have to be taken apart: another format, or nothing is selected from the
    /// request on.
    pub(super) fn new(format: Format, picks: &Picks) -> Option<Self> {
        let last = picks.as_slice().last()?.field;
        let is_known = matches!(format, Format::Common | Format::Combined) && last >= REQUEST;
        is_known.then_some(Self { last, required: picks.required })
    }

    /// The length of the whole lines before the first one that may be malformed, and how many they
    /// are. `block` holds no backslash.
    pub(super) fn lines(&self, block: &[u8]) -> (usize, u64) {
        let (mut len, mut count) = (0, 0);
        while let Some(line) = self.line(&block[len..]) {
            (len, count) = (len + line, count + 1);
        }
        (len, count)
    }

    /// The length of the first line; `None`: nobody knows yet whether it is well formed. Each byte
    /// is looked at once, so the end of the line is not known before it is met.
    fn line(&self, bytes: &[u8]) -> Option<usize> {
        let mut at = request_at(bytes)?;
        for number in REQUEST..=self.last {
            at += match bytes.get(at)? {
                b'"' => {
                    let len = memchr2(b'"', b'\n', &bytes[at + 1..])?;
                    if bytes[at + 1 + len] == b'\n' {
                        return None;
                    }
                    len + 2
                }
                _ if number == REQUEST => return None,
                _ => word(&bytes[at..])?,
            };
            match bytes.get(at)? {
                b' ' => at += 1,
                // A CR before it is up to others.
                b'\n' if number >= self.required => break,
                _ => return None,
            }
        }
        Some(at + memchr(b'\n', &bytes[at..])? + 1)
    }
}
