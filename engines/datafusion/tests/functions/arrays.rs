//! Every function on every type of array, whole and sliced, on every backend, against a row-by-row
//! oracle.

use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, DictionaryArray, FixedSizeBinaryArray, Int8Array, Int32Array,
    RunArray, StringArray, StringViewArray,
};
use arrow::compute::{cast, concat};
use arrow::datatypes::{DataType, Int8Type, Int32Type, Int64Type};
use datafusion_expr::{ColumnarValue, ScalarUDF};
use oracle::{Decode, Encode, Utf8, all_but, decode, decode_text, encode, members};
use percent_simd::{Backend, inspect, path};
use percent_simd_datafusion::{
    encoding_flags, path_check, percent_decode, percent_encode, query_param, try_percent_decode,
    try_url_decode, url_encode,
};
use proptest::prelude::*;

use crate::backends::backends;
use crate::support::{Row, byte_rows, call, call_array, call_row, dictionary, rows};

/// Short rows (within their views) and long ones, clean and not, and null.
fn row() -> impl Strategy<Value = Row> {
    let piece = prop_oneof![
        3 => "[a-z/.=&?]{1,6}",
        1 => "[a-z]{13,40}",
        3 => "%[0-9A-Fa-f]{2}",
        2 => "%(2F|25|00|2e|41|20|C3%A9|E4%BD%A0|ED%A0%80|FF)",
        1 => "[+ é你😀]",
        1 => "%[0-9A-Fa-f]?",
        1 => "%25[0-9A-F]{2}",
    ];
    let text = proptest::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat());
    proptest::option::weighted(0.85, text)
}

fn column() -> impl Strategy<Value = Vec<Row>> {
    proptest::collection::vec(row(), 0..24)
}

