//! What a query gains by keeping results of rows that repeat: nanoseconds per row for 1,000,000 targets of
//! 90 bytes in batches of 8192, the least of seven rounds. The table of `engines/README.md`:
//!
//! ```sh
//! taskset -c 1 cargo run --manifest-path engines/Cargo.toml --release -p percent-simd-engines-measure --example repeated
//! ```

use std::sync::Arc;
use std::time::Instant;

use arrow::array::{ArrayRef, DictionaryArray, Int32Array, StringViewBuilder, UInt32Array};
use arrow::compute::{cast, take};
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

fn targets(number: usize) -> ArrayRef {
    let mut targets = StringViewBuilder::new().with_fixed_block_size(1 << 20);
    for n in 0..number {
        let query =
            format!("q=%D0%BA%D0%BB%D1%8E%D1%87+{n}&page={}&session=0123456789abcdef", n % 17);
        targets.append_value(format!("/search/caf%C3%A9/{n}?{query}"));
    }
    Arc::new(targets.finish())
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

/// Nanoseconds per row of the function that `make` gives for each round.
fn time(
    batches: &[ArrayRef],
    constants: &[&str],
    make: impl Fn() -> Result<ScalarUDF>,
) -> Result<f64> {
    let mut least = f64::MAX;
    for _ in 0..ROUNDS {
        let function = make()?;
        let start = Instant::now();
        for batch in batches {
            call(&function, batch, constants)?;
        }
        least = least.min(start.elapsed().as_secs_f64() * 1e9 / ROWS as f64);
    }
    Ok(least)
}

fn main() -> Result<()> {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let keys: Vec<u32> = (0..ROWS).map(|_| random.below(DISTINCT) as u32).collect();
    let (all, some) = (targets(ROWS), targets(DISTINCT));
    let text = cast(&some, &DataType::Utf8)?;
    let different: Vec<ArrayRef> =
        (0..ROWS).step_by(BATCH).map(|row| all.slice(row, BATCH.min(ROWS - row))).collect();
    let (mut views, mut dictionaries) = (Vec::new(), Vec::<ArrayRef>::new());
    for keys in keys.chunks(BATCH) {
        views.push(take(&some, &UInt32Array::from(keys.to_vec()), None)?);
        let keys: Int32Array = keys.iter().map(|key| *key as i32).collect();
        dictionaries.push(Arc::new(DictionaryArray::<Int32Type>::new(keys, Arc::clone(&text))));
    }
    println!(
        "| function | different rows | repeating views, by batch | kept for the query | dictionaries |"
    );
    for (function, constants) in [
        (url_decode(), &[][..]),
        (url_encode(), &[]),
        (query_param(), &["q"]),
        (percent_decode(), &["plus keep=/% reject=%00 utf8=lossy"]),
        (encoding_flags(), &["nul,dot-segment"]),
    ] {
        let alone = || Ok(ScalarUDF::clone(&function));
        let kept = || in_query(&function, constants);
        println!(
            "| `{}` {constants:?} | {:.0} | {:.0} | {:.1} | {:.0} |",
            function.name(),
            time(&different, constants, kept)?,
            time(&views, constants, alone)?,
            time(&views, constants, kept)?,
            time(&dictionaries, constants, kept)?,
        );
    }
    Ok(())
}
