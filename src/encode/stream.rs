//! Encoding input that comes in pieces.

use alloc::vec::Vec;

use super::Encoder;
use crate::carry::{Carried, Carry};

/// Encodes input that comes in pieces: what [`Encoder::stream`] returns. The output is the same at
/// every split of the input; at most two bytes wait for the next piece, and only under
/// [`Encoder::keep_escapes`].
///
/// ```
/// use percent_simd::{Encoder, sets};
///
/// let mut stream = Encoder::new(sets::URI_COMPONENT).keep_escapes(true).stream();
/// let mut bytes = Vec::new();
/// stream.push("a%2", &mut bytes);
/// stream.push("0b%", &mut bytes);
/// stream.finish(&mut bytes);
/// assert_eq!(bytes, b"a%20b%25");
/// ```
#[derive(Clone, Debug)]
pub struct EncodeStream {
    encoder: Encoder,
    carry: Carry,
}

impl Encoder {
    /// A stream under this policy.
    #[must_use]
    pub const fn stream(self) -> EncodeStream {
        EncodeStream { encoder: self, carry: Carry::EMPTY }
    }
}

impl From<Encoder> for EncodeStream {
    fn from(encoder: Encoder) -> Self {
        encoder.stream()
    }
}

impl EncodeStream {
    /// Encodes the next piece and appends what is certain, which is ASCII. Room is made as
    /// [`Encoder::encode_append`] makes it for the piece.
    #[inline]
    pub fn push<I: AsRef<[u8]> + ?Sized>(&mut self, piece: &I, output: &mut Vec<u8>) {
        self.push_slice(piece.as_ref(), output);
    }

    fn push_slice(&mut self, mut piece: &[u8], output: &mut Vec<u8>) {
        match self.carry.resume(&mut piece) {
            Some(Carried::Waiting) => return,
            Some(Carried::Triplet(triplet)) => self.encoder.encode_append_bytes(&triplet, output),
            Some(Carried::Malformed(carry)) => {
                self.encoder.encode_append_bytes(carry.as_slice(), output)
            }
            None => {}
        }
        let now = if self.encoder.keeps_escapes() { self.carry.split(piece) } else { piece };
        self.encoder.encode_append_bytes(now, output);
    }

    /// Ends the input: bytes that wait for more are encoded as the end of an input is. The stream
    /// may continue with further pieces afterwards.
    pub fn finish(&mut self, output: &mut Vec<u8>) {
        let carry = self.carry.take();
        self.encoder.encode_append_bytes(carry.as_slice(), output);
    }
}
