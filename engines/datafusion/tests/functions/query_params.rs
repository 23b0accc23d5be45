//! `query_params` and `query_param_values`, beside `query_param`.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, StringArray};
use percent_simd_datafusion::{query_param, query_param_values, query_params};
use proptest::prelude::*;

use crate::layouts::{arrays, binary};
use crate::support::{Row, call_array, call_row, rows};

/// The values of each row.
fn lists(array: &ArrayRef) -> Vec<Option<Vec<String>>> {
    let values = |list: ArrayRef| rows(&list).into_iter().map(Option::unwrap).collect();
    array.as_list::<i32>().iter().map(|list| list.map(values)).collect()
}

/// The names and values of each row.
fn maps(array: &ArrayRef) -> Vec<Option<Vec<(String, String)>>> {
    let maps = array.as_map();
    let of_row = |row: usize| {
        let entries = maps.value(row);
        let [names, values] = [0, 1].map(|column| rows(entries.column(column)));
        names.into_iter().zip(values).map(|(name, value)| (name.unwrap(), value.unwrap())).collect()
    };
    (0..maps.len()).map(|row| maps.is_valid(row).then(|| of_row(row))).collect()
}

#[test]
fn names_and_values() {
    let pairs: [(&str, &[(&str, &str)]); 8] = [
        ("/s?q=caf%C3%A9+au+lait&p%61ge=2#top", &[("q", "café au lait"), ("page", "2")]),
        // A URL without a query, and text that is no URL.
        ("/s#?q=1", &[]),
        ("q=1&p=%2F", &[("q", "1"), ("p", "/")]),
        ("", &[]),
        // The first value of a name, however that is written.
        ("b=1&a=2&%62=3&b", &[("b", "1"), ("a", "2")]),
        // Without an equals sign, and without a name.
        ("a&=1&&b=", &[("a", ""), ("", "1"), ("b", "")]),
        ("a=%FF%zz", &[("a", "\u{FFFD}%zz")]),
        ("a=1=2", &[("a", "1=2")]),
    ];
    let mut column: Vec<Row> = pairs.iter().map(|(url, _)| Some(url.to_string())).collect();
    column.push(None);
    let text = |(name, value): &(&str, &str)| (name.to_string(), value.to_string());
    let mut expected: Vec<_> =
        pairs.iter().map(|(_, map)| Some(map.iter().map(text).collect())).collect();
    expected.push(None);
    let mut all = arrays(&column);
    all.extend(binary(arrays(&column)));
    for array in all {
        let output = call_array(&query_params(), Arc::clone(&array), &[]).unwrap();
        assert_eq!(maps(&output), expected, "of {array:?}");
    }
}

#[test]
fn all_values() {
    let columns: [(&str, &[&str]); 5] = [
        ("/s?t=a%2Fb&u=1&%74=c+d&t#t=e", &["a/b", "c d", ""]),
        ("t=1&T=2&tt=3", &["1"]),
        ("/t=1", &[]),
        ("", &[]),
        ("?t=%FF", &["\u{FFFD}"]),
    ];
    let mut column: Vec<Row> = columns.iter().map(|(url, _)| Some(url.to_string())).collect();
    column.push(None);
    let text = |values: &&[&str]| values.iter().map(|value| value.to_string()).collect();
    let mut expected: Vec<_> = columns.iter().map(|(_, values)| Some(text(values))).collect();
    expected.push(None);
    let mut all = arrays(&column);
    all.extend(binary(arrays(&column)));
    for array in all {
        let output = call_array(&query_param_values(), Arc::clone(&array), &["t"]).unwrap();
        assert_eq!(lists(&output), expected, "of {array:?}");
    }
}

proptest! {
    /// Each value is the one that `query_param` gives for the name, and no name is missing.
    #[test]
    fn values_are_those_of_query_param(url in "/?\\??([abé%C3A9=&+#]|%6[12]){0,16}") {
        let array: ArrayRef = Arc::new(StringArray::from(vec![url.clone()]));
        let map = maps(&call_array(&query_params(), array, &[]).unwrap()).swap_remove(0).unwrap();
        for name in ["a", "b", "é", "", "ab"] {
            let value = map.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
            prop_assert_eq!(value, call_row(&query_param(), &url, &[name]).unwrap(), "{}", url);
        }
        // `query_param` compares bytes, so no key is equal to an ill-formed name.
        for (name, value) in map.into_iter().filter(|(name, _)| !name.contains('\u{FFFD}')) {
            prop_assert_eq!(call_row(&query_param(), &url, &[&name]).unwrap(), Some(value));
        }
    }
}
