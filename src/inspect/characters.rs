//! Characters outside ASCII that look like others, or are invisible.

use super::flags::Flags;
use crate::syntax::{self, Decoded, Sequence};

/// Ranges of characters by their flag, in order: as [`CONFUSABLE`](Flags::CONFUSABLE),
/// [`BIDI`](Flags::BIDI) and [`ZERO_WIDTH`](Flags::ZERO_WIDTH) define them. Not confusable here are
/// marks, and the quotation marks U+2018 to U+201F, U+2039 and U+203A.
const RANGES: [(u32, u32, Flags); 62] = [
    (0x00AD, 0x00AD, Flags::ZERO_WIDTH),     // SOFT HYPHEN
    (0x02B9, 0x02BA, Flags::CONFUSABLE),     // best fit: ' "
    (0x02BC, 0x02BC, Flags::CONFUSABLE),     // best fit: '
    (0x02C2, 0x02C3, Flags::CONFUSABLE),     // UTS #39: < >
    (0x02C8, 0x02C8, Flags::CONFUSABLE),     // best fit: '
    (0x030E, 0x030E, Flags::CONFUSABLE),     // best fit: "
    (0x061C, 0x061C, Flags::BIDI),           // ARABIC LETTER MARK
    (0x0701, 0x0702, Flags::CONFUSABLE),     // UTS #39: .
    (0x1735, 0x1735, Flags::CONFUSABLE),     // UTS #39: /
    (0x180E, 0x180E, Flags::ZERO_WIDTH),     // MONGOLIAN VOWEL SEPARATOR
    (0x200B, 0x200D, Flags::ZERO_WIDTH),     // ZERO WIDTH SPACE, NON-JOINER, JOINER
    (0x200E, 0x200F, Flags::BIDI),           // LEFT-TO-RIGHT, RIGHT-TO-LEFT MARK
    (0x2024, 0x2025, Flags::CONFUSABLE),     // NFKC: . ..
    (0x202A, 0x202E, Flags::BIDI),           // embeddings and overrides
    (0x2032, 0x2032, Flags::CONFUSABLE),     // best fit: '
    (0x2041, 0x2041, Flags::CONFUSABLE),     // UTS #39: /
    (0x2044, 0x2044, Flags::CONFUSABLE),     // best fit: /
    (0x2060, 0x2064, Flags::ZERO_WIDTH),     // WORD JOINER, invisible operators
    (0x2066, 0x2069, Flags::BIDI),           // isolates
    (0x206A, 0x206F, Flags::ZERO_WIDTH),     // deprecated format characters
    (0x2100, 0x2101, Flags::CONFUSABLE),     // NFKC: a/c a/s
    (0x2105, 0x2106, Flags::CONFUSABLE),     // NFKC: c/o c/u
    (0x2215, 0x2216, Flags::CONFUSABLE),     // best fit: / \
    (0x2329, 0x232A, Flags::CONFUSABLE),     // best fit: < >
    (0x2488, 0x249B, Flags::CONFUSABLE),     // NFKC: 1. to 20.
    (0x2571, 0x2571, Flags::CONFUSABLE),     // UTS #39: /
    (0x276E, 0x276F, Flags::CONFUSABLE),     // UTS #39: < >
    (0x27CB, 0x27CB, Flags::CONFUSABLE),     // UTS #39: /
    (0x27CD, 0x27CD, Flags::CONFUSABLE),     // UTS #39: \
    (0x29F5, 0x29F5, Flags::CONFUSABLE),     // UTS #39: \
    (0x29F8, 0x29F9, Flags::CONFUSABLE),     // UTS #39: / \
    (0x2F02, 0x2F03, Flags::CONFUSABLE),     // UTS #39: \ /
    (0x3008, 0x3009, Flags::CONFUSABLE),     // best fit: < >
    (0x31D3, 0x31D4, Flags::CONFUSABLE),     // UTS #39: / \
    (0x33C2, 0x33C2, Flags::CONFUSABLE),     // NFKC: a.m.
    (0x33C7, 0x33C7, Flags::CONFUSABLE),     // NFKC: Co.
    (0x33D8, 0x33D8, Flags::CONFUSABLE),     // NFKC: p.m.
    (0x560A, 0x560A, ONLY_ESCAPED),          // LF in its low byte
    (0x560D, 0x560D, ONLY_ESCAPED),          // CR in its low byte
    (0xA60E, 0xA60E, Flags::CONFUSABLE),     // UTS #39: .
    (0xFE30, 0xFE30, Flags::CONFUSABLE),     // NFKC: ..
    (0xFE52, 0xFE52, Flags::CONFUSABLE),     // NFKC: .
    (0xFE64, 0xFE65, Flags::CONFUSABLE),     // NFKC: < >
    (0xFE68, 0xFE68, Flags::CONFUSABLE),     // NFKC: \
    (0xFE6A, 0xFE6A, Flags::CONFUSABLE),     // NFKC: %
    (0xFEFF, 0xFEFF, Flags::ZERO_WIDTH),     // ZERO WIDTH NO-BREAK SPACE, the byte order mark
    (0xFF02, 0xFF02, Flags::CONFUSABLE),     // NFKC: "
    (0xFF05, 0xFF05, Flags::CONFUSABLE),     // NFKC: %
    (0xFF07, 0xFF07, Flags::CONFUSABLE),     // NFKC: '
    (0xFF0E, 0xFF0F, Flags::CONFUSABLE),     // NFKC: . /
    (0xFF1C, 0xFF1C, Flags::CONFUSABLE),     // NFKC: <
    (0xFF1E, 0xFF1E, Flags::CONFUSABLE),     // NFKC: >
    (0xFF3C, 0xFF3C, Flags::CONFUSABLE),     // NFKC: \
    (0x1_0A50, 0x1_0A50, Flags::CONFUSABLE), // UTS #39: .
    (0x1_BCA0, 0x1_BCA3, Flags::ZERO_WIDTH), // shorthand format controls
    (0x1_D173, 0x1_D17A, Flags::ZERO_WIDTH), // musical format controls
    (0x1_D20F, 0x1_D20F, Flags::CONFUSABLE), // UTS #39: \
    (0x1_D236, 0x1_D237, Flags::CONFUSABLE), // UTS #39: < >
    (0x1_D23A, 0x1_D23B, Flags::CONFUSABLE), // UTS #39: / \
    (0x1_F100, 0x1_F100, Flags::CONFUSABLE), // NFKC: 0.
    (0xE_0001, 0xE_0001, Flags::ZERO_WIDTH), // LANGUAGE TAG
    (0xE_0020, 0xE_007F, Flags::ZERO_WIDTH), // tags
];

