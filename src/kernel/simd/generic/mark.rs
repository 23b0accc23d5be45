//! Marks of the bytes that encoding escapes and of the digits that decoding drops: callers map places in
//! an input to places in the output by them.

use super::decode::Run;
use super::find::members;
use super::notes::Notes;
use super::vector::Vector;
use crate::kernel::marks::{Block, PLACES};
use crate::kernel::rules::{DecodeRules, Progress};
use crate::sets::AsciiSet;

/// Makes blocks, one after another.
struct Marker<'a> {
    blocks: core::slice::IterMut<'a, Block>,
    marked: usize,
}

impl<'a> Marker<'a> {
    #[inline(always)]
    fn new(blocks: &'a mut [Block]) -> Self {
        Self { blocks: blocks.iter_mut(), marked: 0 }
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

#[inline(always)]
pub(in crate::kernel) unsafe fn mark_escaped<V: Vector>(
    input: &[u8],
    set: &AsciiSet,
    blocks: &mut [Block],
) -> bool {
    let mut marker = Marker::new(blocks);
    for block in input.chunks(PLACES) {
        // SAFETY: the CPU has the instructions.
        marker.mark(unsafe { members::<V>(block, set) });
    }
    marker.mark(0); // the place past the end may be in a block of its own
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
    let marks = Marks { marker: Marker::new(blocks), drop: 0 };
    // SAFETY: this function's contract is that of `new`; `steps` leaves some bytes, if nothing is
    // refused.
    let mut run = unsafe {
        let mut run = Run::<V, _, PLAIN>::new(src, dst, rules, marks);
        if run.steps() {
            run.rest();
        }
        run
    };
    run.notes.marker.mark(run.notes.drop); // the last block
    Some(run.progress())
}

/// The digits that are dropped.
struct Marks<'a> {
    marker: Marker<'a>,
    /// The marks of the block that is begun.
    drop: u64,
}

impl<V: Vector> Notes<V> for Marks<'_> {
    const PLACES: bool = true;

    #[inline(always)]
    fn register(&mut self, lane: usize, _: V, _: V, drop: u64) {
        self.drop |= (drop & !0 >> (64 - V::LANES)) << lane;
        if lane + V::LANES == PLACES {
            self.marker.mark(core::mem::take(&mut self.drop));
        }
    }

    #[inline(always)]
    fn clean(&mut self) {
        self.marker.mark(0);
    }
}
