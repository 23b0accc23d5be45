//! The bytes of an input, decoded once.

use super::triplet;

/// A byte of the decoded input.
#[derive(Clone, Copy)]
pub(crate) struct Decoded {
    pub(crate) value: u8,
    /// `true` if the byte comes from a triplet.
    pub(crate) escaped: bool,
}

impl Decoded {
    /// The length in the input.
    pub(crate) const fn len(self) -> usize {
        if self.escaped { 3 } else { 1 }
    }
}

/// The decoded byte that begins at `at`, or `None` at the end.
#[inline(always)]
pub(crate) fn decoded_at(input: &[u8], at: usize) -> Option<Decoded> {
    let &byte = input.get(at)?;
    let triplet = if byte == b'%' { triplet(&input[at..]) } else { None };
    Some(Decoded { value: triplet.unwrap_or(byte), escaped: triplet.is_some() })
}

/// The decoded bytes from `at` on.
pub(crate) fn decoded_from(input: &[u8], mut at: usize) -> impl Iterator<Item = Decoded> {
    core::iter::from_fn(move || decoded_at(input, at).inspect(|byte| at += byte.len()))
}

/// The part of a sequence of bytes >= 0x80, raw or escaped, that the input contains.
#[cfg_attr(not(feature = "inspect"), allow(dead_code, reason = "others need no code"))]
pub(crate) struct Sequence {
    pub(crate) end: usize,
    pub(crate) is_whole: bool,
    pub(crate) triplets: usize,
    /// The character, if it is whole and well-formed.
    pub(crate) code: u32,
}

impl Sequence {
    /// Reads the part of a sequence that the input contains: `first`, which is at `at`, and its
    /// [continuation](super::continuation).
    #[inline(always)]
    pub(crate) fn read(
        input: &[u8],
        at: usize,
        first: Decoded,
        continuation: Option<(u8, (u8, u8))>,
    ) -> Self {
        let (left, (mut lowest, mut highest)) = continuation.unwrap_or_default();
        let mut sequence = Self {
            end: at + first.len(),
            is_whole: left > 0,
            triplets: usize::from(first.escaped),
            // A first byte has one bit for each that follows, after two others.
            code: u32::from(first.value & (0x3F >> left)),
        };
        for _ in 0..left {
            let Some(next) = decoded_at(input, sequence.end)
                .filter(|next| lowest <= next.value && next.value <= highest)
            else {
                sequence.is_whole = false;
                break;
            };
            sequence.end += next.len();
            sequence.triplets += usize::from(next.escaped);
            sequence.code = sequence.code << 6 | u32::from(next.value & 0x3F);
            (lowest, highest) = (0x80, 0xBF);
        }
        sequence
    }
}
