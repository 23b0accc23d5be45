//! Columns: borrowed ones to read, owned ones to fill.

use alloc::vec::Vec;
use core::ops::Range;

use super::error::{BatchError, BatchErrorKind};
use super::offset::Offset;
use super::validity::{self, Bits};

/// A borrowed column: values, offsets, and perhaps a validity bitmap. They are checked when it is
/// made, in linear time.
#[derive(Clone, Copy, Debug)]
pub struct ColumnRef<'a, O> {
    pub(super) values: &'a [u8],
    /// They ascend within the values.
    pub(super) offsets: &'a [O],
    /// A bitmap with a bit for each row, and the bit of the first one.
    pub(super) validity: Option<Bits<'a>>,
}

impl<'a, O: Offset> ColumnRef<'a, O> {
    /// A column whose row `i` is `values[offsets[i]..offsets[i + 1]]`: there is one offset more
    /// than there are rows (or none, if there are no rows). The first offset need not be 0 nor the
    /// last one the values' length: slices of Arrow's arrays are like that.
    ///
    /// # Errors
    /// [`BadOffsets`](BatchErrorKind::BadOffsets) where an offset is negative or greater than the
    /// next one, else [`OutOfBounds`](BatchErrorKind::OutOfBounds) where a row ends past the end of
    /// the values.
    pub fn new(values: &'a [u8], offsets: &'a [O]) -> Result<Self, BatchError> {
        let [first, ends @ ..] = offsets else {
            return Ok(Self { values, offsets: &[], validity: None });
        };
        // Without a branch for each row.
        let ascending =
            offsets.iter().zip(ends).fold(true, |all, (start, end)| all & (start <= end));
        if *first < O::default() || !ascending {
            let row = offsets
                .iter()
                .zip(ends)
                .position(|(start, end)| *start < O::default() || start > end);
            return Err(BatchError::new(row.unwrap_or(0), BatchErrorKind::BadOffsets));
        }
        let is_within = |&end: &O| end.try_into().is_ok_and(|end| end <= values.len());
        if !is_within(offsets.last().unwrap_or(first)) {
            let row = ends.partition_point(is_within).min(ends.len().saturating_sub(1));
            return Err(BatchError::new(row, BatchErrorKind::OutOfBounds));
        }
        Ok(Self { values, offsets, validity: None })
    }

    /// The same column with a validity bitmap, as in Arrow: bit `first + i` says whether row `i` is
    /// there (1) or null (0), and bit `n` is bit `n % 8` of byte `n / 8`, the lowest bit first.
    /// `first` is 0 but for slices of longer columns.
    ///
    /// # Errors
    /// [`NoValidity`](BatchErrorKind::NoValidity) where the bitmap is too short.
    pub fn with_validity(self, bitmap: &'a [u8], first: usize) -> Result<Self, BatchError> {
        let bits = validity::rows((bitmap, first));
        if bits < self.len() {
            return Err(BatchError::new(bits, BatchErrorKind::NoValidity));
        }
        Ok(Self { validity: Some((bitmap, first)), ..self })
    }

    /// Some of the rows, without a copy.
    ///
    /// # Panics
    /// If the rows end past the last one, or before they start.
    #[must_use]
    pub fn slice(self, rows: Range<usize>) -> Self {
        let is_within = rows.start <= rows.end && rows.end <= self.len();
        assert!(is_within, "rows {rows:?} of a column of {}", self.len());
        let validity = self.validity.map(|(bitmap, first)| (bitmap, first + rows.start));
        let offsets = if self.is_empty() { &[] } else { &self.offsets[rows.start..=rows.end] };
        Self { offsets, validity, ..self }
    }

    /// The number of rows.
    #[must_use]
    pub const fn len(self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The row of that number, or `None` if it is null or there is no such row.
    #[must_use]
    pub fn row(self, row: usize) -> Option<&'a [u8]> {
        (row < self.len() && !self.is_null(row)).then(|| self.bytes(row..row + 1))
    }

