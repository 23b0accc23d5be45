//! Random URLs, and the parts that other programs find in them.

use std::process::Child;
use std::sync::Arc;

use arrow::array::{ArrayRef, StringArray};
use datafusion_expr::ColumnarValue;
use percent_simd_datafusion::try_parse_url;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::string::{RegexGeneratorStrategy, string_regex};
use proptest::test_runner::TestRunner;

use crate::support::{Row, call, call_array, rows};
use crate::values::{ask, hex};

/// In the order of the other programs' answers.
const PARTS: [&str; 8] =
    ["HOST", "PATH", "QUERY", "REF", "PROTOCOL", "FILE", "AUTHORITY", "USERINFO"];

/// Keys that Spark's regular expressions and this crate read.
const KEYS: [&str; 12] =
    ["q", "a", "", ".", "a.b", r"q\[\]", r"\Qq[]\E", "q\\", "&q", "é", "%C3%A9", "a=q"];

/// A URL and a key. About half of the URLs are well-formed.
fn url() -> impl Strategy<Value = (String, String)> {
    let scheme = prop_oneof![
        6 => text("(https?|file|mailto|urn|h2\\+x-\\.y):"),
        3 => Just(String::new()),
        1 => text("[a-z1+é%._ -]{0,3}:"),
    ];
    let authority = (user_info(), host(), port());
    let authority = authority.prop_map(|(user, host, port)| format!("//{user}{host}{port}"));
    let authority =
        prop_oneof![6 => authority, 1 => Just(String::from("//")), 2 => Just(String::new())];
    let path = prop_oneof![4 => text("(/[a-z0-9.~;=@:$é-]{0,4}){0,3}"), 1 => text("[a-z]{1,3}(/[a-z]{0,2})?"), 1 => junk()];
    let query = prop_oneof![
        4 => Just(String::new()),
        6 => text(r"\?((q|a|q\[\]|a.b|é|%C3%A9|)=?[a-z=+;/?]{0,3}&?){0,4}"),
        1 => junk().prop_map(|query| format!("?{query}")),
    ];
    let fragment = prop_oneof![
        6 => Just(String::new()),
        3 => text(r"#[a-z?/\[\]é]{0,4}"),
        1 => junk().prop_map(|fragment| format!("#{fragment}")),
    ];
    let all = (scheme, authority, path, query, fragment);
    let url = all.prop_map(|(scheme, authority, path, query, fragment)| {
        [scheme, authority, path, query, fragment].concat()
    });
    let url = prop_oneof![15 => url, 1 => junk()];
    (url, proptest::sample::select(&KEYS[..]).prop_map(String::from))
}

fn user_info() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => Just(String::new()),
        3 => text(r"(user|us%20er|é|:|;&=\+\$,){0,2}@"),
        1 => junk().prop_map(|user| format!("{user}@")),
    ]
}

fn host() -> impl Strategy<Value = String> {
    prop_oneof![
        5 => text(r"([a-z0-9]([a-z0-9-]?[a-z0-9])?\.){0,3}[a-z][a-z0-9]{0,2}\.?"),
        2 => text(r"[a-z0-9_.é%-]{0,6}"),
        2 => text(r"(0{0,3}[0-9]{1,2}|1[0-9]{2}|2[0-6][0-9])(\.(0|[0-9]{1,3})){2,4}\.?"),
        3 => text(r"\[([0-9a-f]{1,4}:){0,7}(:|::|[0-9a-f]{1,5}|(0|[0-9]{1,3})(\.[0-9]{1,3}){3}){1,2}(%[a-z0-9_.-]{0,4})?\]"),
        2 => text(r"\[([0-9a-f]{1,4}:){0,3}:([0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4}(:1\.2\.3\.04)?\]"),
        2 => text(r"\[([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}\]"),
        1 => text(r"\[[0-9a-f:.%\]\[]{0,12}\]?"),
        1 => junk(),
    ]
}

fn port() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => Just(String::new()),
        3 => text(":[0-9]{0,5}"),
        1 => text(":(2147483647|2147483648|[0-9]{11}|-1|8a| |:|１)"),
    ]
}

/// Any character of the grammar, and others: controls and spaces of ASCII and beyond.
fn junk() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => text("[a-z0-9/?#:@!$&'()*+,;=._~-]"),
        2 => text(r"[ <>\\^`{|}%\[\]]"),
        1 => text("%[0-9A-Fa-f]{2}"),
        1 => text("%[0-9a-gé%]{0,2}"),
        1 => text("[\u{0}-\u{1F}\u{7F}-\u{A0}\u{1680}\u{2000}-\u{200F}\u{2028}-\u{202F}\u{205F}-\u{2064}\u{3000}\u{FEFF}]"),
        1 => text("[é你😀１]"),
    ];
    proptest::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

/// Text that the regular expression matches. Where a strategy is a `&str`, each value parses it anew.
fn text(regex: &str) -> RegexGeneratorStrategy<String> {
    string_regex(regex).expect("a regular expression that proptest supports")
}

/// Random URLs and keys, the same ones in each run.
pub(crate) fn random(number: usize) -> Vec<(String, String)> {
    let mut runner = TestRunner::deterministic();
    let url = url();
    (0..number).map(|_| url.new_tree(&mut runner).expect("no filter").current()).collect()
}

/// Compares the parts that the program finds in each URL.
pub(crate) fn compare(child: Child, urls: Vec<(String, String)>) {
    let answers = ask(child, urls.iter().map(|(url, key)| format!("{} {}", hex(url), hex(key))));
    let (column, keys): (Vec<_>, Vec<_>) = urls.iter().cloned().unzip();
    let array = |texts| Arc::new(StringArray::from(texts)) as ArrayRef;
    let (column, keys): (_, ArrayRef) = (array(column), array(keys));
    let mut found: Vec<Vec<Row>> = PARTS
        .iter()
        .map(|part| rows(&call_array(&try_parse_url(), Arc::clone(&column), &[part]).unwrap()))
        .collect();
    let part = array(vec![String::from("QUERY"); urls.len()]);
    let arguments = [column, part, keys].map(ColumnarValue::Array);
    let ColumnarValue::Array(values) = call(&try_parse_url(), &arguments).unwrap() else {
        panic!("no array")
    };
    found.push(rows(&values));
    for (row, (url, answer)) in urls.iter().zip(&answers).enumerate() {
        let found: Vec<Row> = found.iter().map(|column| column[row].clone()).collect();
        assert_eq!(found, *answer, "of {url:?}");
    }
    // Each part is there often, and each is missing often.
    for part in 0..=PARTS.len() {
        let number = answers.iter().filter(|answer| answer[part].is_some()).count();
        let least = urls.len() / 100;
        assert!((least..urls.len() - least).contains(&number), "{number} answers of column {part}");
    }
}
