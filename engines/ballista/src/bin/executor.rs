//! `percent-simd-executor`: runs the tasks that a scheduler hands out.

use std::error::Error;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::{fs, io};

use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use clap::Parser;
use percent_simd_ballista::process;

const EXAMPLES: &str = "\
Examples:
  percent-simd-executor                                 of the scheduler at localhost:50050, on all cores
  percent-simd-executor --bind-host 10.0.0.2 --scheduler-host 10.0.0.1 --work-dir /var/tmp/ballista
  percent-simd-executor --bind-port 0 --bind-grpc-port 0 --vcores 2     a second one on the same machine
  RUST_LOG=warn percent-simd-executor                   logs less, to standard error

Whoever reaches its ports can run tasks: Ballista asks nobody for a password. Bind them to a private
network. SIGTERM and Ctrl-C end it when its tasks are done.";

/// An executor of a Ballista cluster, with the functions of percent-simd-datafusion
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Options {
    /// Name or address of the scheduler
    #[arg(long, value_name = "HOST", default_value = "localhost")]
    scheduler_host: String,

    /// Port of the scheduler
    #[arg(long, value_name = "PORT", default_value_t = 50050)]
    scheduler_port: u16,

    /// How long to try to reach the scheduler; 0: once
    #[arg(long, value_name = "N", default_value_t = 30)]
    scheduler_connect_timeout_seconds: u16,

    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value_t = Ipv4Addr::LOCALHOST.into())]
    bind_host: IpAddr,

    /// Name or address by which others reach this executor [default: that from which it connects]
    #[arg(long, value_name = "HOST")]
    external_host: Option<String>,

    /// Port from which results and intermediate data are fetched; 0 takes a free one
    #[arg(short = 'p', long, value_name = "PORT", default_value_t = 50051)]
    bind_port: u16,

    /// Port to which the scheduler sends tasks; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 50052)]
    bind_grpc_port: u16,

    /// Name of this executor in logs, unlike that of any other [default: a random one]
    #[arg(long, value_name = "NAME")]
    id: Option<String>,

    /// Folder for intermediate data, made if it is missing [default: a temporary one]
    #[arg(long, value_name = "FOLDER")]
    work_dir: Option<PathBuf>,

    /// Task slots: partitions that run at the same time; 0: one for each core
    #[arg(short = 'c', long, value_name = "N", default_value_t = 0)]
    vcores: usize,

    /// Seconds between two signs of life to the scheduler
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    executor_heartbeat_interval_seconds: u64,

    /// End when standard input ends: nothing outlives a test that is killed
    #[arg(long, hide = true)]
    end_with_stdin: bool,
}

#[tokio::main]
async fn main() -> ExitCode {
    let options = Options::parse();
    process::run("percent-simd-executor", options.end_with_stdin, execute(options)).await
}

async fn execute(options: Options) -> Result<(), Box<dyn Error>> {
    let [port, grpc_port] = ports(options.bind_host, [options.bind_port, options.bind_grpc_port])?;
    let default = ExecutorProcessConfig::default();
    let config = ExecutorProcessConfig {
        executor_id: options.id.unwrap_or(default.executor_id),
        scheduler_host: options.scheduler_host,
        scheduler_port: options.scheduler_port,
        scheduler_connect_timeout_seconds: options.scheduler_connect_timeout_seconds,
        bind_host: process::host(options.bind_host),
        external_host: options.external_host,
        port,
        grpc_port,
        work_dir: options.work_dir.map(work_dir).transpose()?,
        vcores: options.vcores,
        executor_heartbeat_interval_seconds: options.executor_heartbeat_interval_seconds,
        override_function_registry: Some(Arc::new(percent_simd_ballista::function_registry()?)),
        ..default
    };
    let scheduler = format!("{}:{}", config.scheduler_host, config.scheduler_port);
    start_executor_process(Arc::new(config))
        .await
        .map_err(|error| format!("{error} (scheduler: {scheduler})").into())
}

/// The ports, with free ones instead of zeros. The others have to be free.
fn ports<const N: usize>(host: IpAddr, ports: [u16; N]) -> Result<[u16; N], Box<dyn Error>> {
    // All are held until the last is found, so that none is found twice.
    let listeners = ports
        .iter()
        .map(|&port| {
            let address = SocketAddr::new(host, port);
            TcpListener::bind(address)
                .map_err(|error| format!("cannot listen on {address}: {error}"))
        })
        .collect::<Result<Vec<_>, _>>()?;
    let mut found = ports;
    for (port, listener) in found.iter_mut().zip(&listeners) {
        *port = listener.local_addr()?.port();
    }
    Ok(found)
}

/// Makes the folder. Ballista takes its name as text.
fn work_dir(folder: PathBuf) -> io::Result<String> {
    let named = |error: io::Error| {
        io::Error::new(error.kind(), format!("--work-dir {}: {error}", folder.display()))
    };
    fs::create_dir_all(&folder).map_err(named)?;
    let absolute = folder.canonicalize().map_err(named)?;
    absolute.into_os_string().into_string().map_err(|_| {
        named(io::Error::new(io::ErrorKind::InvalidInput, "the name of the folder is not UTF-8"))
    })
}
