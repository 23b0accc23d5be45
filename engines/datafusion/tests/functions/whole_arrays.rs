//! Whole arrays: buffers that are shared, buffers that are kept alive, and many rows.

use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, DictionaryArray, FixedSizeBinaryArray, Int8Array, Int32Array,
    RunArray, StringArray, StringViewArray,
};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Int32Type};
use oracle::{Decode, Encode, Utf8, all_but, decode_text, encode};
use percent_simd_datafusion::{
    encoding_flags, percent_decode, percent_encode, query_param, try_percent_decode,
    try_url_decode, url_decode, url_encode,
};

use crate::layouts::{arrays, binary, of_many_rows};
use crate::support::{Row, byte_rows, call_array, check, rows, text_is};

/// Where nothing changes, the result has the buffers of the array.
#[test]
fn clean_arrays_are_not_copied() {
    let clean = ["short", "a-row-that-is-too-long-for-its-view", "", "x.y"];
    let clean = clean.map(|row| Some(row.to_string()));
    let is_plain = |array: &ArrayRef| array.as_any_dictionary_opt().is_none();
    for array in arrays(&clean).into_iter().filter(is_plain) {
        for (function, constants) in [
            (try_url_decode(), &[][..]),
            (url_encode(), &[]),
            (percent_decode(), &["plus strict"]),
            (percent_decode(), &["times=2"]),
            (percent_encode(), &["uri-component"]),
            (percent_encode(), &["iri"]),
        ] {
            let output = call_array(&function, Arc::clone(&array), constants).unwrap();
            let is_same = output.to_data().ptr_eq(&array.to_data());
            assert!(is_same, "{}({array:?})", function.name());
        }
    }
}

/// More values than rows, as a slice and each batch of a column have: those that no row has are left
/// out.
#[test]
fn large_dictionaries() {
    let values: Vec<_> = (0..100).map(|number| format!("%4{}{number}", number % 10)).collect();
    let values = StringArray::from([values, vec![String::from("%zz")]].concat());
    let keys = Int8Array::from(vec![Some(100), Some(7), None, Some(70), Some(7), Some(99)]);
    let array: ArrayRef = Arc::new(DictionaryArray::new(keys, Arc::new(values)));
    let array = array.slice(1, 5);
    let expected = [Some("G7"), None, Some("@70"), Some("G7"), Some("I99")];
    let expected = expected.map(|row| row.map(str::to_string));
    for function in [url_decode(), percent_decode()] {
        let output = call_array(&function, Arc::clone(&array), &[]).unwrap();
        assert_eq!(rows(&output), expected);
        assert_eq!(output.as_any_dictionary().values().len(), 3);
    }
    let output = call_array(&encoding_flags(), array, &["unreserved"]).unwrap();
    let output: Vec<_> = output.as_boolean().iter().collect();
    assert_eq!(output, [Some(true), None, Some(false), Some(true), Some(true)]);
}

/// A result that is too long for its offsets is an error.
#[test]
#[ignore = "it takes two gigabytes: cargo test -p percent-simd-datafusion -- --ignored results_of_two"]
fn results_of_two_gibibytes() {
    let value = format!("q={}", "a".repeat(1 << 30));
    let values = Arc::new(StringArray::from(vec![value]));
    let array: ArrayRef = Arc::new(DictionaryArray::new(Int8Array::from(vec![0, 0]), values));
    let error = call_array(&query_param(), array, &["q"]).unwrap_err();
    assert!(error.to_string().contains("longer than 2 GiB"), "{error}");
}

/// Rows that stay keep the buffer that they are in, unless they have less than a quarter of it.
#[test]
fn buffers_of_views() {
    let long = "a row that is too long for its view";
    let decoded = |rows: &[&str], slice: usize| {
        let array: ArrayRef = Arc::new(StringViewArray::from(rows.to_vec()));
        let before = array.as_string_view().data_buffers()[0].clone();
        let output = call_array(&try_url_decode(), array.slice(0, slice), &[]).unwrap();
        let buffers = output.as_string_view().data_buffers().to_vec();
        buffers.iter().any(|buffer| buffer.as_ptr() == before.as_ptr())
    };
    assert!(decoded(&[long, "%41", long, long], 4));
    assert!(decoded(&[long, "%41", long, long], 3));
    let many = [&[long, "%41"][..], &[long; 10]].concat();
    assert!(!decoded(&many, 2));
    // A quarter, and a byte more beside it.
    let changed = |len: usize| String::from("%41") + &"x".repeat(len - 3);
    assert!(decoded(&[long, &changed(3 * long.len())], 2));
    assert!(!decoded(&[long, &changed(3 * long.len() + 1)], 2));
}

/// Rows whose bytes are text only together are not text.
#[test]
fn a_character_in_two_rows() {
    let halves: ArrayRef = Arc::new(StringArray::from(vec!["%C3", "%A9", "%C3%A9"]));
    for data_type in [DataType::Utf8, DataType::Utf8View] {
        let halves = cast(&halves, &data_type).unwrap();
        let output = call_array(&try_percent_decode(), Arc::clone(&halves), &[""]).unwrap();
        assert_eq!(rows(&output), [None, None, Some(String::from("é"))]);
        let output = call_array(&try_url_decode(), halves, &[]).unwrap();
        assert_eq!(rows(&output), ["\u{FFFD}", "\u{FFFD}", "é"].map(|row| Some(row.to_string())));
    }
}

