//! What the scheduler and the executor have in common as processes.

use std::error::Error;
use std::net::IpAddr;
use std::process::ExitCode;
use std::{io, process, thread};

/// Runs a program to its end, and logs to standard error: from `info` on, or what `RUST_LOG` says.
/// An error is printed with the program's name before it, and the status is 2.
///
/// With `end_with_stdin` the process ends when its standard input does. That happens however the
/// process ends that holds the other side of the pipe, so nothing outlives a test that is killed.
pub async fn run(
    program: &str,
    end_with_stdin: bool,
    work: impl Future<Output = Result<(), Box<dyn Error>>>,
) -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("info")).init();
    if end_with_stdin {
        thread::spawn(|| {
            let _ = io::copy(&mut io::stdin(), &mut io::sink());
            process::exit(0)
        });
    }
    match work.await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{program}: {error}");
            ExitCode::from(2)
        }
    }
}

/// An address as it is written before a port.
#[must_use]
pub fn host(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}
