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
