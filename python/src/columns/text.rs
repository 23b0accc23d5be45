//! Decoding and encoding of arrays to text.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryViewArray, GenericBinaryArray, OffsetSizeTrait};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_schema::DataType;
use percent_simd::batch::{
    BatchError, Column, ColumnRef, Fill, Offset, OnError, ViewBuffer, ViewColumn, ViewColumnRef,
};
use percent_simd::{Decoder, Encoder, Malformed};

/// The conversion of each row to text.
#[derive(Clone, Copy)]
pub(super) enum Verb {
    /// Of a row of text.
    Decode(Decoder, OnError),
    Encode(Encoder),
}

impl Verb {
    /// True if rows with these bytes stay as they are, however the bytes are cut into rows. False negatives are allowed.
    fn is_clean(self, bytes: &[u8]) -> bool {
        // A triplet that spans two rows begins with a `%`.
        const PERCENT: Decoder = Decoder::new().malformed(Malformed::Error);
        let found = match self {
            Self::Decode(decoder, _) => decoder.find(bytes),
            // A character that spans two rows is ill-formed in both.
            Self::Encode(encoder) if bytes.is_ascii() => encoder.find(bytes),
            Self::Encode(_) => return false,
        };
        found.is_none() && PERCENT.find(bytes).is_none()
    }

    /// Fills a column with text.
    fn fill<I, C: Fill<I> + Default>(self, rows: I) -> Result<C, BatchError> {
        let mut output = C::default();
        match self {
            Self::Decode(decoder, on_error) => {
                decoder.decode_utf8_batch(rows, on_error, &mut output)?;
            }
            Self::Encode(encoder) => encoder.encode_batch(rows, &mut output)?,
        }
        Ok(output)
    }
}

/// The rows of an array without a dictionary, as text.
pub(super) fn text(array: &ArrayRef, verb: Verb) -> Result<ArrayRef, BatchError> {
    match array.data_type() {
        DataType::Binary => offsets(array, array.as_binary::<i32>(), verb),
        DataType::LargeBinary => offsets(array, array.as_binary::<i64>(), verb),
        _ => views(array.as_binary_view(), verb),
    }
}

fn offsets<O: Offset + OffsetSizeTrait>(
    input: &ArrayRef,
    array: &GenericBinaryArray<O>,
    verb: Verb,
) -> Result<ArrayRef, BatchError> {
    let ends = array.value_offsets();
    let used = ends[0].as_usize()..ends[array.len()].as_usize();
    if verb.is_clean(&array.value_data()[used]) {
        return Ok(Arc::clone(input));
    }
    let column: Column<O> = verb.fill(ColumnRef::from(array))?;
    Ok(Arc::new(GenericBinaryArray::from(column)))
}

fn views(array: &BinaryViewArray, verb: Verb) -> Result<ArrayRef, BatchError> {
    let buffers: Vec<&[u8]> = array.data_buffers().iter().map(|buffer| &**buffer).collect();
    let validity = array.nulls().map(|nulls| (nulls.validity(), nulls.offset()));
    let rows = ViewColumnRef::new(array.views().inner().as_chunks().0, &buffers, validity)?;
    let column: ViewColumn = verb.fill(rows)?;
    let (views, buffers, validity) = column.into_parts();
    let buffers: Vec<Buffer> = buffers
        .into_iter()
        .map(|buffer| match buffer {
            ViewBuffer::Input(index) => array.data_buffers()[index].clone(),
            ViewBuffer::Own(bytes) => Buffer::from_vec(bytes),
            other => unreachable!("it is no buffer: {other:?}"),
        })
        .collect();
    let nulls = validity
        .map(|bits| NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(bits), 0, views.len())));
    Ok(Arc::new(BinaryViewArray::new(views.into(), buffers, nulls)))
}
