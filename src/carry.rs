//! What waits between two pieces of a stream: at every split the output is that of the whole.

/// The start of a possible triplet at the end of a piece: nothing, `%`, or `%` and a hex digit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carry {
    bytes: [u8; 3],
    len: usize,
}

/// What a carried start becomes with the next piece.
pub(crate) enum Carried {
    /// Nothing yet: the piece is used up.
    Waiting,
    /// A valid triplet.
    Triplet([u8; 3]),
    /// No triplet: the carry as it was; the byte that follows it is no hex digit.
    Malformed(Carry),
}

impl Carry {
    pub(crate) const EMPTY: Self = Self { bytes: [0; 3], len: 0 };

    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// The carry, which becomes empty.
    pub(crate) fn take(&mut self) -> Self {
        core::mem::replace(self, Self::EMPTY)
    }

    /// Splits off the end of `piece` that may become a triplet with what follows.
    pub(crate) fn split<'a>(&mut self, piece: &'a [u8]) -> &'a [u8] {
        let len = match *piece {
            [.., b'%'] => 1,
            [.., b'%', digit] if digit.is_ascii_hexdigit() => 2,
            _ => 0,
        };
        let (now, later) = piece.split_at(piece.len() - len);
        self.bytes[..len].copy_from_slice(later);
        self.len = len;
        now
    }

    /// Continues with the start of `piece`, if anything is carried.
    pub(crate) fn resume(&mut self, piece: &mut &[u8]) -> Option<Carried> {
        if self.len == 0 {
            return None;
        }
        while let [byte, rest @ ..] = *piece {
            if !byte.is_ascii_hexdigit() {
                return Some(Carried::Malformed(self.take()));
            }
            self.bytes[self.len] = *byte;
            self.len += 1;
            *piece = rest;
            if self.len == 3 {
                return Some(Carried::Triplet(self.take().bytes));
            }
        }
        Some(Carried::Waiting)
    }
}
