//! Times queries over a Parquet file with the functions of `percent-simd-datafusion` and with those of
//! `datafusion-spark`, in turns, on as many threads as the process may use.
//!
//! `cargo run --profile measure -p percent-simd-engines-measure --bin queries -- --help`

mod file;
mod time;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser;
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use datafusion_common::{Result, exec_err};
use datafusion_expr::ScalarUDF;
use percent_simd::Backend;
use serde_json::json;

use time::{Seconds, median, timed};

/// The first one calls no function: what it takes is in the times of the others, too.
const QUERIES: [&str; 4] = [
    "SELECT count(*), sum(octet_length(c)) FROM log",
    "SELECT count(*), sum(octet_length(url_decode(c))) FROM log",
    "SELECT count(*), sum(octet_length(url_encode(c))) FROM log",
    "SELECT count(*) FROM log WHERE url_decode(c) LIKE '%ключ%'",
];

/// For the file that repeats its rows; `datafusion-spark` has no function for the last one.
const OF_TARGETS: [&str; 4] = [
    "SELECT count(*), sum(octet_length(c)) FROM log",
    "SELECT count(*), sum(octet_length(url_decode(c))) FROM log",
    "SELECT count(*), sum(octet_length(url_encode(c))) FROM log",
    "SELECT count(*), sum(octet_length(query_param(c, 'q'))) FROM log",
];

/// Times queries over a Parquet file, and prints a line of JSON for each.
#[derive(Debug, Parser)]
struct Options {
    /// The rows of the file: 20 to 200 bytes each; of a third nothing is escaped, of a third half of
    /// the bytes, of a third all.
    #[arg(long, default_value_t = 10_000_000)]
    rows: usize,
    /// The rows repeat this many request targets, as those of a log do; some are far more frequent
    /// than others.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    distinct: Option<u32>,
    /// How often each query runs with either functions; what is printed are medians.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
    /// The folder for the file, which stays there for the next time. Without it, the file is in the
    /// system's temporary folder, and is removed in the end.
    #[arg(long)]
    folder: Option<PathBuf>,
    /// Makes the file, and runs no query.
    #[arg(long, requires = "folder")]
    only_file: bool,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let folder = options.folder.clone().unwrap_or_else(std::env::temp_dir);
    let of_distinct =
        options.distinct.map_or(String::new(), |number| format!("-{number}-distinct"));
    let path = folder.join(format!("percent-simd-{}-rows{of_distinct}.parquet", options.rows));
    file::make(&path, options.rows, options.distinct)?;
    if options.only_file {
        return Ok(());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().build()?;
    let result = runtime.block_on(run(&options, &path.to_string_lossy()));
    if options.folder.is_none() {
        std::fs::remove_file(&path)?;
    }
    result
}

async fn run(options: &Options, path: &str) -> Result<()> {
    let ours = context(path, percent_simd_datafusion::functions()).await?;
    let spark = context(path, datafusion_spark::function::url::functions()).await?;
    for query in if options.distinct.is_some() { OF_TARGETS } else { QUERIES } {
        let (mut our_times, mut spark_times) = (Vec::new(), Vec::new());
        let mut table = String::new();
        for run in 1..=options.runs {
            eprintln!("run {run} of {}: {query}", options.runs);
            let (our_time, given) = timed(answer(&ours, query)).await;
            table = given?;
            our_times.push(our_time);
            if query.contains("query_param") {
                continue;
            }
            let (spark_time, expected) = timed(answer(&spark, query)).await;
            let expected = expected?;
            if table != expected {
                return exec_err!("{query} gives {table}, and with datafusion-spark {expected}");
            }
            spark_times.push(spark_time);
        }
        let shown = |Seconds { wall, cpu }| json!({ "wall": wall, "cpu": cpu });
        let line = json!({
            "query": query,
            "answer": table,
            "rows": options.rows,
            "backend": Backend::active().name(),
            "threads": std::thread::available_parallelism()?,
            "percent-simd": shown(median(our_times)),
            "datafusion-spark": (!spark_times.is_empty()).then(|| shown(median(spark_times))),
        });
        println!("{line}");
    }
    Ok(())
}

/// A session with the file as the table `log`, and with the functions.
async fn context(path: &str, functions: Vec<Arc<ScalarUDF>>) -> Result<SessionContext> {
    let context = SessionContext::new();
    functions.into_iter().for_each(|function| context.register_udf(Arc::unwrap_or_clone(function)));
    context.register_parquet("log", path, ParquetReadOptions::default()).await?;
    Ok(context)
}

/// The result of a query, as text.
async fn answer(context: &SessionContext, query: &str) -> Result<String> {
    context.sql(query).await?.to_string().await
}
