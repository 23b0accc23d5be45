//! The tables of `engines/README.md` that compare results, cell by cell. Spark itself is in
//! `real_spark.rs`.

use std::sync::Arc;

use arrow::array::AsArray;
use arrow::compute::cast;
use arrow::datatypes::DataType;
use datafusion::prelude::SessionContext;
use datafusion_common::Result;
use datafusion_expr::ScalarUDF;

const README: &str = include_str!("../../../README.md");

/// The content of a table's cell.
#[derive(Debug, PartialEq)]
enum Cell {
    Null,
    Error,
    Text(String),
}

impl Cell {
    /// `NULL`, `error`, text between backticks, or characters as `U+FFFD`.
    fn parse(cell: &str) -> Self {
        match cell {
            "NULL" => Self::Null,
            "error" => Self::Error,
            _ => Self::Text(match cell.strip_prefix('`') {
                Some(code) => code.strip_suffix('`').expect("a second backtick").to_string(),
                None => cell.split(' ').map(character).collect(),
            }),
        }
    }

    /// As a literal of SQL.
    fn literal(&self) -> String {
        match self {
            Self::Text(text) => format!("'{}'", text.replace('\'', "''")),
            Self::Null => String::from("NULL"),
            Self::Error => panic!("an error is no value"),
        }
    }
}

fn character(name: &str) -> char {
    let number = name.strip_prefix("U+").and_then(|hex| u32::from_str_radix(hex, 16).ok());
    number.and_then(char::from_u32).unwrap_or_else(|| panic!("{name} is not written as U+FFFD"))
}

/// The rows of the table that begins with this header.
fn table(header: &str) -> Vec<Vec<&'static str>> {
    let (_, rows) = README.split_once(&format!("\n{header}\n")).expect("the README has the table");
    let rows: Vec<Vec<&str>> = rows
        .lines()
        .skip(1)
        .map_while(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
        .map(|row| row.split(" | ").collect())
        .collect();
    assert!(rows.len() > 3, "{header}");
    rows
}

/// The result of an expression, as the only cell of a query.
fn answer(functions: Vec<Arc<ScalarUDF>>, expression: &str) -> Cell {
    let run = async {
        let context = SessionContext::new();
        functions.into_iter().for_each(|function| {
            context.register_udf(Arc::unwrap_or_clone(function));
        });
        context.sql(&format!("SELECT {expression}")).await?.collect().await
    };
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("threads");
    let batches: Result<Vec<_>> = runtime.block_on(run);
    let Ok(batches) = batches else { return Cell::Error };
    let column = cast(batches[0].column(0), &DataType::Utf8).expect("text");
    column
        .as_string::<i32>()
        .iter()
        .next()
        .expect("a row")
        .map_or(Cell::Null, |text| Cell::Text(text.to_string()))
}

fn ours(expression: &str) -> Cell {
    answer(percent_simd_datafusion::functions(), expression)
}

fn spark(expression: &str) -> Cell {
    answer(datafusion_spark::function::url::functions(), expression)
}

#[test]
fn decoding() {
    let header = "| value | Spark's `url_decode`, and here | `datafusion-spark` 55.2 | `percent_decode` | strict | lossy | keep |";
    for row in table(header) {
        let cells: Vec<Cell> = row.iter().map(|cell| Cell::parse(cell)).collect();
        let [value, url_decode, of_spark, cells @ ..] = &cells[..] else { panic!("{row:?}") };
        let value = value.literal();
        let tried = |cell: &Cell| match cell {
            Cell::Text(text) => Cell::Text(text.clone()),
            Cell::Null | Cell::Error => Cell::Null,
        };
        for (answer, expected) in [(ours as fn(&str) -> Cell, url_decode), (spark, of_spark)] {
            assert_eq!(&answer(&format!("url_decode({value})")), expected, "{row:?}");
            assert_eq!(answer(&format!("try_url_decode({value})")), tried(expected), "{row:?}");
        }
        let options = ["", "strict", "utf8=lossy", "utf8=keep"];
        assert_eq!(cells.len(), options.len(), "{row:?}");
        for (expected, options) in cells.iter().zip(options) {
            let arguments = format!("({value}, '{options}')");
            assert_eq!(
                &ours(&format!("percent_decode{arguments}")),
                expected,
                "{row:?}, {options}"
            );
            let answer = ours(&format!("try_percent_decode{arguments}"));
            assert_eq!(answer, tried(expected), "{row:?}, {options}");
        }
    }
}

#[test]
fn encoding() {
    let header = "| value | Spark's `url_encode`, and here | `datafusion-spark` 55.2 | `percent_encode(…, 'uri-component')` |";
    for row in table(header) {
        let cells: Vec<Cell> = row.iter().map(|cell| Cell::parse(cell)).collect();
        let [value, url_encode, of_spark, percent_encode] = &cells[..] else { panic!("{row:?}") };
        let value = value.literal();
        assert_eq!(&ours(&format!("url_encode({value})")), url_encode, "{row:?}");
        assert_eq!(&spark(&format!("url_encode({value})")), of_spark, "{row:?}");
        let answer = ours(&format!("percent_encode({value}, 'uri-component')"));
        assert_eq!(&answer, percent_encode, "{row:?}");
    }
}
