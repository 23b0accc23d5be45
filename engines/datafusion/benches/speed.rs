//! The tables of `engines/README.md` about speed: batches beside `datafusion-spark` and a loop of
//! `percent-encoding`, and queries over Parquet beside `datafusion-spark` and DuckDB, on one core.
//!
//! `cargo bench` measures, and writes the tables. `cargo test` compares the answers on few rows.

use std::env;
use std::fs::{self, File};
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use arrow::array::{Array, ArrayRef, AsArray, RecordBatch, StringArray};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Field, Schema};
use datafusion::error::Result;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::Compression;
use datafusion::parquet::file::properties::WriterProperties;
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use datafusion_common::config::ConfigOptions;
use datafusion_expr::{ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF};
use datafusion_spark::function::url;
use oracle::random::Random;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use percent_simd::Backend;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
const BATCH: usize = 8192;
const FORM: &AsciiSet = &NON_ALPHANUMERIC.remove(b'*').remove(b'-').remove(b'.').remove(b'_');

/// Letters, digits and `-./`; words with escapes, which are half of the bytes; Cyrillic, all escaped.
const CONTENTS: [&str; 3] = ["clean", "half", "solid"];

/// A file has different rows, or repeats this many request targets: they fit into a dictionary page.
const DISTINCT: [Option<usize>; 2] = [None, Some(5000)];

/// The queries, and those of DuckDB, which has no function for a parameter. The first one calls no
/// function: its time is part of the others.
const QUERIES: [[&str; 2]; 4] = [
    ["sum(octet_length(c))", "sum(strlen(c))"],
    ["sum(octet_length(url_decode(c)))", "sum(strlen(url_decode(c)))"],
    ["sum(octet_length(url_encode(c)))", "sum(strlen(url_encode(c)))"],
    [
        "sum(octet_length(query_param(c, 'q')))",
        "sum(strlen(url_decode(replace(regexp_extract(c, '[?&]q=([^&#]*)', 1), '+', ' '))))",
    ],
];

fn main() -> Result<()> {
    let is_measured = env::args().any(|argument| argument == "--bench");
    let rows = if is_measured { 5_000_000 } else { 20_000 };
    let mut text = format!("`{}`; {}.\n", Backend::active(), env::consts::ARCH);
    batches(is_measured, &mut text);
    for distinct in DISTINCT {
        queries(rows, distinct, is_measured, &mut text)?;
    }
    if is_measured {
        let readme = fs::read_to_string(README)?;
        let (before, rest) = readme.split_once("<!-- measured: begin -->\n").expect("a begin");
        let (_, after) = rest.split_once("<!-- measured: end -->").expect("an end");
        let [begin, end] = ["<!-- measured: begin -->\n", "<!-- measured: end -->"];
        fs::write(README, [before, begin, &text, end, after].concat())?;
    }
    print!("{text}");
    Ok(())
}

/// A row of 20 to 200 bytes.
fn row(content: &str, random: &mut Random) -> String {
    const PLAIN: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789-./";
    let len = 20 + random.below(181);
    let mut row = String::with_capacity(len + 6);
    let letter = |row: &mut String, random: &mut Random| {
        let letter = 0x430 + random.below(32) as u32; // Cyrillic
        row.push_str(&format!("%{:02X}%{:02X}", 0xC0 | letter >> 6, 0x80 | letter & 0x3F));
    };
    while row.len() < len {
        match content {
            "clean" => row.push(char::from(PLAIN[random.below(PLAIN.len())])),
            "solid" => letter(&mut row, random),
            _ => {
                for _ in 0..1 + random.below(8) {
                    row.push(char::from(PLAIN[random.below(26)]));
                }
                match random.below(3) {
                    0 => letter(&mut row, random),
                    1 => row.push_str("%20"),
                    _ => row.push_str(["%2F", "%3D", "%26", "+"][random.below(4)]),
                }
            }
        }
    }
    row
}

