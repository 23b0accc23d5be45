//! What a client says when its query fails on a cluster: what, where, and what to do, in one line.

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::thread;

use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use tokio::runtime::Runtime;

use crate::processes::Process;
use crate::{Cluster, folder};

/// A table of one file, from these targets of requests.
fn table_of(folder: &Path, targets: &[&str]) -> String {
    let line = |target: &&str| {
        format!("192.0.2.1 - - [12/Nov/2026:06:00:07 +0000] \"GET {target} HTTP/1.1\" 200 5\n")
    };
    let log = folder.join("access.log");
    fs::write(&log, targets.iter().map(line).collect::<String>()).unwrap();
    let table = folder.join("log");
    Process::start(folder, "to_parquet", "to_parquet", [&table, &log]).answer();
    table.canonicalize().unwrap().to_str().unwrap().to_owned()
}

/// The only line that a client of the scheduler says, which fails.
fn failure(folder: &Path, url: &str, arguments: &[&str]) -> String {
    let arguments = [&["--scheduler", url], arguments].concat();
    let (status, output, log) = Process::start(folder, "failure", "access_log", arguments).result();
    assert_eq!((status.code(), &*output), (Some(2), ""), "{log}");
    assert_eq!(log.lines().count(), 1, "{log}");
    log.trim_end().to_owned()
}

fn url(port: impl std::fmt::Display) -> String {
    format!("df://127.0.0.1:{port}")
}

/// A port that nobody listens on.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Ballista's own executor, in this process until that ends.
fn stock_executor(folder: &Path, scheduler_port: u16) -> u16 {
    let grpc_port = free_port();
    let config = ExecutorProcessConfig {
        executor_id: "stock".to_owned(),
        scheduler_host: "127.0.0.1".to_owned(),
        scheduler_port,
        bind_host: "127.0.0.1".to_owned(),
        port: free_port(),
        grpc_port,
        work_dir: Some(folder.join("work").to_str().unwrap().to_owned()),
        vcores: 1,
        ..ExecutorProcessConfig::default()
    };
    fs::create_dir_all(folder.join("work")).unwrap();
    thread::spawn(|| Runtime::new().unwrap().block_on(start_executor_process(config.into())));
    grpc_port
}

/// Ballista's own scheduler, likewise.
fn stock_scheduler() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address: SocketAddr = listener.local_addr().unwrap();
    drop(listener);
    thread::spawn(move || {
        Runtime::new().unwrap().block_on(async {
            let config = SchedulerConfig {
                bind_host: "127.0.0.1".to_owned(),
                bind_port: address.port(),
                external_host: "127.0.0.1".to_owned(),
                ..SchedulerConfig::default()
            };
            let cluster = BallistaCluster::new_from_config(&config).await.unwrap();
            start_server(cluster, address, config.into()).await
        })
    });
    while std::net::TcpStream::connect(address).is_err() {
        thread::sleep(std::time::Duration::from_millis(10));
    }
    address.port()
}

#[test]
fn an_executor_without_the_functions() {
    let folder = folder("stock-executor");
    let table = table_of(&folder, &["/a?q=b"]);
    let cluster = Cluster::start("stock-executor-cluster", &[], &[]);
    let port = stock_executor(&folder, cluster.port.parse().unwrap());
    let sql = "SELECT query_param(target, 'q'), url_decode(target), upper(target) FROM log";
    let line = failure(&folder, &url(&cluster.port), &[&table, "--sql", sql]);
    let expected = format!(
        "access_log: executor stock at 127.0.0.1:{port} lacks query_param, url_decode, or is of another version; install percent-simd-scheduler and percent-simd-executor from the same commit on each machine (stage 0 of job "
    );
    assert!(line.starts_with(&expected), "{line}");
}

#[test]
fn a_scheduler_without_the_functions() {
    let folder = folder("stock-scheduler");
    let table = table_of(&folder, &["/a?q=b"]);
    let sql = "SELECT query_param(target, 'q') FROM log";
    let url = url(stock_scheduler());
    let line = failure(&folder, &url, &[&table, "--sql", sql]);
    assert_eq!(
        line,
        "access_log: the scheduler lacks the function query_param; start percent-simd-scheduler instead, from the same commit as this client and percent-simd-executor"
    );
}

