//! Arrays of views. Rows that change are gathered into columns, and the others keep their views.

use arrow::array::builder::{BinaryViewBuilder, StringViewBuilder};
use arrow::array::{Array, ArrayRef, AsArray, GenericByteViewArray};
use arrow::compute::interleave;
use arrow::datatypes::ByteViewType;
use datafusion_common::Result;

use super::gather::{Gathered, INLINE};
use super::pieces::{Builder, Pieces};
use super::{Codec, Kind};

/// Rows that stay as they are keep the buffers that they are in alive. If these rows have less than
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
    if !is_same || kept < held.div_ceil(SHARE).max(1) {
        return views_of(array, array.len(), |number| number, codec, kind);
    }
    let output = views_of(array, changed.len(), |number| changed[number], codec, kind)?;
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

/// The output of that many rows, in buffers of its own; `row` says which row of the array each number
/// is.
fn views_of<T: ByteViewType>(
    array: &GenericByteViewArray<T>,
    number: usize,
    row: impl Fn(usize) -> usize,
    codec: &impl Codec,
    kind: Kind,
) -> Result<ArrayRef> {
    match kind {
        Kind::Text => gather(array, number, row, codec, StringViewBuilder::with_capacity(number)),
        Kind::Bytes => gather(array, number, row, codec, BinaryViewBuilder::with_capacity(number)),
    }
}

fn gather<T: ByteViewType>(
    array: &GenericByteViewArray<T>,
    number: usize,
    row: impl Fn(usize) -> usize,
    codec: &impl Codec,
    builder: impl Builder,
) -> Result<ArrayRef> {
    let mut output = Pieces::new(codec, builder);
    let (mut piece, mut done) = (Gathered::new(), 0);
    while done < number {
        let column = piece.column(array, done..number, &row)?;
        done += column.len();
        output.append(column)?;
    }
    Ok(output.finish())
}
