//! Marks of the bytes that encoding escapes and of the digits that decoding drops: callers map places in
//! an input to places in the output by them.

use super::decode::{Notes, Run};
use super::encode::members;
use super::vector::Vector;
use crate::kernel::marks::{Block, PLACES};
use crate::kernel::rules::{DecodeRules, Progress};
use crate::sets::AsciiSet;

/// Makes blocks, one after another.
struct Marks<'a> {
    blocks: core::slice::IterMut<'a, Block>,
    marked: usize,
    /// The marks of the block that is begun.
    begun: u64,
}

impl<'a> Marks<'a> {
    #[inline(always)]
    fn new(blocks: &'a mut [Block]) -> Self {
        Self { blocks: blocks.iter_mut(), marked: 0, begun: 0 }
    }

    /// Makes the next block, if there is one.
    #[inline(always)]
    fn mark(&mut self, marks: u64) {
        self.marked += marks.count_ones() as usize;
        if let Some(block) = self.blocks.next() {
            *block = Block { marks, marked: self.marked };
        }
    }
}

/// The digits that are dropped.
impl<V: Vector> Notes<V> for Marks<'_> {
    const PLACES: bool = true;

    #[inline(always)]
    fn register(&mut self, lane: usize, _: V, _: V, drop: u64) {
        self.begun |= (drop & !0 >> (64 - V::LANES)) << lane;
        if lane + V::LANES == PLACES {
            let marks = core::mem::take(&mut self.begun);
            self.mark(marks);
        }
    }

    #[inline(always)]
    fn clean(&mut self) {
        self.mark(0);
    }
}

#[inline(always)]
pub(in crate::kernel) unsafe fn mark_escaped<V: Vector>(
    input: &[u8],
    set: &AsciiSet,
    blocks: &mut [Block],
) -> bool {
    let mut marks = Marks::new(blocks);
    for block in input.chunks(PLACES) {
        // SAFETY: the CPU has the instructions.
        marks.mark(unsafe { members::<V>(block, set) });
    }
    marks.mark(0); // the place past the end may be in a block of its own
    true
}

/// [`Kernel::decode_marked`](super::super::contract::Kernel::decode_marked).
///
/// # Safety
/// That of the trait.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_marked<V: Vector, const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
    blocks: &mut [Block],
) -> Option<Progress> {
    // SAFETY: this function's contract is that of `new`; `steps` leaves some bytes, if nothing is
    // refused.
    let mut run = unsafe {
        let mut run = Run::<V, _, PLAIN>::new(src, dst, rules, Marks::new(blocks));
        if run.steps() {
            run.rest();
        }
        run
    };
    run.notes.mark(run.notes.begun); // the last block
    Some(run.progress())
}