    /// All rows, in order; `None` for those that are null.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Option<&'a [u8]>> + Clone + use<'a, O> {
        (0..self.len()).map(move |row| self.row(row))
    }

    #[inline]
    pub(super) fn is_null(self, row: usize) -> bool {
        self.validity.is_some_and(|bits| validity::is_null(bits, row))
    }

    /// The bytes of some rows.
    #[inline]
    pub(super) fn bytes(self, rows: Range<usize>) -> &'a [u8] {
        &self.values[self.start(rows.start)..self.start(rows.end)]
    }

    /// The start of a row, or for the number of rows, the end of the last one.
    #[inline]
    pub(super) fn start(self, row: usize) -> usize {
        self.offsets.get(row).map_or(0, |offset| offset.index())
    }

    /// The ends of some rows.
    #[inline]
    pub(super) fn ends(self, rows: Range<usize>) -> &'a [O] {
        if rows.is_empty() { &[] } else { &self.offsets[rows.start + 1..=rows.end] }
    }

    /// The first of some rows that ends within a possible triplet, and goes on in the next row.
    #[inline]
    pub(super) fn first_split(self, rows: Range<usize>) -> Option<usize> {
        let splits = |end: &O| matches!(self.values[..end.index()], [.., b'%'] | [.., b'%', _]);
        self.ends(rows.clone()).iter().position(splits).map(|at| rows.start + at)
    }

    /// The first of some rows that ends past a position in the values, or where they end. It takes
    /// time logarithmic in the answer.
    #[inline]
    pub(super) fn row_at(self, rows: Range<usize>, position: usize) -> usize {
        let is_before = |end: &O| end.index() <= position;
        let ends = self.ends(rows.clone());
        let mut reach = 1;
        while ends.get(reach - 1).is_some_and(is_before) {
            reach *= 2;
        }
        let known = reach / 2;
        rows.start + known + ends[known..ends.len().min(reach)].partition_point(is_before)
    }
}

/// A column that is filled by [`Decoder::decode_batch`](crate::Decoder::decode_batch) or
/// [`Encoder::encode_batch`](crate::Encoder::encode_batch), again and again: its memory is reused.
#[derive(Clone, Debug, Default)]
pub struct Column<O> {
    pub(super) values: Vec<u8>,
    pub(super) offsets: Vec<O>,
    /// Empty if no row is null.
    pub(super) validity: Vec<u8>,
    pub(crate) counts: Counts,
}

/// The numbers of rows that were changed, were refused, or are null.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) changed: usize,
    pub(crate) refused: usize,
    pub(super) nulls: usize,
}

impl<O> Column<O> {
    /// A column without rows. Nothing is allocated.
    #[must_use]
    pub const fn new() -> Self {
        let counts = Counts { changed: 0, refused: 0, nulls: 0 };
        Self { values: Vec::new(), offsets: Vec::new(), validity: Vec::new(), counts }
    }

    /// The bytes of all rows, one row after the other.
    #[must_use]
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The starts of the rows, and the end of the last one: one more than there are rows, from 0
    /// on. Empty before the column is first filled.
    #[must_use]
    pub fn offsets(&self) -> &[O] {
        &self.offsets
    }

    /// The bitmap of rows that are not null, as [`ColumnRef::with_validity`] takes it; bits past
    /// the last row are 0. `None` if no row is null.
    #[must_use]
    pub fn validity(&self) -> Option<&[u8]> {
        (!self.validity.is_empty()).then_some(&*self.validity)
    }

    /// The values, the offsets and the validity bitmap, without a copy.
    #[must_use]
    pub fn into_parts(self) -> (Vec<u8>, Vec<O>, Option<Vec<u8>>) {
        let validity = (!self.validity.is_empty()).then_some(self.validity);
        (self.values, self.offsets, validity)
    }

    /// The number of rows whose bytes the call that filled the column has changed. Null rows do
    /// not count.
    #[must_use]
    pub const fn changed(&self) -> usize {
        self.counts.changed
    }

    /// The number of rows that the policy refused, and that became null or stayed as they were:
    /// see [`OnError`](super::OnError).
    #[must_use]
    pub const fn refused(&self) -> usize {
        self.counts.refused
    }

    /// The number of rows that are null.
    #[must_use]
    pub const fn nulls(&self) -> usize {
        self.counts.nulls
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<O: Offset> Column<O> {
    /// A column of copies of these rows; `None` is null.
    ///
    /// # Errors
    /// [`Overflow`](BatchErrorKind::Overflow) for the first row whose end `O` cannot hold.
    ///
    /// ```
    /// use percent_simd::batch::Column;
    ///
    /// let input = Column::<i32>::from_rows([Some("a%20b"), None, Some("c")]).unwrap();
    /// assert!(input.as_column_ref().iter().eq([Some(&b"a%20b"[..]), None, Some(b"c")]));
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

    /// The column, borrowed, as the input of the next call.
    #[must_use]
    pub fn as_column_ref(&self) -> ColumnRef<'_, O> {
        let validity = self.validity().map(|bitmap| (bitmap, 0));
        ColumnRef { values: &self.values, offsets: &self.offsets, validity }
    }

    /// The row of that number, or `None` if it is null or there is no such row.
    #[must_use]
    pub fn row(&self, row: usize) -> Option<&[u8]> {
        self.as_column_ref().row(row)
    }

    /// All rows, in order; `None` for those that are null.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<&[u8]>> + Clone {
        self.as_column_ref().iter()
    }
}
