//! Rows of an array of views, made columns: a piece at a time.

use std::ops::Range;

use arrow::array::{Array, ByteView, GenericByteViewArray};
use arrow::datatypes::ByteViewType;
use datafusion_common::Result;
use percent_simd::batch::ColumnRef;

use super::pieces::PIECE;
use crate::error::{failed, too_long};

/// Rows of up to this many bytes are within their views.
pub(super) const INLINE: usize = 12;

/// Rows that are to be one piece. Its memory is used for the next one again.
pub(super) struct Gathered {
    values: Vec<u8>,
    offsets: Vec<i32>,
    /// Up to the last row that is null.
    validity: Vec<u8>,
}

impl Gathered {
    pub(super) const fn new() -> Self {
        Self { values: Vec::new(), offsets: Vec::new(), validity: Vec::new() }
    }

    /// The first of these rows, at least one; `row` says which row of the array each number is.
    pub(super) fn column<'a, T: ByteViewType>(
        &'a mut self,
        array: &'a GenericByteViewArray<T>,
        numbers: Range<usize>,
        row: impl Fn(usize) -> usize,
    ) -> Result<ColumnRef<'a, i32>> {
        let values = match self.adjacent(array, numbers.clone(), &row) {
            Some(values) => values,
            None => {
                self.copy(array, numbers, row)?;
                &self.values
            }
        };
        let column = ColumnRef::new(values, &self.offsets).map_err(failed)?;
        if self.validity.is_empty() {
            return Ok(column);
        }
        self.validity.resize(column.len().div_ceil(8), u8::MAX);
        column.with_validity(&self.validity, 0).map_err(failed)
    }

    /// Rows of which each begins in a buffer where the one before it ends, so that the buffer has a
    /// piece of their bytes or all of them. None of them is within its view.
    fn adjacent<'a, T: ByteViewType>(
        &mut self,
        array: &'a GenericByteViewArray<T>,
        numbers: Range<usize>,
        row: impl Fn(usize) -> usize,
    ) -> Option<&'a [u8]> {
        self.clear();
        let (mut start, mut len) = (None, 0);
        for number in numbers.clone() {
            let row = row(number);
            if array.is_null(row) {
                self.end_null_row(len);
                continue;
            }
            let ByteView { length, buffer_index, offset, .. } = ByteView::from(array.views()[row]);
            let (buffer, first) = *start.get_or_insert((buffer_index, offset));
            let is_next = length as usize > INLINE
                && length as usize <= PIECE - len
                && buffer_index == buffer
                && offset.wrapping_sub(first) as usize == len;
            if !is_next {
                break;
            }
            len += length as usize;
            self.end_row(len);
        }
        let is_all = self.offsets.len() > numbers.len();
        let (buffer, first) = start.filter(|_| is_all || len > PIECE / 2)?;
        array.data_buffers()[buffer as usize].get(first as usize..)?.get(..len)
    }

    /// Copies rows, wherever they are.
    fn copy<T: ByteViewType>(
        &mut self,
        array: &GenericByteViewArray<T>,
        numbers: Range<usize>,
        row: impl Fn(usize) -> usize,
    ) -> Result<()> {
        self.clear();
        for number in numbers {
            let row = row(number);
            if array.is_null(row) {
                self.end_null_row(self.values.len());
                continue;
            }
            let bytes: &[u8] = array.value(row).as_ref();
            if !self.values.is_empty() && bytes.len() > PIECE.saturating_sub(self.values.len()) {
                break;
            }
            self.values.extend_from_slice(bytes);
            self.end_row(self.values.len());
        }
        // Only a single row may be longer than a piece.
        i32::try_from(self.values.len()).map(drop).map_err(|_| too_long())
    }

    #[inline(always)]
    fn end_row(&mut self, end: usize) {
        self.offsets.push(end as i32); // checked by the caller
    }

    #[cold]
    fn end_null_row(&mut self, end: usize) {
        let row = self.offsets.len() - 1;
        self.validity.resize(row / 8 + 1, u8::MAX);
        self.validity[row / 8] &= !(1 << (row % 8));
        self.end_row(end);
    }

    fn clear(&mut self) {
        self.values.clear();
        self.offsets.clear();
        self.offsets.push(0);
        self.validity.clear();
    }
}
