//! Encoding columns.

use alloc::vec::Vec;

use super::column::{Column, ColumnRef};
use super::error::{BatchError, BatchErrorKind};
use super::fill::{Codec, Refused};
use super::offset::Offset;
use crate::backend::Backend;
use crate::encode::Encoder;
use crate::kernel::{self, Block, EncodeRules};

impl Encoder {
    /// Encodes every row of a column into another one, which is cleared first.
    ///
    /// Room is made for as many bytes of values as the rows have, and grows for longer output by
    /// chunks of 4 KiB of input, each of which may become three times as long. Where the column has
    /// that room already, nothing is allocated.
    ///
    /// # Errors
    /// [`Overflow`](BatchErrorKind::Overflow) for the first row whose end `O` cannot hold; that
    /// takes an input of more than a third of the largest `O`. Then `output` is as it was.
    ///
    /// ```
    /// use percent_simd::{Encoder, sets};
    /// use percent_simd::batch::{Column, ColumnRef};
    ///
    /// let input = ColumnRef::new("cafés & bars".as_bytes(), &[0_i32, 6, 6, 9, 13]).unwrap();
    /// let mut output = Column::new();
    /// Encoder::new(sets::URI_COMPONENT).encode_batch(input, &mut output).unwrap();
    /// assert!(output.iter().eq([&b"caf%C3%A9s"[..], b"", b"%20%26%20", b"bars"].map(Some)));
    /// assert_eq!(output.changed(), 2);
    /// ```
    pub fn encode_batch<O: Offset>(
        self,
        input: ColumnRef<'_, O>,
        output: &mut Column<O>,
    ) -> Result<(), BatchError> {
        let codec = Encoding { backend: self.backend(), rules: self.rules };
        if input.bytes(0..input.len()).len() > O::MOST / 3 {
            codec.check(input)?;
        }
        output.fill(input, &codec);
        Ok(())
    }
}

/// One encoding.
struct Encoding {
    backend: Backend,
    rules: EncodeRules,
}

impl Encoding {
    /// The first row whose end the type of offsets cannot hold, as an error.
    fn check<O: Offset>(&self, input: ColumnRef<'_, O>) -> Result<(), BatchError> {
        let mut end = 0_usize;
        for row in input.spans().flatten() {
            end = end.saturating_add(kernel::encoded_len(
                self.backend,
                input.bytes(row..row + 1),
                &self.rules,
            ));
            if end > O::MOST {
                return Err(BatchError::new(row, BatchErrorKind::Overflow));
            }
        }
        Ok(())
    }
}

impl Codec for Encoding {
    fn find(&self, bytes: &[u8]) -> Option<usize> {
        // Bytes of two rows make no triplet, so none is passed over.
        kernel::find_escapable(
            self.backend,
            bytes,
            &EncodeRules { keep_escapes: false, ..self.rules },
        )
    }

    fn mark(&self, bytes: &[u8], blocks: &mut [Block]) -> bool {
        // Kept triplets would be marked, too.
        !self.rules.keep_escapes && kernel::mark_escaped(self.backend, bytes, &self.rules, blocks)
    }

    fn len(bytes: usize, marked: usize) -> usize {
        bytes + 2 * marked
    }

    fn has_swaps(&self) -> bool {
        self.rules.space_as_plus
    }

    fn append(&self, bytes: &[u8], output: &mut Vec<u8>) -> Result<(), Refused> {
        kernel::encode_append(self.backend, bytes, output, &self.rules);
        Ok(())
    }

    fn instead<'a>(&self, row: &'a [u8]) -> Option<&'a [u8]> {
        Some(row)
    }
}
