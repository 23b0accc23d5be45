//! Arrays of views. Rows that change are gathered into columns, and the others keep their views.

use arrow::array::builder::{BinaryViewBuilder, StringViewBuilder};
use arrow::array::{Array, ArrayRef, AsArray, GenericByteViewArray};
use arrow::compute::interleave;
use arrow::datatypes::ByteViewType;
use datafusion_common::Result;
use percent_simd::batch::ColumnRef;

use super::column::too_long;
use super::pieces::{Builder, Bytes, PIECE, Pieces, Text};
use super::{Codec, Kind, failed};

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

/// The output of some rows, in buffers of its own.
fn views_of<T: ByteViewType>(
    array: &GenericByteViewArray<T>,
    rows: impl ExactSizeIterator<Item = usize>,
    codec: &impl Codec,
    kind: Kind,
) -> Result<ArrayRef> {
    let number = rows.len();
    match kind {
        Kind::Text => gather(array, rows, codec, Text(StringViewBuilder::with_capacity(number))),
        Kind::Bytes => gather(array, rows, codec, Bytes(BinaryViewBuilder::with_capacity(number))),
    }
}

fn gather<T: ByteViewType>(
    array: &GenericByteViewArray<T>,
    rows: impl Iterator<Item = usize>,
    codec: &impl Codec,
    builder: impl Builder,
) -> Result<ArrayRef> {
    let mut output = Pieces::new(codec, builder, usize::MAX);
    let mut piece = Gathered::new();
    for row in rows {
        let bytes: Option<&[u8]> = array.is_valid(row).then(|| array.value(row).as_ref());
        if !piece.has_room(bytes.unwrap_or_default()) {
            output.append(piece.column()?)?;
            piece.clear();
        }
        piece.push(bytes);
    }
    output.append(piece.column()?)?;
    Ok(output.finish())
}

/// Rows that are to be one piece.
struct Gathered {
    values: Vec<u8>,
    offsets: Vec<i32>,
    /// Up to the last row that is null.
    validity: Vec<u8>,
}

impl Gathered {
    fn new() -> Self {
        Self { values: Vec::with_capacity(PIECE), offsets: vec![0], validity: Vec::new() }
    }

    #[inline(always)]
    fn has_room(&self, row: &[u8]) -> bool {
        self.values.is_empty() || row.len() <= PIECE.saturating_sub(self.values.len())
    }

    #[inline(always)]
    fn push(&mut self, row: Option<&[u8]>) {
        match row {
            Some(row) => self.values.extend_from_slice(row),
            None => self.set_null(self.offsets.len() - 1),
        }
        self.offsets.push(self.values.len() as i32); // checked by `column`
    }

    #[cold]
    fn set_null(&mut self, row: usize) {
        self.validity.resize(row / 8 + 1, u8::MAX);
        self.validity[row / 8] &= !(1 << (row % 8));
    }

    fn column(&mut self) -> Result<ColumnRef<'_, i32>> {
        // Only a single row may be longer than a piece.
        if i32::try_from(self.values.len()).is_err() {
            return Err(too_long());
        }
        let column = ColumnRef::new(&self.values, &self.offsets).map_err(failed)?;
        if self.validity.is_empty() {
            return Ok(column);
        }
        self.validity.resize(column.len().div_ceil(8), u8::MAX);
        column.with_validity(&self.validity, 0).map_err(failed)
    }

    fn clear(&mut self) {
        self.values.clear();
        self.offsets.truncate(1);
        self.validity.clear();
    }
}
