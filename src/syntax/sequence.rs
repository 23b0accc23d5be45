//! UTF-8, byte by byte.

/// The continuation of a first byte >= 0x80 (Unicode Table 3-7, *Well-Formed UTF-8 Byte
/// Sequences*): the number of bytes, and the range of the first of them; the others are any
/// continuation byte. `None` if that byte begins nothing.
#[inline(always)]
pub(crate) const fn continuation(first: u8) -> Option<(u8, (u8, u8))> {
    match first {
        0xC2..=0xDF => Some((1, (0x80, 0xBF))),
        0xE0 => Some((2, (0xA0, 0xBF))),
        0xED => Some((2, (0x80, 0x9F))),
        0xE1..=0xEF => Some((2, (0x80, 0xBF))),
        0xF0 => Some((3, (0x90, 0xBF))),
        0xF4 => Some((3, (0x80, 0x8F))),
        0xF1..=0xF3 => Some((3, (0x80, 0xBF))),
        _ => None,
    }
}
