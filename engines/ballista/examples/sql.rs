//! Runs SQL over files, like `datafusion-cli -c`, with the functions of percent-simd-datafusion: in this
//! process, or on a Ballista cluster.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion::sql::parser::DFParser;
use percent_simd_ballista::{remote_session, session_state};

const EXAMPLES: &str = "\
Examples:
  sql \"SELECT url_decode(path) FROM 'access.parquet' LIMIT 10\"
  sql \"SELECT query_param(target, 'q') AS term, count(*) FROM 'logs/*.csv' GROUP BY term\"
  sql --scheduler df://10.0.0.1:50050 \"SELECT count(*) FROM '/shared/log/*.parquet'\"
  sql < report.sql

A file or a pattern in quotes is a table: .parquet, .csv, .json, .arrow. CREATE EXTERNAL TABLE names others,
and COPY writes them. SHOW FUNCTIONS LIKE 'percent%' describes functions. The scheduler and the executors of
a cluster read the files under the same names.";

/// Run SQL over files, with the functions of percent-simd-datafusion
#[derive(Parser)]
#[command(after_help = EXAMPLES)]
struct Options {
    /// Statements, separated by semicolons [default: those of standard input]
    sql: Option<String>,

    /// Scheduler of the cluster that runs the queries [default: this process runs them]
    #[arg(long, value_name = "URL")]
    scheduler: Option<String>,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Options::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sql: {}", error.strip_backtrace());
            ExitCode::from(2)
        }
    }
}

async fn run(options: Options) -> Result<()> {
    let sql = options.sql.map_or_else(|| io::read_to_string(io::stdin()), Ok)?;
    let context = match &options.scheduler {
        Some(url) => remote_session(url).await?,
        None => {
            let config = SessionConfig::new().with_information_schema(true);
            SessionContext::new_with_state(session_state(config)?)
        }
    };
    let context = context.enable_url_table();
    for statement in DFParser::parse_sql(&sql)? {
        let plan = context.state().statement_to_plan(statement).await?;
        let answer = context.execute_logical_plan(plan).await?;
        if !answer.schema().fields().is_empty() {
            writeln!(io::stdout(), "{}", pretty_format_batches(&answer.collect().await?)?)?;
        }
    }
    Ok(())
}
