//! Columns of queries and flags: each row equals the oracle's result for that row alone.

use oracle::random::Random;
use percent_simd::batch::{BatchError, BatchErrorKind, Column, Offset, OnError};
use percent_simd::form::{Occurrence, Parser};
use percent_simd::path::PathErrorKind;
use percent_simd::{Malformed, Utf8, inspect_batch};
use proptest::prelude::*;

use support::answers::flags;
use support::{backends, cases};

type Rows<'a> = Vec<Option<&'a [u8]>>;

fn rows<O: Offset>(column: &Column<O>) -> Rows<'_> {
    column.iter().collect()
}

/// The bitmap of these rows; none without a null row.
fn bitmap<T>(rows: &[Option<T>]) -> Option<Vec<u8>> {
    let bytes = rows.chunks(8).map(|rows| {
        rows.iter().enumerate().fold(0, |byte, (bit, row)| byte | u8::from(row.is_some()) << bit)
    });
    rows.iter().any(Option::is_none).then(|| bytes.collect())
}

fn flags_are_the_oracle_s(inputs: &[Option<Vec<u8>>]) {
    let wanted = inputs.iter().map(|input| Some(flags::flags(input.as_ref()?)));
    assert!(inspect_batch(inputs.iter().map(Option::as_ref)).eq(wanted));
}

/// Compares the value of a name with WHATWG's steps, under each rule for refused values.
fn values_are_the_oracle_s(
    queries: &[Option<Vec<u8>>],
    name: &str,
    (malformed, utf8): (Malformed, Option<Utf8>),
) {
    let form = oracle::form::Options::default();
    let policy = oracle::Decode {
        plus: true,
        strict: malformed == Malformed::Error,
        ..oracle::Decode::default()
    };
    let oracle_utf8 = match utf8 {
        Some(Utf8::Strict) => oracle::Utf8::Strict,
        Some(Utf8::KeepEscaped) => oracle::Utf8::KeepEscaped,
        _ => oracle::Utf8::Lossy,
    };
    for which in [Occurrence::First, Occurrence::Last] {
        // The raw value, its offset, and the decoded value.
        let found: Vec<_> = queries
            .iter()
            .map(|query| {
                let fields = oracle::form::parse(query.as_ref()?, form);
                let is_it = |field: &&oracle::form::Field| {
                    oracle::form::decoded(&field.name, form) == name.as_bytes()
                };
                let raw = match which {
                    Occurrence::First => fields.iter().find(is_it),
                    _ => fields.iter().rev().find(is_it),
                };
                let raw = raw?.value.clone();
                let text = oracle::decode_text(&raw, &policy, oracle_utf8);
                Some((raw, text.map(String::into_bytes)))
            })
            .collect();
        let mut parser = Parser::new().malformed(malformed);
        if let Some(utf8) = utf8 {
            parser = parser.utf8(utf8);
        }
        for backend in backends() {
            for on_error in [OnError::Fail, OnError::Null, OnError::Keep] {
                let queries = queries.iter().map(Option::as_ref);
                let result: Result<Column<i64>, BatchError> =
                    parser.on(backend).value_batch(queries, name, which, on_error);
                let context = format!("{which:?}, {on_error:?} on {backend}");
                let refused = |value: &Option<(Vec<u8>, Result<Vec<u8>, _>)>| {
                    value.as_ref().is_some_and(|(_, text)| text.is_err())
                };
                if let (OnError::Fail, Some(row)) = (on_error, found.iter().position(refused)) {
                    let error = result.expect_err(&context);
                    assert_eq!(error.row(), row, "{context}");
                    assert!(matches!(error.kind(), BatchErrorKind::Decode(_)), "{context}");
                    continue;
                }
                let column = result.expect(&context);
                let wanted: Rows<'_> = found
                    .iter()
                    .map(|value| match value.as_ref()? {
                        (_, Ok(text)) => Some(&text[..]),
                        (raw, Err(_)) => (on_error == OnError::Keep
                            && std::str::from_utf8(raw).is_ok())
                        .then_some(&raw[..]),
                    })
                    .collect();
                assert_eq!(rows(&column), wanted, "{context}");
                let count = found.iter().filter(|value| refused(value)).count();
                assert_eq!(column.refused(), count, "{context}");
            }
        }
    }
}

/// The position in an error counts from the start of the row.
#[test]
fn errors_of_values() {
    let strict = Parser::new().malformed(Malformed::Error);
    let value = |row: &'static str, which| -> Result<Column<i32>, _> {
        strict.value_batch([None, Some("q=1"), Some(row)], "q", which, OnError::Fail)
    };
    assert!(value("a=%zz&q=1", Occurrence::First).is_ok(), "values of other names are not decoded");
    assert!(value("q=1&q=%zz", Occurrence::First).is_ok());
    let error = value("q=1&q=a%zz", Occurrence::Last).unwrap_err();
    let BatchErrorKind::Decode(of_row) = error.kind() else { panic!("{error:?}") };
    assert_eq!((error.row(), of_row.position()), (2, 7));
}

