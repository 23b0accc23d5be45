//! Masks of 64 bytes of an input, a bit for each byte: the first byte is the lowest bit.

/// The number of bytes of a mask.
pub(crate) const PLACES: usize = 64;

/// Masks of the first [`PLACES`] bytes of a form, a bit for each byte: the first byte is the lowest
/// bit.
#[cfg(feature = "form")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::kernel) struct FormMarks {
    pub(in crate::kernel) ampersands: u64,
    pub(in crate::kernel) equals: u64,
    /// `%`, `+`, and bytes >= 0x80.
    pub(in crate::kernel) escapes: u64,
}

/// Masks of [`PLACES`] bytes of an input.
#[cfg(feature = "batch")]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Block {
    /// The marked bytes: the first one is the lowest bit. (Those past the input are unspecified.)
    pub(in crate::kernel) marks: u64,
    /// The bytes that may be the second or the third one of a triplet, if triplets are decoded.
    pub(in crate::kernel) within: u64,
    /// The number of marked bytes up to the end of the block.
    pub(in crate::kernel) marked: usize,
}

#[cfg(feature = "batch")]
impl Block {
    /// The number of marked ones of the first `at` bytes of the input, and in the lowest bit
    /// whether a triplet may begin before that place and end after it. (So each mask takes one
    /// shift.)
    #[inline(always)]
    fn look_up(blocks: &[Self], at: usize) -> (usize, u64) {
        let Self { marks, within, marked } = blocks[at / PLACES];
        let bit = at % PLACES;
        (marked - (marks >> bit).count_ones() as usize, within >> bit)
    }

    /// Folds what [`look_up`](Self::look_up) says of each place. (A kernel counts bits by an
    /// instruction; what closures refer to would be in memory.)
    #[inline(always)]
    pub(in crate::kernel) fn fold<T, S>(
        blocks: &[Self],
        places: impl Iterator<Item = (usize, T)>,
        state: S,
        mut fold: impl FnMut(S, (usize, T), (usize, u64)) -> S,
    ) -> S {
        places.fold(state, |state, place| {
            let known = Self::look_up(blocks, place.0);
            fold(state, place, known)
        })
    }

    /// The number of blocks that cover an input of this length and the place past its end.
    pub(crate) const fn number(len: usize) -> usize {
        len / PLACES + 1
    }
}
