//! Marking what encoding and decoding change, for callers that know places in an input and ask
//! where they come to be in the output.

use super::member::{Escaped, Test};
use super::triplets::Decoding;
use super::vector::{Vector, load_up_to};
use crate::kernel::marks::{Block, PLACES};
use crate::kernel::rules::DecodeRules;
use crate::sets::AsciiSet;

/// Makes blocks, one after another.
#[derive(Default)]
pub(in crate::kernel) struct Marker {
    before: usize,
    triplets: u64,
}

impl Marker {
    /// The next block, from which of its bytes are marked, and where triplets may begin.
    #[inline(always)]
    pub(in crate::kernel) fn block(&mut self, marks: u64, triplets: u64) -> Block {
        let within = triplets << 1 | triplets << 2 | self.triplets >> 62 | self.triplets >> 63;
        let block = Block { marks, within, before: self.before };
        *self = Self { before: self.before + marks.count_ones() as usize, triplets };
        block
    }
}

/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(in crate::kernel) unsafe fn mark_escaped<V: Vector>(
    input: &[u8],
    set: &AsciiSet,
    blocks: &mut [Block],
) {
    let (src, len) = (input.as_ptr(), input.len());
    let mut marker = Marker::default();
    // SAFETY: the CPU has the instruction set, by this function's contract; `src` is valid for
    // reads of `len` bytes, which is all that `load_up_to` asks for. Whole registers are loaded
    // where `at + PLACES <= len` by the condition, and `lane + LANES <= PLACES`.
    unsafe {
        let (whole, half) = (Escaped::<V>::new(set), Escaped::<V::Half>::new(set));
        for (block, at) in blocks.iter_mut().zip((0..).step_by(PLACES)) {
            let (mut marks, mut lane) = (0, 0);
            if len.saturating_sub(at) >= PLACES {
                while lane < PLACES {
                    marks |= whole.test(V::load(src.add(at + lane))).mask() << lane;
                    lane += V::LANES;
                }
            }
            while lane < PLACES && at + lane < len {
                marks |= half.test(load_up_to::<V::Half>(src, at + lane, len)).mask() << lane;
                lane += 16;
            }
            *block = marker.block(marks, 0);
        }
    }
}

/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(in crate::kernel) unsafe fn mark_triplets<V: Vector>(
    input: &[u8],
    rules: &DecodeRules,
    blocks: &mut [Block],
) {
    // SAFETY: the CPU has the instruction set, by this function's contract.
    unsafe {
        if rules.is_plain() {
            mark_triplets_with::<V, false>(input, rules, blocks);
        } else {
            mark_triplets_with::<V, true>(input, rules, blocks);
        }
    }
}

/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
unsafe fn mark_triplets_with<V: Vector, const POLICY: bool>(
    input: &[u8],
    rules: &DecodeRules,
    blocks: &mut [Block],
) {
    let (src, len) = (input.as_ptr(), input.len());
    let mut marker = Marker::default();
    // SAFETY: the CPU has the instruction set, by this function's contract; `src` is valid for
    // reads of `len` bytes, which is all that `load_up_to` asks for. Whole registers are loaded
    // where `at + PLACES + LANES <= len` by the condition: the first at `at`, the others at
    // `at + lane + LANES`, where `lane + LANES <= PLACES`.
    unsafe {
        let (whole, half) = (Decoding::<V>::new(rules), Decoding::<V::Half>::new(rules));
        for (block, at) in blocks.iter_mut().zip((0..).step_by(PLACES)) {
            let (mut starts, mut percents, mut lane) = (0, 0, 0);
            if len.saturating_sub(at) >= PLACES + V::LANES {
                let mut v = V::load(src.add(at));
                let mut class = whole.digits.class(v);
                while lane < PLACES {
                    let next = V::load(src.add(at + lane + V::LANES));
                    let following = whole.digits.class(next);
                    starts |=
                        whole.block::<POLICY>(v, class, following).map_or(0, |(starts, _)| starts)
                            << lane;
                    if POLICY {
                        percents |= whole.clean.percents(v).mask() << lane;
                    }
                    (v, class) = (next, following);
                    lane += V::LANES;
                }
            }
            while lane < PLACES && at + lane < len {
                let (v, next) = (
                    load_up_to::<V::Half>(src, at + lane, len),
                    load_up_to::<V::Half>(src, at + lane + 16, len),
                );
                let found = half.block::<POLICY>(v, half.digits.class(v), half.digits.class(next));
                starts |= found.map_or(0, |(starts, _)| starts) << lane;
                if POLICY {
                    percents |= half.clean.percents(v).mask() << lane;
                }
                lane += 16;
            }
            *block = marker.block(starts, starts | percents);
        }
    }
}
