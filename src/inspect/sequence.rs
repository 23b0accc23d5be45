//! Sequences of bytes >= 0x80 in the decoded input: the forms of UTF-8, and how much of one is there.

use super::context::{Decoded, decoded_at};
use crate::syntax;

/// The bytes that may follow a first byte.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// The number of bytes that follow; 0 if the first byte begins nothing.
    left: u8,
    /// The range of the first of them. The others are any continuation byte.
    next: (u8, u8),
}

/// The part of a form that the input contains.
pub(super) struct Sequence {
    pub(super) end: usize,
    pub(super) is_whole: bool,
    pub(super) triplets: usize,
    /// The character, if it is whole and well-formed.
    pub(super) code: u32,
}

impl Form {
    #[inline]
    const fn new(left: u8, lowest: u8, highest: u8) -> Self {
        Self { left, next: (lowest, highest) }
    }

    /// Unicode Table 3-7, *Well-Formed UTF-8 Byte Sequences*.
    #[inline(always)]
    pub(super) const fn well_formed(first: u8) -> Self {
        match syntax::continuation(first) {
            Some((left, next)) => Self { left, next },
            None => Self::new(0, 0, 0),
        }
    }

    /// RFC 2279 2: no bits are set except those that a shorter form can hold.
    pub(super) const fn overlong(first: u8) -> Self {
        match first {
            0xC0 | 0xC1 => Self::new(1, 0x80, 0xBF),
            0xE0 => Self::new(2, 0x80, 0x9F),
            0xF0 => Self::new(3, 0x80, 0x8F),
            0xF8 => Self::new(4, 0x80, 0x87),
            0xFC => Self::new(5, 0x80, 0x83),
            _ => Self::new(0, 0, 0),
        }
    }

    /// Reads the part of the form that the input contains; `first` is its first byte, at `at`.
    #[inline(always)]
    pub(super) fn read(self, input: &[u8], at: usize, first: Decoded) -> Sequence {
        let (mut lowest, mut highest) = self.next;
        let mut sequence = Sequence {
            end: at + first.len(),
            is_whole: self.left > 0,
            triplets: usize::from(first.escaped),
            // A first byte has one bit for each that follows, after two others.
            code: u32::from(first.value & (0x3F >> self.left)),
        };
        for _ in 0..self.left {
            let Some(next) = decoded_at(input, sequence.end)
                .filter(|next| lowest <= next.value && next.value <= highest)
            else {
                sequence.is_whole = false;
                break;
            };
            sequence.end += next.len();
            sequence.triplets += usize::from(next.escaped);
            sequence.code = sequence.code << 6 | u32::from(next.value & 0x3F);
            (lowest, highest) = (0x80, 0xBF);
        }
        sequence
    }
}
