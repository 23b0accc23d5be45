//! Marking what encoding and decoding change, for callers that know places in an input and ask
//! where these are in the output.

use super::registers::{BLOCK, load, load_up_to};
use super::tables::{HexDigits, SetTable, percents};
use super::triplets::Selection;
use crate::kernel::generic::mark::Marker;
use crate::kernel::marks::Block;
use crate::kernel::rules::DecodeRules;
use crate::kernel::x86::arch::*;
use crate::sets::AsciiSet;

/// Marks the bytes that are in `set` or >= 0x80.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) fn mark_escaped(input: &[u8], set: &AsciiSet, blocks: &mut [Block]) -> bool {
    let (src, len) = (input.as_ptr(), input.len());
    let table = SetTable::new(set);
    let mut marker = Marker::default();
    let (whole, end) = blocks.split_at_mut(blocks.len().min(len / BLOCK));
    let mut at = 0;
    for block in whole {
        // SAFETY: `whole` has at most `len / BLOCK` blocks, so `at + BLOCK <= len` for each of
        // them.
        *block = marker.block(table.members_and_non_ascii(unsafe { load(src.add(at)) }), 0);
        at += BLOCK;
    }
    for block in end {
        // SAFETY: `src` is valid for reads of `len` bytes: both are those of the slice.
        *block = marker.block(table.members_and_non_ascii(unsafe { load_up_to(src, at, len) }), 0);
        at += BLOCK;
    }
    true
}

/// Marks where triplets start that `decode` replaces.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) fn mark_triplets(
    input: &[u8],
    rules: &DecodeRules,
    blocks: &mut [Block],
) -> bool {
    let (src, len) = (input.as_ptr(), input.len());
    let triplets = Triplets {
        hex: HexDigits::new(),
        selection: (!rules.is_plain()).then(|| Selection::new(rules)),
    };
    let mut marker = Marker::default();
    // Two bytes more than a block are looked at.
    let (whole, end) = blocks.split_at_mut(blocks.len().min(len.saturating_sub(2) / BLOCK));
    let mut at = 0;
    for block in whole {
        // SAFETY: `whole` has at most `(len - 2) / BLOCK` blocks, so `at + 2 + BLOCK <= len` for
        // each of them, and `n <= 2`.
        let v = |n: usize| unsafe { load(src.add(at + n)) };
        *block = triplets.mark([v(0), v(1), v(2)], &mut marker);
        at += BLOCK;
    }
    for block in end {
        // SAFETY: `src` is valid for reads of `len` bytes, wherever `at + n` is: both are those of
        // the slice.
        let v = |n: usize| unsafe { load_up_to(src, at + n, len) };
        *block = triplets.mark([v(0), v(1), v(2)], &mut marker);
        at += BLOCK;
    }
    true
}

/// Finds where the triplets start that are decoded.
struct Triplets<'a> {
    hex: HexDigits,
    selection: Option<Selection<'a>>,
}

impl Triplets<'_> {
    /// The block made from its bytes and those one and two places further on.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt"
    )]
    fn mark(&self, [v, v1, v2]: [__m512i; 3], marker: &mut Marker) -> Block {
        let (percents, digits) = (percents(v), self.hex.look_up(v1, v2));
        let triplets = digits.starts(percents);
        let starts = match &self.selection {
            Some(selection) => selection.decoded(triplets, digits.values()),
            None => triplets,
        };
        marker.block(starts, triplets)
    }
}
