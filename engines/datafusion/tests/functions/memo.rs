//! Views that repeat: the results are those of each row by itself, and the work is done once.

use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, BinaryViewArray, DictionaryArray, RecordBatch, StringArray,
    StringViewArray, StringViewBuilder, UInt32Array,
};
use arrow::compute::{cast, concat, take};
use arrow::datatypes::{DataType, Field, Int32Type, Schema};
use datafusion::datasource::MemTable;
use datafusion_common::DataFusionError;
use datafusion_common::config::ConfigOptions;
use datafusion_expr::expr::ScalarFunction;
use datafusion_expr::simplify::{ExprSimplifyResult, SimplifyContext};
use datafusion_expr::{Expr, ScalarUDF, col, lit};
use percent_simd_datafusion::{
    encoding_flags, path_check, percent_decode, percent_encode, query_param, query_param_values,
    query_params, try_parse_url, try_percent_decode, try_url_decode, url_decode, url_encode,
};
use proptest::prelude::*;

use crate::arrays::row;
use crate::layouts::binary;
use crate::sql::context;
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

/// The function as the plan of a query with three partitions has it.
fn in_query(function: &ScalarUDF, constants: &[&str]) -> ScalarUDF {
    let mut config = ConfigOptions::new();
    config.execution.target_partitions = 3;
    let context = SimplifyContext::builder().with_config_options(Arc::new(config)).build();
    let mut arguments = vec![col("c")];
    arguments.extend(constants.iter().map(|constant| lit(*constant)));
    let call = |result| match result {
        ExprSimplifyResult::Simplified(Expr::ScalarFunction(ScalarFunction { func, args })) => {
            (func, args)
        }
        other => panic!("{other:?}"),
    };
    let (planned, arguments) = call(function.simplify(arguments, &context).unwrap());
    assert_eq!(*planned, *function);
    // The optimizer ends.
    let again = planned.simplify(arguments, &context).unwrap();
    assert!(matches!(again, ExprSimplifyResult::Original(_)));
    Arc::unwrap_or_clone(planned)
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

/// The rows in an array with offsets, for which nothing is kept.
fn plain(array: &ArrayRef) -> ArrayRef {
    let data_type = match array.data_type() {
        DataType::Utf8View => DataType::Utf8,
        _ => DataType::Binary,
    };
    cast(array, &data_type).unwrap()
}

/// The buffers of a result.
fn buffers(array: &ArrayRef) -> Vec<*const u8> {
    array.as_string_view().data_buffers().iter().map(|buffer| buffer.as_ptr()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Dictionaries take turns, later batches have values that earlier ones do not have, and batches
    /// repeat their rows or do not; with what a plan keeps, and without a plan.
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
                let planned = in_query(&function, constants);
                for array in &arrays {
                    let expected = call_array(&function, plain(array), constants).unwrap();
                    for function in [&planned, &function] {
                        let output = call_array(function, Arc::clone(array), constants).unwrap();
                        prop_assert_eq!(&shown(&output), &shown(&expected), "{}", function.name());
                    }
                }
            }
        }
    }
}

