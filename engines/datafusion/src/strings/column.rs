//! Columns of rows that are handled one by one, and columns as arrays.

use std::sync::Arc;

use arrow::array::{ArrayRef, GenericBinaryArray, GenericStringArray};
use datafusion_common::Result;
use percent_simd::batch::{Column, ColumnRef};

use super::{Kind, Width};
use crate::error::failed;

/// One row after the other. The function gets the number of a row that is not null, its bytes, and
/// an empty buffer for its output; it says whether there is one.
pub(crate) fn collect<O: Width>(
    input: ColumnRef<'_, O>,
    output: &mut Column<O>,
    mut row: impl FnMut(usize, &[u8], &mut Vec<u8>) -> bool,
) -> Result<()> {
    *output = Column::from_rows::<&[u8]>([]).map_err(failed)?;
    let mut buffer = Vec::new();
    for (number, bytes) in input.iter().enumerate() {
        buffer.clear();
        let is_there = bytes.is_some_and(|bytes| row(number, bytes, &mut buffer));
        output.push_row(is_there.then_some(&*buffer)).map_err(failed)?;
    }
    Ok(())
}

/// The column as an array. It is an error if it is to be text and is not.
pub(super) fn into_array<O: Width>(column: Column<O>, kind: Kind) -> Result<ArrayRef> {
    Ok(match kind {
        Kind::Text => Arc::new(GenericStringArray::try_from(column).map_err(failed)?),
        Kind::Bytes => Arc::new(GenericBinaryArray::from(column)),
    })
}
