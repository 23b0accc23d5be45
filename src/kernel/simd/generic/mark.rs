//! Marks of the bytes that encoding escapes and of the digits that decoding drops: callers map places in
//! an input to places in the output by them.

use super::Frames;
use super::clean::Clean;
use super::decode_loop::{Notes, Run};
use super::member::{Escaped, Test};
use super::vector::{Lanes, Vector, load_up_to};
use crate::kernel::marks::{Block, PLACES};
use crate::kernel::rules::{DecodeRules, Progress};
use crate::sets::AsciiSet;

/// Makes blocks, one after another.
#[derive(Default)]
pub(in crate::kernel) struct Marker {
    marked: usize,
}

impl Marker {
    /// The next block.
    #[inline(always)]
    pub(in crate::kernel) fn block(&mut self, marks: u64) -> Block {
        self.marked += marks.count_ones() as usize;
        Block { marks, marked: self.marked }
    }
}

/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(in crate::kernel) unsafe fn mark_escaped<V: Vector>(
    input: &[u8],
    set: &AsciiSet,
    blocks: &mut [Block],
) -> bool {
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
            *block = marker.block(marks);
        }
    }
    true
}

/// [`Kernel::decode_marked`](super::super::contract::Kernel::decode_marked).
///
/// # Safety
/// The CPU has the instruction set of the kernel; the rest is that of the trait.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_marked<K: Frames>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
    blocks: &mut [Block],
) -> Option<Progress> {
    // SAFETY: this function's contract is that of `decode_marked_by`.
    Some(unsafe {
        if rules.is_plain() {
            K::decode_marked_by::<true>(src, dst, rules, blocks)
        } else {
            K::decode_marked_by::<false>(src, dst, rules, blocks)
        }
    })
}

/// [`Frames::decode_marked_by`].
///
/// # Safety
/// The contract of [`decode_marked`].
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_marked_by<K: Frames, const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
    blocks: &mut [Block],
) -> Progress {
    let marks = Marks::new(blocks);
    // SAFETY: this function's contract is that of `new`. `few` decodes fewer than 16 bytes; `steps`
    // leaves some of the others, if nothing is refused.
    unsafe {
        if src.len() < 16 {
            let mut run = Run::<<K::Vector as Vector>::Half, _, PLAIN>::new(src, dst, rules, marks);
            run.few();
            run.marked()
        } else {
            let mut run = Run::<K::Vector, _, PLAIN>::new(src, dst, rules, marks);
            if run.steps() {
                run.rest();
            }
            run.marked()
        }
    }
}

/// The digits that are dropped.
struct Marks<'a> {
    blocks: core::slice::IterMut<'a, Block>,
    marker: Marker,
    /// Of the block that is begun.
    drop: u64,
}

impl<'a> Marks<'a> {
    #[inline(always)]
    fn new(blocks: &'a mut [Block]) -> Self {
        Self { blocks: blocks.iter_mut(), marker: Marker::default(), drop: 0 }
    }

    /// Ends a block.
    #[inline(always)]
    fn end(&mut self) {
        if let Some(block) = self.blocks.next() {
            *block = self.marker.block(self.drop);
        }
        self.drop = 0;
    }
}

impl<V: Vector> Notes<V> for Marks<'_> {
    const PLACES: bool = true;

    #[inline(always)]
    fn register(&mut self, lane: usize, _: &Clean<V>, _: V, _: V, drop: u64) {
        self.drop |= (drop & !0 >> (64 - V::LANES)) << lane;
        if lane + V::LANES == PLACES {
            self.end();
        }
    }

    #[inline(always)]
    fn clean(&mut self) {
        self.end();
    }
}

impl<V: Vector, const PLAIN: bool> Run<V, Marks<'_>, PLAIN> {
    /// The progress, with the marks of the last block. The digits that are carried are dropped.
    #[inline(always)]
    fn marked(mut self) -> Progress {
        self.notes.drop |= self.carry << (self.at % PLACES);
        self.notes.end();
        self.progress()
    }
}