/// A value is handled once for all batches with its buffers, and for none with others.
#[test]
fn results_are_kept() {
    let value = |number| Some(format!("a value {number} that is too long for its view"));
    let values: Vec<Row> = (0..100).map(value).collect();
    let (one, other) = (dictionary(&values, 1 << 16), dictionary(&values, 1 << 16));
    let planned = in_query(&url_encode(), &[]);
    let mut outputs = Vec::new(); // whose buffers are at different addresses
    let mut call = |array: &ArrayRef| {
        let output = call_array(&planned, Arc::clone(array), &[]).unwrap();
        assert_eq!(rows(&output), rows(&call_array(&url_encode(), plain(array), &[]).unwrap()));
        outputs.push(Arc::clone(&output));
        buffers(&output)
    };
    let half = batch(&one, (0..150).map(|row| Some(row % 50)));
    let all = batch(&one, (0..400).map(Some));
    // Most rows have come before when they have twice the bytes of their buffer.
    let unknown = call(&half);
    let known = call(&half);
    assert_ne!(unknown, known);
    assert_eq!(call(&half.slice(100, 10)), known);
    // New values are added.
    let more = call(&all);
    assert_eq!(more[..known.len()], known);
    assert_eq!(more.len(), known.len() + 1);
    assert_eq!(call(&half), more);
    assert_eq!(call(&batch(&one, (0..70).map(|row| Some(row * row)))), more);
    // The same rows in other buffers, and in more of them.
    let elsewhere = batch(&other, (0..400).map(Some));
    let both = concat(&[&all, &elsewhere]).unwrap();
    for array in [&elsewhere, &elsewhere, &both, &both] {
        assert!(call(array).iter().all(|buffer| !more.contains(buffer)));
    }
    // A plan keeps the results of as many buffers as it has partitions; a fourth takes the place of the
    // first.
    assert_eq!(call(&all), more);
    let last = batch(&dictionary(&values, 1 << 16), (0..400).map(Some));
    for array in [&elsewhere, &both, &last, &all] {
        assert_ne!(call(array), more);
    }
}

/// Arrays whose rows differ share buffers, too: they are parts of one. More of them than a memo keeps are
/// no error.
#[test]
fn rows_that_do_not_repeat() {
    let long = |row: usize| Some(format!("a value {row} that is too long for its view"));
    let short = |row: usize| Some(format!("{row} +"));
    for (function, constants) in
        [(url_encode(), &[][..]), (url_decode(), &[]), (percent_decode(), &["plus"])]
    {
        for value in [long as fn(usize) -> Row, short] {
            let planned = in_query(&function, constants);
            let number = 150_000;
            let array = dictionary(&(0..number).map(value).collect::<Vec<_>>(), 1 << 20);
            // So often that those that have buffers repeat in the end.
            for start in (0..4 * number).step_by(7_500).map(|row| row % number) {
                let part = array.slice(start, 7_500);
                let expected = call_array(&function, plain(&part), constants).unwrap();
                let output = call_array(&planned, part, constants).unwrap();
                assert_eq!(shown(&output).as_ref(), shown(&expected).as_ref());
            }
        }
    }
}

/// Where nothing changes, the result is the array that came in; also after other buffers.
#[test]
fn clean_batches_are_not_copied() {
    let values = ["a-row-that-is-too-long-for-its-view", "short"].map(|row| Some(row.to_string()));
    let (one, other) = (dictionary(&values, 64), dictionary(&values, 64));
    for function in [url_decode(), percent_decode()] {
        let planned = in_query(&function, &[]);
        for dictionary in [&one, &one, &one, &other, &other, &one] {
            for number in [40, 4000] {
                let array = batch(dictionary, (0..number).map(Some));
                let output = call_array(&planned, Arc::clone(&array), &[]).unwrap();
                assert!(Arc::ptr_eq(&array, &output), "{}", function.name());
            }
        }
    }
}

/// An error in a later batch names the row of that batch, and is none of the next batch.
#[test]
fn an_error_in_a_later_batch() {
    let values = ["fine%20and+too+long+for+a+view", "%zz-is-not", "%z-is-not-either"];
    let dictionary = dictionary(&values.map(|value| Some(value.to_string())), 1024);
    for (function, constants) in [(url_decode(), &[][..]), (percent_decode(), &["strict"])] {
        let planned = in_query(&function, constants);
        let fine = batch(&dictionary, vec![Some(0); 300]);
        let mut picks = vec![Some(0); 300];
        (picks[211], picks[220]) = (Some(2), Some(1));
        let refused = batch(&dictionary, picks);
        for _ in 0..3 {
            for _ in 0..3 {
                let output = call_array(&planned, Arc::clone(&fine), constants).unwrap();
                let expected = call_array(&function, plain(&fine), constants).unwrap();
                assert_eq!(rows(&output), rows(&expected));
            }
            let error = call_array(&planned, Arc::clone(&refused), constants).unwrap_err();
            let error = error.to_string();
            assert!(error.contains("'%z-is-not-either'"), "{error}");
            assert!(error.contains("in row 212 of a batch of 300"), "{error}");
        }
    }
}