#[test]
fn no_scheduler_answers() {
    let folder = folder("no-scheduler-client");
    let url = url(free_port());
    let line = failure(&folder, &url, &[folder.to_str().unwrap()]);
    assert!(line.starts_with(&format!("access_log: no scheduler answers at {url}: ")), "{line}");
    assert!(
        line.ends_with(
            "; start percent-simd-scheduler there, or give the address of one that runs"
        ),
        "{line}"
    );
}

#[test]
fn no_executor_is_alive() {
    let folder = folder("no-executor");
    let table = table_of(&folder, &["/a?q=b"]);
    let cluster = Cluster::start("no-executor-cluster", &[], &[]);
    let url = url(&cluster.port);
    let arguments = [&*table, "--wait-seconds", "2", "--sql", "SELECT url_decode(target) FROM log"];
    let line = failure(&folder, &url, &arguments);
    assert_eq!(
        line,
        format!(
            "access_log: no executor is alive: the scheduler at {url} has had none for 2 s; start percent-simd-executor on each machine that is to run queries"
        )
    );

    let arguments = [&["--scheduler", &url, "--progress"], &arguments[..]].concat();
    let (_, _, log) = Process::start(&folder, "progress", "access_log", arguments).result();
    assert!(log.contains(" s, 0 of 1 stages, 0 of 1 partitions, no executor is alive\n"), "{log}");
}

#[test]
fn progress_is_shown_if_asked_for() {
    let cluster = Cluster::of_two("progress");
    let url = url(&cluster.port);
    let arguments = [crate::table(), "--scheduler", &url, "--progress"];
    let (status, output, log) =
        Process::start(&cluster.folder, "progress", "access_log", arguments).result();
    assert!(status.success(), "{log}");
    assert_eq!(output, crate::expected());
    assert!(log.lines().all(|line| line.contains(" s, ")), "{log}");
    for title in
        ["Search terms: 0 s", "Hostile requests, by flag: 0 s", "Bytes, by decoded path: 0 s"]
    {
        assert!(log.contains(title), "{log}");
    }
}

#[test]
fn a_row_that_is_refused() {
    let folder = folder("refused");
    let table = table_of(&folder, &["/a?q=b", "/caf%C3%A9/\\x22(%zz)"]);
    let cluster = Cluster::start("refused-cluster", &[], &[&[]]);
    let refused = "percent_decode refuses '/caf%C3%A9/\\\\x22(%zz)' in row 2 of a batch of 2: ";
    let file = format!("access_log: {table}/00000.parquet: ");

    let sql = "SELECT percent_decode(target, 'strict') FROM log";
    let line = failure(&folder, &url(&cluster.port), &[&table, "--sql", sql]);
    assert!(line.starts_with(&format!("{file}{refused}")), "{line}");
    assert!(line.contains(" at byte 16"), "{line}");
    let place = line.rsplit_once(" (executor executor-0 at 127.0.0.1:").expect(&line).1;
    assert!(place.contains(") (stage 0 of job "), "{line}");

    let alone = ["--sql", sql, &table];
    let (_, _, log) = Process::start(&folder, "alone", "access_log", alone).result();
    assert!(line.starts_with(log.trim_end()), "{line}\n{log}");
}

#[test]
fn a_corrupt_file() {
    let folder = folder("corrupt");
    let table = table_of(&folder, &["/a?q=b", "/c"]);
    let second = Path::new(&table).join("00001.parquet");
    let bytes = fs::read(Path::new(&table).join("00000.parquet")).unwrap();
    let cluster = Cluster::start("corrupt-cluster", &[], &[&[]]);
    let url = url(&cluster.port);
    let sql = "SELECT percent_decode(target) FROM log";
    let expected = format!("access_log: {}: ", second.display());

    // The length of a value: the query begins before it is read.
    let mut corrupt = bytes.clone();
    let value = corrupt.windows(6).position(|bytes| bytes == b"/a?q=b").unwrap();
    corrupt[value - 4..value].fill(0xFF);
    fs::write(&second, corrupt).unwrap();
    let line = failure(&folder, &url, &[&table, "--sql", sql]);
    assert!(line.starts_with(&expected), "{line}");
    assert!(line.contains(" (executor executor-0 at "), "{line}");
    let alone = ["--sql", sql, &table];
    let (_, _, log) = Process::start(&folder, "alone", "access_log", alone).result();
    assert!(log.starts_with(&expected), "{log}");

    // The metadata at its end is missing.
    fs::write(&second, &bytes[..bytes.len() - 8]).unwrap();
    let line = failure(&folder, &url, &[&table, "--sql", sql]);
    assert!(line.starts_with(&expected), "{line}");
}
