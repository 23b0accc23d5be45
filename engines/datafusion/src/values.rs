//! The rows of an array of any string type, as bytes.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, BinaryArray, BinaryViewArray, LargeBinaryArray};
use arrow::datatypes::DataType;
use datafusion_common::{Result, internal_err};

use crate::dictionary::each_value;

/// An array of strings or binary values.
pub(crate) enum Values {
    Binary(BinaryArray),
    LargeBinary(LargeBinaryArray),
    View(BinaryViewArray),
    /// The keys, and the values.
    Dictionary(Vec<Option<usize>>, Box<Self>),
}

impl Values {
    /// The rows of the array; nothing is copied but keys.
    pub(crate) fn of(array: &ArrayRef) -> Result<Self> {
        Ok(match array.data_type() {
            DataType::Utf8 => Self::Binary(array.as_string::<i32>().clone().into()),
            DataType::LargeUtf8 => Self::LargeBinary(array.as_string::<i64>().clone().into()),
            DataType::Utf8View => Self::View(array.as_string_view().clone().to_binary_view()),
            DataType::Binary => Self::Binary(array.as_binary::<i32>().clone()),
            DataType::LargeBinary => Self::LargeBinary(array.as_binary::<i64>().clone()),
            DataType::BinaryView => Self::View(array.as_binary_view().clone()),
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary();
                let nulls = dictionary.nulls();
                let is_null = |row| nulls.is_some_and(|nulls| nulls.is_null(row));
                let keys = if dictionary.values().is_empty() {
                    vec![None; array.len()]
                } else {
                    let keys = dictionary.normalized_keys().into_iter().enumerate();
                    keys.map(|(row, key)| (!is_null(row)).then_some(key)).collect()
                };
                Self::Dictionary(keys, Box::new(Self::of(dictionary.values())?))
            }
            other => return internal_err!("{other} is no type of strings"),
        })
    }

    /// The row of that number; `None` if it is null.
    #[inline]
    pub(crate) fn at(&self, row: usize) -> Option<&[u8]> {
        match self {
            Self::Binary(array) => array.is_valid(row).then(|| array.value(row)),
            Self::LargeBinary(array) => array.is_valid(row).then(|| array.value(row)),
            Self::View(array) => array.is_valid(row).then(|| array.value(row)),
            Self::Dictionary(keys, values) => values.at(keys[row]?),
        }
    }
}

/// The rows of an argument: an array of one row goes with every row of the others.
pub(crate) struct Rows {
    values: Values,
    last: usize,
}

impl Rows {
    pub(crate) fn of(array: &ArrayRef) -> Result<Self> {
        Ok(Self { values: Values::of(array)?, last: array.len().saturating_sub(1) })
    }

    /// The row of that number; `None` if it is null.
    #[inline]
    pub(crate) fn at(&self, row: usize) -> Option<&[u8]> {
        self.values.at(row.min(self.last))
    }
}

/// The number of rows of a function's result.
pub(crate) fn number_of_rows(arguments: &[ArrayRef]) -> usize {
    arguments.iter().map(|array| array.len()).find(|len| *len != 1).unwrap_or(1)
}

/// A function of each row's bytes, as an array. Each value of a dictionary is handled once.
pub(crate) fn each<A: Array + 'static>(
    array: &ArrayRef,
    function: impl Fn(&mut dyn Iterator<Item = Option<&[u8]>>) -> A,
) -> Result<ArrayRef> {
    each_value(array, |array| {
        let values = Values::of(array)?;
        Ok(Arc::new(function(&mut (0..array.len()).map(|row| values.at(row)))))
    })
}

/// A row in an error message, in quotes: its first bytes, or those around the place of the error if it is
/// not among them. Bytes that are no text are written as `\xXX`.
pub(crate) fn quoted(row: &[u8], place: usize) -> String {
    const MOST: usize = 300;
    let is_boundary = |at: &usize| row.get(*at).is_none_or(|byte| byte & 0xC0 != 0x80);
    let boundary = |at: usize| (at..at + 4).find(is_boundary).unwrap_or(at).min(row.len());
    let start = if place < MOST { 0 } else { boundary(place.min(row.len()) - MOST / 2) };
    let end = boundary(start.saturating_add(MOST));
    let mut quoted = String::from(if start > 0 { "'…" } else { "'" });
    for part in row[start..end].utf8_chunks() {
        quoted.extend(part.valid().chars().flat_map(char::escape_debug));
        quoted.extend(part.invalid().iter().map(|byte| format!("\\x{byte:02X}")));
    }
    quoted + if end < row.len() { "…'" } else { "'" }
}
