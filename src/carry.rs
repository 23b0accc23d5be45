//! The bytes that wait between two pieces of a stream: at every split the output is that of the
//! whole.

use crate::kernel::chunks::unfinished_sequence;

/// The end of a piece that more bytes may make whole: nothing; `%`, or `%` and a hex digit; or the
/// beginning of a UTF-8 sequence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carry {
    bytes: [u8; 4],
    len: usize,
}

impl Carry {
    pub(crate) const EMPTY: Self = Self { bytes: [0; 4], len: 0 };

    #[inline]
    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// The carry, which becomes empty.
    #[inline]
    pub(crate) fn take(&mut self) -> Self {
        core::mem::replace(self, Self::EMPTY)
    }

    /// Splits off the end of `piece` that may become a triplet with the next one. An empty piece
    /// changes nothing.
    #[inline]
    pub(crate) fn split<'a>(&mut self, piece: &'a [u8]) -> &'a [u8] {
        if piece.is_empty() {
            return piece;
        }
        let len = match *piece {
            [.., b'%'] => 1,
            [.., b'%', digit] if digit.is_ascii_hexdigit() => 2,
            _ => 0,
        };
        self.split_last(piece, len)
    }

    /// Splits off the beginning of a sequence at the end of `piece`, unless the carry has something,
    /// which is behind it.
    #[inline]
    pub(crate) fn split_sequence<'a>(&mut self, piece: &'a [u8]) -> &'a [u8] {
        if self.len > 0 {
            return piece;
        }
        self.split_last(piece, unfinished_sequence(piece))
    }

    #[inline]
    fn split_last<'a>(&mut self, piece: &'a [u8], len: usize) -> &'a [u8] {
        let (now, later) = piece.split_at(piece.len() - len);
        self.bytes[..len].copy_from_slice(later);
        self.len = len;
        now
    }

    /// Continues the carried bytes with the start of `piece`, and takes a decided unit: a whole
    /// triplet or sequence, or the bytes before one that does not continue them. If the piece ends
    /// before that, the carry keeps waiting.
    #[inline]
    pub(crate) fn resume(&mut self, piece: &mut &[u8]) -> Self {
        while self.len > 0 {
            let [byte, rest @ ..] = *piece else { break };
            self.bytes[self.len] = *byte;
            let (continues, is_whole) = if self.bytes[0] == b'%' {
                (byte.is_ascii_hexdigit(), self.len == 2)
            } else {
                match core::str::from_utf8(&self.bytes[..=self.len]) {
                    Ok(_) => (true, true),
                    Err(error) => (error.error_len().is_none(), false),
                }
            };
            if !continues {
                return self.take();
            }
            self.len += 1;
            *piece = rest;
            if is_whole {
                return self.take();
            }
        }
        Self::EMPTY
    }
}
