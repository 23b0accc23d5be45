//! What a query gains by keeping results of rows that repeat, and what each layout of an array takes:
//! nanoseconds per row for 1,000,000 rows of about 90 bytes in batches of 8192, the least of seven rounds. Two
//! tables of `engines/README.md`:
//!
//! ```sh
//! taskset -c 1 cargo run --manifest-path engines/Cargo.toml --release -p percent-simd-engines-measure --example repeated
//! ```

use std::sync::Arc;
use std::time::Instant;

use arrow::array::{
    ArrayRef, Datum, DictionaryArray, Int32Array, Scalar, StringArray, StringViewBuilder,
    UInt32Array,
};
use arrow::compute::{cast, like, take};
use arrow::datatypes::{DataType, Int32Type};
use datafusion_common::config::ConfigOptions;
use datafusion_common::{Result, exec_err};
use datafusion_expr::expr::ScalarFunction;
use datafusion_expr::simplify::{ExprSimplifyResult, SimplifyContext};
use datafusion_expr::{Expr, ScalarUDF, col, lit};
use oracle::random::Random;
use percent_simd_datafusion::{
    encoding_flags, percent_decode, query_param, url_decode, url_encode,
};
use percent_simd_engines_measure::call;

const ROWS: usize = 1_000_000;
const BATCH: usize = 8192;
const DISTINCT: usize = 5000;
const ROUNDS: usize = 7;

/// Escapes of letters outside ASCII, escapes of ASCII, and nothing to decode or encode.
const CONTENTS: [&str; 3] = ["Cyrillic", "ASCII", "clean"];

fn rows(content: &str, number: usize) -> ArrayRef {
    let mut rows = StringViewBuilder::new().with_fixed_block_size(1 << 20);
    for n in 0..number {
        let page = n % 17;
        rows.append_value(match content {
            "Cyrillic" => format!("/search/caf%C3%A9/{n}?q=%D0%BA%D0%BB%D1%8E%D1%87+{n}&page={page}&session=0123456789abcdef"),
            "ASCII" => format!("/search/cafe/{n}?q=a%20long%2Fkey+with+words+{n}&page={page}&session=0123456789abcdef01234"),
            _ => format!("search.cafe.{n}.a-long-key-with-words.{n}.page.{page}.session.0123456789abcdef0123456789"),
        });
    }
    Arc::new(rows.finish())
}

/// One million rows in batches of each layout.
struct Batches {
    /// All different, as slices.
    different: Vec<ArrayRef>,
    /// Repeated, as views anywhere in a buffer.
    repeated: Vec<ArrayRef>,
    /// Repeated, as keys of one dictionary with all values.
    dictionaries: Vec<ArrayRef>,
}

impl Batches {
    fn new(content: &str) -> Result<Self> {
        let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
        let keys: Vec<u32> = (0..ROWS).map(|_| random.below(DISTINCT) as u32).collect();
        let (all, some) = (rows(content, ROWS), rows(content, DISTINCT));
        let text = cast(&some, &DataType::Utf8)?;
        let different =
            (0..ROWS).step_by(BATCH).map(|row| all.slice(row, BATCH.min(ROWS - row))).collect();
        let (mut repeated, mut dictionaries) = (Vec::new(), Vec::<ArrayRef>::new());
        for keys in keys.chunks(BATCH) {
            repeated.push(take(&some, &UInt32Array::from(keys.to_vec()), None)?);
            let keys: Int32Array = keys.iter().map(|key| *key as i32).collect();
            dictionaries.push(Arc::new(DictionaryArray::<Int32Type>::new(keys, Arc::clone(&text))));
        }
        Ok(Self { different, repeated, dictionaries })
    }
}

