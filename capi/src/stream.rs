//! Input that comes in pieces, as a plain value: the bytes that wait between two pieces.
#![allow(non_camel_case_types)] // the names are those of C

use percent_simd::{DecodeErrorKind, DecodeIntoError, Decoder, Encoder};

use crate::result::{Failure, percent_simd_result};

/// The state between two pieces of an input: 16 bytes; zeros begin an input. A copy allows a return
/// to its position.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct percent_simd_stream {
    /// The number of bytes of the input before the waiting ones.
    pub position: u64,
    /// The end of the last piece, if a triplet may begin there: `%`, or `%` and a hex digit.
    pub waiting: [u8; 2],
    /// The number of waiting bytes: 0, 1 or 2.
    pub waiting_len: u8,
    /// 0.
    pub reserved: [u8; 5],
}

/// The next piece of a stream, with the bytes that waited for it.
pub(crate) struct Piece<'a> {
    /// The number of bytes of the input before this piece.
    position: u64,
    /// The waiting bytes and the hex digits after them. They are a triplet, or cannot become one.
    first: Start,
    /// The bytes after `first`, without those that wait for the next piece.
    rest: &'a [u8],
    is_last: bool,
    after: percent_simd_stream,
}

/// The start of a triplet, or a whole one.
#[derive(Clone, Copy)]
struct Start {
    bytes: [u8; 3],
    len: usize,
}

impl Start {
    const EMPTY: Self = Self { bytes: [0; 3], len: 0 };

    fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    fn may_continue(&self) -> bool {
        matches!(self.len, 1 | 2)
    }

    /// The start of a triplet at the end of these bytes.
    fn at_end_of(bytes: &[u8]) -> Self {
        match *bytes {
            [.., b'%'] => Self { bytes: *b"%\0\0", len: 1 },
            [.., b'%', digit] if digit.is_ascii_hexdigit() => {
                Self { bytes: [b'%', digit, 0], len: 2 }
            }
            _ => Self::EMPTY,
        }
    }

    /// Takes the triplet's further hex digits from the front of `bytes`.
    fn take_digits(&mut self, bytes: &mut &[u8]) {
        while self.may_continue()
            && let [digit, others @ ..] = *bytes
            && digit.is_ascii_hexdigit()
        {
            self.bytes[self.len] = *digit;
            self.len += 1;
            *bytes = others;
        }
    }
}

impl percent_simd_stream {
    /// The next piece. After the last one nothing waits, and the stream begins anew.
    pub(crate) fn piece(self, piece: &[u8], is_last: bool) -> Result<Piece<'_>, Failure> {
        let (mut first, mut rest) = (self.start()?, piece);
        first.take_digits(&mut rest);
        let waiting = if is_last {
            Start::EMPTY
        } else if first.may_continue() && rest.is_empty() {
            core::mem::replace(&mut first, Start::EMPTY)
        } else {
            let waiting = Start::at_end_of(rest);
            rest = &rest[..rest.len() - waiting.len];
            waiting
        };
        let after = Self {
            position: self.position.saturating_add((first.len + rest.len()) as u64),
            waiting: [waiting.bytes[0], waiting.bytes[1]],
            waiting_len: waiting.len as u8,
            reserved: [0; 5],
        };
        Ok(Piece {
            position: self.position,
            first,
            rest,
            is_last,
            after: if is_last { Self::default() } else { after },
        })
    }

    /// The waiting bytes; an error if the value is no stream.
    fn start(&self) -> Result<Start, Failure> {
        let [percent, digit] = self.waiting;
        let is_start = match self.waiting_len {
            0 => true,
            1 => percent == b'%',
            2 => percent == b'%' && digit.is_ascii_hexdigit(),
            _ => false,
        };
        if !is_start || self.reserved != [0; 5] {
            return Err(percent_simd_result::InvalidArgument.into());
        }
        Ok(Start { bytes: [percent, digit, 0], len: usize::from(self.waiting_len) })
    }
}

