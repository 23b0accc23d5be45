//! Spark's answers, as Spark 4.3 on Java 17 gives them.

use std::sync::Arc;

use arrow::array::{ArrayRef, StringArray, new_null_array};
use arrow::datatypes::DataType;
use percent_simd_datafusion::{try_url_decode, url_decode, url_encode};

use crate::support::{call_array, call_row, rows};

/// Values and the results of Spark's decoding; `None` where it answers CANNOT_DECODE_URL, and NULL under
/// try_url_decode.
const DECODED: [(&str, Option<&str>); 40] = [
    ("", Some("")),
    ("plain", Some("plain")),
    ("https%3A%2F%2Fspark.apache.org", Some("https://spark.apache.org")),
    ("a+b%2Bc", Some("a b+c")),
    ("%E4%BD%A0%E5%A5%BD", Some("你好")),
    ("你好+😀", Some("你好 😀")),
    // Malformed.
    ("%zz", None),
    ("%", None),
    ("%4", None),
    ("abc%4", None),
    ("%41%", None),
    ("%%41", None),
    ("100%", None),
    // Digits that `Integer.parseInt` reads.
    ("%+F", Some("\u{F}")),
    ("%+0", Some("\0")),
    ("%-0", Some("\0")),
    ("%-1", None),
    ("%+-", None),
    ("%++", None),
    ("% 1", None),
    ("%0x", None),
    ("%１１", Some("\u{11}")),
    ("%١١", Some("\u{11}")),
    ("%ＡＡ", Some("\u{FFFD}")),
    ("%Ｆｆ", Some("\u{FFFD}")),
    ("%4１", Some("A")),
    ("%ＧＧ", None),
    // A digit beyond the Basic Multilingual Plane is two UTF-16 code units, and none is a digit.
    ("%𝟏𝟏", None),
    ("%𝟏", None),
    // Ill-formed UTF-8.
    ("%FF", Some("\u{FFFD}")),
    ("a%FFb%C3%A9", Some("a\u{FFFD}bé")),
    ("%ED%A0%80", Some("\u{FFFD}")),
    ("%ED%A0", Some("\u{FFFD}")),
    ("%ED%A0A", Some("\u{FFFD}A")),
    ("%E0%80%80", Some("\u{FFFD}\u{FFFD}\u{FFFD}")),
    ("%C0%AF", Some("\u{FFFD}\u{FFFD}")),
    ("%F0%9F%98", Some("\u{FFFD}")),
    // A run of triplets is decoded by itself; a raw character ends it.
    ("%C3+%A9", Some("\u{FFFD} \u{FFFD}")),
    ("%E4%BDx%A0", Some("\u{FFFD}x\u{FFFD}")),
    ("%C3é", Some("\u{FFFD}é")),
];

#[test]
fn decoding() {
    for (value, expected) in DECODED {
        let expected = expected.map(str::to_string);
        let tried = call_row(&try_url_decode(), value, &[]).unwrap();
        assert_eq!(tried, expected, "try_url_decode({value:?})");
        match call_row(&url_decode(), value, &[]) {
            Ok(decoded) => assert_eq!(decoded, expected, "url_decode({value:?})"),
            Err(error) => {
                assert_eq!(expected, None, "url_decode({value:?}): {error}");
                assert!(error.to_string().contains("[CANNOT_DECODE_URL]"), "{error}");
            }
        }
    }
}

/// The table in one array, so that rows which are handled differently are beside each other.
#[test]
fn decoding_a_column() {
    let column = DECODED.iter().flat_map(|(value, _)| [Some(*value), None]);
    let column: ArrayRef = Arc::new(column.collect::<StringArray>());
    let expected: Vec<_> =
        DECODED.iter().flat_map(|(_, expected)| [expected.map(str::to_string), None]).collect();
    assert_eq!(rows(&call_array(&try_url_decode(), column, &[]).unwrap()), expected);
}

#[test]
fn encoding() {
    for (value, expected) in [
        ("", ""),
        ("https://spark.apache.org", "https%3A%2F%2Fspark.apache.org"),
        ("a b+c", "a+b%2Bc"),
        ("~", "%7E"),
        ("*-._", "*-._"),
        ("!'()", "%21%27%28%29"),
        ("你好", "%E4%BD%A0%E5%A5%BD"),
        ("\0\u{7F}%", "%00%7F%25"),
        ("😀", "%F0%9F%98%80"),
    ] {
        assert_eq!(call_row(&url_encode(), value, &[]).unwrap().as_deref(), Some(expected));
    }
}

#[test]
fn null_stays_null() {
    for function in [url_decode(), try_url_decode(), url_encode()] {
        let nulls = call_array(&function, new_null_array(&DataType::Utf8, 3), &[]).unwrap();
        assert_eq!(rows(&nulls), [None, None, None]);
        // An untyped NULL is text.
        let nulls = call_array(&function, new_null_array(&DataType::Null, 3), &[]).unwrap();
        assert_eq!(rows(&nulls), [None, None, None]);
    }
}
