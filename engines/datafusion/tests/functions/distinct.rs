//! Arrays of views that repeat: the result is that of each row by itself, and the work is done once.

use std::collections::HashSet;
use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, BinaryViewArray, DictionaryArray, StringArray, StringViewArray,
    StringViewBuilder, UInt32Array,
};
use arrow::compute::{cast, concat, take};
use arrow::datatypes::{DataType, Int32Type};
use datafusion_expr::ScalarUDF;
use percent_simd_datafusion::{
    encoding_flags, path_check, percent_decode, percent_encode, query_param, query_params,
    try_parse_url, try_percent_decode, try_url_decode, url_decode, url_encode,
};
use proptest::prelude::*;

use crate::arrays::row;
use crate::layouts::binary;
use crate::support::{Row, call_array, rows};

/// Fewer rows than this are not compared.
const LEAST: usize = 1024;

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
        (query_params(), &[]),
        (try_parse_url(), &["PATH"]),
        (try_parse_url(), &["QUERY", "a"]),
        (path_check(), &["nginx"]),
        (encoding_flags(), &[]),
        (encoding_flags(), &["nul,slash"]),
    ]
}

/// The functions that also take binary values.
pub(crate) fn of_bytes() -> Vec<(Arc<ScalarUDF>, &'static [&'static str])> {
    let is_of_text = |function: &ScalarUDF, constants: &[&str]| {
        function.name() == "try_parse_url" || constants == ["js-escape"]
    };
    all().into_iter().filter(|(function, constants)| !is_of_text(function, constants)).collect()
}

/// The rows of these numbers; `None` is null.
fn picked(values: &[Row], picks: &[Option<usize>]) -> Vec<Row> {
    picks.iter().map(|pick| values[(*pick)?].clone()).collect()
}

fn views(rows: &[Row]) -> ArrayRef {
    Arc::new(StringViewArray::from_iter(rows.to_vec()))
}

/// The rows as arrays of views: rows with the same number have the same view.
fn layouts(values: &[Row], picks: &[Option<usize>]) -> Vec<ArrayRef> {
    let keys: UInt32Array = picks.iter().map(|pick| pick.map(|pick| pick as u32)).collect();
    let repeated = |values: &ArrayRef| take(values, &keys, None).unwrap();
    let plain = repeated(&views(values));
    // Several buffers.
    let mut small = StringViewBuilder::new().with_fixed_block_size(64);
    values.iter().for_each(|value| small.append_option(value.as_deref()));
    let small = repeated(&(Arc::new(small.finish()) as ArrayRef));
    // Each value in two buffers.
    let half = picks.len() / 2;
    let rest = repeated(&views(values)).slice(half, picks.len() - half);
    let halves = concat(&[&plain.slice(0, half), &rest]).unwrap();
    // A slice.
    let padded = concat(&[&views(&[Some(String::from("%zz"))]), &plain, &plain]).unwrap();
    let sliced = padded.slice(1, picks.len());
    // Null rows that have views, of different rows.
    let (all, buffers, nulls) = small.as_string_view().clone().into_parts();
    let is_null = |row: usize| nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
    let garbage =
        (0..all.len()).map(|row| all[if is_null(row) { row / 2 } else { row }]).collect::<Vec<_>>();
    let garbage = StringViewArray::new(garbage.into(), buffers, nulls);
    vec![plain, small, halves, sliced, Arc::new(garbage)]
}

/// The result as something to compare.
pub(crate) fn shown(output: &ArrayRef) -> ArrayRef {
    match output.data_type() {
        DataType::Utf8View => cast(output, &DataType::Utf8).unwrap(),
        DataType::BinaryView => cast(output, &DataType::Binary).unwrap(),
        _ => Arc::clone(output),
    }
}

