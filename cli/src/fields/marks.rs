//! The positions of a few bytes in a text, found 64 bytes at a time, without a branch for each.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, u8x64};

/// The window: positions fit in 16 bits, and all of it in the first-level cache.
pub const WINDOW: usize = 16 * 1024;

const BLOCK: usize = 64;

/// Blocks that are searched before the first position is written: the number of positions in a
/// block is unpredictable, and a misprediction must not stall the search.
const GROUP: usize = 4;

const STEP: usize = 4;

#[derive(Debug)]
pub struct Marks {
    level: Level,
    bytes: [u8; 5],
    /// Only the first `len` entries are valid.
    places: Vec<u16>,
    len: usize,
}

impl Marks {
    /// The bytes must not be 0.
    pub fn new(level: Level, bytes: [u8; 5]) -> Self {
        Self { level, bytes, places: Vec::new(), len: 0 }
    }

    pub fn find(&mut self, window: &[u8]) {
        self.len = dispatch!(self.level, simd => find(simd, window, self.bytes, &mut self.places));
    }

    pub fn places(&self) -> &[u16] {
        &self.places[..self.len]
    }
}

/// Writes the positions of the set bits, and returns their number.
#[inline(always)]
fn find<S: Simd>(simd: S, window: &[u8], bytes: [u8; 5], places: &mut Vec<u16>) -> usize {
    let bytes = bytes.map(|byte| u8x64::splat(simd, byte));
    let (groups, rest) = window.as_chunks::<{ GROUP * BLOCK }>();
    let mut last = [0; GROUP * BLOCK];
    last[..rest.len()].copy_from_slice(rest);
    let (mut len, mut start) = (0, 0);
    for group in groups.iter().chain([&last]) {
        // Every byte may be a match.
        let most = len + GROUP * BLOCK + STEP;
        if places.len() < most {
            places.resize(2 * most, 0);
        }
        let places = places.as_mut_slice();
        let mut masks = [0; GROUP];
        for (mask, &block) in masks.iter_mut().zip(group.as_chunks().0) {
            let block = u8x64::simd_from(simd, block);
            // A single comparison per byte: combining masks is slow.
            let [a, b, c, d, e] = bytes.map(|byte| block ^ byte);
            *mask = a.min(b).min(c.min(d)).min(e).simd_eq(0).to_bitmask();
        }
        for mut left in masks {
            let end = len + left.count_ones() as usize;
            // Most blocks have a few: the first step is unconditional.
            loop {
                for place in &mut places[len..len + STEP] {
                    *place = start + left.trailing_zeros() as u16;
                    left &= left.wrapping_sub(1);
                }
                len += STEP;
                if len >= end {
                    break;
                }
            }
            (len, start) = (end, start + BLOCK as u16);
        }
    }
    len
}
