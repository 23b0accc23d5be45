//! The verbs of columns, and the pairs of layouts that fill one another.

use super::OnError;
use super::codec::Codec;
use super::column::{Column, ColumnRef};
use super::error::BatchError;
#[cfg(doc)]
use super::error::BatchErrorKind;
use super::fill_views::fill_views;
use super::offset::{Offset, check_ends};
use super::view::{MOST, ViewColumnRef, views_of};
use super::view_column::ViewColumn;
use crate::decode::Decoder;
#[cfg(doc)]
use crate::decode::Utf8;
use crate::encode::Encoder;

impl Decoder {
    /// Decodes every row of a column into another one, of any layout ([`Fill`] has a table), which is
    /// cleared first.
    ///
    /// In a [`Column`] room is made for as many bytes of values as the rows have. The UTF-8 policy does
    /// not apply: rows are bytes. For text there is [`decode_utf8_batch`](Self::decode_utf8_batch).
    ///
    /// # Errors
    /// * Under [`OnError::Fail`] alone: [`Decode`](BatchErrorKind::Decode) for the first row that
    ///   the policy refuses.
    /// * [`Overflow`](BatchErrorKind::Overflow) from one layout to the other alone: for the first row
    ///   whose end `O` cannot hold, or that a view cannot.
    ///
    /// ```
    /// use percent_simd::{Decoder, Malformed};
    /// use percent_simd::batch::{Column, ColumnRef, OnError};
    ///
    /// let strict = Decoder::new().malformed(Malformed::Error);
    /// let input = ColumnRef::new(b"a%20b100%", &[0_u64, 5, 9]).unwrap();
    /// let mut output = Column::new();
    /// let error = strict.decode_batch(input, OnError::Fail, &mut output).unwrap_err();
    /// assert_eq!(error.row(), 1);
    /// strict.decode_batch(input, OnError::Null, &mut output).unwrap();
    /// assert!(output.iter().eq([Some(&b"a b"[..]), None]));
    /// assert_eq!((output.validity(), output.refused()), (Some(&[0b01][..]), 1));
    /// ```
    pub fn decode_batch<I, C: Fill<I>>(
        self,
        input: I,
        on_error: OnError,
        output: &mut C,
    ) -> Result<(), BatchError> {
        output.fill_by(input, &Codec::decoding(self, on_error, false))
    }

    /// Decodes every row of a column to text, under the policy's [`Utf8`]: each row is UTF-8 by
    /// itself, and so are all values together. The other column, of any layout ([`Fill`] has a
    /// table), is cleared first.
    ///
    /// Under [`Utf8::Strict`] a row whose decoded bytes are not UTF-8 is refused. Under
    /// [`OnError::Keep`] a refused row becomes null if its undecoded bytes are not UTF-8.
    ///
    /// A [`Column`] reserves as many bytes of values as the rows have, which suffice unless the policy
    /// can make text longer than its input.
    ///
    /// # Errors
    /// Those of [`decode_batch`](Self::decode_batch). [`Overflow`](BatchErrorKind::Overflow) is also
    /// within one layout, under [`Utf8::Lossy`] or [`Utf8::KeepEscaped`]: it takes an input of more
    /// than a third of the largest `O`, or a row too long for a view.
    ///
    /// ```
    /// use percent_simd::{Decoder, Utf8};
    /// use percent_simd::batch::{Column, ColumnRef, OnError};
    ///
    /// let input = ColumnRef::new(b"caf%C3%A9%FF", &[0_i32, 9, 12]).unwrap();
    /// let mut output = Column::new();
    /// Decoder::new().decode_utf8_batch(input, OnError::Null, &mut output).unwrap();
    /// assert!(output.iter().eq([Some("café".as_bytes()), None]));
    /// Decoder::new().utf8(Utf8::Lossy).decode_utf8_batch(input, OnError::Fail, &mut output).unwrap();
    /// assert!(output.iter().eq(["café", "\u{FFFD}"].map(|row| Some(row.as_bytes()))));
    /// ```
    pub fn decode_utf8_batch<I, C: Fill<I>>(
        self,
        input: I,
        on_error: OnError,
        output: &mut C,
    ) -> Result<(), BatchError> {
        output.fill_by(input, &Codec::decoding(self, on_error, true))
    }
}

impl Encoder {
    /// Encodes every row of a column into another one, of any layout ([`Fill`] has a table), which is
    /// cleared first.
    ///
    /// In a [`Column`] room is made for as many bytes of values as the rows have, and grows for longer
    /// output by chunks of 4 KiB of input, each of which may become three times as long.
    ///
    /// # Errors
    /// [`Overflow`](BatchErrorKind::Overflow) for the first row whose end `O` cannot hold; that takes
    /// an input of more than a third of the largest `O`. In views, for the first row whose output is
    /// longer than [`i32::MAX`].
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

/// A column that is filled from a borrowed one of type `I`, of the same or of another layout:
///
/// | | [`ColumnRef<O>`](ColumnRef) | [`ViewColumnRef`] |
/// | --- | --- | --- |
/// | [`Column<O>`](Column) | the layout for which the verbs are made | the rows are copied to one buffer first |
/// | [`ViewColumn`] | each row gets a view; the input's values are its buffer 0 | the layout for which the verbs are made |
///
/// It cannot be implemented elsewhere.
pub trait Fill<I> {
    /// Fills the column with the output of the codec; after an error it is as it was.
    #[doc(hidden)]
    fn fill_by(&mut self, input: I, codec: &Codec) -> Result<(), BatchError>;
}

impl<O: Offset> Fill<ColumnRef<'_, O>> for Column<O> {
    fn fill_by(&mut self, input: ColumnRef<'_, O>, codec: &Codec) -> Result<(), BatchError> {
        codec.check(input)?;
        self.fill(input, codec);
        Ok(())
    }
}

impl<O: Offset> Fill<ViewColumnRef<'_>> for Column<O> {
    fn fill_by(&mut self, input: ViewColumnRef<'_>, codec: &Codec) -> Result<(), BatchError> {
        // Before anything is copied.
        check_ends::<O>(input.iter().map(|bytes| bytes.unwrap_or_default().len()))?;
        let rows = Self::from_rows(input.iter())?;
        self.fill_by(rows.as_column_ref(), codec)
    }
}

impl Fill<ViewColumnRef<'_>> for ViewColumn {
    #[inline]
    fn fill_by(&mut self, input: ViewColumnRef<'_>, codec: &Codec) -> Result<(), BatchError> {
        *self = fill_views(input, codec, MOST)?;
        Ok(())
    }
}

impl<O: Offset> Fill<ColumnRef<'_, O>> for ViewColumn {
    fn fill_by(&mut self, input: ColumnRef<'_, O>, codec: &Codec) -> Result<(), BatchError> {
        let rows = input.iter().enumerate();
        let views = views_of(rows.map(|(row, bytes)| Some((input.start(row), bytes?))), MOST)?;
        let buffers = [input.values];
        self.fill_by(ViewColumnRef::new(&views, &buffers, input.validity)?, codec)
    }
}
