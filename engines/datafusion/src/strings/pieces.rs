//! Columns piece by piece: what a codec makes of a piece is still in the first cache when its rows are
//! appended to an array.
//!
//! Without unsafe code there are two ways for text into an array. `try_new` takes whole buffers and
//! validates them by `str::from_utf8`, which is quick for ASCII alone: for Cyrillic it takes as long as
//! decoding. A builder takes `&str` row by row: a copy, and no validation. So ASCII is handed over
//! whole (`into_array`), and the other text is validated here, once and by the kernels, and copied.

use std::borrow::Cow;

use arrow::array::builder::{BinaryLikeArrayBuilder, StringLikeArrayBuilder};
use arrow::array::{ArrayBuilder, ArrayRef};
use datafusion_common::{Result, exec_err};
use memchr::memchr;
use percent_simd::Decoder;
use percent_simd::batch::{Column, ColumnRef};

use super::{Codec, Width};
use crate::error::too_long;

/// The bytes of a piece, unless it is one longer row.
pub(super) const PIECE: usize = 16 * 1024;

/// What a codec makes of pieces of a column, on its way into an array.
pub(super) struct Pieces<'c, C, O, B> {
    codec: &'c C,
    output: Column<O>,
    builder: B,
    /// The bytes that still fit into the array.
    room: usize,
}

impl<'c, C: Codec, O: Width, B: Builder> Pieces<'c, C, O, B> {
    pub(super) fn new(codec: &'c C, builder: B, room: usize) -> Self {
        Self { codec, output: Column::new(), builder, room }
    }

    /// Appends the output for a piece.
    pub(super) fn append(&mut self, piece: ColumnRef<'_, O>) -> Result<()> {
        self.codec.run(piece, &mut self.output)?;
        let done = self.append_output()?;
        if done == piece.len() {
            return Ok(());
        }
        let rest = piece.slice(done..piece.len());
        self.codec.run_to_text(rest, &mut self.output)?;
        if self.append_output()? < rest.len() {
            return exec_err!("the rows of a column of text are not UTF-8");
        }
        Ok(())
    }

    /// The number of rows that have been appended.
    fn append_output(&mut self) -> Result<usize> {
        if self.output.values().len() > self.room {
            return Err(too_long());
        }
        let done = self.builder.append(&self.output);
        self.room -= self.output.offsets().get(done).map_or(0, |end| end.as_usize());
        Ok(done)
    }

    pub(super) fn finish(mut self) -> ArrayRef {
        self.builder.finish()
    }
}

/// A builder of arrays that takes whole columns.
pub(super) trait Builder {
    /// Appends the rows up to the first one that must be text and is not; returns their number.
    fn append<O: Width>(&mut self, column: &Column<O>) -> usize;

    fn finish(&mut self) -> ArrayRef;
}

/// An array of text.
pub(super) struct Text<B>(pub(super) B);

impl<B: StringLikeArrayBuilder + ArrayBuilder> Builder for Text<B> {
    fn append<O: Width>(&mut self, column: &Column<O>) -> usize {
        let Some(mut rest) = text(column.values()) else { return 0 };
        for (number, ends) in column.offsets().windows(2).enumerate() {
            let Some((row, behind)) = rest.split_at_checked((ends[1] - ends[0]).as_usize()) else {
                return number;
            };
            if is_null(column, number) {
                self.0.append_null();
            } else {
                self.0.append_value(row);
            }
            rest = behind;
        }
        column.len()
    }

    fn finish(&mut self) -> ArrayRef {
        self.0.finish()
    }
}

/// An array of bytes.
pub(super) struct Bytes<B>(pub(super) B);

impl<B: BinaryLikeArrayBuilder + ArrayBuilder> Builder for Bytes<B> {
    fn append<O: Width>(&mut self, column: &Column<O>) -> usize {
        for row in column.iter() {
            match row {
                Some(row) => self.0.append_value(row),
                None => self.0.append_null(),
            }
        }
        column.len()
    }

    fn finish(&mut self) -> ArrayRef {
        self.0.finish()
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
fn is_null<O: Width>(column: &Column<O>, row: usize) -> bool {
    column.validity().is_some_and(|bits| bits[row / 8] >> (row % 8) & 1 == 0)
}
