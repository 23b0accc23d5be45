//! The rows of arrays of binary values, and arrays made of rows.

use std::borrow::Cow;
use std::fmt::Display;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryViewArray, GenericBinaryArray, OffsetSizeTrait};
use arrow_schema::DataType;
use percent_simd::DecodeError;
use percent_simd::batch::{BatchError, BatchErrorKind, Column, Offset};
use pyo3::PyErr;
use pyo3::exceptions::{PyOverflowError, PyRuntimeError};

/// The failure of a function.
pub(super) enum Failure {
    /// The policy refuses a row, in a round of decoding.
    Row {
        row: usize,
        error: DecodeError,
        round: u32,
    },
    Other(PyErr),
}

impl Failure {
    pub(super) fn defect(error: impl Display) -> Self {
        Self::Other(PyRuntimeError::new_err(format!("this is a defect: {error}")))
    }
}

/// A row: the bytes of its value, unless it is null.
pub(super) type Row<'a> = Option<&'a [u8]>;

/// The rows of an array without a dictionary.
pub(super) fn rows(array: &ArrayRef) -> Box<dyn Iterator<Item = Row<'_>> + '_> {
    match array.data_type() {
        DataType::Binary => Box::new(array.as_binary::<i32>().iter()),
        DataType::LargeBinary => Box::new(array.as_binary::<i64>().iter()),
        _ => Box::new(array.as_binary_view().iter()),
    }
}

/// The rows of an array, which may be a dictionary.
pub(super) fn all_rows(array: &ArrayRef) -> Box<dyn Iterator<Item = Row<'_>> + '_> {
    let Some(dictionary) = array.as_any_dictionary_opt() else { return rows(array) };
    let values: Vec<_> = rows(dictionary.values()).collect();
    let keys = keys(array);
    Box::new(keys.into_iter().map(move |key| values[key?]))
}

/// The index of each row's value in a dictionary; `None` for null rows.
pub(super) fn keys(array: &ArrayRef) -> Vec<Option<usize>> {
    let dictionary = array.as_any_dictionary();
    if dictionary.values().is_empty() {
        return vec![None; array.len()];
    }
    let keys = dictionary.normalized_keys().into_iter().enumerate();
    keys.map(|(row, key)| dictionary.keys().is_valid(row).then_some(key)).collect()
}

/// The type with the layout of another one, for text.
pub(super) fn text_type(data_type: &DataType) -> DataType {
    match data_type {
        DataType::Dictionary(keys, values) => {
            DataType::Dictionary(keys.clone(), Box::new(text_type(values)))
        }
        DataType::Binary => DataType::Utf8,
        DataType::LargeBinary => DataType::LargeUtf8,
        DataType::BinaryView => DataType::Utf8View,
        text => text.clone(),
    }
}

/// An array of this type from the results of rows.
pub(super) fn array<'a>(
    data_type: &DataType,
    rows: impl Iterator<Item = Result<Option<Cow<'a, [u8]>>, Failure>>,
) -> Result<ArrayRef, Failure> {
    Ok(match data_type {
        DataType::Binary => Arc::new(binary::<i32>(rows)?),
        DataType::LargeBinary => Arc::new(binary::<i64>(rows)?),
        _ => Arc::new(BinaryViewArray::from(&binary::<i64>(rows)?)),
    })
}

fn binary<'a, O: Offset + OffsetSizeTrait>(
    rows: impl Iterator<Item = Result<Option<Cow<'a, [u8]>>, Failure>>,
) -> Result<GenericBinaryArray<O>, Failure> {
    let mut column = Column::<O>::from_rows::<&[u8]>([])?;
    for row in rows {
        column.push_row(row?.as_deref())?;
    }
    Ok(GenericBinaryArray::from(column))
}

impl From<BatchError> for Failure {
    fn from(error: BatchError) -> Self {
        match error.kind() {
            BatchErrorKind::Decode(decode) => {
                Self::Row { row: error.row(), error: decode, round: 1 }
            }
            BatchErrorKind::Overflow => Self::Other(PyOverflowError::new_err(error.to_string())),
            _ => Self::defect(error),
        }
    }
}
