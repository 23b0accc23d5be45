//! Binary values: raw bytes that are no text, beside escapes of any.

use std::sync::Arc;

use arrow::array::{ArrayRef, BinaryArray};
use arrow::compute::cast;
use arrow::datatypes::DataType;
use oracle::{Decode, Encode, Utf8, all_but, decode, decode_text, encode};
use percent_simd_datafusion::{percent_decode, percent_encode, query_param, try_percent_decode};
use proptest::prelude::*;

use crate::support::{Row, byte_rows, call_array, check, text_is};

fn value() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        3 => "[a-z/.=?]{1,6}".prop_map(String::into_bytes),
        1 => "[a-z]{13,40}".prop_map(String::into_bytes),
        3 => "%[0-9A-Fa-f]{2}".prop_map(String::into_bytes),
        1 => "[%+]|%[0-9A-F]".prop_map(String::into_bytes),
        1 => "[é你😀]".prop_map(String::into_bytes),
        2 => proptest::collection::vec(0x80_u8..=0xFF, 1..4),
    ];
    proptest::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

/// The values as an array of each binary type.
fn arrays(values: &[Option<Vec<u8>>]) -> Vec<ArrayRef> {
    let plain: ArrayRef = Arc::new(BinaryArray::from_iter(values));
    let types = [DataType::Binary, DataType::LargeBinary, DataType::BinaryView];
    types.iter().map(|data_type| cast(&plain, data_type).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(column in proptest::collection::vec(proptest::option::weighted(0.85, value()), 0..24)) {
        let arrays = arrays(&column);
        let strict = Decode { plus: true, strict: true, ..Decode::default() };
        let decoded: Vec<_> =
            column.iter().map(|row| decode(row.as_ref()?, &strict).ok()).collect();
        check(&try_percent_decode(), &arrays, &["plus strict"], |array, output| {
            assert_eq!(byte_rows(output), decoded, "of {array:?}");
        });
        for (options, utf8) in [
            ("utf8=strict", Utf8::Strict),
            ("utf8=lossy", Utf8::Lossy),
            ("utf8=keep", Utf8::KeepEscaped),
        ] {
            let text = |row: &[u8]| decode_text(row, &Decode::default(), utf8).ok();
            let expected: Vec<Row> = column.iter().map(|row| text(row.as_ref()?)).collect();
            check(&try_percent_decode(), &arrays, &[options], text_is(&expected));
        }
        let component = Encode { set: all_but(b"-._~"), ..Encode::default() };
        let encoded: Vec<Row> =
            column.iter().map(|row| Some(encode(row.as_ref()?, &component))).collect();
        check(&percent_encode(), &arrays, &["uri-component"], text_is(&encoded));
    }

    #[test]
    fn queries(column in proptest::collection::vec(proptest::option::weighted(0.85, value()), 0..24)) {
        let query = |value: &Vec<u8>| [b"a&k=", &value[..], b"&k=2#"].concat();
        let queries: Vec<_> = column.iter().map(|row| row.as_ref().map(query)).collect();
        let plus = Decode { plus: true, ..Decode::default() };
        let expected: Vec<Row> = column
            .iter()
            .map(|row| decode_text(row.as_ref()?, &plus, Utf8::Lossy).ok())
            .collect();
        check(&query_param(), &arrays(&queries), &["k"], text_is(&expected));
    }
}

/// The error shows bytes that are no text as they are.
#[test]
fn refused_bytes() {
    for array in arrays(&[None, Some(b"%41".to_vec()), Some(b"\xFF'\xC3\xA9%".to_vec())]) {
        let error = call_array(&percent_decode(), array, &["strict"]).unwrap_err().to_string();
        let expected = r"refuses '\xFF\'é%' in row 3 of a batch of 3: malformed triplet at byte 4";
        assert!(error.contains(expected), "{error}");
    }
}