impl Piece<'_> {
    /// The stream after this piece.
    pub(crate) fn after(&self) -> percent_simd_stream {
        self.after
    }

    /// Decodes the piece; returns the number of bytes written. The position of an error counts from
    /// the start of the input.
    pub(crate) fn decode(&self, decoder: Decoder, output: &mut [u8]) -> Result<usize, Failure> {
        let mut first = [0; 3];
        let first_len = decoder
            .decode_into(self.first.as_slice(), &mut first)
            .map_err(|error| self.failure(error, 0, self.is_last && self.rest.is_empty()))?;
        let room = output.get_mut(first_len..).unwrap_or_default();
        let rest_len = match decoder.decode_into(self.rest, room) {
            Err(DecodeIntoError::OutputTooSmall(error)) => error.needed(),
            result => result.map_err(|error| self.failure(error, self.first.len, self.is_last))?,
        };
        with_first(&first[..first_len], rest_len, output)
    }

    /// Encodes the piece; returns the number of bytes written.
    pub(crate) fn encode(&self, encoder: Encoder, output: &mut [u8]) -> Result<usize, Failure> {
        let mut first = [0; 9];
        let first_len = encoder.encode_into(self.first.as_slice(), &mut first)?;
        let room = output.get_mut(first_len..).unwrap_or_default();
        let rest_len = encoder.encode_into(self.rest, room).unwrap_or_else(|error| error.needed());
        with_first(&first[..first_len], rest_len, output)
    }

    /// The failure for an error in the part of the piece at `offset`.
    fn failure(&self, error: DecodeIntoError, offset: usize, is_end: bool) -> Failure {
        // The byte after the seemingly truncated triplet is not a hex digit.
        let is_bad_hex = !is_end
            && matches!(error, DecodeIntoError::Decode(error) if error.kind() == DecodeErrorKind::Truncated);
        let failure = Failure::from(error);
        let before = usize::try_from(self.position).unwrap_or(usize::MAX).saturating_add(offset);
        Failure {
            result: if is_bad_hex { percent_simd_result::BadHex } else { failure.result },
            position: failure.position.map(|position| position.saturating_add(before)),
            ..failure
        }
    }
}

/// Puts `first` in front of the `rest_len` bytes that follow it in the output, if both fit there.
fn with_first(first: &[u8], rest_len: usize, output: &mut [u8]) -> Result<usize, Failure> {
    let len = rest_len.saturating_add(first.len());
    if len > output.len() {
        let result = percent_simd_result::OutputTooSmall;
        return Err(Failure { result, position: None, needed: Some(len) });
    }
    output[..first.len()].copy_from_slice(first);
    Ok(len)
}

const _: () = assert!(size_of::<percent_simd_stream>() == 16);

#[cfg(test)]
mod tests {
    use percent_simd::Malformed;
    use percent_simd::sets;

    use super::*;

    /// The output of these pieces, or the first failure.
    fn decoded(
        decoder: Decoder,
        pieces: &[&[u8]],
    ) -> Result<Vec<u8>, (percent_simd_result, usize)> {
        let (mut stream, mut output) = (percent_simd_stream::default(), Vec::new());
        for (number, piece) in (1..).zip(pieces) {
            let piece = stream.piece(piece, number == pieces.len()).unwrap();
            let mut room = [0; 64];
            let len = piece
                .decode(decoder, &mut room)
                .map_err(|failure| (failure.result, failure.position.unwrap()))?;
            output.extend_from_slice(&room[..len]);
            stream = piece.after();
        }
        assert_eq!((stream.position, stream.waiting_len), (0, 0), "the last piece ends the input");
        Ok(output)
    }

