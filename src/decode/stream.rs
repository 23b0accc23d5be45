//! Decoding input that comes in pieces.

use alloc::vec::Vec;

use super::Decoder;
use crate::carry::{Carried, Carry};
use crate::error::{DecodeError, DecodeErrorKind};

/// Decodes input that comes in pieces: what [`Decoder::stream`] returns. The output is the same at
/// every split of the input; at most two bytes wait for the next piece. The result is bytes: the
/// UTF-8 policy does not apply.
///
/// ```
/// use percent_simd::Decoder;
///
/// let (mut stream, mut bytes) = (Decoder::new().stream(), Vec::new());
/// stream.push("a%2", &mut bytes).unwrap();
/// stream.push("0b%", &mut bytes).unwrap();
/// stream.finish(&mut bytes).unwrap();
/// assert_eq!(bytes, b"a b%");
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

impl From<Decoder> for DecodeStream {
    fn from(decoder: Decoder) -> Self {
        decoder.stream()
    }
}

impl DecodeStream {
    /// Decodes the next piece and appends what is certain. Room is made as
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
        self.push_slice(piece.as_ref(), output)
    }

    fn push_slice(&mut self, mut piece: &[u8], output: &mut Vec<u8>) -> Result<(), DecodeError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        match self.carry.resume(&mut piece) {
            Some(Carried::Waiting) => return Ok(()),
            Some(Carried::Triplet(triplet)) => self.decode(&triplet, output, false)?,
            Some(Carried::Malformed(carry)) => self.decode(carry.as_slice(), output, false)?,
            None => {}
        }
        let now = self.carry.split(piece);
        self.decode(now, output, false)
    }

    /// Ends the input: bytes that wait for more are decoded as the end of an input is. The stream
    /// may continue with further pieces afterwards.
    ///
    /// # Errors
    /// As [`push`](Self::push); a triplet that the end of the input cuts short is
    /// [`Truncated`](DecodeErrorKind::Truncated) where that is an error.
    pub fn finish(&mut self, output: &mut Vec<u8>) -> Result<(), DecodeError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let carry = self.carry.take();
        self.decode(carry.as_slice(), output, true)
    }

    /// Decodes the input that begins at `position`; no triplet of it goes on in what follows, if
    /// anything does.
    fn decode(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        is_end: bool,
    ) -> Result<(), DecodeError> {
        let Err(error) = self.decoder.decode_append(input, output) else {
            self.position = self.position.saturating_add(input.len());
            return Ok(());
        };
        let before = &input[..error.position()];
        self.decoder.decode_append(before, output).expect("there is no error before the first one");
        let kind = match error.kind() {
            // What seems cut short is followed by a byte that is no digit.
            DecodeErrorKind::Truncated if !is_end => DecodeErrorKind::BadHex,
            kind => kind,
        };
        let error = DecodeError::new(error.position(), kind).offset(self.position);
        self.error = Some(error);
        Err(error)
    }
}
