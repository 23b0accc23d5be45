//! Rows that repeat, as views of the same bytes and as dictionaries: the results are those of each row by
//! itself.

use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, BinaryViewArray, DictionaryArray, StringArray, StringViewArray,
    StringViewBuilder, UInt32Array,
};
use arrow::compute::{cast, take};
use arrow::datatypes::{DataType, Int32Type};
use datafusion_expr::ScalarUDF;
use percent_simd_datafusion::{
    encoding_flags, path_check, percent_decode, percent_encode, query_param, query_param_values,
    query_params, try_parse_url, try_percent_decode, try_url_decode, url_decode, url_encode,
};
use proptest::prelude::*;

use crate::arrays::row;
use crate::layouts::binary;
use crate::support::{Row, call_array, rows};

/// Every function that takes one array, with constants. None of them refuses a row.
pub(crate) fn all() -> Vec<(Arc<ScalarUDF>, &'static [&'static str])> {
    vec![
        (try_url_decode(), &[]),
        (url_encode(), &[]),
        (percent_decode(), &["utf8=lossy"]),
        (try_percent_decode(), &["strict plus reject=%00"]),
        (try_percent_decode(), &["times=2 utf8=bytes"]),
        (percent_encode(), &["uri-component"]),
        (percent_encode(), &["js-escape"]),
        (query_param(), &["a"]),
        (query_param_values(), &["a"]),
        (query_params(), &[]),
        (percent_decode(), &["percent-u utf8=keep"]),
        (try_parse_url(), &["PATH"]),
        (try_parse_url(), &["QUERY", "a"]),
        (path_check(), &["nginx"]),
        (encoding_flags(), &[]),
        (encoding_flags(), &["nul,slash"]),
    ]
}

/// The functions that also take binary values.
fn of_bytes() -> Vec<(Arc<ScalarUDF>, &'static [&'static str])> {
    let is_of_text = |function: &ScalarUDF, constants: &[&str]| {
        function.name() == "try_parse_url" || constants == ["js-escape"]
    };
    all().into_iter().filter(|(function, constants)| !is_of_text(function, constants)).collect()
}

/// The result as something to compare.
fn shown(output: &ArrayRef) -> ArrayRef {
    match output.data_type() {
        DataType::Utf8View => cast(output, &DataType::Utf8).unwrap(),
        DataType::BinaryView => cast(output, &DataType::Binary).unwrap(),
        _ => Arc::clone(output),
    }
}

/// Rows in buffers of this many bytes. `take` gives arrays with the same buffers.
fn dictionary(values: &[Row], block: u32) -> ArrayRef {
    let mut output = StringViewBuilder::new().with_fixed_block_size(block);
    values.iter().for_each(|value| output.append_option(value.as_deref()));
    Arc::new(output.finish())
}

fn batch(dictionary: &ArrayRef, picks: impl IntoIterator<Item = Option<usize>>) -> ArrayRef {
    let keys: UInt32Array =
        picks.into_iter().map(|pick| pick.map(|pick| (pick % dictionary.len()) as u32)).collect();
    take(dictionary, &keys, None).unwrap()
}

