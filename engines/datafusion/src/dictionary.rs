//! Dictionaries: the work is done once for each value.

use arrow::array::{Array, ArrayRef, AsArray};
use arrow::compute::take;
use arrow::datatypes::DataType;
use arrow::error::ArrowError;
use arrow_select::dictionary::garbage_collect_any_dictionary;
use datafusion_common::Result;

use crate::error::too_long;

/// The result of a function of rows, which is called with the values if the array is a dictionary. The
/// result must not be a dictionary, and a row that is refused must not be an error.
pub(crate) fn each_value(
    array: &ArrayRef,
    function: impl FnOnce(&ArrayRef) -> Result<ArrayRef>,
) -> Result<ArrayRef> {
    if !matches!(array.data_type(), DataType::Dictionary(..)) {
        return function(array);
    }
    let used = of_used_values(array)?;
    let dictionary = used.as_any_dictionary();
    let output = function(dictionary.values())?;
    take(&output, dictionary.keys(), None).map_err(|error| match error {
        ArrowError::OffsetOverflowError(_) => too_long(),
        error => error.into(),
    })
}

/// The array; a dictionary without the values that no row has, if it has more values than rows: each
/// slice of an array and each batch of a column has all values of the whole.
pub(crate) fn of_used_values(input: &ArrayRef) -> Result<ArrayRef> {
    match input.as_any_dictionary_opt() {
        Some(dictionary) if dictionary.values().len() > dictionary.len() => {
            Ok(garbage_collect_any_dictionary(dictionary)?)
        }
        _ => Ok(ArrayRef::clone(input)),
    }
}
