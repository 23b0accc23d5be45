//! Strings to strings: a codec applied to an array of any string type.
//!
//! `Decoder::decode_array` of percent-simd does this for a decoder alone, in one call; its conversions
//! between arrays and columns are used here. The rest stays for what SQL adds. A codec may be a function
//! of rows (Java's decoder, several rounds of decoding, the schemes of text). A row that is refused is
//! null first, and becomes an error only with its place in the batch and the remedy of the function.
//! And arrays of views are handled piece by piece, while a piece is in the first cache, and without a
//! copy of rows that stay or are adjacent. `engines/README.md` has the figures.

mod column;
mod dictionary;
mod gather;
mod pieces;
mod views;

use std::fmt;

use arrow::array::{Array, ArrayRef, AsArray, OffsetSizeTrait};
use arrow::datatypes::{
    ArrowNativeType, BinaryType, BinaryViewType, ByteArrayType, DataType, LargeBinaryType,
    LargeUtf8Type, StringViewType, Utf8Type,
};
use datafusion_common::{DataFusionError, Result, internal_err};
use percent_simd::batch::{Column, ColumnRef, Offset};

use crate::values::Values;
pub(crate) use column::collect;
use column::into_array;

/// What is done to each row. Rows are independent of each other.
pub(crate) trait Codec {
    /// Whether the rows of these bytes stay as they are, however the bytes are cut into rows. It
    /// may say no where that is so.
    fn is_clean(&self, bytes: &[u8]) -> bool;

    /// Fills a column with the output, which is UTF-8 where rows must be text. A row that is refused
    /// is null.
    fn run<O: Width>(&self, input: ColumnRef<'_, O>, output: &mut Column<O>) -> Result<()>;

    /// The error of a row that is refused; `None` if it becomes null. The place is for the message.
    fn refusal(&self, row: &[u8], place: &Place) -> Option<DataFusionError>;
}

/// The types of offsets.
pub(crate) trait Width: OffsetSizeTrait + Offset {}
impl Width for i32 {}
impl Width for i64 {}

/// What the output is. Offsets, views and dictionary keys are those of the input's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Text,
    Bytes,
}

impl Kind {
    /// The kind of an array's values.
    pub(crate) fn of(input: &DataType) -> Self {
        match input {
            DataType::Dictionary(_, values) => Self::of(values),
            DataType::Binary | DataType::LargeBinary | DataType::BinaryView => Self::Bytes,
            _ => Self::Text,
        }
    }

    /// The type of the output for an input of that type.
    pub(crate) fn output(self, input: &DataType) -> DataType {
        match (input, self) {
            (DataType::Dictionary(keys, values), _) => {
                DataType::Dictionary(keys.clone(), Box::new(self.output(values)))
            }
            (DataType::LargeUtf8 | DataType::LargeBinary, Self::Text) => DataType::LargeUtf8,
            (DataType::LargeUtf8 | DataType::LargeBinary, Self::Bytes) => DataType::LargeBinary,
            (DataType::Utf8View | DataType::BinaryView, Self::Text) => DataType::Utf8View,
            (DataType::Utf8View | DataType::BinaryView, Self::Bytes) => DataType::BinaryView,
            (_, Self::Text) => DataType::Utf8,
            (_, Self::Bytes) => DataType::Binary,
        }
    }
}

/// The codec's output for an array of any string type; [`Kind::output`] is its type.
pub(crate) fn map(input: &ArrayRef, codec: &impl Codec, kind: Kind) -> Result<ArrayRef> {
    let output = map_values(input, codec, kind)?;
    if let Some(row) = first_refused(input, &output)
        && let Some(error) = codec.refusal(
            Values::of(input)?.at(row).unwrap_or_default(),
            &Place { row, rows: input.len() },
        )
    {
        return Err(error);
    }
    Ok(output)
}

/// Where a row is, for an error message.
pub(crate) struct Place {
    pub(crate) row: usize,
    pub(crate) rows: usize,
}

impl fmt::Display for Place {
    /// Writes ` in row 3 of a batch of 8192`; nothing for a single row, such as a constant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rows {
            1 => Ok(()),
            rows => write!(f, " in row {} of a batch of {rows}", self.row + 1),
        }
    }
}

/// The same; rows that are refused are null.
fn map_values(input: &ArrayRef, codec: &impl Codec, kind: Kind) -> Result<ArrayRef> {
    match input.data_type() {
        DataType::Utf8 => map_offsets::<Utf8Type>(input, codec, kind),
        DataType::LargeUtf8 => map_offsets::<LargeUtf8Type>(input, codec, kind),
        DataType::Binary => map_offsets::<BinaryType>(input, codec, kind),
        DataType::LargeBinary => map_offsets::<LargeBinaryType>(input, codec, kind),
        DataType::Utf8View => views::map::<StringViewType>(input, codec, kind),
        DataType::BinaryView => views::map::<BinaryViewType>(input, codec, kind),
        DataType::Dictionary(..) => dictionary::map(input, codec, kind),
        other => internal_err!("{other} is no type of strings"),
    }
}

fn map_offsets<T: ByteArrayType>(
    input: &ArrayRef,
    codec: &impl Codec,
    kind: Kind,
) -> Result<ArrayRef>
where
    T::Offset: Width,
{
    let array = input.as_bytes::<T>();
    let (values, offsets) = (array.value_data(), array.value_offsets());
    let ends = offsets.first().zip(offsets.last());
    let used = ends.map_or(0..0, |(first, last)| first.as_usize()..last.as_usize());
    if Kind::of(&T::DATA_TYPE) == kind && codec.is_clean(&values[used.clone()]) {
        return Ok(ArrayRef::clone(input));
    }
    let mut output = Column::new();
    codec.run(ColumnRef::from(array), &mut output)?;
    into_array(output, kind)
}

/// The first row that is null in the output alone.
fn first_refused(input: &ArrayRef, output: &ArrayRef) -> Option<usize> {
    let nulls = output.logical_nulls()?;
    let before = input.logical_nulls();
    if before.as_ref().is_some_and(|before| before.null_count() == nulls.null_count()) {
        return None;
    }
    (0..nulls.len())
        .find(|&row| nulls.is_null(row) && before.as_ref().is_none_or(|nulls| nulls.is_valid(row)))
}