/// The rows in an array with offsets.
fn plain(array: &ArrayRef) -> ArrayRef {
    let data_type = match array.data_type() {
        DataType::Utf8View => DataType::Utf8,
        _ => DataType::Binary,
    };
    cast(array, &data_type).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Batches whose views repeat, as a reader of Parquet gives them, or do not; of buffers of any size.
    #[test]
    fn batches_of_dictionaries(
        values in proptest::collection::vec(row(), 1..40),
        others in proptest::collection::vec(row(), 1..40),
        batches in proptest::collection::vec(
            (
                0..4_usize,
                1..60_usize,
                proptest::collection::vec(
                    proptest::option::weighted(0.9, any::<prop::sample::Index>()), 1..80
                ),
                prop_oneof![Just(1_usize), Just(50)],
            ),
            1..12,
        ),
    ) {
        let values = [
            &["a=b%20c&a=d", "", "/?a=a+value+that+is+too+long%21", "short", "a=%FF"]
                .map(|value| Some(value.to_string()))[..],
            &values,
        ].concat();
        let clean = ["a-clean-value-that-is-too-long", "another-clean-value-of-some-length"];
        let clean = clean.map(|value| Some(value.to_string()));
        // Of the last one, first the clean rows are picked.
        let dictionaries = [
            dictionary(&values, 4096),
            dictionary(&others, 64),
            dictionary(&[None, Some(String::from("a=%41")), Some(String::new())], 64),
            dictionary(&[&clean[..], &values].concat(), 4096),
        ];
        let arrays: Vec<ArrayRef> = batches
            .iter()
            .map(|(number, most, picks, times)| {
                let dictionary = &dictionaries[*number];
                let most = (*most).min(dictionary.len());
                let picks = picks.iter().map(|pick| pick.as_ref().map(|pick| pick.index(most)));
                let picks: Vec<_> = picks.collect();
                batch(dictionary, picks.iter().copied().cycle().take(times * picks.len()))
            })
            .collect();
        for (arrays, functions) in [(arrays.clone(), all()), (binary(arrays), of_bytes())] {
            for (function, constants) in functions {
                for array in &arrays {
                    let expected = call_array(&function, plain(array), constants).unwrap();
                    let output = call_array(&function, Arc::clone(array), constants).unwrap();
                    prop_assert_eq!(&shown(&output), &shown(&expected), "{}", function.name());
                }
            }
        }
    }
}

/// Null rows may have views, of any row.
#[test]
fn null_rows_with_views() {
    let long = |number| Some(format!("a+value+{number}+that+is+too+long%21"));
    let values = dictionary(&(0..9).map(long).collect::<Vec<_>>(), 1 << 16);
    let array = batch(&values, (0..900).map(|row| (row % 7 > 0).then_some(row)));
    let (_, buffers, nulls) = array.as_string_view().clone().into_parts();
    let views = batch(&values, (0..900).map(|row| Some(row / 3))).as_string_view().views().clone();
    let array: ArrayRef = Arc::new(StringViewArray::new(views, buffers, nulls));
    for (function, constants) in all() {
        let expected = call_array(&function, plain(&array), constants).unwrap();
        let output = call_array(&function, Arc::clone(&array), constants).unwrap();
        assert_eq!(&shown(&output), &shown(&expected), "{}", function.name());
    }
}

/// A dictionary's values are searched once for a key that is the same for all rows.
#[test]
fn a_dictionary_and_one_key() {
    let values = ["a=caf%C3%A9+is+a+value+that+is+too+long", "b=1", "/?a=2"];
    let values =
        cast(&(Arc::new(StringArray::from(values.to_vec())) as ArrayRef), &DataType::Utf8View);
    let keys = (0..100).map(|row| (row % 5 > 0).then_some(row % 3)).collect();
    let array: ArrayRef = Arc::new(DictionaryArray::<Int32Type>::new(keys, values.unwrap()));
    let output = call_array(&query_param(), array, &["a"]).unwrap();
    assert_eq!(output.data_type(), &DataType::Utf8View);
    let held: usize =
        output.as_string_view().data_buffers().iter().map(|buffer| buffer.len()).sum();
    assert_eq!(held, "café is a value that is too long".len());
    let expected: Vec<Row> = (0..100)
        .map(|row| match (row % 5, row % 3) {
            (0, _) | (_, 1) => None,
            (_, 0) => Some(String::from("café is a value that is too long")),
            _ => Some(String::from("2")),
        })
        .collect();
    assert_eq!(rows(&output), expected);
}

/// Bytes that are not UTF-8 are U+FFFD to Spark, also where they repeat.
#[test]
fn repeated_bytes_as_text() {
    let bytes: ArrayRef = Arc::new(BinaryViewArray::from(vec![
        &b"\xFF and a value that is too long"[..],
        b"%41",
        b"\xED\xA0\x80",
    ]));
    let keys: UInt32Array = (0..3 * 1024).map(|row| row % 3).collect();
    let array = take(&bytes, &keys, None).unwrap();
    let output = rows(&call_array(&url_decode(), array, &[]).unwrap());
    let expected = ["\u{FFFD} and a value that is too long", "A", "\u{FFFD}"];
    assert!(output.iter().zip(expected.iter().cycle()).all(|(row, is)| row.as_deref() == Some(is)));
}
