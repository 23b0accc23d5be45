//! Columns of rows that come one by one.

use super::column::Column;
use super::error::{BatchError, BatchErrorKind};
use super::offset::Offset;
use super::validity;

impl<O: Offset> Column<O> {
    /// A column of copies of these rows; `None` is null.
    ///
    /// # Errors
    /// [`Overflow`](BatchErrorKind::Overflow) for the first row whose end `O` cannot hold.
    ///
    /// ```
    /// use percent_simd::Decoder;
    /// use percent_simd::batch::{Column, OnError};
    ///
    /// let rows = ["a%20b", "", "c"].map(|row| (row != "").then_some(row));
    /// let input = Column::<i32>::from_rows(rows).unwrap();
    /// let mut output = Column::new();
    /// Decoder::new().decode_batch(input.as_column_ref(), OnError::Fail, &mut output).unwrap();
    /// assert!(output.iter().eq([Some(&b"a b"[..]), None, Some(b"c")]));
    /// ```
    pub fn from_rows<R: AsRef<[u8]>>(
        rows: impl IntoIterator<Item = Option<R>>,
    ) -> Result<Self, BatchError> {
        let mut column = Self::new();
        let rows = rows.into_iter();
        column.offsets.reserve(rows.size_hint().0.saturating_add(1));
        column.offsets.push(O::default());
        for row in rows {
            column.push_row(row.as_ref().map(AsRef::as_ref))?;
        }
        Ok(column)
    }

    /// Adds a copy of a row, or a null one.
    ///
    /// # Errors
    /// [`Overflow`](BatchErrorKind::Overflow) if `O` cannot hold the row's end. Then the column is
    /// as it was.
    pub fn push_row(&mut self, row: Option<&[u8]>) -> Result<(), BatchError> {
        if self.offsets.is_empty() {
            self.offsets.push(O::default());
        }
        let (number, bytes) = (self.len(), row.unwrap_or_default());
        if bytes.len() > O::MOST - self.values.len() {
            return Err(BatchError::new(number, BatchErrorKind::Overflow));
        }
        self.values.extend_from_slice(bytes);
        validity::push(&mut self.validity, number, row.is_some());
        self.counts.nulls += usize::from(row.is_none());
        self.end_row();
        Ok(())
    }
}

#[cfg(feature = "form")]
impl<O: Offset> Column<O> {
    /// Adds the output of a row, or the replacement of a refused one.
    pub(crate) fn push_output(
        &mut self,
        output: Option<&[u8]>,
        is_changed: bool,
        is_refused: bool,
    ) -> Result<(), BatchError> {
        self.push_row(output)?;
        self.counts.changed += usize::from(is_changed);
        self.counts.refused += usize::from(is_refused);
        Ok(())
    }
}
