//! Dictionaries: each value is handled once.

use arrow::array::{Array, ArrayRef, AsArray, make_array};
use datafusion_common::Result;

use super::{Codec, Kind, map_values};
use crate::dictionary::of_used_values;

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
