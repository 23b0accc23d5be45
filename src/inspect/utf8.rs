//! Runs of bytes >= 0x80 in the decoded input.

use super::around::{Decoded, decoded_at};
use super::characters::of_character;
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
        if raw == 0 {
            run.add_well_formed(input);
        }
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
            } else {
                if sequence.code < 0xA0 && sequence.triplets > 0 {
                    run.flags |= Flags::CONTROL;
                }
                run.flags |= of_character(sequence.code);
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

impl Run {
    /// Adds the sequences at its end that are well-formed and consist of triplets: most of them.
    #[inline(always)]
    fn add_well_formed(&mut self, input: &[u8]) {
        loop {
            let rest = &input[self.end..];
            let (code, triplets) = match rest.first() {
                Some(b'%') => match scalar::triplet(rest) {
                    Some(0xC2..=0xDF) => (escaped_character::<2>(rest), 2),
                    Some(0xE0..=0xEF) => (escaped_character::<3>(rest), 3),
                    Some(0xF0..=0xF4) => (escaped_character::<4>(rest), 4),
                    _ => return,
                },
                _ => return,
            };
            let Some(code) = code else { return };
            if code < 0xA0 {
                self.flags |= Flags::CONTROL;
            }
            self.flags |= of_character(code);
            self.end += 3 * triplets;
            self.triplets += triplets;
        }
    }
}

/// The character of the first `N` triplets, whose first value is that of a sequence of `N` bytes;
/// `None` if they are none, or ill-formed.
#[inline(always)]
fn escaped_character<const N: usize>(input: &[u8]) -> Option<u32> {
    let (triplets, _) = input.as_chunks::<3>();
    let triplets = triplets.first_chunk::<N>()?;
    let mut code = 0;
    // Without a branch for each.
    let mut is_well_formed = true;
    for (index, triplet) in triplets.iter().enumerate() {
        let value = scalar::triplet(triplet);
        is_well_formed &= triplet[0] == b'%' && value.is_some();
        let value = value.unwrap_or(0);
        is_well_formed &= index == 0 || value & 0xC0 == 0x80;
        code = code << 6 | u32::from(value & 0x3F);
    }
    // The first byte holds 7 - N bits of it, the others six each.
    code &= (1 << (5 * N + 1)) - 1;
    let least = [0, 0, 0x80, 0x800, 0x1_0000][N];
    (is_well_formed && code >= least && char::from_u32(code).is_some()).then_some(code)
}

/// The bytes that may follow a first byte.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// How many bytes follow; 0 if the first byte begins nothing.
    left: u8,
    /// The range of the first of them. The others are any continuation byte.
    next: (u8, u8),
}

/// How much of a form the input contains.
pub(super) struct Sequence {
    end: usize,
    pub(super) is_whole: bool,
    triplets: usize,
    /// The character, if it is whole and well-formed.
    pub(super) code: u32,
}

impl Form {
    const fn new(left: u8, lowest: u8, highest: u8) -> Self {
        Self { left, next: (lowest, highest) }
    }

    /// Unicode Table 3-7, *Well-Formed UTF-8 Byte Sequences*.
    #[inline(always)]
    pub(super) const fn well_formed(first: u8) -> Self {
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
