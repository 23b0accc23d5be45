//! Masks of 64 bytes of an input, a bit for each byte: the first byte is the lowest bit.

/// The number of bytes of a mask.
pub(crate) const PLACES: usize = 64;

/// What a look searches for: three bytes, none of them zero, and all bytes >= 0x80 if `true`.
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

/// The length of a window of [`PLACES`] bytes with the bytes that follow it.
pub(in crate::kernel) const BLOCK: usize = 2 * PLACES;