/// The name of a kind is its variant's `Debug` name in lower case.
#[test]
fn names_of_kinds() {
    use PathErrorKind as K;
    for kind in [
        K::NotAbsolute,
        K::Truncated,
        K::BadHex,
        K::HiddenTriplet,
        K::Utf8,
        K::Control(0),
        K::EscapedSlash(b'/'),
        K::Backslash,
        K::EscapedPercent,
        K::EscapedDot,
        K::Semicolon,
        K::NonAscii(0x80),
        K::Delimiter(b'?'),
        K::DotSegment,
        K::HiddenDotSegment,
        K::EmptySegment,
        K::ClimbsAboveRoot,
    ] {
        let debug = format!("{kind:?}");
        let variant = debug.split('(').next().unwrap();
        let name = variant.chars().enumerate().fold(String::new(), |mut name, (at, letter)| {
            if at > 0 && letter.is_uppercase() {
                name.push('-');
            }
            name.push(letter.to_ascii_lowercase());
            name
        });
        assert_eq!(kind.name(), name);
    }
    assert_eq!(K::EscapedSlash(b'\\').name(), "escaped-backslash");
}

/// Columns without rows give columns without rows.
#[test]
fn no_rows() {
    let none: [Option<&str>; 0] = [];
    assert_eq!(inspect_batch(none).count(), 0);
    let values: Column<i32> =
        Parser::new().value_batch(none, "q", Occurrence::First, OnError::Fail).unwrap();
    assert_eq!(values.offsets(), [0]);
}

/// A column built row by row has Arrow's layout, for every number of rows.
#[test]
fn columns_of_rows() {
    let mut random = Random::new(9);
    for count in 0..40 {
        for percent in [0, 10, 50, 100] {
            let rows: Vec<Option<Vec<u8>>> = (0..count)
                .map(|row| (!random.chance(percent)).then(|| vec![b'a' + row as u8; row % 5]))
                .collect();
            let column = Column::<u32>::from_rows(rows.iter().map(Option::as_ref)).unwrap();
            let ends = rows.iter().scan(0, |end, row| {
                *end += row.as_ref().map_or(0, Vec::len) as u32;
                Some(*end)
            });
            let offsets: Vec<_> = [0].into_iter().chain(ends).collect();
            assert_eq!(column.nulls(), rows.iter().filter(|row| row.is_none()).count());
            let values: Vec<u8> = rows.iter().flatten().flatten().copied().collect();
            assert_eq!(column.into_parts(), (values, offsets, bitmap(&rows)));
        }
    }
    let mut column = Column::<i32>::new();
    column.push_row(None).unwrap();
    column.push_row(Some(b"a")).unwrap();
    assert_eq!(column.into_parts(), (b"a".to_vec(), vec![0, 0, 1], Some(vec![0b10])));
}

fn any_rows(part: &'static [&'static str]) -> impl Strategy<Value = Vec<Option<Vec<u8>>>> {
    let part = prop_oneof![
        8 => proptest::sample::select(part).prop_map(|part| part.as_bytes().to_vec()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
        1 => any::<u8>().prop_map(|byte| format!("%{byte:02x}").into_bytes()),
    ];
    let row = proptest::collection::vec(part, 0..8).prop_map(|parts| parts.concat());
    proptest::collection::vec(proptest::option::weighted(0.9, row), 0..20)
}

const PATHS: &[&str] =
    &["/", "/a", "/..", "%2f", "%2e", "%5c", "\\", ";", "%00", "%", "%25", "//", "/index.html"];
const QUERIES: &[&str] = &[
    "q=", "&", "q", "=", "%71=", "+", "%2B", "%", "%FF", "\u{E9}", "a=1&", "value", ";", "%C3%A9",
];

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn flags_of_paths(rows in any_rows(PATHS)) {
        flags_are_the_oracle_s(&rows);
    }

    #[test]
    fn values(
        rows in any_rows(QUERIES),
        name in proptest::sample::select(vec!["q", "a", "", " ", "\u{E9}"]),
        malformed in proptest::sample::select(vec![Malformed::Keep, Malformed::Error]),
        utf8 in proptest::option::of(proptest::sample::select(vec![Utf8::Strict, Utf8::Lossy, Utf8::KeepEscaped])),
    ) {
        values_are_the_oracle_s(&rows, name, (malformed, utf8));
        flags_are_the_oracle_s(&rows);
    }
}