/// Compares the results of repeated views with those of an array with offsets, whose rows are never
/// compared with one another.
fn check(values: &[Row], picks: &[Option<usize>]) {
    let layouts = layouts(values, picks);
    let plain: ArrayRef = Arc::new(StringArray::from(picked(values, picks)));
    for (arrays, plain, functions) in [
        (layouts.clone(), Arc::clone(&plain), all()),
        (binary(layouts), binary(vec![plain]).swap_remove(0), of_bytes()),
    ] {
        for (function, constants) in functions {
            let expected = call_array(&function, Arc::clone(&plain), constants).unwrap();
            for array in &arrays {
                let output = call_array(&function, Arc::clone(array), constants).unwrap();
                assert_eq!(&shown(&output), &shown(&expected), "{}", function.name());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]
    #[test]
    fn rows_are_those_of_the_plain_path(
        values in proptest::collection::vec(row(), 1..80),
        picks in proptest::collection::vec(
            proptest::option::weighted(0.9, any::<prop::sample::Index>()), LEAST..3 * LEAST
        ),
    ) {
        let queries = ["a=b%20c&a=d", "/path?x=1&a=a+value+that+is+too+long%21", "a=%FF"];
        let mut values = values;
        values.extend(queries.map(|query| Some(query.to_string())));
        let picks: Vec<_> =
            picks.iter().map(|pick| pick.map(|pick| pick.index(values.len()))).collect();
        check(&values, &picks);
    }
}

/// Rows of equal lengths that begin alike, within their views and longer. They are so many that some
/// meet in the table of distinct views.
#[test]
fn rows_that_begin_alike() {
    let short = (0..256).map(|number| Some(format!("alike%41{number:03}")));
    let long = (0..256).map(|number| Some(format!("alike-and-too-long-for-a-view-%41{number:03}")));
    let values: Vec<Row> = short.chain(long).collect();
    let picks: Vec<_> = (0..4 * LEAST).map(|row| Some(row % values.len())).collect();
    check(&values, &picks);
}

/// Rows with equal views have equal views in the result, whose buffers have each value once.
#[test]
fn the_work_is_done_once() {
    let values = ["caf%C3%A9", "a+value+that+is+too+long%21", "%2F%2f", "the last one of them%20"];
    let values = values.map(|value| Some(format!("a={value}&b={value}")));
    let picks: Vec<_> = (0..4 * LEAST).map(|row| (row % 7 > 0).then_some(row % 4)).collect();
    for (function, constants) in all() {
        for array in layouts(&values, &picks) {
            let before = array.as_string_view();
            let output = call_array(&function, Arc::clone(&array), constants).unwrap();
            let output = match output.data_type() {
                DataType::Utf8View => output.as_string_view().clone().to_binary_view(),
                DataType::BinaryView => output.as_binary_view().clone(),
                _ => continue,
            };
            let distinct = |views: &[u128]| {
                let rows = (0..views.len()).filter(|row| before.is_valid(*row));
                rows.map(|row| views[row]).collect::<HashSet<_>>().len()
            };
            let most = distinct(before.views());
            assert!(most <= 8 && distinct(output.views()) <= most, "{}", function.name());
            let held: usize = output.data_buffers().iter().map(|buffer| buffer.len()).sum();
            assert!(held < 2 * 1024, "{}: {held} bytes", function.name());
        }
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

/// Where nothing changes, the result is the array that came in: a buffer that has other bytes, too, is
/// not clean as a whole.
#[test]
fn repeated_clean_rows_are_not_copied() {
    let values = ["a-row-that-is-too-long-for-its-view", "short", "and-a-bad-one%zz"];
    let values = views(&values.map(|value| Some(value.to_string())));
    let keys: UInt32Array = (0..4096).map(|row| row % 2).collect();
    let array = take(&values, &keys, None).unwrap();
    for function in [url_decode(), percent_decode()] {
        let output = call_array(&function, Arc::clone(&array), &[]).unwrap();
        assert!(Arc::ptr_eq(&array, &output), "{}", function.name());
    }
}

/// Rows that repeat only where a sample may look, rows without bytes, and null rows alone.
#[test]
fn samples_that_mislead() {
    let number = 16 * LEAST;
    // One row of each 64 and its successors differ, and the others do not; and the other way round.
    for is_distinct in [|row: usize| row % 64 < 8, |row: usize| row % 64 >= 8] {
        let value = |row: usize| {
            let value = if is_distinct(row) { row } else { 0 };
            Some(format!("%41-a-row-that-is-too-long-{value}"))
        };
        let values: Vec<Row> = (0..number).map(value).collect();
        let picks: Vec<_> =
            (0..number).map(|row| Some(if is_distinct(row) { row } else { number - 1 })).collect();
        let mut values = values;
        values[number - 1] = Some(String::from("%41-a-row-that-is-too-long-0"));
        let expected: Vec<Row> = picked(&values, &picks);
        let expected: Vec<Row> =
            expected.iter().map(|row| Some(row.as_ref()?.replace("%41", "A"))).collect();
        let keys: UInt32Array = picks.iter().map(|pick| pick.map(|pick| pick as u32)).collect();
        let array = take(&views(&values), &keys, None).unwrap();
        assert_eq!(rows(&call_array(&url_decode(), array, &[]).unwrap()), expected);
    }
    for rows_of in [vec![Some(String::new()); 2 * LEAST], vec![None; 2 * LEAST]] {
        for (function, constants) in all() {
            let plain: ArrayRef = Arc::new(StringArray::from(rows_of.clone()));
            let expected = call_array(&function, plain, constants).unwrap();
            let output = call_array(&function, views(&rows_of), constants).unwrap();
            assert_eq!(&shown(&output), &shown(&expected), "{}", function.name());
        }
    }
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

/// The first row that is refused is the one in the error.
#[test]
fn the_first_refused_row() {
    let values = ["fine%20and+too+long+for+a+view", "%zz-is-not", "%z-is-not-either"];
    let values = values.map(|value| Some(value.to_string()));
    let mut picks = vec![Some(0); 2 * LEAST];
    picks[1500] = Some(2);
    picks[1600] = Some(1);
    for array in layouts(&values, &picks) {
        for (function, constants) in [(url_decode(), &[][..]), (percent_decode(), &["strict"])] {
            let error = call_array(&function, Arc::clone(&array), constants).unwrap_err();
            let error = error.to_string();
            assert!(error.contains("'%z-is-not-either'"), "{error}");
            assert!(error.contains("in row 1501 of a batch of 2048"), "{error}");
        }
    }
}