/// The flag that characters have only if a triplet is among their bytes, or as `%uXXXX`.
pub(super) const ONLY_ESCAPED: Flags = Flags::TRUNCATED_NEWLINE;

/// A bit for each 8 characters of the basic plane: whether one of them has a flag.
static EIGHTS: [u64; 128] = {
    let mut eights = [0; 128];
    let mut range = 0;
    while range < RANGES.len() {
        let (mut code, last, _) = RANGES[range];
        while code <= last && code <= 0xFFFF {
            let eight = code as usize / 8;
            eights[eight / 64] |= 1 << (eight % 64);
            code += 1;
        }
        range += 1;
    }
    eights
};

/// A bit for each byte from 0xC0 on: whether a character that has a flag when it is raw begins with
/// it in UTF-8.
const FIRST_BYTES: u64 = {
    let mut firsts = 0;
    let mut range = 0;
    while range < RANGES.len() {
        let (mut code, last, flags) = RANGES[range];
        while code <= last && !flags.contains(ONLY_ESCAPED) {
            firsts |= 1
                << match code {
                    ..0x800 => code >> 6,
                    0x800..0x1_0000 => 0x20 | code >> 12,
                    _ => 0x30 | code >> 18,
                };
            code += 1;
        }
        range += 1;
    }
    firsts
};

/// The flags of a character, which has [`ONLY_ESCAPED`] ones with a triplet among its bytes, or as
/// `%uXXXX`.
#[inline(always)]
pub(super) fn of_character(code: u32) -> Flags {
    let eight = code as usize / 8;
    match EIGHTS.get(eight / 64) {
        Some(eights) if eights >> (eight % 64) & 1 == 0 => Flags::EMPTY,
        _ => look_up::<true>(code),
    }
}

#[inline(never)]
fn look_up<const LAZY: bool>(code: u32) -> Flags {
    let after = RANGES.partition_point(|&(first, ..)| first <= code);
    match after.checked_sub(1).map(|index| RANGES[index]) {
        Some((_, last, flags)) if code <= last => flags,
        _ => Flags::EMPTY,
    }
}

/// The flags of the characters of a run of raw bytes >= 0x80, which begins at `at`, and its end.
#[inline]
pub(super) fn of_raw_run(input: &[u8], at: usize) -> (Flags, usize) {
    let mut flags = Flags::EMPTY;
    let end = input[at..].iter().position(u8::is_ascii).map_or(input.len(), |len| at + len);
    for index in at..end {
        let byte = input[index];
        if byte >= 0xC0 && FIRST_BYTES >> (byte - 0xC0) & 1 != 0 {
            // Some of its bytes may be escaped; the run of these triplets adds their own flags.
            let first = Decoded { value: byte, escaped: false };
            let sequence = Sequence::read(input, index, first, syntax::continuation(byte));
            if sequence.is_whole {
                flags |= of_character(sequence.code).difference(ONLY_ESCAPED);
            }
        }
    }
    (flags, end)
}
