//! Rows as arrays of every type, whole and sliced.

use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, DictionaryArray, Int8Array, StringArray, StringViewArray,
    StringViewBuilder, UInt32Array,
};
use arrow::compute::{cast, concat, take};
use arrow::datatypes::{DataType, Int8Type};

use crate::support::Row;

/// The rows as an array of each type of strings; then each of them as a slice of a longer one.
pub(crate) fn arrays(rows: &[Row]) -> Vec<ArrayRef> {
    let plain: ArrayRef = Arc::new(StringArray::from(rows.to_vec()));
    let others =
        ["%zz%F", "an unused row that is longer than the others and has no escape", "é%41"];
    let others: ArrayRef = Arc::new(StringArray::from(others.to_vec()));
    let padded = concat(&[&others, &plain, &others]).unwrap();
    let sliced = |array: ArrayRef| array.slice(others.len(), rows.len());
    let mut arrays = Vec::new();
    for values in [DataType::Utf8, DataType::LargeUtf8, DataType::Utf8View] {
        arrays.push(cast(&plain, &values).unwrap());
        arrays.push(sliced(cast(&padded, &values).unwrap()));
        arrays.push(dictionary(rows, &values));
        let padded: Vec<Row> = crate::support::rows(&padded);
        arrays.push(sliced(dictionary(&padded, &values)));
    }
    arrays.push(with_garbage_in_nulls(rows));
    arrays.extend(views(rows));
    arrays
}

/// The layouts without dictionaries, for any number of rows.
pub(crate) fn of_many_rows(rows: &[Row]) -> Vec<ArrayRef> {
    let plain: ArrayRef = Arc::new(StringArray::from(rows.to_vec()));
    let types = [DataType::Utf8, DataType::LargeUtf8, DataType::Utf8View];
    let mut arrays = types.map(|values| cast(&plain, &values).unwrap()).to_vec();
    arrays.push(with_garbage_in_nulls(rows));
    arrays.extend(views(rows));
    arrays
}

/// Null rows that have bytes, malformed ones: Arrow leaves them undefined.
fn with_garbage_in_nulls(rows: &[Row]) -> ArrayRef {
    let full: StringArray =
        rows.iter().map(|row| Some(row.as_deref().unwrap_or("%zz%C3"))).collect();
    let nulls = rows.iter().map(Option::is_some).collect::<Vec<_>>().into();
    Arc::new(StringArray::new(full.offsets().clone(), full.values().clone(), Some(nulls)))
}

/// The arrays as binary ones.
pub(crate) fn binary(arrays: Vec<ArrayRef>) -> Vec<ArrayRef> {
    let as_binary = |data_type: &DataType| match data_type {
        DataType::LargeUtf8 => DataType::LargeBinary,
        DataType::Utf8View => DataType::BinaryView,
        _ => DataType::Binary,
    };
    arrays
        .into_iter()
        .map(|array| match array.data_type().clone() {
            DataType::Dictionary(_, values) => {
                let dictionary: &DictionaryArray<Int8Type> = array.as_dictionary();
                let values = cast(dictionary.values(), &as_binary(&values)).unwrap();
                Arc::new(dictionary.with_values(values)) as ArrayRef
            }
            data_type => cast(&array, &as_binary(&data_type)).unwrap(),
        })
        .collect()
}

/// Views whose rows are not one after the other in one buffer.
fn views(rows: &[Row]) -> Vec<ArrayRef> {
    let view = |array: ArrayRef| cast(&array, &DataType::Utf8View).unwrap();
    // From the last one to the first, and then the other way round.
    let backwards: StringArray = rows.iter().rev().cloned().collect();
    let order: UInt32Array = (0..rows.len() as u32).rev().collect();
    let backwards = take(&view(Arc::new(backwards)), &order, None).unwrap();
    // Several buffers.
    let mut small = StringViewBuilder::new().with_fixed_block_size(64);
    rows.iter().for_each(|row| small.append_option(row.as_deref()));
    let (first, second) = rows.split_at(rows.len() / 2);
    let halves = [first, second].map(|rows| view(Arc::new(StringArray::from(rows.to_vec()))));
    let halves = concat(&[&halves[0], &halves[1]]).unwrap();
    // Null rows that have views.
    let nulls = rows.iter().map(Option::is_some).collect::<Vec<_>>().into();
    let full: StringArray = rows
        .iter()
        .map(|row| Some(row.as_deref().unwrap_or("%zz%C3, in a buffer as the others are")))
        .collect();
    let (full, buffers, _) = view(Arc::new(full)).as_string_view().clone().into_parts();
    let full = StringViewArray::new(full, buffers, Some(nulls));
    vec![backwards, Arc::new(small.finish()), halves, Arc::new(full)]
}

/// A dictionary of the rows with more values than it uses: one that nothing accepts, and a null.
fn dictionary(rows: &[Row], values: &DataType) -> ArrayRef {
    let mut distinct: Vec<Row> = vec![Some(String::from("%zz%FF")), None];
    let keys: Vec<Option<i8>> = rows
        .iter()
        .enumerate()
        .map(|(number, row)| {
            if row.is_none() && number % 2 == 0 {
                return None;
            }
            let known = distinct.iter().skip(1).position(|value| value == row).map(|at| at + 1);
            let key = known.unwrap_or_else(|| {
                distinct.push(row.clone());
                distinct.len() - 1
            });
            Some(i8::try_from(key).expect("there are few rows"))
        })
        .collect();
    let values = cast(&(Arc::new(StringArray::from(distinct)) as ArrayRef), values).expect("text");
    Arc::new(DictionaryArray::new(Int8Array::from(keys), values))
}
