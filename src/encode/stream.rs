//! Encoding input that comes in pieces.

use alloc::{string::String, vec::Vec};

#[cfg(feature = "bytes")]
use bytes::BufMut;

use super::Encoder;
use super::owned::{EncodeOutput, Output, encode_append};
use crate::carry::Carry;
#[cfg(feature = "bytes")]
use crate::error::OutputTooSmall;

/// Encodes input that comes in pieces; made by [`Encoder::stream`]. The output is the same at
/// every split of the input; at most two bytes wait for the next piece, and only under
/// [`Encoder::keep_escapes`].
///
/// ```
/// use percent_simd::{Encoder, sets};
///
/// let mut stream = Encoder::new(sets::URI_COMPONENT).keep_escapes(true).stream();
/// let mut text = String::new();
/// stream.push("a%2", &mut text);
/// stream.push("0b%", &mut text);
/// stream.finish(&mut text);
/// assert_eq!(text, "a%20b%25");
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

impl EncodeStream {
    /// Encodes the next piece and appends the decided bytes. Room is made as
    /// [`Encoder::encode_append`] makes it for the piece.
    #[inline]
    pub fn push<I: AsRef<[u8]> + ?Sized>(&mut self, piece: &I, output: &mut String) {
        self.push_to(piece.as_ref(), output);
    }

    /// [`push`](Self::push) to bytes, which are text.
    #[inline]
    pub fn push_bytes<I: AsRef<[u8]> + ?Sized>(&mut self, piece: &I, output: &mut Vec<u8>) {
        self.push_to(piece.as_ref(), output);
    }

    fn push_to(&mut self, piece: &[u8], output: &mut impl Output) {
        let (waited, now) = self.encoder.certain(&mut self.carry, piece);
        self.append(waited.as_slice(), output);
        self.append(now, output);
    }

    /// Ends the input: bytes that wait for more are encoded as the end of an input is. The stream
    /// may continue with further pieces afterwards. `output` is a String or a `Vec<u8>`.
    pub fn finish(&mut self, output: &mut impl EncodeOutput) {
        let carry = self.carry.take();
        self.append(carry.as_slice(), output);
    }

    fn append(&self, input: &[u8], output: &mut impl Output) {
        if !input.is_empty() {
            encode_append(self.encoder.backend(), input, output, &self.encoder.rules);
        }
    }

    /// [`push`](Self::push) to any buffer of the crate `bytes` (feature `bytes`). Returns the
    /// number of bytes that were appended.
    ///
    /// # Errors
    /// [`OutputTooSmall`] where the buffer has less room and cannot grow. Nothing was appended then,
    /// and the piece may be pushed again.
    ///
    /// ```
    /// use percent_simd::{Encoder, sets};
    ///
    /// let (mut stream, mut buffer) = (Encoder::new(sets::URL_PATH).stream(), bytes::BytesMut::new());
    /// assert_eq!(stream.push_buf("/a b", &mut buffer), Ok(6));
    /// assert_eq!(buffer, "/a%20b");
    /// ```
    #[cfg(feature = "bytes")]
    pub fn push_buf<I: AsRef<[u8]> + ?Sized>(
        &mut self,
        piece: &I,
        output: &mut impl BufMut,
    ) -> Result<usize, OutputTooSmall> {
        let carry = self.carry;
        let (waited, now) = self.encoder.certain(&mut self.carry, piece.as_ref());
        let result = self.encoder.encode_append_buf([waited.as_slice(), now], output);
        result.inspect_err(|_| self.carry = carry)
    }

    /// [`finish`](Self::finish) to any buffer of the crate `bytes` (feature `bytes`). Returns the
    /// number of bytes that were appended, at most 6.
    ///
    /// # Errors
    /// [`OutputTooSmall`] where the buffer has less room and cannot grow. Nothing was appended then.
    #[cfg(feature = "bytes")]
    pub fn finish_buf(&mut self, output: &mut impl BufMut) -> Result<usize, OutputTooSmall> {
        let result = self.encoder.encode_append_buf([self.carry.as_slice(), &[]], output);
        result.inspect(|_| self.carry = Carry::EMPTY)
    }
}