/// The rows as an array of each type of strings; then each of them as a slice of a longer one.
fn arrays(rows: &[Row]) -> Vec<ArrayRef> {
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
fn binary(arrays: Vec<ArrayRef>) -> Vec<ArrayRef> {
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

/// Calls the function on each array, on each backend.
fn check(
    function: &ScalarUDF,
    arrays: &[ArrayRef],
    constants: &[&str],
    check: impl Fn(&ArrayRef, &ArrayRef),
) {
    let active = Backend::active();
    for backend in backends() {
        backend.set_active();
        for array in arrays {
            let output = call_array(function, Arc::clone(array), constants)
                .unwrap_or_else(|error| panic!("{}({array:?}): {error}", function.name()));
            check(array, &output);
        }
    }
    active.set_active();
}

fn text_is(expected: &[Row]) -> impl Fn(&ArrayRef, &ArrayRef) + '_ {
    move |array, output| assert_eq!(rows(output), expected, "of {array:?}")
}

/// The options of percent_decode, and what they mean.
fn decodings() -> Vec<(&'static str, Decode, Utf8)> {
    let plain = Decode::default();
    vec![
        ("", plain.clone(), Utf8::Strict),
        ("plus strict", Decode { plus: true, strict: true, ..plain.clone() }, Utf8::Strict),
        ("utf8=lossy", plain.clone(), Utf8::Lossy),
        ("strict utf8=lossy", Decode { strict: true, ..plain.clone() }, Utf8::Lossy),
        ("utf8=keep plus", Decode { plus: true, ..plain.clone() }, Utf8::KeepEscaped),
        ("keep=/% utf8=lossy", Decode { keep: members(b"/%"), ..plain.clone() }, Utf8::Lossy),
        (
            "reject=%00. keep=/ strict",
            Decode { reject: members(b"\0."), keep: members(b"/"), strict: true, ..plain },
            Utf8::Strict,
        ),
    ]
}

/// The option `times=2`: what the first round gives is text, and in the second one `+` and a stray
/// `%` are data.
fn twice(row: &[u8], policy: &Decode, utf8: Utf8) -> Row {
    let once = decode_text(row, policy, utf8).ok()?;
    let again = Decode { plus: false, strict: false, ..policy.clone() };
    decode_text(once.as_bytes(), &again, utf8).ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn url_functions(column in column()) {
        let form = Encode { set: all_but(b"*-._"), plus: true, ..Encode::default() };
        let encoded: Vec<Row> =
            column.iter().map(|row| Some(encode(row.as_ref()?.as_bytes(), &form))).collect();
        let strict = Decode { plus: true, strict: true, ..Decode::default() };
        let decoded: Vec<Row> = column
            .iter()
            .map(|row| {
                let row = row.as_ref()?;
                let decoded = decode_text(row.as_bytes(), &strict, Utf8::Strict);
                // What the JDK does with the others is in `jdk.rs`, row by row.
                decoded.map_or_else(|_| call_row(&try_url_decode(), row, &[]).unwrap(), Some)
            })
            .collect();
        let arrays = arrays(&column);
        check(&url_encode(), &arrays, &[], text_is(&encoded));
        check(&try_url_decode(), &arrays, &[], text_is(&decoded));
    }

    #[test]
    fn percent_decoding(column in column()) {
        let arrays = arrays(&column);
        let bytes = binary(arrays.clone());
        for (options, policy, utf8) in decodings() {
            let expected: Vec<Row> = column
                .iter()
                .map(|row| decode_text(row.as_ref()?.as_bytes(), &policy, utf8).ok())
                .collect();
            check(&try_percent_decode(), &arrays, &[options], text_is(&expected));
            let with_bytes = format!("{options} utf8=bytes");
            let as_bytes: Vec<_> = column
                .iter()
                .map(|row| decode(row.as_ref()?.as_bytes(), &policy).ok())
                .collect();
            let is_bytes = |array: &ArrayRef, output: &ArrayRef| {
                assert_eq!(byte_rows(output), as_bytes, "of {array:?}");
            };
            if options.contains("utf8=") {
                check(&try_percent_decode(), &bytes, &[options], text_is(&expected));
            } else {
                check(&try_percent_decode(), &arrays, &[&with_bytes], is_bytes);
                check(&try_percent_decode(), &bytes, &[options], is_bytes);
            }
        }
    }

    #[test]
    fn decoding_twice(column in column()) {
        for (options, policy, utf8) in decodings() {
            let expected: Vec<Row> = column
                .iter()
                .map(|row| twice(row.as_ref()?.as_bytes(), &policy, utf8))
                .collect();
            let options = format!("times=2 {options}");
            check(&try_percent_decode(), &arrays(&column), &[&options], text_is(&expected));
        }
    }

    #[test]
    fn percent_encoding(column in column()) {
        let plain = Encode::default();
        for (scheme, policy) in [
            ("uri-component", Encode { set: all_but(b"-._~"), ..plain.clone() }),
            ("form", Encode { set: all_but(b"*-._"), plus: true, ..plain }),
        ] {
            let expected: Vec<Row> =
                column.iter().map(|row| Some(encode(row.as_ref()?.as_bytes(), &policy))).collect();
            let arrays = arrays(&column);
            check(&percent_encode(), &arrays, &[scheme], text_is(&expected));
            check(&percent_encode(), &binary(arrays), &[scheme], text_is(&expected));
        }
        // A function of text, and a scheme that keeps triplets.
        for (scheme, function) in [
            ("js-escape", percent_simd::js::escape as fn(&str) -> std::borrow::Cow<'_, str>),
            ("iri", percent_simd::iri::to_uri),
        ] {
            let expected: Vec<Row> =
                column.iter().map(|row| Some(function(row.as_ref()?).into_owned())).collect();
            check(&percent_encode(), &arrays(&column), &[scheme], text_is(&expected));
        }
    }

    #[test]
    fn findings(column in column()) {
        let arrays = arrays(&column);
        for arrays in [arrays.clone(), binary(arrays)] {
            let flags: Vec<_> = column
                .iter()
                .map(|row| Some(inspect(row.as_ref()?).flags().bits().into()))
                .collect();
            check(&encoding_flags(), &arrays, &[], |array, output| {
                let output: Vec<_> = output.as_primitive::<Int64Type>().iter().collect();
                assert_eq!(output, flags, "of {array:?}");
            });
            let is_slash: Vec<_> = column
                .iter()
                .map(|row| Some(inspect(row.as_ref()?).flags().bits() & 0x101 != 0))
                .collect();
            check(&encoding_flags(), &arrays, &["nul, slash"], |array, output| {
                let output: Vec<_> = output.as_boolean().iter().collect();
                assert_eq!(output, is_slash, "of {array:?}");
            });
            let verdicts: Vec<Row> = column
                .iter()
                .map(|row| {
                    let verdict = path::NGINX.check(row.as_ref()?);
                    Some(verdict.map_or_else(|error| error.kind().name(), |()| "ok").to_string())
                })
                .collect();
            check(&path_check(), &arrays, &["nginx"], text_is(&verdicts));
        }
    }

    #[test]
    fn query_values(column in column(), keys in proptest::collection::vec("[a-c]?", 24)) {
        // Keys that are there: what is before the first `=`.
        let keys: Vec<Row> = column
            .iter()
            .zip(keys)
            .map(|(row, key)| {
                let name = row.as_ref().and_then(|row| row.split(['=', '&']).next());
                Some(name.map_or(key, str::to_string))
            })
            .collect();
        let value = |row: &Row, key: &Row| {
            let (row, key) = (row.as_ref()?, key.as_ref()?);
            let head = &row[..row.find(['=', '&']).unwrap_or(row.len())];
            let is_url = row.starts_with('/') || head.contains('?') || head.contains("://");
            let before_fragment = row.split('#').next().unwrap_or_default();
            let query = match (is_url, before_fragment.split_once('?')) {
                (false, _) => row,
                (true, Some((_, query))) => query,
                (true, None) => "",
            };
            let plus = Decode { plus: true, ..Decode::default() };
            let text = |part: &str| decode_text(part.as_bytes(), &plus, Utf8::Lossy).unwrap();
            query
                .split('&')
                .filter(|pair| !pair.is_empty())
                .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
                .find(|(name, _)| text(name) == *key)
                .map(|(_, value)| text(value))
        };
        let expected: Vec<Row> =
            column.iter().zip(&keys).map(|(row, key)| value(row, key)).collect();
        for urls in arrays(&column) {
            for names in arrays(&keys) {
                let arguments = [urls.clone(), names].map(ColumnarValue::Array);
                let ColumnarValue::Array(output) = call(&query_param(), &arguments).unwrap() else {
                    panic!("no array")
                };
                assert_eq!(rows(&output), expected, "of {urls:?}");
            }
        }
    }
}

/// Where nothing changes, the result is the array that came in.
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
            (percent_encode(), &["uri-component"]),
        ] {
            let output = call_array(&function, Arc::clone(&array), constants).unwrap();
            assert!(Arc::ptr_eq(&array, &output), "{}({array:?})", function.name());
        }
    }
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

