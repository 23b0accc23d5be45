//! Decoding columns.

use alloc::vec::Vec;

use super::OnError;
use super::column::{Column, ColumnRef};
use super::error::{BatchError, BatchErrorKind};
use super::fill::{Codec, Refused};
use super::offset::Offset;
use crate::backend::Backend;
use crate::decode::Decoder;
use crate::error::DecodeError;
use crate::kernel::{self, Block, DecodeRules};

impl Decoder {
    /// Decodes every row of a column into another one, which is cleared first.
    ///
    /// Room is made for as many bytes of values as the rows have; where the column has it already,
    /// nothing is allocated. The UTF-8 policy does not apply: rows are bytes.
    ///
    /// # Errors
    /// Under [`OnError::Fail`] alone: [`Decode`](BatchErrorKind::Decode) for the first row that the
    /// policy refuses. Then `output` is as it was.
    ///
    /// ```
    /// use percent_simd::{Decoder, Malformed};
    /// use percent_simd::batch::{Column, ColumnRef, OnError};
    ///
    /// let strict = Decoder::new().malformed(Malformed::Error);
    /// let input = ColumnRef::new(b"a%20b100%", &[0_u64, 5, 9]).unwrap();
    /// let mut output = Column::new();
    /// let error = strict.decode_batch(input, OnError::Fail, &mut output).unwrap_err();
    /// assert_eq!(error.to_string(), "row 1: malformed triplet at byte 3: the input ends before the second hex digit");
    ///
    /// strict.decode_batch(input, OnError::Null, &mut output).unwrap();
    /// assert!(output.iter().eq([Some(&b"a b"[..]), None]));
    /// assert_eq!((output.validity(), output.refused()), (Some(&[0b01][..]), 1));
    /// ```
    pub fn decode_batch<O: Offset>(
        self,
        input: ColumnRef<'_, O>,
        on_error: OnError,
        output: &mut Column<O>,
    ) -> Result<(), BatchError> {
        let codec = Decoding {
            backend: self.backend(),
            rules: self.rules,
            marked: self.rules.infallible(),
            on_error,
        };
        if on_error == OnError::Fail && self.rules.can_fail() {
            codec.check(input)?;
        }
        output.fill(input, &codec);
        Ok(())
    }
}

/// One decoding.
struct Decoding {
    backend: Backend,
    rules: DecodeRules,
    /// The same rules for marking triplets.
    marked: DecodeRules,
    on_error: OnError,
}

impl Decoding {
    /// The first row that is refused, as an error.
    fn check<O: Offset>(&self, input: ColumnRef<'_, O>) -> Result<(), BatchError> {
        let check = |bytes| kernel::decoded_len(self.backend, bytes, &self.rules);
        for span in input.spans() {
            let mut rest = span;
            while !rest.is_empty() {
                let piece = input.piece(rest.clone());
                rest.start = piece.end;
                if check(input.bytes(piece.clone())).is_err()
                    || piece.clone().any(|row| input.may_split_triplet(row))
                {
                    for row in piece {
                        check(input.bytes(row..row + 1)).map_err(|error: DecodeError| {
                            BatchError::new(row, BatchErrorKind::Decode(error))
                        })?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl Codec for Decoding {
    fn find(&self, bytes: &[u8]) -> Option<usize> {
        let other = if self.rules.plus_as_space { b'+' } else { b'%' };
        let found = if self.rules.reject_raw {
            kernel::find_in(self.backend, bytes, &self.rules.rejected_raw().add(b'%').add(other))
        } else {
            kernel::find_either(self.backend, bytes, b'%', other)
        };
        (found < bytes.len()).then_some(found)
    }

    fn mark(&self, bytes: &[u8], blocks: &mut [Block]) -> bool {
        kernel::mark_triplets(self.backend, bytes, &self.marked, blocks)
    }

    fn len(bytes: usize, marked: usize) -> usize {
        bytes.wrapping_sub(2 * marked)
    }

    fn has_swaps(&self) -> bool {
        self.rules.plus_as_space
    }

    fn append(&self, bytes: &[u8], output: &mut Vec<u8>) -> Result<(), Refused> {
        kernel::decode_append(self.backend, bytes, output, &self.rules)
            .map_err(|error| Refused(error.position()))
    }

    fn keeps_refused(&self) -> bool {
        self.on_error == OnError::Keep
    }
}
