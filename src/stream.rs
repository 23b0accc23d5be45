//! Input that comes in pieces: at every split the output is that of the whole.

use alloc::vec::Vec;

use crate::decode::Decoder;
use crate::encode::Encoder;
use crate::error::{DecodeError, DecodeErrorKind};

/// The start of what may become a triplet, at the end of a piece: nothing, `%`, or `%` and a hex digit.
#[derive(Clone, Copy, Debug, Default)]
struct Carry {
    bytes: [u8; 3],
    len: usize,
}

/// What a carried start has become.
enum Carried {
    /// Nothing yet: the piece is used up.
    Waiting,
    /// A valid triplet.
    Triplet([u8; 3]),
    /// No triplet: the carry as it was, with a byte behind it that is no hex digit.
    Malformed(Carry),
}

impl Carry {
    fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Splits off what stands at the end of `piece` and may become a triplet with what follows.
    fn split<'a>(&mut self, piece: &'a [u8]) -> &'a [u8] {
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

    /// Goes on with the start of `piece`, if anything is carried.
    fn resume(&mut self, piece: &mut &[u8]) -> Option<Carried> {
        if self.len == 0 {
            return None;
        }
        while let [byte, rest @ ..] = *piece {
            if !byte.is_ascii_hexdigit() {
                return Some(Carried::Malformed(core::mem::take(self)));
            }
            self.bytes[self.len] = *byte;
            self.len += 1;
            *piece = rest;
            if self.len == 3 {
                return Some(Carried::Triplet(core::mem::take(self).bytes));
            }
        }
        Some(Carried::Waiting)
    }
}

/// Decodes input that comes in pieces: what [`Decoder::stream`] returns. At every split of the input the output is the same; at most two bytes
/// wait for the next piece. The result is bytes: the UTF-8 policy is not concerned.
///
/// ```
/// use percent_simd::Decoder;
///
/// let (mut stream, mut bytes) = (Decoder::new().stream(), Vec::new());
/// stream.push(b"a%2", &mut bytes).unwrap();
/// stream.push(b"0b%", &mut bytes).unwrap();
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
        DecodeStream { decoder: self, carry: Carry { bytes: [0; 3], len: 0 }, position: 0, error: None }
    }
}

impl DecodeStream {
    /// Decodes the next piece and appends what is certain. Room is made as [`Decoder::decode_append`] does for the piece.
    ///
    /// # Errors
    /// The first [`DecodeError`] of the stream under its policy, with the position counted from the stream's start. What stands before it has been
    /// appended, and from then on every call answers the same error.
    #[inline]
    pub fn push<I: AsRef<[u8]> + ?Sized>(&mut self, piece: &I, output: &mut Vec<u8>) -> Result<(), DecodeError> {
        self.push_slice(piece.as_ref(), output)
    }

    fn push_slice(&mut self, mut piece: &[u8], output: &mut Vec<u8>) -> Result<(), DecodeError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        match self.carry.resume(&mut piece) {
            Some(Carried::Waiting) => return Ok(()),
            Some(Carried::Triplet(triplet)) => self.decode(&triplet, output)?,
            Some(Carried::Malformed(carry)) => self.decode(carry.as_slice(), output)?,
            None => {}
        }
        let now = self.carry.split(piece);
        self.decode(now, output)
    }

    /// Ends the input: what waits for more is decoded as the end of an input is. The stream may go on with further pieces afterwards.
    ///
    /// # Errors
    /// As [`push`](Self::push); a triplet that the input's end has cut short is [`Truncated`](DecodeErrorKind::Truncated) where that is an error.
    pub fn finish(&mut self, output: &mut Vec<u8>) -> Result<(), DecodeError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let carry = core::mem::take(&mut self.carry);
        let result = self.decoder.decode_append(carry.as_slice(), output);
        self.error = result.err().map(|error| error.offset(self.position));
        self.position = self.position.saturating_add(carry.len);
        self.error.map_or(Ok(()), Err)
    }

    /// Decodes what stands at `position`, and is followed by something that does not belong to it.
    fn decode(&mut self, input: &[u8], output: &mut Vec<u8>) -> Result<(), DecodeError> {
        let Err(error) = self.decoder.decode_append(input, output) else {
            self.position = self.position.saturating_add(input.len());
            return Ok(());
        };
        self.decoder.decode_append(&input[..error.position()], output).expect("the first error stands behind this");
        // More input follows what seems cut short here, and no digit.
        let kind = if error.kind() == DecodeErrorKind::Truncated { DecodeErrorKind::BadHex } else { error.kind() };
        let error = DecodeError::new(error.position(), kind).offset(self.position);
        self.error = Some(error);
        Err(error)
    }
}

/// Encodes input that comes in pieces: what [`Encoder::stream`] returns. At every split of the input the output is the same; at most two bytes
/// wait for the next piece, and only under [`Encoder::keep_escapes`].
///
/// ```
/// use percent_simd::{Encoder, sets};
///
/// let (mut stream, mut bytes) = (Encoder::new(sets::URI_COMPONENT).keep_escapes(true).stream(), Vec::new());
/// stream.push(b"a%2", &mut bytes);
/// stream.push(b"0b%", &mut bytes);
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
        EncodeStream { encoder: self, carry: Carry { bytes: [0; 3], len: 0 } }
    }
}

impl EncodeStream {
    /// Encodes the next piece and appends what is certain, which is ASCII. Room is made as [`Encoder::encode_append`] does for the piece.
    #[inline]
    pub fn push<I: AsRef<[u8]> + ?Sized>(&mut self, piece: &I, output: &mut Vec<u8>) {
        self.push_slice(piece.as_ref(), output);
    }

    fn push_slice(&mut self, mut piece: &[u8], output: &mut Vec<u8>) {
        match self.carry.resume(&mut piece) {
            Some(Carried::Waiting) => return,
            Some(Carried::Triplet(triplet)) => self.encoder.encode_append_bytes(&triplet, output),
            Some(Carried::Malformed(carry)) => self.encoder.encode_append_bytes(carry.as_slice(), output),
            None => {}
        }
        let now = if self.encoder.keeps_escapes() { self.carry.split(piece) } else { piece };
        self.encoder.encode_append_bytes(now, output);
    }

    /// Ends the input: what waits for more is encoded as the end of an input is. The stream may go on with further pieces afterwards.
    pub fn finish(&mut self, output: &mut Vec<u8>) {
        let carry = core::mem::take(&mut self.carry);
        self.encoder.encode_append_bytes(carry.as_slice(), output);
    }
}
