//! Dictionaries: each value is handled once.

use arrow::array::{Array, ArrayRef, AsArray, make_array};
use arrow_select::dictionary::garbage_collect_any_dictionary;
use datafusion_common::Result;

use super::{Codec, Kind, map_values};

/// The codec's output: the same keys, and other values. Rows whose value is refused are null; a
/// value that no row has may be refused, and nobody notices.
pub(super) fn map(input: &ArrayRef, codec: &impl Codec, kind: Kind) -> Result<ArrayRef> {
    let input = &of_used_values(input)?;
    let dictionary = input.as_any_dictionary();
    let values = map_values(dictionary.values(), codec, kind)?;
    let output = dictionary.with_values(values);
    if output.logical_null_count() == output.null_count() {
        return Ok(output);
    }
    // Not every program looks for nulls among the values, so the keys become null.
    let nulls = output.logical_nulls();
    Ok(make_array(output.to_data().into_builder().nulls(nulls).build()?))
}

/// The dictionary, without the values that no row has if it has more values than rows: a slice or what
/// a filter leaves still has all of them, and so has every batch of a column.
pub(crate) fn of_used_values(input: &ArrayRef) -> Result<ArrayRef> {
    let dictionary = input.as_any_dictionary();
    if dictionary.values().len() <= dictionary.len() {
        return Ok(ArrayRef::clone(input));
    }
    Ok(garbage_collect_any_dictionary(dictionary)?)
}
