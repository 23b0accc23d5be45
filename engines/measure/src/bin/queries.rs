//! Times queries over a Parquet file with the functions of `percent-simd-datafusion` and with those of
//! `datafusion-spark`, in turns, on as many threads as the process may use.
//!
//! `cargo run --profile measure -p percent-simd-engines-measure --bin queries -- --help`

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use arrow::array::{RecordBatch, StringArray};
use arrow::datatypes::{DataType, Field, Schema};
use clap::Parser;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::Compression;
use datafusion::parquet::file::properties::WriterProperties;
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use datafusion_common::{Result, exec_err};
use datafusion_expr::ScalarUDF;
use oracle::random::Random;
use percent_simd::Backend;
use percent_simd_engines_measure::{Content, row};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};

/// The first one calls no function: its time is part of the others.
const QUERIES: [&str; 3] = [
    "SELECT count(*), sum(octet_length(c)) FROM log",
    "SELECT count(*), sum(octet_length(url_decode(c))) FROM log",
    "SELECT count(*), sum(octet_length(url_encode(c))) FROM log",
];
const OF_ROWS: &str = "SELECT count(*) FROM log WHERE url_decode(c) LIKE '%ключ%'";
/// For the file that repeats its rows; `datafusion-spark` has no such function.
const OF_TARGETS: &str = "SELECT count(*), sum(octet_length(query_param(c, 'q'))) FROM log";

/// How often each query runs with either functions; medians are printed.
const RUNS: usize = 3;

/// Times queries over a Parquet file, and prints a line of JSON for each.
#[derive(Debug, Parser)]
struct Options {
    /// The file; if it does not exist, it is made, and stays. If it exists, `--rows` and `--distinct`
    /// must be those that it was made with.
    file: PathBuf,
    /// The rows of the file: 20 to 200 bytes each; of a third nothing is escaped, of a third half of
    /// the bytes, of a third all.
    #[arg(long, default_value_t = 10_000_000)]
    rows: usize,
    /// The rows repeat this many request targets, as those of a log do; some are far more frequent
    /// than others.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    distinct: Option<u32>,
}

fn main() -> Result<()> {
    let options = Options::parse();
    if !options.file.exists() {
        // An interrupted run leaves no incomplete file of that name.
        let unfinished = options.file.with_extension("unfinished");
        make(&unfinished, options.rows, options.distinct)?;
        std::fs::rename(&unfinished, &options.file)?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().build()?;
    runtime.block_on(run(&options))
}

/// Makes the file, compressed by Snappy as Spark's are: a column `c` of this many rows, the same ones
/// each time; of `distinct` request targets, if that is given.
fn make(path: &Path, rows: usize, distinct: Option<u32>) -> Result<()> {
    const BATCH: usize = 8192;
    let schema = Arc::new(Schema::new(vec![Field::new("c", DataType::Utf8, false)]));
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_dictionary_enabled(distinct.is_some())
        .build();
    let mut writer =
        ArrowWriter::try_new(File::create(path)?, Arc::clone(&schema), Some(properties))?;
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let any_row = |random: &mut Random| {
        let (_, content) = Content::ALL[random.below(Content::ALL.len())];
        row(content, random)
    };
    let targets: Vec<String> = (0..distinct.unwrap_or_default())
        .map(|number| format!("/search?page={number}&q={}", any_row(&mut random)))
        .collect();
    let mut written = 0;
    while written < rows {
        let number = BATCH.min(rows - written);
        let column: StringArray = (0..number)
            .map(|_| match targets.len() {
                0 => Some(any_row(&mut random)),
                // The first ones are the most frequent.
                most => {
                    let most = 1 + random.below(most);
                    Some(targets[random.below(most)].clone())
                }
            })
            .collect();
        writer.write(&RecordBatch::try_new(Arc::clone(&schema), vec![Arc::new(column)])?)?;
        written += number;
    }
    writer.close()?;
    Ok(())
}

async fn run(options: &Options) -> Result<()> {
    let path = options.file.to_string_lossy();
    let ours = context(&path, percent_simd_datafusion::functions()).await?;
    let spark = context(&path, datafusion_spark::function::url::functions()).await?;
    let last = if options.distinct.is_some() { OF_TARGETS } else { OF_ROWS };
    for query in QUERIES.into_iter().chain([last]) {
        let (mut our_times, mut spark_times) = (Vec::new(), Vec::new());
        let mut table = String::new();
        for _ in 0..RUNS {
            let (our_time, given) = timed(answer(&ours, query)).await;
            table = given?;
            our_times.push(our_time);
            if query == OF_TARGETS {
                continue;
            }
            let (spark_time, expected) = timed(answer(&spark, query)).await;
            let expected = expected?;
            if table != expected {
                return exec_err!("{query} gives {table}, and with datafusion-spark {expected}");
            }
            spark_times.push(spark_time);
        }
        let line = json!({
            "query": query,
            "answer": table,
            "rows": options.rows,
            "backend": Backend::active().name(),
            "threads": std::thread::available_parallelism()?,
            "percent-simd": median(&our_times),
            "datafusion-spark": (!spark_times.is_empty()).then(|| median(&spark_times)),
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

/// The result of a future, and its seconds: wall time, and CPU time of all threads of the process.
async fn timed<T>(future: impl Future<Output = T>) -> ([f64; 2], T) {
    let (start, cpu) = (Instant::now(), cpu_time());
    let result = future.await;
    let seconds = [start.elapsed(), cpu_time().saturating_sub(cpu)];
    (seconds.map(|time| time.as_secs_f64()), result)
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// The median of either time.
fn median(all: &[[f64; 2]]) -> Value {
    let [wall, cpu] = [0, 1].map(|which| {
        let mut times: Vec<f64> = all.iter().map(|seconds| seconds[which]).collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    json!({ "wall": wall, "cpu": cpu })
}
