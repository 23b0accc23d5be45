//! Every function on every type of array, whole and sliced, on every backend, against a row-by-row
//! oracle.

use std::sync::Arc;

use arrow::array::{ArrayRef, AsArray, UInt16Array};
use arrow::compute::{cast, concat};
use arrow::datatypes::{DataType, Int64Type};
use datafusion_expr::{ColumnarValue, ScalarUDF};
use oracle::{Decode, Encode, Utf8, all_but, decode, decode_text, encode, members};
use percent_simd::scheme::SCHEMES;
use percent_simd::{Flags, inspect, path};
use percent_simd_datafusion::{
    encoding_flag_names, encoding_flags, path_check, percent_decode, percent_encode, query_param,
    try_percent_decode, try_url_decode, url_decode, url_encode,
};
use proptest::prelude::*;

use crate::layouts::{arrays, binary};
use crate::support::{Row, byte_rows, call, call_array, call_row, check, rows, text_is};

/// Short rows (within their views) and long ones, clean and not, and null.
pub(crate) fn row() -> impl Strategy<Value = Row> {
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

/// A column; or one whose rows are too long for their views, or null.
fn column() -> impl Strategy<Value = Vec<Row>> {
    let long = (row(), "[a-z]{13,20}").prop_map(|(row, end)| Some(row? + &end));
    prop_oneof![proptest::collection::vec(row(), 0..24), proptest::collection::vec(long, 0..24),]
}

/// The options of percent_decode, and their meaning.
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

/// The option `times=2`: the result of the first round is text, and in the second one `+` and a stray
/// `%` are data.
fn twice(row: &[u8], policy: &Decode, utf8: Utf8) -> Row {
    let once = decode_text(row, policy, utf8).ok()?;
    let again = Decode { plus: false, strict: false, ..policy.clone() };
    decode_text(once.as_bytes(), &again, utf8).ok()
}

/// Calls a function that fails where a row is refused: the first of those is quoted.
fn check_refusals(
    function: &ScalarUDF,
    arrays: &[ArrayRef],
    constants: &[&str],
    column: &[Row],
    expected: &[Row],
) {
    let mut rows = column.iter().zip(expected);
    let refused = rows.find_map(|(row, expected)| row.as_ref().filter(|_| expected.is_none()));
    let Some(refused) = refused else {
        return check(function, arrays, constants, text_is(expected));
    };
    let refused = format!("'{}'", refused.escape_debug());
    for array in arrays {
        let error = call_array(function, ArrayRef::clone(array), constants).unwrap_err();
        assert!(error.to_string().contains(&refused), "{error}, and not {refused}, of {array:?}");
    }
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
        check_refusals(&url_decode(), &arrays, &[], &column, &decoded);
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
            check_refusals(&percent_decode(), &arrays, &[options], &column, &expected);
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
        for scheme in SCHEMES {
            let encode = |row: &String| scheme.encoder().encode(row).into_owned();
            let expected: Vec<Row> =
                column.iter().map(|row| Some(encode(row.as_ref()?))).collect();
            check(&percent_encode(), &arrays(&column), &[scheme.name()], text_is(&expected));
        }
        // Functions of text.
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
            for (preset, policy) in path::PRESETS {
                let path = |row: &String| row.split('?').next().unwrap_or_default().to_owned();
                let verdict = |row: &String| match policy.check(&path(row)) {
                    Ok(()) => String::from("ok"),
                    Err(error) => error.kind().name().to_string(),
                };
                let verdicts: Vec<Row> =
                    column.iter().map(|row| row.as_ref().map(verdict)).collect();
                check(&path_check(), &arrays, &[preset], text_is(&verdicts));
            }
        }
    }

    #[test]
    fn names_of_flags(bits in proptest::collection::vec(proptest::option::of(any::<u16>()), 0..24)) {
        let names: Vec<Row> = bits
            .iter()
            .map(|bits| {
                // (Beyond the last flag there are none.)
                let bits = u32::from((*bits)?) & Flags::ALL.bits();
                let flags = Flags::ALL.iter().filter(|flag| bits & flag.bits() != 0);
                Some(flags.filter_map(Flags::name).collect::<Vec<_>>().join(","))
            })
            .collect();
        let all = u16::try_from(Flags::ALL.bits() & 0xFFFF).unwrap();
        let bits: ArrayRef =
            Arc::new(bits.iter().map(|bits| Some((*bits)? & all)).collect::<UInt16Array>());
        let padded = concat(&[&bits, &bits]).unwrap().slice(bits.len(), bits.len());
        let types = [DataType::UInt16, DataType::UInt32, DataType::Int32, DataType::Int64];
        let arrays: Vec<_> = [bits, padded]
            .iter()
            .flat_map(|bits| types.each_ref().map(|data_type| cast(bits, data_type).unwrap()))
            .collect();
        check(&encoding_flag_names(), &arrays, &[], text_is(&names));
    }

    #[test]
    fn query_values(column in column(), keys in proptest::collection::vec("[a-c]?", 24)) {
        // Existing keys: the text before the first `=`.
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
