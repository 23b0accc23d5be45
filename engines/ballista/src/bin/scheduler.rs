//! `percent-simd-scheduler`: plans queries and hands their tasks to executors.

use std::error::Error;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::Arc;

use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use clap::Parser;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use percent_simd_ballista::process;
use tokio::net::TcpListener;

const EXAMPLES: &str = "\
Examples:
  percent-simd-scheduler                                one machine: executors and clients find it at localhost:50050
  percent-simd-scheduler --bind-host 10.0.0.1           for the machines of a private network
  percent-simd-scheduler --bind-host 0.0.0.0 --external-host scheduler.internal
  RUST_LOG=warn percent-simd-scheduler                  logs less, to standard error

Whoever reaches the port can run queries and read the files that the executors can read: Ballista
asks nobody for a password. Bind it to a private network.";

/// A scheduler of a Ballista cluster, with the functions of percent-simd-datafusion
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Options {
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value_t = Ipv4Addr::LOCALHOST.into())]
    bind_host: IpAddr,

    /// Port to listen on; 0 takes a free one, which the log names
    #[arg(short = 'p', long, value_name = "PORT", default_value_t = 50050)]
    bind_port: u16,

    /// Name or address by which executors reach this scheduler [default: that of --bind-host]
    ///
    /// Needed if --bind-host is 0.0.0.0 or [::].
    #[arg(long, value_name = "HOST")]
    external_host: Option<String>,

    /// An executor that has been silent for so long is lost, and others do its tasks
    ///
    /// Several times the --executor-heartbeat-interval-seconds of the executors.
    #[arg(long, value_name = "N", default_value_t = 180, value_parser = clap::value_parser!(u64).range(1..))]
    executor_timeout_seconds: u64,

    /// Seconds after which the data of a finished query is removed from the executors
    #[arg(long, value_name = "N", default_value_t = 300)]
    finished_job_data_clean_up_interval_seconds: u64,

    /// End when standard input ends: nothing outlives a test that is killed
    #[arg(long, hide = true)]
    end_with_stdin: bool,
}

#[tokio::main]
async fn main() -> ExitCode {
    let options = Options::parse();
    process::run("percent-simd-scheduler", options.end_with_stdin, serve(options)).await
}

async fn serve(options: Options) -> Result<(), Box<dyn Error>> {
    let address = SocketAddr::new(options.bind_host, options.bind_port);
    let external_host = match options.external_host {
        Some(host) => host,
        None if options.bind_host.is_unspecified() => {
            return Err(format!(
                "--bind-host {} is every address of this machine; say by --external-host which of them executors reach",
                options.bind_host
            )
            .into());
        }
        None => process::host(options.bind_host),
    };
    let listener = TcpListener::bind(address)
        .await
        .map_err(|error| format!("cannot listen on {address}: {error}"))?;
    let address = listener.local_addr()?;

    let timeout = options.executor_timeout_seconds;
    let config = SchedulerConfig {
        bind_host: process::host(address.ip()),
        bind_port: address.port(),
        external_host,
        executor_timeout_seconds: timeout,
        expire_dead_executor_interval_seconds: (timeout / 10).clamp(1, 15),
        no_executors_grace_period_seconds: timeout,
        executor_termination_grace_period: 30, // as Ballista's own program has it
        finished_job_data_clean_up_interval_seconds: options
            .finished_job_data_clean_up_interval_seconds,
        ..SchedulerConfig::default()
    }
    .with_override_session_builder(Arc::new(percent_simd_ballista::session_state));
    config.validate()?;

    log::info!("listening on {address}");
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let config = Arc::new(config);
    let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, config).await?;
    Ok(start_grpc_service_with_listener(listener, scheduler).await?)
}
