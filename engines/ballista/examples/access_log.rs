//! Queries a folder of Parquet files that `to_parquet` made from access logs: on a Ballista cluster, or
//! in this process. The answers are the same.

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::prelude::{ParquetReadOptions, SessionContext};

const EXAMPLES: &str = "\
Examples:
  access_log /shared/log                                                   in this process
  access_log /shared/log --scheduler df://10.0.0.1:50050                   on a cluster
  access_log /shared/log --sql \"SELECT count(*) FROM log WHERE path_check(split_part(target, '?', 1), 'nginx') <> 'ok'\"

The executors and the scheduler read the folder under the same name.";

/// Query access logs with the functions of percent-simd-datafusion
///
/// Without --sql: the most frequent search terms, the requests that hide something in escapes, and
/// the bytes sent for each path, as it is decoded.
#[derive(Parser)]
#[command(after_help = EXAMPLES)]
struct Options {
    /// Folder of Parquet files: the table `log`
    folder: PathBuf,

    /// Scheduler of the cluster that runs the queries [default: this process runs them]
    #[arg(long, value_name = "URL")]
    scheduler: Option<String>,

    /// A query of one's own
    #[arg(long)]
    sql: Option<String>,
}

const QUERIES: [(&str, &str); 3] = [
    (
        "Search terms",
        "SELECT query_param(target, 'q') AS term, count(*) AS requests
         FROM log
         WHERE query_param(target, 'q') <> ''
         GROUP BY term
         ORDER BY requests DESC, term
         LIMIT 10",
    ),
    (
        "Hostile requests, by flag",
        "SELECT flag, count(*) AS requests, count(DISTINCT client) AS clients
         FROM (
             SELECT unnest(string_to_array(encoding_flag_names(encoding_flags(target)), ',')) AS flag, client
             FROM log
             WHERE encoding_flags(target, 'nul,cr,lf,control,nested,percent-u,dot-segment,raw-traversal,overlong,bidi')
         )
         GROUP BY flag
         ORDER BY requests DESC, flag",
    ),
    (
        "Bytes, by decoded path",
        "SELECT percent_decode(split_part(target, '?', 1), 'utf8=keep') AS path, sum(bytes) AS bytes
         FROM log
         WHERE status = 200
         GROUP BY path
         ORDER BY bytes DESC, path
         LIMIT 10",
    ),
];

#[tokio::main]
async fn main() -> ExitCode {
    match run(Options::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("access_log: {error}");
            ExitCode::from(2)
        }
    }
}

async fn run(options: Options) -> Result<(), Box<dyn Error>> {
    // Other machines know the folder by its whole name, if they know it.
    let folder = options.folder.canonicalize();
    let folder = folder.map_err(|error| format!("{}: {error}", options.folder.display()))?;
    let folder = folder.to_str().ok_or("the name of the folder is not UTF-8")?;

    let context = match &options.scheduler {
        None => {
            let mut context = SessionContext::new();
            percent_simd_datafusion::register_all(&mut context)?;
            context
        }
        Some(scheduler) => percent_simd_ballista::remote_session(scheduler).await?,
    };
    context.register_parquet("log", folder, ParquetReadOptions::default()).await?;

    let own = options.sql.as_deref().map(|sql| ("Answer", sql));
    let queries = own.as_slice();
    for (title, sql) in if queries.is_empty() { &QUERIES[..] } else { queries } {
        let answer = context.sql(sql).await?.collect().await?;
        writeln!(io::stdout(), "{title}\n{}\n", pretty_format_batches(&answer)?)?;
    }
    Ok(())
}
