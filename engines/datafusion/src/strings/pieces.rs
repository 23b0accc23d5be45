//! Columns piece by piece: the output for a piece is still in the first cache when its rows are appended
//! to an array of views.
//!
//! Without unsafe code there are two ways for text into such an array. `try_new` validates each row by
//! `str::from_utf8`, which takes longer than a copy. A builder takes `&str` row by row: a copy, and no
//! validation. So a piece is validated here, by the kernels, and copied.

use std::borrow::Cow;
use std::sync::Arc;

use arrow::array::ArrayRef;
use arrow::array::builder::{BinaryViewBuilder, StringViewBuilder};
use datafusion_common::{Result, exec_datafusion_err};
use memchr::memchr;
use percent_simd::Decoder;
use percent_simd::batch::{Column, ColumnRef};

use super::Codec;

/// The bytes of a piece, unless it is one longer row.
pub(super) const PIECE: usize = 16 * 1024;

/// What a codec makes of pieces of a column, on its way into an array of views.
pub(super) struct Pieces<'c, C, B> {
    codec: &'c C,
    output: Column<i32>,
    builder: B,
}

impl<'c, C: Codec, B: Builder> Pieces<'c, C, B> {
    pub(super) fn new(codec: &'c C, builder: B) -> Self {
        Self { codec, output: Column::new(), builder }
    }

    /// Appends the output for a piece.
    pub(super) fn append(&mut self, piece: ColumnRef<'_, i32>) -> Result<()> {
        self.codec.run(piece, &mut self.output)?;
        self.builder
            .append(&self.output)
            .ok_or_else(|| exec_datafusion_err!("the rows of a column of text are not UTF-8"))
    }

    pub(super) fn finish(mut self) -> ArrayRef {
        self.builder.finish()
    }
}

/// A builder of arrays that takes whole columns.
pub(super) trait Builder {
    /// Appends all rows; `None` if they must be text and are not.
    fn append(&mut self, column: &Column<i32>) -> Option<()>;

    fn finish(&mut self) -> ArrayRef;
}

impl Builder for StringViewBuilder {
    fn append(&mut self, column: &Column<i32>) -> Option<()> {
        let mut rest = text(column.values())?;
        for (number, ends) in column.offsets().windows(2).enumerate() {
            let (row, behind) = rest.split_at_checked((ends[1] - ends[0]) as usize)?;
            if is_null(column, number) {
                self.append_null();
            } else {
                self.append_value(row);
            }
            rest = behind;
        }
        Some(())
    }

    fn finish(&mut self) -> ArrayRef {
        Arc::new(self.finish())
    }
}

impl Builder for BinaryViewBuilder {
    fn append(&mut self, column: &Column<i32>) -> Option<()> {
        column.iter().for_each(|row| self.append_option(row));
        Some(())
    }

    fn finish(&mut self) -> ArrayRef {
        Arc::new(self.finish())
    }
}

/// The bytes as text, if they are.
fn text(bytes: &[u8]) -> Option<&str> {
    // A decoder changes nothing without a `%`, so what it does to the bytes is to validate them.
    if memchr(b'%', bytes).is_some() {
        return str::from_utf8(bytes).ok();
    }
    match Decoder::new().decode_utf8(bytes) {
        Ok(Cow::Borrowed(text)) => Some(text),
        _ => None,
    }
}

#[inline]
fn is_null(column: &Column<i32>, row: usize) -> bool {
    column.validity().is_some_and(|bits| bits[row / 8] >> (row % 8) & 1 == 0)
}
