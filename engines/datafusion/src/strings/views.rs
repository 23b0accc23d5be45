//! Arrays of views. Rows that change are gathered into a column, and the others keep their views.

use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, BinaryViewArray, GenericByteViewArray, StringViewArray,
};
use arrow::compute::interleave;
use arrow::datatypes::ByteViewType;
use datafusion_common::Result;
use percent_simd::batch::ColumnRef;

use super::{Codec, Kind, failed, into_array};

/// Rows of up to this many bytes are within their views.
const INLINE: usize = 12;

/// Rows that stay as they are keep the buffers that they are in alive. If these rows have at most
/// one byte out of this many in the buffers, they are copied.
const SHARE: usize = 4;

/// Where none of this many rows keeps a buffer, the others are not asked: all are copied.
const SAMPLE: usize = 64;

/// The codec's output. It is the input itself, without a copy, if nothing changes.
pub(super) fn map<T: ByteViewType>(
    input: &ArrayRef,
    codec: &impl Codec,
    kind: Kind,
) -> Result<ArrayRef> {
    let array = input.as_byte_view::<T>();
    let is_same = Kind::of(&T::DATA_TYPE) == kind;
    if is_same && is_clean_at_once(array, codec) {
        return Ok(ArrayRef::clone(input));
    }
    let mut changed = Vec::new();
    let mut kept = 0;
    for (row, bytes) in array.iter().enumerate() {
        if row == SAMPLE && kept == 0 && changed.len() > SAMPLE / 2 {
            break;
        }
        let Some(bytes) = bytes.map(AsRef::<[u8]>::as_ref) else { continue };
        if !codec.is_clean(bytes) {
            changed.push(row);
        } else if bytes.len() > INLINE {
            kept += bytes.len();
        }
    }
    if is_same && changed.is_empty() {
        return Ok(ArrayRef::clone(input));
    }
    let held: usize = array.data_buffers().iter().map(|buffer| buffer.len()).sum();
    if !is_same || kept <= held / SHARE {
        return views_of(array, 0..array.len(), codec, kind);
    }
    let output = views_of(array, changed.iter().copied(), codec, kind)?;
    let mut sources: Vec<_> = (0..array.len()).map(|row| (0, row)).collect();
    for (number, row) in changed.into_iter().enumerate() {
        sources[row] = (1, number);
    }
    Ok(interleave(&[array, &output], &sources)?)
}

/// Whether whole buffers are clean, and so are the rows within their views: a quarter of the time of
/// a look at each row. Buffers of which the rows have less than half are not looked at.
fn is_clean_at_once<T: ByteViewType>(array: &GenericByteViewArray<T>, codec: &impl Codec) -> bool {
    let len = |view: &u128| *view as u32 as usize;
    let used: usize = array.views().iter().map(len).filter(|len| *len > INLINE).sum();
    let held: usize = array.data_buffers().iter().map(|buffer| buffer.len()).sum();
    let is_inline = |view: &&u128| len(view) <= INLINE;
    held / 2 <= used
        && array.data_buffers().iter().all(|buffer| codec.is_clean(buffer))
        && array
            .views()
            .iter()
            .filter(is_inline)
            .all(|view| codec.is_clean(&view.to_le_bytes()[4..4 + len(view)]))
}

/// The output of some rows, in a buffer of its own.
fn views_of<T: ByteViewType>(
    array: &GenericByteViewArray<T>,
    rows: impl ExactSizeIterator<Item = usize> + Clone,
    codec: &impl Codec,
    kind: Kind,
) -> Result<ArrayRef> {
    let valid = rows.clone().filter(|&row| array.is_valid(row));
    let mut values = Vec::with_capacity(valid.map(|row| array.views()[row] as u32 as usize).sum());
    let mut offsets = Vec::with_capacity(rows.len() + 1);
    let mut validity = vec![u8::MAX; rows.len().div_ceil(8)];
    offsets.push(0_i64);
    for (number, row) in rows.enumerate() {
        if array.is_valid(row) {
            values.extend_from_slice(array.value(row).as_ref());
        } else {
            validity[number / 8] &= !(1 << (number % 8));
        }
        offsets.push(values.len() as i64);
    }
    let mut column = ColumnRef::new(&values, &offsets).map_err(failed)?;
    if array.null_count() > 0 {
        column = column.with_validity(&validity, 0).map_err(failed)?;
    }
    let output = into_array(codec.run(column)?, kind)?;
    Ok(match kind {
        Kind::Text => Arc::new(StringViewArray::from(output.as_string::<i64>())),
        Kind::Bytes => Arc::new(BinaryViewArray::from(output.as_binary::<i64>())),
    })
}
