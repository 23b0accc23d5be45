//! Masks of 64 bytes of an input, a bit for each byte: the first byte is the lowest bit.

/// The number of bytes of a mask.
pub(crate) const PLACES: usize = 64;

/// The targets of a look: three bytes, not zero, and with `true` all bytes >= 0x80.
pub(in crate::kernel) type Wanted = ([u8; 3], bool);

/// Masks of [`PLACES`] bytes of an input.
#[cfg(feature = "batch")]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Block {
    /// The marked bytes: the first one is the lowest bit. (Those past the input are unspecified.)
    pub(in crate::kernel) marks: u64,
    /// The number of marked bytes up to the end of the block.
    pub(in crate::kernel) marked: usize,
}

#[cfg(feature = "batch")]
impl Block {
    /// Folds places with the number of marked bytes before each. (A kernel counts bits by an
    /// instruction. The state is an argument, since captures of a closure would be in memory.)
    #[inline(always)]
    pub(in crate::kernel) fn fold<T, S>(
        blocks: &[Self],
        places: impl Iterator<Item = (usize, T)>,
        state: S,
        mut fold: impl FnMut(S, (usize, T), usize) -> S,
    ) -> S {
        places.fold(state, |state, place| {
            let Self { marks, marked } = blocks[place.0 / PLACES];
            let before = marked - (marks >> (place.0 % PLACES)).count_ones() as usize;
            fold(state, place, before)
        })
    }

    /// The number of blocks that cover an input of this length and the place past its end.
    pub(crate) const fn number(len: usize) -> usize {
        len / PLACES + 1
    }
}

/// Makes blocks, one after another.
#[cfg(feature = "batch")]
#[allow(dead_code, reason = "for the vector kernels, which not every target has")]
pub(in crate::kernel) struct Marker<'a> {
    blocks: core::slice::IterMut<'a, Block>,
    marked: usize,
}

#[cfg(feature = "batch")]
#[allow(dead_code, reason = "for the vector kernels, which not every target has")]
impl<'a> Marker<'a> {
    #[inline(always)]
    pub(in crate::kernel) fn new(blocks: &'a mut [Block]) -> Self {
        Self { blocks: blocks.iter_mut(), marked: 0 }
    }

    /// Makes the next block, if there is one.
    #[inline(always)]
    pub(in crate::kernel) fn mark(&mut self, marks: u64) {
        self.marked += marks.count_ones() as usize;
        if let Some(block) = self.blocks.next() {
            *block = Block { marks, marked: self.marked };
        }
    }
}

/// The length of a window of [`PLACES`] bytes with the bytes that follow it.
pub(in crate::kernel) const BLOCK: usize = 2 * PLACES;

/// Masks of the UTF-8 classes of a window, by Unicode Table 3-7, *Well-Formed UTF-8 Byte Sequences*.
#[allow(dead_code, reason = "for the vector kernels, which not every target has")]
pub(in crate::kernel) struct Classes {
    /// 0x80 to 0xBF, in the window and in the bytes past it.
    pub(in crate::kernel) continuation: [u64; 2],
    /// Leads of sequences of two, three and four, before a byte that may be second.
    pub(in crate::kernel) leads: [u64; 3],
    pub(in crate::kernel) non_ascii: u64,
}