/// Types that have no kernel of their own are cast to one that has.
#[test]
fn runs_and_fixed_sizes() {
    let ends = Int32Array::from(vec![2, 3]);
    let values = StringArray::from(vec!["%41", "b"]);
    let runs: ArrayRef = Arc::new(RunArray::<Int32Type>::try_new(&ends, &values).unwrap());
    let output = call_array(&try_url_decode(), runs, &[]).unwrap();
    assert_eq!(rows(&output), ["A", "A", "b"].map(|row| Some(row.to_string())));

    let fixed = [b"%41", b"%FF"].into_iter();
    let fixed: ArrayRef = Arc::new(FixedSizeBinaryArray::try_from_iter(fixed).unwrap());
    let output = call_array(&percent_decode(), fixed, &[]).unwrap();
    assert_eq!(byte_rows(&output), [Some(b"A".to_vec()), Some(b"\xFF".to_vec())]);
}

/// No rows, and no values of a dictionary.
#[test]
fn empty_arrays() {
    for array in arrays(&[]) {
        assert_eq!(call_array(&try_url_decode(), array, &[]).unwrap().len(), 0);
    }
    let keys = Int8Array::from(vec![None, None]);
    let values = Arc::new(StringArray::from(Vec::<&str>::new()));
    let nulls: ArrayRef = Arc::new(DictionaryArray::new(keys, values));
    for function in [try_url_decode(), encoding_flags()] {
        let output = call_array(&function, Arc::clone(&nulls), &[]).unwrap();
        assert_eq!(output.logical_null_count(), 2);
    }
}

/// Many rows of views: clean, null, within their views, and with escapes.
#[test]
fn many_rows_of_views() {
    let row = |number: usize| match number % 100 {
        0..70 => Some(format!("row-{number}-is-too-long-for-its-view%21")),
        70 => None,
        71..80 => Some(format!("{number}")),
        _ => Some(format!("row-{number}-is-too-long-for-its-view!")),
    };
    for first in [0, 70] {
        let column: Vec<Row> = (first..first + 300).map(row).collect();
        let expected: Vec<Row> =
            column.iter().map(|row| Some(row.as_ref()?.replace("%21", "!"))).collect();
        let views: ArrayRef = Arc::new(StringViewArray::from_iter(column));
        assert_eq!(rows(&call_array(&try_url_decode(), views, &[]).unwrap()), expected);
    }
}

/// Many kilobytes: stretches of accepted rows, stretches with refused rows, and rows of 40 kB.
#[test]
fn many_rows() {
    rows_that_start_with("");
}

/// Rows that are too long for their views, so that the views are adjacent in a buffer.
#[test]
fn many_long_rows() {
    rows_that_start_with("a-row-of-some-length-");
}

fn rows_that_start_with(start: &str) {
    let row = |number: usize| match (number / 200 % 2, number % 100) {
        (_, 0) => None,
        (0, 10) => Some(format!("{start}%E4%BD")), // with the next row a character
        (0, 11) => Some(format!("{start}%A0")),
        (0, 12) => Some(format!("{start}%zz")),
        (1, 13) if number < 400 => Some(start.to_string() + &"%C3%A9+%zz".repeat(4000)),
        (1, 14) if number < 400 => Some(start.to_string() + &"%C3%A9+".repeat(6000)),
        (_, length) => Some(format!("{start}{number}-é+{}", "%D0%BA%20".repeat(length / 5))),
    };
    let column: Vec<Row> = (0..1200).map(row).collect();
    let policy = Decode { plus: true, strict: true, ..Decode::default() };
    let decoded: Vec<Row> = column
        .iter()
        .map(|row| decode_text(row.as_ref()?.as_bytes(), &policy, Utf8::Strict).ok())
        .collect();
    let form = Encode { set: all_but(b"*-._"), plus: true, ..Encode::default() };
    let encoded: Vec<Row> =
        column.iter().map(|row| Some(encode(row.as_ref()?.as_bytes(), &form))).collect();
    // Rows that Spark decodes and the policy refuses.
    let spark: Vec<Row> = column
        .iter()
        .zip(&decoded)
        .map(|(row, decoded)| match row.as_deref()?.strip_prefix(start)? {
            "%E4%BD" | "%A0" => Some(format!("{start}\u{FFFD}")),
            _ => decoded.clone(),
        })
        .collect();
    let arrays = of_many_rows(&column);
    check(&try_percent_decode(), &arrays, &["plus strict"], text_is(&decoded));
    check(&try_url_decode(), &arrays, &[], text_is(&spark));
    check(&url_encode(), &arrays, &[], text_is(&encoded));
    let bytes = binary(arrays);
    check(&try_percent_decode(), &bytes, &["plus strict utf8=strict"], text_is(&decoded));
    check(&try_percent_decode(), &bytes, &["plus strict"], |array, output| {
        let rows = byte_rows(output);
        let row = |bytes: &[u8]| Some([start.as_bytes(), bytes].concat());
        assert_eq!(rows[10..13], [row(b"\xE4\xBD"), row(b"\xA0"), None], "{array:?}");
    });
}
