//! Runs SQL over files, like `datafusion-cli -c`, with the functions of percent-simd-datafusion.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::error::Result;
use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion::sql::parser::DFParser;
use percent_simd_ballista::{NameFiles, message};

const EXAMPLES: &str = "\
Examples:
  sql \"SELECT url_decode(path) FROM 'access.parquet' LIMIT 10\"
  sql \"SELECT query_param(target, 'q') AS term, count(*) FROM 'logs/*.csv' GROUP BY term\"
  sql < report.sql

A file or a pattern in quotes is a table: .parquet, .csv, .json, .arrow. CREATE EXTERNAL TABLE names others.
SHOW FUNCTIONS LIKE 'percent%' describes functions.";

/// Run SQL over files, with the functions of percent-simd-datafusion
#[derive(Parser)]
#[command(after_help = EXAMPLES)]
struct Options {
    /// Statements, separated by semicolons [default: those of standard input]
    sql: Option<String>,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Options::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sql: {}", message(&error));
            ExitCode::from(2)
        }
    }
}

async fn run(options: Options) -> Result<()> {
    let sql = options.sql.map_or_else(|| io::read_to_string(io::stdin()), Ok)?;
    let state = SessionStateBuilder::new_with_default_features()
        .with_config(SessionConfig::new().with_information_schema(true))
        .with_physical_optimizer_rule(Arc::new(NameFiles))
        .build();
    let mut context = SessionContext::new_with_state(state).enable_url_table();
    percent_simd_datafusion::register_all(&mut context)?;
    for statement in DFParser::parse_sql(&sql)? {
        let plan = context.state().statement_to_plan(statement).await?;
        let answer = context.execute_logical_plan(plan).await?;
        if !answer.schema().fields().is_empty() {
            writeln!(io::stdout(), "{}", pretty_format_batches(&answer.collect().await?)?)?;
        }
    }
    Ok(())
}