/// The function as the plan of a query has it.
fn in_query(function: &ScalarUDF, constants: &[&str]) -> Result<ScalarUDF> {
    let context = SimplifyContext::builder().with_config_options(Arc::new(ConfigOptions::new()));
    let arguments = [col("c")].into_iter().chain(constants.iter().map(|text| lit(*text)));
    match function.simplify(arguments.collect(), &context.build())? {
        ExprSimplifyResult::Simplified(Expr::ScalarFunction(ScalarFunction { func, .. })) => {
            Ok(Arc::unwrap_or_clone(func))
        }
        other => exec_err!("{other:?} is no call"),
    }
}

/// Nanoseconds per row of the call that `make` gives for each round.
fn time<C: Fn(&ArrayRef) -> Result<ArrayRef>>(
    batches: &[ArrayRef],
    make: impl Fn() -> Result<C>,
) -> Result<f64> {
    let mut least = f64::MAX;
    for _ in 0..ROUNDS {
        let call = make()?;
        let start = Instant::now();
        for batch in batches {
            call(batch)?;
        }
        least = least.min(start.elapsed().as_secs_f64() * 1e9 / ROWS as f64);
    }
    Ok(least)
}

/// What a query gains by keeping results.
fn print_memo() -> Result<()> {
    println!(
        "| function | different rows | repeating views, by batch | kept for the query | dictionaries |"
    );
    let batches = Batches::new("Cyrillic")?;
    for (function, constants) in [
        (url_decode(), &[][..]),
        (url_encode(), &[]),
        (query_param(), &["q"]),
        (percent_decode(), &["plus keep=/% reject=%00 utf8=lossy"]),
        (encoding_flags(), &["nul,dot-segment"]),
    ] {
        let function = &function;
        let alone = || Ok(|batch: &ArrayRef| call(function, batch, constants));
        let kept = || {
            let function = in_query(function, constants)?;
            Ok(move |batch: &ArrayRef| call(&function, batch, constants))
        };
        println!(
            "| `{}` {constants:?} | {:.0} | {:.0} | {:.1} | {:.0} |",
            function.name(),
            time(&batches.different, kept)?,
            time(&batches.repeated, alone)?,
            time(&batches.repeated, kept)?,
            time(&batches.dictionaries, kept)?,
        );
    }
    Ok(())
}

/// What each layout takes, without results that are kept.
fn print_layouts() -> Result<()> {
    println!(
        "| function | rows | `Utf8` | `Utf8View` | `Utf8`, repeated | `Utf8View`, repeated | dictionaries |"
    );
    let pattern = StringArray::new_scalar("%ключ%");
    for content in CONTENTS {
        let batches = Batches::new(content)?;
        let text = |batches: &[ArrayRef]| -> Result<Vec<ArrayRef>> {
            Ok(batches
                .iter()
                .map(|batch| cast(batch, &DataType::Utf8))
                .collect::<Result<_, _>>()?)
        };
        let (different, repeated) = (text(&batches.different)?, text(&batches.repeated)?);
        for (function, constants, is_filter) in
            [(url_decode(), &[][..], false), (url_encode(), &[], false), (url_decode(), &[], true)]
        {
            let (function, pattern) = (&function, &pattern);
            let make = || {
                Ok(move |batch: &ArrayRef| {
                    let output = call(function, batch, constants)?;
                    if !is_filter {
                        return Ok(output);
                    }
                    let pattern = Scalar::new(cast(pattern.get().0, &like_type(&output))?);
                    Ok(Arc::new(like(&output, &pattern)?) as ArrayRef)
                })
            };
            print!("| `{}`{} | {content} |", function.name(), if is_filter { " LIKE" } else { "" });
            for batches in [
                &different,
                &batches.different,
                &repeated,
                &batches.repeated,
                &batches.dictionaries,
            ] {
                print!(" {:.1} |", time(batches, make)?);
            }
            println!();
        }
    }
    Ok(())
}

/// The type of a pattern for values of an array.
fn like_type(array: &ArrayRef) -> DataType {
    match array.data_type() {
        DataType::Dictionary(_, values) => (**values).clone(),
        other => other.clone(),
    }
}

fn main() -> Result<()> {
    print_memo()?;
    print_layouts()
}
