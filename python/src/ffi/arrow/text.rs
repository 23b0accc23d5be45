//! Arrays of text from the library's columns. Only the unsafe functions of `arrow-array` take text without
//! validating or copying it. The core, which has no unsafe code there, takes twice the time for text that is
//! not ASCII (`decode_utf8_array`: 75 ns a row of 50 bytes instead of 40, a million rows on a Xeon of
//! family 6, model 167).

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, ByteViewType};
use arrow_array::{
    Array, ArrayRef, GenericBinaryArray, GenericByteArray, GenericByteViewArray,
    GenericStringArray, OffsetSizeTrait, StringViewArray,
};
use arrow_buffer::{ArrowNativeType, BooleanBuffer, Buffer, NullBuffer};
use arrow_schema::DataType;
use percent_simd::batch::{
    BatchError, Column, ColumnRef, Fill, Offset, OnError, ViewBuffer, ViewColumn, ViewColumnRef,
};
use percent_simd::form::{Occurrence, Parser};
use percent_simd::{Decoder, Encoder, Malformed};

/// The conversion of each row to text.
#[derive(Clone, Copy)]
pub(crate) enum Verb {
    Decode(Decoder, OnError),
    Encode(Encoder),
}

impl Verb {
    /// True if rows of text with these bytes stay as they are, however the bytes are cut into rows. False
    /// negatives are allowed.
    fn is_clean(self, bytes: &[u8]) -> bool {
        // What spans two rows begins with a `%`.
        const PERCENT: Decoder = Decoder::new().malformed(Malformed::Error);
        let found = match self {
            Self::Decode(decoder, _) => decoder.find(bytes),
            Self::Encode(encoder) => encoder.find(bytes),
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

/// The rows of an array of strings or binary values that is no dictionary, as text.
pub(crate) fn text(array: &ArrayRef, verb: Verb) -> Result<ArrayRef, BatchError> {
    match array.data_type() {
        DataType::Utf8 => offsets(array, array.as_string::<i32>(), verb),
        DataType::LargeUtf8 => offsets(array, array.as_string::<i64>(), verb),
        DataType::Binary => offsets(array, array.as_binary::<i32>(), verb),
        DataType::LargeBinary => offsets(array, array.as_binary::<i64>(), verb),
        DataType::Utf8View => views(array.as_string_view(), verb),
        _ => views(array.as_binary_view(), verb),
    }
}

fn offsets<T: ByteArrayType>(
    input: &ArrayRef,
    array: &GenericByteArray<T>,
    verb: Verb,
) -> Result<ArrayRef, BatchError>
where
    T::Offset: Offset + OffsetSizeTrait,
{
    let ends = array.value_offsets();
    let used = ends[0].as_usize()..ends[array.len()].as_usize();
    if input.data_type().is_string() && verb.is_clean(&array.value_data()[used]) {
        return Ok(Arc::clone(input));
    }
    let column: Column<T::Offset> = verb.fill(ColumnRef::from(array))?;
    // SAFETY: each row is UTF-8, as both verbs of `fill` say of their output.
    Ok(unsafe { array_of(column) })
}

/// The value of one parameter in each row.
pub(crate) fn parameter<'a, O: Offset + OffsetSizeTrait>(
    rows: impl Iterator<Item = Option<&'a [u8]>>,
    name: &str,
    which: Occurrence,
) -> Result<ArrayRef, BatchError> {
    let column: Column<O> = Parser::new().value_batch(rows, name, which, OnError::Fail)?;
    // SAFETY: each row is UTF-8, as `value_batch` says of its output.
    Ok(unsafe { array_of(column) })
}

/// The column as an array of text.
///
/// # Safety
/// Each row is UTF-8.
unsafe fn array_of<O: Offset + OffsetSizeTrait>(column: Column<O>) -> ArrayRef {
    let (offsets, values, nulls) = GenericBinaryArray::from(column).into_parts();
    // SAFETY: the offsets are those of an array of binary values, and each row is UTF-8, as the caller promises.
    Arc::new(unsafe { GenericStringArray::new_unchecked(offsets, values, nulls) })
}

fn views<T: ByteViewType>(
    array: &GenericByteViewArray<T>,
    verb: Verb,
) -> Result<ArrayRef, BatchError> {
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
    // SAFETY: the views are those of a `ViewColumn`, in its own buffers, and each row is UTF-8, as both verbs of `fill` say of
    // their output.
    Ok(Arc::new(unsafe { StringViewArray::new_unchecked(views.into(), buffers, nulls) }))
}