/// The partitions of a plan share what it remembers.
#[test]
fn partitions_at_once() {
    let value = |number| Some(format!("/?a=caf%C3%A9+{number}&b=a+value+that+is+too+long"));
    let values: Vec<Row> = (0..200).map(value).collect();
    let dictionaries = [dictionary(&values[..150], 4096), dictionary(&values[50..], 4096)];
    for (function, constants) in all() {
        let planned = in_query(&function, constants);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (planned, function, dictionaries) = (&planned, &function, &dictionaries);
                scope.spawn(move || {
                    for number in 0..12 {
                        let dictionary = &dictionaries[(thread + number / 4) % 2];
                        let pick = |row| Some(row * (thread + 1) % (40 * (number + 1)));
                        let array = batch(dictionary, (0..500).map(pick));
                        let expected = call_array(function, plain(&array), constants).unwrap();
                        let output = call_array(planned, array, constants).unwrap();
                        assert_eq!(&shown(&output), &shown(&expected), "{}", function.name());
                    }
                });
            }
        });
    }
}

/// A call may be copied into branches that have other constants, and a constant may become a column.
#[tokio::test]
async fn constants_of_one_query() -> Result<(), DataFusionError> {
    let value = |number: usize| Some(format!("/?a={number}&b=a+value+that+is+too+long&c={number}"));
    let dictionary = dictionary(&(0..50).map(value).collect::<Vec<_>>(), 1 << 16);
    let schema = Arc::new(Schema::new(vec![Field::new("u", DataType::Utf8View, true)]));
    let column = |_| batch(&dictionary, (0..2000).map(|row| (row % 9 > 0).then_some(row)));
    let batches = (0..6)
        .map(|number| Ok(RecordBatch::try_new(Arc::clone(&schema), vec![column(number)])?))
        .collect::<Result<Vec<_>, DataFusionError>>()?;
    let rows: usize = batches.iter().map(|batch| batch.num_rows()).sum();
    let nulls: usize = batches.iter().map(|batch| batch.column(0).null_count()).sum();
    let table = MemTable::try_new(schema, vec![batches.clone(), batches])?;
    let context = context();
    context.register_table("log", Arc::new(table))?;
    for (sql, expected) in [
        (
            "SELECT query_param(u, 'a') = query_param(u, 'c') AND query_param(u, 'b') = 'a value that is too long' AS v FROM log",
            1,
        ),
        (
            "SELECT query_param(u, k) = v AS v FROM (SELECT u, 'b' AS k, 'a value that is too long' AS v FROM log UNION ALL SELECT u, 'd' AS k, '' AS v FROM log UNION ALL SELECT u, 'c' AS k, query_param(u, 'a') AS v FROM log)",
            2,
        ),
        (
            "SELECT query_param(u, CASE WHEN u LIKE '%=1%' THEN 'a' ELSE 'c' END) = query_param(u, 'a') AS v FROM log",
            1,
        ),
        (
            "SELECT percent_decode(u) = percent_decode(u, 'plus') AS v FROM log WHERE false UNION ALL SELECT percent_decode(u, 'plus') LIKE '%a value that%' AS v FROM log",
            1,
        ),
    ] {
        let sql =
            format!("SELECT count(*) FILTER (WHERE v), count(*) FILTER (WHERE NOT v) FROM ({sql})");
        let batches = context.sql(&sql).await?.collect().await?;
        let shown = arrow::util::pretty::pretty_format_batches(&batches)?.to_string();
        let right = (2 * expected * (rows - nulls)).to_string();
        let cells: Vec<_> = shown.lines().nth(3).unwrap().split('|').map(str::trim).collect();
        assert_eq!(cells[1..3], [right.as_str(), "0"], "{sql}");
    }

    Ok(())
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
        let planned = in_query(&function, constants);
        let expected = call_array(&function, plain(&array), constants).unwrap();
        let output = call_array(&planned, Arc::clone(&array), constants).unwrap();
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
