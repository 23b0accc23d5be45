//! Arrays of text, built row by row.

use std::borrow::Cow;

use arrow::array::builder::StringLikeArrayBuilder;
use arrow::array::{ArrayBuilder, ArrayRef, LargeStringBuilder, StringBuilder, StringViewBuilder};
use arrow::datatypes::DataType;
use datafusion_common::Result;

use crate::error::too_long;
use crate::strings::Kind;

/// The type of text for an argument of that type: for a dictionary, the type of its values.
pub(crate) fn text_type(mut argument: &DataType) -> DataType {
    while let DataType::Dictionary(_, values) = argument {
        argument = values;
    }
    Kind::Text.output(argument)
}

/// An array of this many rows, of a type that [`text_type`] gives.
pub(crate) fn texts<'a>(
    values: impl Iterator<Item = Result<Option<Cow<'a, str>>>>,
    rows: usize,
    output: &DataType,
) -> Result<ArrayRef> {
    const MOST: usize = i32::MAX as usize;
    match output {
        DataType::LargeUtf8 => {
            gather(values, LargeStringBuilder::with_capacity(rows, 0), usize::MAX, usize::MAX)
        }
        DataType::Utf8View => {
            gather(values, StringViewBuilder::with_capacity(rows), MOST, usize::MAX)
        }
        _ => gather(values, StringBuilder::with_capacity(rows, 0), MOST, MOST),
    }
}

/// Builds an array of the values: at most `most` bytes each, and `room` bytes together.
fn gather<'a, B: StringLikeArrayBuilder + ArrayBuilder>(
    values: impl Iterator<Item = Result<Option<Cow<'a, str>>>>,
    mut output: B,
    most: usize,
    mut room: usize,
) -> Result<ArrayRef> {
    for value in values {
        let Some(value) = value? else {
            output.append_null();
            continue;
        };
        room = room.checked_sub(value.len()).ok_or_else(too_long)?;
        if value.len() > most {
            return Err(too_long());
        }
        output.append_value(&value);
    }
    Ok(output.finish())
}
