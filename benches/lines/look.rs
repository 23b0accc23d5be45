//! The alternative to `inspect`: decoding, and a check of the decoded bytes.

use percent_simd::Flags;

use super::common::percent_encoding_decode;

/// Its findings: the most useful flags of `inspect`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) decoded_len: usize,
    pub(crate) malformed: usize,
    pub(crate) flags: Flags,
}

/// Decodes the input, and checks the bytes if decoding has changed anything: the code of a user
/// without `inspect`.
pub(crate) fn decoded_and_looked_at(input: &[u8]) -> Look {
    let is_triplet = |bytes: &[u8], at: usize| matches!(bytes.get(at + 1..at + 3), Some(digits) if digits.iter().all(u8::is_ascii_hexdigit));
    let decoded = percent_encoding_decode(input);
    let malformed = memchr::memchr_iter(b'%', input).filter(|&at| !is_triplet(input, at)).count();
    let mut flags = Flags::EMPTY;
    if decoded.len() == input.len() {
        return Look { decoded_len: decoded.len(), malformed, flags };
    }
    let mut set = |flag: Flags, holds: bool| flags = if holds { flags.union(flag) } else { flags };
    let contains = |byte| memchr::memchr(byte, &decoded).is_some();
    set(Flags::NUL, contains(0));
    set(Flags::CR, contains(b'\r'));
    set(Flags::LF, contains(b'\n'));
    set(Flags::SLASH, contains(b'/'));
    set(Flags::BACKSLASH, contains(b'\\'));
    set(Flags::CONTROL, decoded.iter().any(u8::is_ascii_control));
    set(Flags::NESTED, memchr::memchr_iter(b'%', &decoded).any(|at| is_triplet(&decoded, at)));
    set(
        Flags::DOT_SEGMENT,
        decoded
            .split(|byte| matches!(byte, b'/' | b'\\'))
            .any(|segment| matches!(segment, b"." | b"..")),
    );
    if !decoded.is_ascii() {
        set(Flags::NON_ASCII, true);
        set(Flags::CONTROL, decoded.windows(2).any(|pair| matches!(pair, [0xC2, 0x80..=0x9F])));
        if std::str::from_utf8(&decoded).is_err() {
            set(Flags::INVALID_UTF8, true);
            set(
                Flags::OVERLONG,
                decoded.windows(2).any(|pair| {
                    matches!(
                        pair,
                        [0xC0 | 0xC1, 0x80..=0xBF] | [0xE0, 0x80..=0x9F] | [0xF0, 0x80..=0x8F]
                    )
                }),
            );
        }
    }
    Look { decoded_len: decoded.len(), malformed, flags }
}
