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

/// The part of a sequence that is still to come.
#[cfg(feature = "path")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequence {
    /// The number of bytes to come.
    left: u8,
    /// The range of the next one.
    next: (u8, u8),
}

#[cfg(feature = "path")]
impl Sequence {
    /// Nothing is begun.
    pub(crate) const NONE: Self = Self { left: 0, next: (0, 0) };

    /// Returns whether more bytes must follow.
    #[inline(always)]
    pub(crate) const fn is_begun(self) -> bool {
        self.left > 0
    }

    /// Goes on with the next byte. False if it is ill-formed there; then nothing is begun.
    #[inline(always)]
    pub(crate) fn continues_with(&mut self, byte: u8) -> bool {
        let is_well_formed;
        (is_well_formed, *self) = if self.left > 0 {
            let is_in_range = self.next.0 <= byte && byte <= self.next.1;
            let left = if is_in_range { self.left - 1 } else { 0 };
            (is_in_range, Self { left, next: (0x80, 0xBF) })
        } else if byte < 0x80 {
            (true, Self::NONE)
        } else {
            match continuation(byte) {
                Some((left, next)) => (true, Self { left, next }),
                None => (false, Self::NONE),
            }
        };
        is_well_formed
    }
}
