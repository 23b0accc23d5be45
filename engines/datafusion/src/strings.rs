//! Strings to strings, for arrays of any string type.
//!
//! `decode_array` and `encode_array` of percent-simd handle whole arrays. SQL adds functions of rows
//! (Java's decoder, several rounds of decoding, the schemes of text), and errors that name the row's
//! place in the batch and the remedy of the function: a row that is refused is null first.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use arrow::array::{
    ArrayRef, AsArray, BinaryArray, BinaryViewArray, LargeBinaryArray, LargeStringArray,
    StringArray, StringViewArray, make_array,
};
use arrow::datatypes::DataType;
use datafusion_common::{DataFusionError, Result};
use percent_simd::batch::{BatchError, Column};

use crate::dictionary::of_used_values;
use crate::error::failed;
use crate::values::Values;

/// The kind of the output. Offsets, views and dictionary keys are those of the input's type.
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

/// Maps a whole array by percent-simd. Values that no row of a dictionary has are left out first.
///
/// # Errors
/// For the first refused row, the error of `refusal`, if it gives one.
pub(crate) fn map(
    input: &ArrayRef,
    array: impl FnOnce(&ArrayRef) -> Result<ArrayRef, BatchError>,
    refusal: impl FnOnce(&[u8], &Place) -> Option<DataFusionError>,
) -> Result<ArrayRef> {
    let output = array(&of_used_values(input)?).map_err(failed)?;
    accepted(input, output, refusal)
}

/// Maps each row by a function, and each value of a dictionary once. The function returns `None` for a
/// refused row, the borrowed row itself for an unchanged one, and UTF-8 where the output is text.
///
/// # Errors
/// As for [`map`].
pub(crate) fn map_rows(
    input: &ArrayRef,
    kind: Kind,
    row: impl Fn(&[u8]) -> Option<Cow<'_, [u8]>>,
    refusal: impl FnOnce(&[u8], &Place) -> Option<DataFusionError>,
) -> Result<ArrayRef> {
    let output = match input.data_type() {
        DataType::Dictionary(..) => {
            let used = of_used_values(input)?;
            let dictionary = used.as_any_dictionary();
            let output = dictionary.with_values(collect(dictionary.values(), kind, row)?);
            // Not every program looks for nulls among the values, so the keys become null.
            let nulls = output.logical_nulls();
            make_array(output.to_data().into_builder().nulls(nulls).build()?)
        }
        _ => collect(input, kind, row)?,
    };
    accepted(input, output, refusal)
}

fn collect(
    input: &ArrayRef,
    kind: Kind,
    row: impl Fn(&[u8]) -> Option<Cow<'_, [u8]>>,
) -> Result<ArrayRef> {
    let values = Values::of(input)?;
    let rows: Vec<_> = (0..input.len()).map(|number| row(values.at(number)?)).collect();
    let is_same = |(number, row): (usize, &Option<Cow<'_, [u8]>>)| match row {
        Some(row) => matches!(row, Cow::Borrowed(_)),
        None => values.at(number).is_none(),
    };
    if Kind::of(input.data_type()) == kind && rows.iter().enumerate().all(is_same) {
        return Ok(ArrayRef::clone(input));
    }
    array_of(rows.into_iter(), &kind.output(input.data_type())).map_err(failed)
}

fn array_of<'a>(
    rows: impl Iterator<Item = Option<Cow<'a, [u8]>>>,
    output: &DataType,
) -> Result<ArrayRef, BatchError> {
    Ok(match output {
        DataType::Binary => Arc::new(BinaryArray::from(Column::from_rows(rows)?)),
        DataType::LargeBinary => Arc::new(LargeBinaryArray::from(Column::from_rows(rows)?)),
        DataType::BinaryView => {
            let rows = LargeBinaryArray::from(Column::from_rows(rows)?);
            Arc::new(BinaryViewArray::from(&rows))
        }
        DataType::LargeUtf8 => Arc::new(LargeStringArray::try_from(Column::from_rows(rows)?)?),
        DataType::Utf8View => {
            let rows = LargeStringArray::try_from(Column::from_rows(rows)?)?;
            Arc::new(StringViewArray::from(&rows))
        }
        _ => Arc::new(StringArray::try_from(Column::from_rows(rows)?)?),
    })
}

/// The output, unless the function has an error for the first refused row: null in the output alone.
fn accepted(
    input: &ArrayRef,
    output: ArrayRef,
    refusal: impl FnOnce(&[u8], &Place) -> Option<DataFusionError>,
) -> Result<ArrayRef> {
    let Some(row) = first_refused(input, &output) else { return Ok(output) };
    let values = Values::of(input)?;
    let bytes = values.at(row).unwrap_or_default();
    match refusal(bytes, &Place { row, rows: input.len() }) {
        Some(error) => Err(error),
        None => Ok(output),
    }
}

/// The first row that is null in the output alone.
pub(crate) fn first_refused(input: &ArrayRef, output: &ArrayRef) -> Option<usize> {
    let nulls = output.logical_nulls()?;
    let before = input.logical_nulls();
    if before.as_ref().is_some_and(|before| before.null_count() == nulls.null_count()) {
        return None;
    }
    (0..nulls.len())
        .find(|&row| nulls.is_null(row) && before.as_ref().is_none_or(|nulls| nulls.is_valid(row)))
}

/// The bytes of text.
pub(crate) fn bytes(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

/// The place of a row, for an error message.
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
