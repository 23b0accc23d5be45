//! An example: a cluster of [Ballista](https://datafusion.apache.org/ballista/), whose processes have
//! the functions of [`percent_simd_datafusion`].
//!
//! Ballista sends a query to other machines as a plan that names its functions, and each process looks
//! the names up among its own. So all three register the same functions:
//!
//! | process | registers them in |
//! | --- | --- |
//! | scheduler | `SchedulerConfig::with_override_session_builder` |
//! | executor | `ExecutorProcessConfig::override_function_registry` |
//! | client | the `SessionContext`, once `SessionContext::remote` has returned it |

use std::error::Error;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::Arc;

use ballista::extension::SessionContextExt;
use ballista_core::utils::{default_config_producer, default_session_builder};
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use clap::{Args, Parser, Subcommand};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::error::Result;
use datafusion::execution::SessionState;
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion::sql::parser::DFParser;

/// Seconds between two signs of life of an executor.
const HEARTBEAT: u64 = 1;

/// Seconds of silence after which an executor is lost, and the others do its tasks.
const SILENCE: u64 = 10;

/// SQL with the functions of percent-simd-datafusion: in this process, or on a cluster of Ballista.
///
/// Ballista asks nobody for a password: anyone who reaches a port can run queries, and read the files
/// that the executors can read. Bind ports to a private network.
#[derive(Parser)]
struct Options {
    #[command(subcommand)]
    process: Process,
}

#[derive(Subcommand)]
enum Process {
    Sql(Sql),
    Scheduler(Scheduler),
    Executor(Executor),
}

/// Run SQL over files, like `datafusion-cli -c`
///
/// A file or a pattern in quotes is a table: .parquet, .csv, .json, .arrow. The processes of a cluster
/// read the files under the same names.
#[derive(Args)]
struct Sql {
    /// Statements, separated by semicolons
    sql: String,

    /// Scheduler of the cluster, such as df://10.0.0.1:50050 [default: this process runs the queries]
    #[arg(long, value_name = "URL")]
    scheduler: Option<String>,
}

/// Plan queries, and hand their tasks to executors
#[derive(Args)]
struct Scheduler {
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value_t = Ipv4Addr::LOCALHOST.into())]
    bind_host: IpAddr,

    /// Port to listen on
    #[arg(long, value_name = "PORT", default_value_t = 50050)]
    bind_port: u16,
}

/// Run tasks
#[derive(Args)]
struct Executor {
    /// Name or address of the scheduler
    #[arg(long, value_name = "HOST", default_value = "localhost")]
    scheduler_host: String,

    /// Port of the scheduler
    #[arg(long, value_name = "PORT", default_value_t = 50050)]
    scheduler_port: u16,

    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value_t = Ipv4Addr::LOCALHOST.into())]
    bind_host: IpAddr,

    /// Port from which results and intermediate data are fetched
    #[arg(long, value_name = "PORT", default_value_t = 50051)]
    bind_port: u16,

    /// Port to which the scheduler sends tasks
    #[arg(long, value_name = "PORT", default_value_t = 50052)]
    bind_grpc_port: u16,

    /// Folder for intermediate data [default: a temporary one]
    #[arg(long, value_name = "FOLDER")]
    work_dir: Option<String>,
}

#[tokio::main]
async fn main() -> ExitCode {
    env_logger::init(); // RUST_LOG=info logs to standard error
    let done = match Options::parse().process {
        Process::Sql(options) => query(options).await.map_err(Into::into),
        Process::Scheduler(options) => schedule(options).await,
        Process::Executor(options) => execute(options).await,
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("percent-simd-ballista: {error}");
            ExitCode::from(2)
        }
    }
}

/// The state of a session, as Ballista makes it, with the functions.
fn session_state(config: SessionConfig) -> Result<SessionState> {
    let mut state = default_session_builder(config)?;
    percent_simd_datafusion::register_all(&mut state)?;
    Ok(state)
}

async fn query(options: Sql) -> Result<()> {
    let mut context = match &options.scheduler {
        Some(url) => SessionContext::remote(url).await?,
        None => SessionContext::new_with_config(SessionConfig::new().with_information_schema(true)),
    };
    // Not before: Ballista replaces the functions of a state that it is given.
    percent_simd_datafusion::register_all(&mut context)?;
    let context = context.enable_url_table();
    for statement in DFParser::parse_sql(&options.sql)? {
        let plan = context.state().statement_to_plan(statement).await?;
        let answer = context.execute_logical_plan(plan).await?;
        if !answer.schema().fields().is_empty() {
            writeln!(io::stdout(), "{}", pretty_format_batches(&answer.collect().await?)?)?;
        }
    }
    Ok(())
}

async fn schedule(options: Scheduler) -> Result<(), Box<dyn Error>> {
    let config = SchedulerConfig {
        bind_host: options.bind_host.to_string(),
        external_host: options.bind_host.to_string(),
        bind_port: options.bind_port,
        executor_timeout_seconds: SILENCE,
        expire_dead_executor_interval_seconds: HEARTBEAT,
        ..SchedulerConfig::default()
    }
    .with_override_session_builder(Arc::new(session_state));
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let address = SocketAddr::new(options.bind_host, options.bind_port);
    Ok(start_server(cluster, address, Arc::new(config)).await?)
}

async fn execute(options: Executor) -> Result<(), Box<dyn Error>> {
    let scheduler = format!("{}:{}", options.scheduler_host, options.scheduler_port);
    let functions = (&session_state(default_config_producer())?).into();
    let config = ExecutorProcessConfig {
        scheduler_host: options.scheduler_host,
        scheduler_port: options.scheduler_port,
        bind_host: options.bind_host.to_string(),
        port: options.bind_port,
        grpc_port: options.bind_grpc_port,
        work_dir: options.work_dir,
        executor_heartbeat_interval_seconds: HEARTBEAT,
        override_function_registry: Some(Arc::new(functions)),
        ..ExecutorProcessConfig::default()
    };
    start_executor_process(Arc::new(config))
        .await
        .map_err(|error| format!("{error} (scheduler: {scheduler})").into())
}
