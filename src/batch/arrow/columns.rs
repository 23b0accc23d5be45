//! Columns from arrays, and arrays from columns.

use alloc::vec::Vec;

use arrow_array::builder::GenericStringBuilder;
use arrow_array::types::ByteArrayType;
use arrow_array::{
    Array, GenericBinaryArray, GenericByteArray, GenericStringArray, OffsetSizeTrait,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer};

use crate::backend::Backend;
use crate::batch::column::{Column, ColumnRef};
use crate::batch::error::{BatchError, BatchErrorKind};
use crate::batch::offset::Offset;
use crate::batch::validity::Bits;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::kernel;

/// The rows of an array of strings or binary values (feature `arrow`), in constant time and without
/// a copy. Arrow guarantees its offsets, so they are not checked again. The array may be a slice of
/// a longer one.
///
/// ```
/// use arrow_array::{BinaryArray, StringArray};
/// use percent_simd::Decoder;
/// use percent_simd::batch::{Column, ColumnRef, OnError};
///
/// let input = StringArray::from(vec![Some("a%20b"), None, Some("%FF")]);
/// let mut output = Column::new();
/// Decoder::new().decode_batch(ColumnRef::from(&input), OnError::Fail, &mut output).unwrap();
/// let bytes = BinaryArray::from(output.clone());
/// assert_eq!(bytes, BinaryArray::from(vec![Some(&b"a b"[..]), None, Some(&[0xFF])]));
/// assert_eq!(StringArray::try_from(output).unwrap_err().row(), 2); // not UTF-8
/// ```
impl<'a, T: ByteArrayType> From<&'a GenericByteArray<T>> for ColumnRef<'a, T::Offset>
where
    T::Offset: Offset,
{
    fn from(array: &'a GenericByteArray<T>) -> Self {
        let validity = bits(array.nulls());
        Self { values: array.value_data(), offsets: array.value_offsets(), validity }
    }
}

/// The column as an array of binary values (feature `arrow`). Its buffers are those of the column;
/// Arrow looks at each offset once.
impl<O: Offset + OffsetSizeTrait> From<Column<O>> for GenericBinaryArray<O> {
    fn from(column: Column<O>) -> Self {
        let nulls = nulls(column.validity, column.offsets.len().saturating_sub(1));
        Self::new(offsets(column.offsets), Buffer::from_vec(column.values), nulls)
    }
}

/// The column as an array of strings (feature `arrow`).
///
/// If the values are ASCII, the array's buffers are those of the column. Otherwise the rows are
/// copied, while both are in memory: without unsafe code Arrow takes whole buffers of text only by
/// way of [`core::str::from_utf8`], which takes longer than a vector kernel and a copy.
///
/// # Errors
/// [`Decode`](BatchErrorKind::Decode) for the first row that is not UTF-8. A column that
/// [`Decoder::decode_utf8_batch`](crate::Decoder::decode_utf8_batch) or
/// [`Encoder::encode_batch`](crate::Encoder::encode_batch) has filled has no such row.
impl<O: Offset + OffsetSizeTrait> TryFrom<Column<O>> for GenericStringArray<O> {
    type Error = BatchError;

    fn try_from(column: Column<O>) -> Result<Self, BatchError> {
        text(column, Backend::active())
    }
}

/// The column as an array of strings; the backend looks whether it is text.
pub(super) fn text<O: Offset + OffsetSizeTrait>(
    column: Column<O>,
    backend: Backend,
) -> Result<GenericStringArray<O>, BatchError> {
    if column.values.is_ascii() {
        let nulls = nulls(column.validity, column.offsets.len().saturating_sub(1));
        let values = Buffer::from_vec(column.values);
        return Ok(GenericStringArray::new(offsets(column.offsets), values, nulls));
    }
    copied(&column, backend).ok_or_else(|| first_ill_formed(&column))
}

/// A copy of the rows, if each is text.
fn copied<O: Offset + OffsetSizeTrait>(
    column: &Column<O>,
    backend: Backend,
) -> Option<GenericStringArray<O>> {
    let mut rest = kernel::text::text(backend, &column.values)?;
    let mut builder = GenericStringBuilder::with_capacity(column.len(), rest.len());
    let rows = column.as_column_ref();
    for row in 0..rows.len() {
        let (text, after) = rest.split_at_checked(rows.bytes(row..row + 1).len())?;
        if rows.is_null(row) {
            builder.append_null();
        } else {
            builder.append_value(text);
        }
        rest = after;
    }
    Some(builder.finish())
}

/// The first row that is not UTF-8, as an error.
#[cold]
fn first_ill_formed<O: Offset>(column: &Column<O>) -> BatchError {
    let refused = column.iter().enumerate().find_map(|(row, bytes)| {
        let position = core::str::from_utf8(bytes?).err()?.valid_up_to();
        let error = DecodeError::new(position, DecodeErrorKind::Utf8);
        Some(BatchError::new(row, BatchErrorKind::Decode(error)))
    });
    refused.expect("a row is not UTF-8, because not all of them are")
}

/// The bitmap of an array, and the bit of its first row.
#[inline]
pub(super) fn bits(nulls: Option<&NullBuffer>) -> Option<Bits<'_>> {
    nulls.map(|nulls| (nulls.validity(), nulls.offset()))
}

/// A bitmap as Arrow has it, if some row is null.
#[inline]
pub(super) fn nulls(bitmap: Vec<u8>, rows: usize) -> Option<NullBuffer> {
    let has_nulls = !bitmap.is_empty();
    has_nulls.then(|| NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(bitmap), 0, rows)))
}

/// Offsets as Arrow has them: also those of no rows begin with 0.
fn offsets<O: Offset + OffsetSizeTrait>(offsets: Vec<O>) -> OffsetBuffer<O> {
    if offsets.is_empty() { OffsetBuffer::new_empty() } else { OffsetBuffer::new(offsets.into()) }
}
