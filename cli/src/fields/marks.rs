//! Where a few bytes are that matter in a text: found sixty-four bytes at a time, without a branch
//! for each.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, u8x64};

/// As much of a text is looked at together: places in it fit into 16 bits, and it and they into the
/// first-level cache.
pub(super) const WINDOW: usize = 16 * 1024;

/// As many bytes are looked at together.
const BLOCK: usize = 64;

/// As many blocks are looked at before the first place is written: how many places a block has cannot
/// be predicted, and a wrong guess must not hold up the search.
const GROUP: usize = 4;

/// As many places are written together.
const STEP: usize = 4;

/// The places of some bytes in a window, in their order.
#[derive(Debug)]
pub(super) struct Marks {
    level: Level,
    bytes: [u8; 5],
    /// Only the first ones count.
    places: Vec<u16>,
    len: usize,
}

impl Marks {
    /// Of these bytes, which are not 0.
    pub(super) fn new(bytes: [u8; 5]) -> Self {
        Self { level: Level::new(), bytes, places: Vec::new(), len: 0 }
    }

    /// Finds those of a window, which is no longer than [`WINDOW`].
    pub(super) fn find(&mut self, window: &[u8]) {
        // One may be at each byte.
        self.places.resize(WINDOW + STEP, 0);
        self.len = dispatch!(self.level, simd => find(simd, window, self.bytes, &mut self.places));
    }

    /// They are in their order.
    pub(super) fn places(&self) -> &[u16] {
        &self.places[..self.len]
    }
}

/// Writes the places of these bytes, and answers how many they are.
#[inline(always)]
fn find<S: Simd>(simd: S, window: &[u8], bytes: [u8; 5], places: &mut [u16]) -> usize {
    let bytes = bytes.map(|byte| u8x64::splat(simd, byte));
    let (groups, rest) = window.as_chunks::<{ GROUP * BLOCK }>();
    let mut last = [0; GROUP * BLOCK];
    last[..rest.len()].copy_from_slice(rest);
    let (mut len, mut start) = (0, 0);
    for group in groups.iter().chain([&last]) {
        let mut masks = [0; GROUP];
        for (mask, &block) in masks.iter_mut().zip(group.as_chunks().0) {
            let block = u8x64::simd_from(simd, block);
            // One comparison is made, as masks are slow to put together.
            let [a, b, c, d, e] = bytes.map(|byte| block ^ byte);
            *mask = a.min(b).min(c.min(d)).min(e).simd_eq(0).to_bitmask();
        }
        for mut left in masks {
            let end = len + left.count_ones() as usize;
            // Most blocks have a few: one step is always taken.
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

#[cfg(test)]
mod tests {
    use super::*;

    const BYTES: [u8; 5] = *b"\"\n\\%+";

    /// On the widest vectors that there are, and on those that every CPU of this kind has.
    fn is_found(window: &[u8], bytes: [u8; 5]) {
        let expected: Vec<u16> =
            (0..).zip(window).filter(|(_, byte)| bytes.contains(byte)).map(|(at, _)| at).collect();
        for level in [Level::new(), Level::baseline()] {
            let mut marks = Marks { level, ..Marks::new(bytes) };
            marks.find(b"\"\"\"");
            marks.find(window);
            assert_eq!(marks.places(), expected, "{level:?}: {}", window.escape_ascii());
        }
    }

    #[test]
    fn every_byte_at_every_place() {
        for byte in 1..=u8::MAX {
            for at in 0..BLOCK {
                let mut window = [b'a'; BLOCK];
                window[at] = byte;
                is_found(&window, BYTES);
            }
        }
    }

    #[test]
    fn any_number_in_windows_of_any_length() {
        for len in [0, 1, 63, 64, 65, 255, 256, 257, 1000, WINDOW - 1, WINDOW] {
            for between in [1, 2, 3, 5, 16, 17, 63, 64, 65, 999] {
                let window: Vec<u8> = (0..len)
                    .map(|at| if at % between == 0 { BYTES[at % BYTES.len()] } else { 0 })
                    .collect();
                is_found(&window, BYTES);
                is_found(&window, *b"\"\n\\%%");
            }
        }
    }
}
