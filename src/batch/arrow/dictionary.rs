//! Dictionaries: each value that a row has is handled once.

use arrow_array::{AnyDictionaryArray, Array, ArrayRef, make_array};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer};

use crate::batch::error::{BatchError, BatchErrorKind};

/// A dictionary of the same keys, with values from `map`. It gets the values, and their nulls
/// together with the values that no row has.
pub(super) fn map(
    array: &dyn AnyDictionaryArray,
    map: impl FnOnce(&dyn Array, Option<&NullBuffer>) -> Result<ArrayRef, BatchError>,
) -> Result<ArrayRef, BatchError> {
    let values = array.values();
    // A dictionary without values has no keys but null ones.
    let keys = if values.is_empty() { Vec::new() } else { array.normalized_keys() };
    let mut used = BooleanBufferBuilder::new(values.len());
    used.append_n(values.len(), false);
    match array.nulls() {
        None => keys.iter().for_each(|&key| used.set_bit(key, true)),
        Some(nulls) => nulls.valid_indices().for_each(|row| used.set_bit(keys[row], true)),
    }
    let nulls = NullBuffer::union(values.nulls(), Some(&NullBuffer::new(used.finish())));
    let values = map(values, nulls.as_ref()).map_err(|error| match error.kind() {
        BatchErrorKind::BadType => error,
        kind => {
            let has_value = |&row: &usize| array.is_valid(row) && keys[row] == error.row();
            BatchError::new((0..keys.len()).find(has_value).unwrap_or(0), kind)
        }
    })?;
    let output = array.with_values(values);
    if output.logical_null_count() == output.null_count() {
        return Ok(output);
    }
    // Not every program looks for nulls among the values, so the keys become null.
    let nulls = output.logical_nulls();
    let output = output.to_data().into_builder().nulls(nulls).build();
    Ok(make_array(output.expect("the keys and values are those of an array")))
}
