//! Runs of bytes >= 0x80 in the decoded input.

use super::characters::{ONLY_ESCAPED, of_character};
use super::flags::Flags;
use crate::syntax::{self, Sequence, decoded_at};

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
    #[inline]
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
            let sequence = Sequence::read(input, run.end, first, syntax::continuation(first.value));
            if !sequence.is_whole {
                let overlong = Sequence::read(input, run.end, first, overlong(first.value));
                if overlong.is_whole && overlong.triplets > 0 {
                    run.flags |= Flags::OVERLONG;
                }
                if sequence.triplets > 0 {
                    run.flags |= Flags::INVALID_UTF8;
                }
            } else if sequence.triplets == 0 {
                run.flags |= of_character(sequence.code).difference(ONLY_ESCAPED);
            } else {
                run.add_escaped(sequence.code);
            }
            run.end = sequence.end;
            run.triplets += sequence.triplets;
            if sequence.triplets == 0 && run.end > start {
                break;
            }
        }
        run
    }

    /// Adds a character with a triplet among its bytes.
    #[inline(always)]
    fn add_escaped(&mut self, code: u32) {
        if code < 0xA0 {
            self.flags |= Flags::CONTROL;
        }
        self.flags |= of_character(code);
    }

    /// Adds the sequences at its end that are well-formed and consist of triplets: most of them.
    #[inline(always)]
    fn add_well_formed(&mut self, input: &[u8]) {
        loop {
            let rest = &input[self.end..];
            let (code, triplets) = match rest.first() {
                Some(b'%') => match syntax::triplet(rest) {
                    Some(0xC2..=0xDF) => (escaped_character::<2>(rest), 2),
                    Some(0xE0..=0xEF) => (escaped_character::<3>(rest), 3),
                    Some(0xF0..=0xF4) => (escaped_character::<4>(rest), 4),
                    _ => return,
                },
                _ => return,
            };
            let Some(code) = code else { return };
            self.add_escaped(code);
            self.end += 3 * triplets;
            self.triplets += triplets;
        }
    }
}

/// The character of the first `N` triplets, whose first value is that of a sequence of `N` bytes;
/// `None` if they are none, or ill-formed.
#[inline(always)]
fn escaped_character<const N: usize>(input: &[u8]) -> Option<u32> {
    let mut code = 0;
    // Without a branch for each.
    let mut is_well_formed = true;
    for (index, triplet) in input.get(..3 * N)?.chunks_exact(3).enumerate() {
        let value = syntax::triplet(triplet);
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

/// The [continuation](syntax::continuation) in an overlong form (RFC 2279 2): no bits are set except
/// those that a shorter form can hold.
#[inline]
const fn overlong(first: u8) -> Option<(u8, (u8, u8))> {
    match first {
        0xC0 | 0xC1 => Some((1, (0x80, 0xBF))),
        0xE0 => Some((2, (0x80, 0x9F))),
        0xF0 => Some((3, (0x80, 0x8F))),
        0xF8 => Some((4, (0x80, 0x87))),
        0xFC => Some((5, (0x80, 0x83))),
        _ => None,
    }
}
