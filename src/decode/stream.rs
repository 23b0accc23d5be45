//! Decoding input that comes in pieces.

use alloc::vec::Vec;

#[cfg(feature = "bytes")]
use bytes::BufMut;

use super::Decoder;
use crate::carry::Carry;
use crate::error::{DecodeError, DecodeErrorKind};
#[cfg(feature = "bytes")]
use crate::error::{DecodeIntoError, OutputTooSmall};

/// Decodes input that comes in pieces; made by [`Decoder::stream`]. The output is the same at
/// every split of the input; at most two bytes wait for the next piece. The result is bytes: the
/// UTF-8 policy does not apply.
///
/// ```
/// use percent_simd::Decoder;
///
/// let (mut stream, mut output) = (Decoder::new().stream(), Vec::new());
/// stream.push("a%2", &mut output).unwrap();
/// assert_eq!(output, b"a");
/// output.clear(); // a `Vec` that is written out and emptied does not grow
/// stream.push("0b%", &mut output).unwrap();
/// stream.finish(&mut output).unwrap();
/// assert_eq!(output, b" b%");
/// ```
#[derive(Clone, Debug)]
pub struct DecodeStream {
    decoder: Decoder,
    carry: Carry,
    /// Bytes of the stream before the carry.
    position: usize,
    error: Option<DecodeError>,
}

impl Decoder {
    /// A stream under this policy.
    #[must_use]
    pub const fn stream(self) -> DecodeStream {
        DecodeStream { decoder: self, carry: Carry::EMPTY, position: 0, error: None }
    }
}

impl DecodeStream {
    /// Decodes the next piece and appends the decided bytes. Room is made as
    /// [`Decoder::decode_append`] makes it for the piece.
    ///
    /// # Errors
    /// The first [`DecodeError`] of the stream under its policy, with the position counted from the
    /// stream's start. The output before it has been appended; from then on every call answers the
    /// same error.
    #[inline]
    pub fn push<I: AsRef<[u8]> + ?Sized>(
        &mut self,
        piece: &I,
        output: &mut Vec<u8>,
    ) -> Result<(), DecodeError> {
        self.push_slice::<true>(piece.as_ref(), output)
    }

    #[inline(never)]
    fn push_slice<const LAZY: bool>(
        &mut self,
        piece: &[u8],
        output: &mut Vec<u8>,
    ) -> Result<(), DecodeError> {
        self.error.map_or(Ok(()), Err)?;
        let decoder = self.decoder;
        let (waited, now) = self.certain(piece);
        self.decode(waited.as_slice(), false, |input| decoder.decode_append(input, output))?;
        self.decode(now, false, |input| decoder.decode_append(input, output))
    }

    /// Ends the input: bytes that wait for more are decoded as the end of an input is. The stream
    /// may continue with further pieces afterwards.
    ///
    /// # Errors
    /// As [`push`](Self::push); a triplet that the end of the input cuts short is
    /// [`Truncated`](DecodeErrorKind::Truncated) where that is an error.
    #[inline]
    pub fn finish(&mut self, output: &mut Vec<u8>) -> Result<(), DecodeError> {
        self.error.map_or(Ok(()), Err)?;
        let (decoder, carry) = (self.decoder, self.carry.take());
        self.decode(carry.as_slice(), true, |input| decoder.decode_append(input, output))
    }

    /// The bytes that can be decoded now: the carried bytes, and the piece up to an unfinished
    /// triplet.
    #[inline]
    fn certain<'a>(&mut self, mut piece: &'a [u8]) -> (Carry, &'a [u8]) {
        let waited = self.carry.resume(&mut piece);
        (waited, self.carry.split(piece))
    }

    /// Decodes the input that begins at `position`; no triplet of it continues in the next piece.
    /// `append` decodes, and after an error has appended nothing.
    fn decode(
        &mut self,
        input: &[u8],
        is_end: bool,
        mut append: impl FnMut(&[u8]) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        if input.is_empty() {
            return Ok(());
        }
        let Err(error) = append(input) else {
            self.position = self.position.saturating_add(input.len());
            return Ok(());
        };
        append(&input[..error.position()]).expect("there is no error before the first one");
        let kind = match error.kind() {
            // A byte that is not a hex digit follows the seemingly truncated triplet.
            DecodeErrorKind::Truncated if !is_end => DecodeErrorKind::BadHex,
            kind => kind,
        };
        let error = DecodeError::new(error.position(), kind).offset(self.position);
        self.error = Some(error);
        Err(error)
    }
}

#[cfg(feature = "bytes")]
impl DecodeStream {
    /// [`push`](Self::push) to any buffer of the crate `bytes` (feature `bytes`).
    ///
    /// # Errors
    /// As [`push`](Self::push); otherwise [`OutputTooSmall`] where the buffer has less room and
    /// cannot grow. Nothing was appended then, and the piece may be pushed again.
    ///
    /// ```
    /// use percent_simd::Decoder;
    ///
    /// let (mut stream, mut buffer) = (Decoder::new().stream(), bytes::BytesMut::new());
    /// stream.push_buf("a%2", &mut buffer).unwrap();
    /// stream.push_buf("0b", &mut buffer).unwrap();
    /// stream.finish_buf(&mut buffer).unwrap();
    /// assert_eq!(buffer, "a b");
    /// ```
    pub fn push_buf<I: AsRef<[u8]> + ?Sized>(
        &mut self,
        piece: &I,
        output: &mut impl BufMut,
    ) -> Result<(), DecodeIntoError> {
        self.error.map_or(Ok(()), Err)?;
        let carry = self.carry;
        let (waited, now) = self.certain(piece.as_ref());
        let needed = self.room_for([waited.as_slice(), now], output.remaining_mut());
        if let Err(error) = needed {
            self.carry = carry;
            return Err(error.into());
        }
        let decoder = self.decoder;
        self.decode(waited.as_slice(), false, |input| decoder.decode_append_buf(input, output))?;
        Ok(self.decode(now, false, |input| decoder.decode_append_buf(input, output))?)
    }

    /// [`finish`](Self::finish) to any buffer of the crate `bytes` (feature `bytes`).
    ///
    /// # Errors
    /// As [`finish`](Self::finish); otherwise [`OutputTooSmall`] where the buffer has less room and
    /// cannot grow. Nothing was appended then.
    pub fn finish_buf(&mut self, output: &mut impl BufMut) -> Result<(), DecodeIntoError> {
        self.error.map_or(Ok(()), Err)?;
        self.room_for([self.carry.as_slice(), &[]], output.remaining_mut())?;
        let (decoder, carry) = (self.decoder, self.carry.take());
        Ok(self.decode(carry.as_slice(), true, |input| decoder.decode_append_buf(input, output))?)
    }

    /// Checks that the buffer has room for these parts decoded, up to the first error.
    #[inline]
    fn room_for(&self, parts: [&[u8]; 2], room: usize) -> Result<(), OutputTooSmall> {
        if parts[0].len().saturating_add(parts[1].len()) <= room {
            return Ok(());
        }
        let mut needed = 0_usize;
        for part in parts {
            let len = self.decoder.decoded_len(part);
            let appended = len.unwrap_or_else(|error| {
                let before = self.decoder.decoded_len(&part[..error.position()]);
                before.expect("there is no error before the first one")
            });
            needed = needed.saturating_add(appended);
            if len.is_err() {
                break;
            }
        }
        if needed > room { Err(OutputTooSmall::new(needed)) } else { Ok(()) }
    }
}