/// The table of batches.
fn batches(is_measured: bool, text: &mut String) {
    *text += "\n| function | rows | type | here, ns a row | `datafusion-spark` | ratio | loop of `percent-encoding` | ratio |\n";
    *text += "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |\n";
    for content in CONTENTS {
        let mut random = Random::new(30);
        let escaped: StringArray = (0..BATCH).map(|_| Some(row(content, &mut random))).collect();
        let plain = match content {
            "clean" => escaped.iter().map(|row| Some(row?.replace('/', "_"))).collect(),
            _ => decode_loop(&escaped),
        };
        for data_type in [DataType::Utf8, DataType::Utf8View] {
            for (name, ours, theirs, each, input) in [
                (
                    "url_decode",
                    percent_simd_datafusion::url_decode(),
                    url::url_decode(),
                    decode_loop as fn(&StringArray) -> StringArray,
                    &escaped,
                ),
                (
                    "url_encode",
                    percent_simd_datafusion::url_encode(),
                    url::url_encode(),
                    encode_loop,
                    &plain,
                ),
            ] {
                let array = cast(input, &data_type).expect("text becomes text");
                let answer = call(&ours, &array);
                assert_eq!(&answer, &call(&theirs, &array), "{name}: {content}");
                let answer = cast(&answer, &DataType::Utf8).expect("text becomes text");
                let answer = answer.as_string::<i32>().iter();
                if name == "url_encode" {
                    // The loop writes a space as %20, and form encoding as +.
                    let answer = answer.map(|row| Some(row?.replace('+', "%20")));
                    assert!(answer.eq(each(input).iter().map(|row| row.map(str::to_owned))));
                } else {
                    assert!(answer.eq(each(input).iter()), "{name}: {content}");
                }
                if !is_measured {
                    continue;
                }
                let mut least = [f64::MAX; 3];
                for _ in 0..30 {
                    let times = [
                        seconds(|| drop(call(&ours, black_box(&array)))),
                        seconds(|| drop(call(&theirs, black_box(&array)))),
                        seconds(|| drop(each(black_box(input)))),
                    ];
                    least = [0, 1, 2].map(|side| least[side].min(times[side]));
                }
                let [ours, theirs, each] = least.map(|time| time * 1e9 / BATCH as f64);
                *text += &format!(
                    "| `{name}` | {content} | `{data_type}` | {ours:.1} | {theirs:.0} | {:.1}x | {each:.0} | {:.1}x |\n",
                    theirs / ours,
                    each / ours
                );
            }
        }
    }
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// Calls a function on an array, as DataFusion does.
fn call(function: &ScalarUDF, array: &ArrayRef) -> ArrayRef {
    let arg_fields = vec![Arc::new(Field::new("value", array.data_type().clone(), true))];
    let field = function.return_field_from_args(ReturnFieldArgs {
        arg_fields: &arg_fields,
        scalar_arguments: &[None],
    });
    let output = function.invoke_with_args(ScalarFunctionArgs {
        args: vec![ColumnarValue::Array(Arc::clone(array))],
        arg_fields,
        number_rows: array.len(),
        return_field: field.expect("the array is text"),
        config_options: Arc::new(ConfigOptions::new()),
    });
    output.and_then(|output| output.into_array(array.len())).expect("the rows are well-formed")
}

fn decode_loop(array: &StringArray) -> StringArray {
    let decoded = |row: &str| {
        let row = row.replace('+', " ");
        percent_decode_str(&row).decode_utf8_lossy().into_owned()
    };
    array.iter().map(|row| row.map(decoded)).collect()
}

fn encode_loop(array: &StringArray) -> StringArray {
    array.iter().map(|row| row.map(|row| utf8_percent_encode(row, FORM).to_string())).collect()
}

/// The table of queries over a file.
fn queries(
    rows: usize,
    distinct: Option<usize>,
    is_measured: bool,
    text: &mut String,
) -> Result<()> {
    let path =
        format!("{}/{rows}-{}.parquet", env!("CARGO_TARGET_TMPDIR"), distinct.unwrap_or(rows));
    make(Path::new(&path), rows, distinct)?;
    let duckdb = if is_measured { duckdb(&path) } else { None };
    let version = duckdb
        .as_ref()
        .map_or("DuckDB (not installed)".into(), |(version, _)| format!("DuckDB {version}"));
    let kind = distinct
        .map_or("different targets".into(), |number| format!("rows that repeat {number} targets"));
    *text += &format!(
        "\n{rows} {kind}, in seconds:\n\n| `SELECT count(*), … FROM log` | here | `datafusion-spark` | ratio | {version} | ratio |\n"
    );
    *text += "| --- | ---: | ---: | ---: | ---: | ---: |\n";
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let answer = |functions: Vec<Arc<ScalarUDF>>, query: &str| -> Result<(String, f64)> {
        let context =
            SessionContext::new_with_config(SessionConfig::new().with_target_partitions(1));
        functions
            .into_iter()
            .for_each(|function| context.register_udf(Arc::unwrap_or_clone(function)));
        let sql = format!("SELECT count(*), {query} FROM log");
        runtime.block_on(context.register_parquet("log", &path, ParquetReadOptions::default()))?;
        let mut times = Vec::new();
        let mut answer = String::new();
        for _ in 0..if is_measured { 3 } else { 1 } {
            let start = Instant::now();
            answer = runtime.block_on(async { context.sql(&sql).await?.to_string().await })?;
            times.push(start.elapsed().as_secs_f64());
        }
        times.sort_by(f64::total_cmp);
        let cells =
            answer.split(|char: char| !char.is_ascii_digit()).filter(|cell| !cell.is_empty());
        let cells: Vec<_> = cells.collect();
        Ok((cells[cells.len() - 2..].join(" "), times[times.len() / 2]))
    };
    for (number, [query, _]) in QUERIES.iter().enumerate() {
        let (ours, time) = answer(percent_simd_datafusion::functions(), query)?;
        let mut cells = format!("| `{query}` | {time:.2} |");
        // datafusion-spark has no function for a parameter.
        if query.contains("query_param") {
            cells += " | |";
        } else {
            let (theirs, their_time) = answer(url::functions(), query)?;
            assert_eq!(ours, theirs, "{query}");
            cells += &format!(" {their_time:.2} | {:.1}x |", their_time / time);
        }
        match &duckdb {
            Some((_, answers)) => {
                let (theirs, their_time) = &answers[number];
                assert_eq!(&ours, theirs, "{query}");
                cells += &format!(" {their_time:.2} | {:.1}x |", their_time / time);
            }
            None => cells += " | |",
        }
        *text += &(cells + "\n");
    }
    fs::remove_file(path)?;
    Ok(())
}

/// Makes a file with a column `c` of request targets, compressed by Snappy as Spark's are.
fn make(path: &Path, rows: usize, distinct: Option<usize>) -> Result<()> {
    let schema = Arc::new(Schema::new(vec![Field::new("c", DataType::Utf8, false)]));
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_dictionary_enabled(distinct.is_some())
        .build();
    let mut writer =
        ArrowWriter::try_new(File::create(path)?, Arc::clone(&schema), Some(properties))?;
    let mut random = Random::new(30);
    let target = |number: usize, random: &mut Random| {
        let content = CONTENTS[random.below(CONTENTS.len())];
        format!("/search?page={number}&q={}", row(content, random))
    };
    let targets: Vec<_> =
        (0..distinct.unwrap_or_default()).map(|number| target(number, &mut random)).collect();
    for start in (0..rows).step_by(BATCH) {
        let numbers = start..rows.min(start + BATCH);
        let column: StringArray = numbers
            .map(|number| {
                if targets.is_empty() {
                    return Some(target(number, &mut random));
                }
                let most = 1 + random.below(targets.len()); // the first ones are the most frequent
                Some(targets[random.below(most)].clone())
            })
            .collect();
        writer.write(&RecordBatch::try_new(Arc::clone(&schema), vec![Arc::new(column)])?)?;
    }
    writer.close()?;
    Ok(())
}

/// DuckDB's version, and its answers and seconds. `None`, and a message, if it cannot be had.
fn duckdb(path: &str) -> Option<(String, Vec<(String, f64)>)> {
    let queries = QUERIES.map(|[_, query]| format!("SELECT count(*), {query} FROM log"));
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/time_duckdb.py");
    let output = Command::new("python3").arg(program).arg(path).args(queries).output().ok()?;
    if !output.status.success() {
        eprintln!("without DuckDB: {}", String::from_utf8_lossy(&output.stderr));
        return None;
    }
    let output = String::from_utf8(output.stdout).ok()?;
    let (version, lines) = output.split_once('\n')?;
    let parse = |line: &str| {
        let (answer, seconds) = line.rsplit_once(' ')?;
        Some((answer.to_string(), seconds.parse().ok()?))
    };
    Some((version.to_string(), lines.lines().map(parse).collect::<Option<_>>()?))
}