    #[test]
    fn every_split_gives_the_whole_result() {
        let inputs: [&[u8]; 12] = [
            b"",
            b"a",
            b"%41%4",
            b"a%20b%",
            b"%%41%4z",
            b"%4%41",
            b"%2",
            b"%zz",
            b"x%C3%A9y%2F",
            b"%%%",
            b"%00%4",
            b"ab%4%%4",
        ];
        let lenient = Decoder::new();
        let strict = lenient.malformed(Malformed::Error);
        let rejects = lenient.reject(percent_simd::AsciiSet::from_bytes(b"\0/"));
        let keeps = Encoder::new(sets::URI_COMPONENT).keep_escapes(true);
        for input in inputs {
            for decoder in [lenient, strict, rejects] {
                let mut room = [0; 64];
                let whole = match decoder.decode_into(input, &mut room) {
                    Ok(len) => Ok(room[..len].to_vec()),
                    Err(error) => {
                        let failure = Failure::from(error);
                        Err((failure.result, failure.position.unwrap()))
                    }
                };
                for one in 0..=input.len() {
                    for two in one..=input.len() {
                        let pieces = [&input[..one], &input[one..two], &input[two..]];
                        assert_eq!(decoded(decoder, &pieces), whole, "{pieces:?}");
                    }
                }
                let bytes: Vec<&[u8]> = input.chunks(1).chain([&b""[..]]).collect();
                assert_eq!(decoded(decoder, &bytes), whole, "{input:?}");
            }
            for encoder in [keeps, keeps.keep_escapes(false)] {
                for at in 0..=input.len() {
                    let one = percent_simd_stream::default().piece(&input[..at], false).unwrap();
                    let two = one.after().piece(&input[at..], true).unwrap();
                    let mut room = [0; 64];
                    let len = one.encode(encoder, &mut room).unwrap();
                    let len = len + two.encode(encoder, &mut room[len..]).unwrap();
                    let mut whole = [0; 64];
                    let whole_len = encoder.encode_into(input, &mut whole).unwrap();
                    assert_eq!(room[..len], whole[..whole_len], "{input:?} at {at}");
                }
            }
        }
    }

    #[test]
    fn a_small_output_is_told_how_much_suffices() {
        let stream = percent_simd_stream {
            position: 7,
            waiting: *b"%4",
            waiting_len: 2,
            ..Default::default()
        };
        let piece = stream.piece(b"1bc%", false).unwrap();
        let needed = |failure: Failure| (failure.result, failure.needed.unwrap());
        for len in 0..3 {
            let failure = piece.decode(Decoder::new(), &mut [0; 3][..len]).unwrap_err();
            assert_eq!(needed(failure), (percent_simd_result::OutputTooSmall, 3), "{len}");
            let failure =
                piece.encode(Encoder::new(sets::URI_COMPONENT), &mut [0; 7][..len]).unwrap_err();
            assert_eq!(needed(failure), (percent_simd_result::OutputTooSmall, 7), "{len}");
        }
        // The refusal comes before the error of the small buffer.
        let failure =
            piece.decode(Decoder::new().reject(percent_simd::AsciiSet::from_bytes(b"A")), &mut []);
        assert_eq!(failure.unwrap_err().position, Some(7));
        assert_eq!((piece.after().position, piece.after().waiting_len), (12, 1));
    }

    #[test]
    fn invalid_streams_are_refused() {
        let valid = percent_simd_stream {
            position: u64::MAX,
            waiting: *b"%A",
            waiting_len: 2,
            ..Default::default()
        };
        assert!(valid.piece(b"", true).is_ok());
        for invalid in [
            percent_simd_stream { waiting_len: 3, ..valid },
            percent_simd_stream { waiting: *b"%g", ..valid },
            percent_simd_stream { waiting: *b"AA", ..valid },
            percent_simd_stream { waiting: *b"A%", waiting_len: 1, ..valid },
            percent_simd_stream { reserved: [0, 0, 0, 0, 1], ..valid },
        ] {
            assert!(invalid.piece(b"", true).is_err(), "{invalid:?}");
        }
    }
}
