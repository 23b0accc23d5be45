//! Encoding columns.

use alloc::vec::Vec;

use super::codec::{Codec, Refused};
use super::column::ColumnRef;
use super::error::BatchError;
use super::layouts::Fill;
use super::offset::Offset;
use crate::backend::Backend;
use crate::encode::Encoder;
use crate::kernel;
use crate::kernel::marks::Block;
use crate::kernel::rules::EncodeRules;

impl Encoder {
    /// Encodes every row of a column into another one, of any layout ([`Fill`] has a table), which is
    /// cleared first.
    ///
    /// In a [`Column`](super::Column) room is made for as many bytes of values as the rows have, and
    /// grows for longer output by chunks of 4 KiB of input, each of which may become three times as
    /// long. Where that room is there already, nothing is allocated. In a
    /// [`ViewColumn`](super::ViewColumn) rows that do not change are not copied, by the rule that its
    /// documentation says.
    ///
    /// # Errors
    /// [`Overflow`](super::BatchErrorKind::Overflow) for the first row whose end `O` cannot hold;
    /// that takes an input of more than a third of the largest `O`. In views, for the first row
    /// whose output is longer than [`i32::MAX`]. Then `output` is as it was.
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
    pub fn encode_batch<I, C: Fill<I>>(self, input: I, output: &mut C) -> Result<(), BatchError> {
        output.fill_by(input, &Encoding::new(self))
    }
}

/// The encoding of a column.
pub(super) struct Encoding {
    backend: Backend,
    rules: EncodeRules,
}

impl Encoding {
    pub(super) fn new(encoder: Encoder) -> Self {
        Self { backend: encoder.backend(), rules: encoder.rules }
    }
}

impl Codec for Encoding {
    fn check<O: Offset>(&self, input: ColumnRef<'_, O>) -> Result<(), BatchError> {
        self.check_len(input)
    }

    fn grows(&self) -> bool {
        true
    }

    fn output_len(&self, row: &[u8]) -> usize {
        kernel::encode::encoded_len(self.backend, row, &self.rules)
    }

    fn find(&self, bytes: &[u8]) -> Option<usize> {
        // Bytes of two rows make no triplet and no sequence, so none is passed over.
        kernel::find::find_escapable(
            self.backend,
            bytes,
            &EncodeRules { keep_escapes: false, keep_non_ascii: false, ..self.rules },
        )
    }

    fn backend(&self) -> Backend {
        self.backend
    }

    fn append_marked(
        &self,
        bytes: &[u8],
        output: &mut Vec<u8>,
        blocks: &mut [Block],
    ) -> Option<usize> {
        // Kept triplets and sequences would be marked, too.
        if self.rules.keeps_sequences()
            || !kernel::columns::mark_escaped(self.backend, bytes, &self.rules, blocks)
        {
            return None;
        }
        crate::encode::encode_append(self.backend, bytes, output, &self.rules);
        Some(bytes.len())
    }

    fn len(bytes: usize, marked: usize) -> usize {
        bytes + 2 * marked
    }

    fn has_swaps(&self) -> bool {
        self.rules.space_as_plus
    }

    fn append_row(&self, row: &[u8], output: &mut Vec<u8>) -> Result<(), Refused> {
        crate::encode::encode_append(self.backend, row, output, &self.rules);
        Ok(())
    }

    fn instead<'a>(&self, row: &'a [u8]) -> Option<&'a [u8]> {
        Some(row)
    }
}
