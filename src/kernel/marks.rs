//! What is known of 64 bytes of an input, a bit for each: the first byte is the lowest bit.

/// As many bytes as there are bits.
pub(crate) const PLACES: usize = 64;

/// What is known of the first [`PLACES`] bytes of an input, a bit for each: the first byte is the
/// lowest bit.
#[cfg(feature = "form")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::kernel) struct FormMarks {
    pub(in crate::kernel) ampersands: u64,
    pub(in crate::kernel) equals: u64,
    /// `%`, `+`, and bytes >= 0x80.
    pub(in crate::kernel) escapes: u64,
}

/// What is known of [`PLACES`] bytes of an input.
#[cfg(feature = "batch")]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Block {
    /// Which bytes are marked: the first one is the lowest bit. (Those past the input are
    /// unspecified.)
    pub(in crate::kernel) marks: u64,
    /// Which bytes may be the second or the third one of a triplet, if triplets are marked.
    pub(in crate::kernel) within: u64,
    /// How many bytes are marked before these.
    pub(in crate::kernel) before: usize,
}

#[cfg(feature = "batch")]
impl Block {
    /// How many of the first `at` bytes of the input are marked, and whether a triplet may begin
    /// before that place and end after it.
    #[inline]
    pub(crate) fn look_up(blocks: &[Self], at: usize) -> (usize, bool) {
        let Self { marks, within, before } = blocks[at / PLACES];
        let bit = 1 << (at % PLACES);
        (before + (marks & (bit - 1)).count_ones() as usize, within & bit != 0)
    }

    /// How many blocks cover an input of this length and the place past its end.
    pub(crate) const fn number(len: usize) -> usize {
        len / PLACES + 1
    }
}
