//! Queries a folder of Parquet files that `to_parquet` made from access logs: on a Ballista cluster, or
//! in this process. The answers are the same.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use percent_simd_ballista::{Client, NameFiles, Waiting, message};

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

    /// How long to wait for the scheduler, and for an executor if none is alive
    #[arg(long, value_name = "N", default_value_t = 60)]
    wait_seconds: u64,

    /// Show the progress of a cluster's queries, even if standard error is not a terminal
    #[arg(long)]
    progress: bool,
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
            eprintln!("access_log: {}", message(&error));
            ExitCode::from(2)
        }
    }
}

async fn run(options: Options) -> Result<()> {
    // Other machines know the folder by its whole name, if they know it.
    let folder = options.folder.canonicalize();
    let folder = folder.map_err(|error| error_of(&options.folder, &error))?;
    let folder = folder
        .to_str()
        .ok_or_else(|| error_of(&options.folder, &"the name of the folder is not UTF-8"))?;

    let client = match &options.scheduler {
        None => None,
        Some(url) => Some(Client::connect(url, Duration::from_secs(options.wait_seconds)).await?),
    };
    let context = client.as_ref().map_or_else(here, |client| Ok(client.context().clone()))?;
    register(&context, folder).await?;

    let own = options.sql.as_deref().map(|sql| ("Answer", sql));
    let queries = own.as_slice();
    for (title, sql) in if queries.is_empty() { &QUERIES[..] } else { queries } {
        let query = context.sql(sql).await?;
        let answer = match &client {
            None => query.collect().await?,
            Some(client) => {
                let mut line = ProgressLine::new(title, options.progress);
                client.collect(query, |waiting| line.show(waiting)).await?
            }
        };
        writeln!(io::stdout(), "{title}\n{}\n", pretty_format_batches(&answer)?)?;
    }
    Ok(())
}

/// A session of this process alone.
fn here() -> Result<SessionContext> {
    let state = SessionStateBuilder::new_with_default_features()
        .with_physical_optimizer_rule(Arc::new(NameFiles))
        .build();
    let mut context = SessionContext::new_with_state(state);
    percent_simd_datafusion::register_all(&mut context)?;
    Ok(context)
}

/// Makes the folder the table `log`. Its columns are read from all files; DataFusion's error does not say
/// which file it is about.
async fn register(context: &SessionContext, folder: &str) -> Result<()> {
    let options = ParquetReadOptions::default;
    let Err(error) = context.register_parquet("log", folder, options()).await else {
        return Ok(());
    };
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        let Some(name) = path.to_str().filter(|name| name.ends_with(".parquet")) else { continue };
        if let Err(error) = context.read_parquet(name, options()).await {
            return Err(error.context(name));
        }
    }
    Err(error)
}

fn error_of(folder: &Path, error: &dyn std::fmt::Display) -> DataFusionError {
    DataFusionError::Execution(format!("{}: {error}", folder.display()))
}

/// What a query waits for, in one line on standard error.
struct ProgressLine<'title> {
    title: &'title str,
    is_terminal: bool,
    is_shown: bool,
}

impl<'title> ProgressLine<'title> {
    fn new(title: &'title str, asked: bool) -> Self {
        let is_terminal = io::stderr().is_terminal();
        Self { title, is_terminal, is_shown: is_terminal || asked }
    }

    fn show(&mut self, waiting: Waiting) {
        if !self.is_shown {
            return;
        }
        let Self { title, is_terminal, .. } = self;
        let (before, after) = if *is_terminal { ("\r\x1B[K", "") } else { ("", "\n") };
        let mut line = format!("{before}{title}: {} s", waiting.elapsed.as_secs());
        match waiting.progress {
            Some(progress) => line += &format!(", {progress}"),
            None => line += ", not started",
        }
        if !waiting.has_executor {
            line += ", no executor is alive";
        }
        let _ = write!(io::stderr(), "{line}{after}"); // nobody may look
    }
}

impl Drop for ProgressLine<'_> {
    fn drop(&mut self) {
        if self.is_terminal {
            let _ = write!(io::stderr(), "\r\x1B[K");
        }
    }
}
