//! Runs of bytes >= 0x80 in the decoded input.

use super::around::{Decoded, decoded_at};
use super::flags::Flags;
use crate::kernel::scalar;

/// At most this many raw bytes before a triplet can belong to the sequence that it ends: that of a
/// six-byte form.
const REACH: usize = 5;

/// Starts at a triplet of a value >= 0x80, and continues as long as sequences of such bytes contain
/// triplets.
pub(super) struct Run {
    pub(super) end: usize,
    pub(super) triplets: usize,
    pub(super) flags: Flags,
}

impl Run {
    /// The run of the triplet at `start`. Raw bytes right before it are part of the run; the
    /// previous run may have read them, too.
    pub(super) fn at(input: &[u8], start: usize) -> Self {
        let raw = input[start.saturating_sub(REACH)..start]
            .iter()
            .rev()
            .take_while(|byte| **byte >= 0x80)
            .count();
        let mut run = Self { end: start - raw, triplets: 0, flags: Flags::NON_ASCII };
        while let Some(first) = decoded_at(input, run.end).filter(|byte| byte.value >= 0x80) {
            let sequence = Form::well_formed(first.value).read(input, run.end, first);
            if !sequence.is_whole {
                let overlong = Form::overlong(first.value).read(input, run.end, first);
                if overlong.is_whole && overlong.triplets > 0 {
                    run.flags |= Flags::OVERLONG;
                }
                if sequence.triplets > 0 {
                    run.flags |= Flags::INVALID_UTF8;
                }
            } else if first.value == 0xC2 && sequence.last < 0xA0 && sequence.triplets > 0 {
                run.flags |= Flags::CONTROL;
            }
            run.end = sequence.end;
            run.triplets += sequence.triplets;
            if sequence.triplets == 0 && run.end > start {
                break;
            }
        }
        run
    }
}

/// The bytes that may follow a first byte.
#[derive(Clone, Copy)]
struct Form {
    /// How many bytes follow; 0 if the first byte begins nothing.
    left: u8,
    /// The range of the first of them. The others are any continuation byte.
    next: (u8, u8),
}

/// How much of a form the input contains.
struct Sequence {
    end: usize,
    is_whole: bool,
    triplets: usize,
    /// Its last byte.
    last: u8,
}

impl Form {
    const fn new(left: u8, lowest: u8, highest: u8) -> Self {
        Self { left, next: (lowest, highest) }
    }

    /// Unicode Table 3-7, *Well-Formed UTF-8 Byte Sequences*.
    #[inline(always)]
    const fn well_formed(first: u8) -> Self {
        match scalar::Sequence::after(first) {
            Some((left, next)) => Self { left, next },
            None => Self::new(0, 0, 0),
        }
    }

    /// RFC 2279 2: no bits are set except those that a shorter form can hold.
    const fn overlong(first: u8) -> Self {
        match first {
            0xC0 | 0xC1 => Self::new(1, 0x80, 0xBF),
            0xE0 => Self::new(2, 0x80, 0x9F),
            0xF0 => Self::new(3, 0x80, 0x8F),
            0xF8 => Self::new(4, 0x80, 0x87),
            0xFC => Self::new(5, 0x80, 0x83),
            _ => Self::new(0, 0, 0),
        }
    }

    /// Reads as much of the form as the input contains; `first` is its first byte, at `at`.
    #[inline(always)]
    fn read(self, input: &[u8], at: usize, first: Decoded) -> Sequence {
        let (mut lowest, mut highest) = self.next;
        let mut sequence = Sequence {
            end: at + first.len(),
            is_whole: self.left > 0,
            triplets: usize::from(first.escaped),
            last: first.value,
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
            sequence.last = next.value;
            (lowest, highest) = (0x80, 0xBF);
        }
        sequence
    }
}
