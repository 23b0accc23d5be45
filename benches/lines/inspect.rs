//! Rows that inspect, compared with the code of a user without `inspect`: decoding, and a check of
//! the decoded bytes.

use std::hint::black_box;

use memchr::{memchr, memchr_iter};
use percent_simd::inspect;

use super::set::{Set, row};
use percent_simd_benches::peers::LOOK;
use percent_simd_benches::percent_encoding_decode;

/// Returns whether `inspect` finds nothing to examine closely.
pub(crate) fn is_clean(line: &[u8]) -> bool {
    line.is_ascii() && !line.contains(&b'%') && !line.windows(2).any(|two| two == b"..")
}

/// The decoded length, and the number of malformed `%`. If decoding changes anything, the most
/// useful flags of `inspect` are computed, too.
fn look(input: &[u8]) -> (usize, usize) {
    let is_triplet = |bytes: &[u8], at: usize| matches!(bytes.get(at + 1..at + 3), Some(digits) if digits.iter().all(u8::is_ascii_hexdigit));
    let decoded = percent_encoding_decode(input);
    let malformed = memchr_iter(b'%', input).filter(|&at| !is_triplet(input, at)).count();
    if decoded.len() == input.len() {
        return (decoded.len(), malformed);
    }
    let special = b"\0\r\n/\\".map(|byte| memchr(byte, &decoded).is_some());
    let control = decoded.iter().any(u8::is_ascii_control);
    let nested = memchr_iter(b'%', &decoded).any(|at| is_triplet(&decoded, at));
    let mut segments = decoded.split(|byte| matches!(byte, b'/' | b'\\'));
    let dots = segments.any(|segment| matches!(segment, b"." | b".."));
    black_box((special, control, nested, dots));
    if !decoded.is_ascii() {
        let holds = |is: fn(&[u8]) -> bool| decoded.windows(2).any(is);
        black_box(holds(|pair| matches!(pair, [0xC2, 0x80..=0x9F])));
        let overlong: fn(&[u8]) -> bool = |pair| {
            matches!(pair, [0xC0 | 0xC1, 0x80..=0xBF] | [0xE0, 0x80..=0x9F] | [0xF0, 0x80..=0x8F])
        };
        black_box(std::str::from_utf8(&decoded).is_err() && holds(overlong));
    }
    (decoded.len(), malformed)
}

pub(crate) fn peer<'a>(set: &mut Set<'a>, lines: &'a [&'a [u8]]) {
    let expected: Vec<_> = lines.iter().map(|line| look(line)).collect();
    row!(set, LOOK, lines, == &expected, |line| look(line));
}

pub(crate) fn ours<'a>(set: &mut Set<'a>, lines: &'a [&'a [u8]]) {
    let expected: Vec<_> = lines.iter().map(|line| look(line)).collect();
    row!(set, "inspect", lines, == &expected, |line| {
        let report = inspect(line);
        black_box(report.flags());
        (report.decoded_len(), report.malformed_count())
    });
}