/// More rows than are looked at before all are copied: what follows them may be clean, or null.
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

/// More bytes than are handled at once: whole pieces of text, pieces with rows that are refused or
/// no text, and a row that is longer than a piece.
#[test]
fn many_pieces() {
    let row = |number: usize| match (number / 200 % 2, number % 100) {
        (_, 0) => None,
        (0, 10) => Some(String::from("%E4%BD")), // with the next row a character
        (0, 11) => Some(String::from("%A0")),
        (0, 12) => Some(String::from("%zz")),
        (1, 13) if number < 400 => Some("%C3%A9+%zz".repeat(4000)),
        (1, 14) if number < 400 => Some("%C3%A9+".repeat(6000)),
        (_, length) => Some(format!("{number}-é+{}", "%D0%BA%20".repeat(length / 5))),
    };
    let column: Vec<Row> = (0..1200).map(row).collect();
    let decoded: Vec<Row> = column
        .iter()
        .map(|row| {
            let policy = Decode { plus: true, strict: true, ..Decode::default() };
            decode_text(row.as_ref()?.as_bytes(), &policy, Utf8::Strict).ok()
        })
        .collect();
    let form = Encode { set: all_but(b"*-._"), plus: true, ..Encode::default() };
    let encoded: Vec<Row> =
        column.iter().map(|row| Some(encode(row.as_ref()?.as_bytes(), &form))).collect();
    // What Spark decodes and the policy refuses.
    let spark: Vec<Row> = column
        .iter()
        .zip(&decoded)
        .map(|(row, decoded)| match row.as_deref()? {
            "%E4%BD" | "%A0" => Some(String::from("\u{FFFD}")),
            _ => decoded.clone(),
        })
        .collect();
    let plain: ArrayRef = Arc::new(StringArray::from(column));
    let types = [DataType::Utf8, DataType::LargeUtf8, DataType::Utf8View];
    let arrays = types.map(|data_type| cast(&plain, &data_type).unwrap());
    check(&try_percent_decode(), &arrays, &["plus strict"], text_is(&decoded));
    check(&try_url_decode(), &arrays, &[], text_is(&spark));
    check(&url_encode(), &arrays, &[], text_is(&encoded));
    let bytes = binary(arrays.to_vec());
    check(&try_percent_decode(), &bytes, &["plus strict utf8=strict"], text_is(&decoded));
    check(&try_percent_decode(), &bytes, &["plus strict"], |array, output| {
        let length = |row: &Option<Vec<u8>>| row.as_ref().map(Vec::len);
        let lengths: Vec<_> = byte_rows(output).iter().map(length).collect();
        assert_eq!((lengths[10], lengths[11], lengths[12]), (Some(2), Some(1), None), "{array:?}");
    });
}
