//! What waits between two pieces of a stream: at every split the output is that of the whole.

/// The start of a possible triplet at the end of a piece: nothing, `%`, or `%` and a hex digit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carry {
    bytes: [u8; 3],
    len: usize,
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

    /// Splits off the end of `piece` that may become a triplet with what follows. An empty piece
    /// changes nothing.
    pub(crate) fn split<'a>(&mut self, piece: &'a [u8]) -> &'a [u8] {
        if piece.is_empty() {
            return piece;
        }
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

    /// Continues the carried bytes with the start of `piece`, and takes what is certain then: a whole
    /// triplet, or the bytes before one that is not a hex digit. If the piece ends before that, the
    /// carry keeps waiting.
    pub(crate) fn resume(&mut self, piece: &mut &[u8]) -> Self {
        while self.len > 0
            && let [byte, rest @ ..] = *piece
        {
            if !byte.is_ascii_hexdigit() {
                return self.take();
            }
            self.bytes[self.len] = *byte;
            self.len += 1;
            *piece = rest;
            if self.len == 3 {
                return self.take();
            }
        }
        Self::EMPTY
    }
}
