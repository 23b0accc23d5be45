//! What the scheduler and the executor have in common as processes.

use std::net::IpAddr;
use std::{io, process, thread};

/// Writes what is logged to standard error: from `info` on, or what `RUST_LOG` says.
pub(crate) fn log_to_stderr() {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("info")).init();
}

/// Ends this process when its standard input ends. That happens however the process ends that holds
/// the other side of the pipe, so nothing outlives a test that is killed.
pub(crate) fn end_with_stdin() {
    thread::spawn(|| {
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        process::exit(0)
    });
}

/// An address as it is written before a port.
pub(crate) fn host(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}
