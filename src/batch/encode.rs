//! Encoding columns.

use super::Fill;
use super::codec::Codec;
use super::error::BatchError;
use crate::encode::Encoder;

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
        output.fill_by(input, &Codec::encoding(self))
    }
}
