//! The reverse proxy as a program:
//!
//! ```sh
//! cargo run -p percent-simd-examples --bin reverse_proxy -- \
//!     --listen 127.0.0.1:8080 --upstream 127.0.0.1:9000
//! ```

use std::process::ExitCode;

use percent_simd::path::{self, PathPolicy};
use percent_simd_examples::proxy::{Limits, Proxy};
use tokio::net::TcpListener;

const USAGE: &str = "\
Forwards requests whose path it trusts, normalized; answers 400 to the others, with the reason on standard error.

usage: reverse_proxy --listen HOST:PORT --upstream HOST:PORT [--policy NAME]

  --listen HOST:PORT     where to accept connections (HTTP/1)
  --upstream HOST:PORT   the server that requests are sent to
  --policy NAME          strict (the default), envoy-keep, envoy-reject, envoy-redirect, envoy-unescape, spring, nginx,
                         apache-reject, apache-keep, apache-unescape, haproxy, tomcat

  reverse_proxy --listen 127.0.0.1:8080 --upstream 127.0.0.1:9000
  curl --path-as-is http://127.0.0.1:8080/icons/.%2e/%2e%2e/etc/passwd";

fn policy(name: &str) -> Result<PathPolicy, String> {
    let known = || path::PRESETS.iter().map(|&(name, _)| name).collect::<Vec<_>>().join(", ");
    let found = path::PRESETS.iter().find(|&&(known, _)| known == name);
    found
        .map(|&(_, policy)| policy)
        .ok_or_else(|| format!("{name}: no such policy; use one of {}", known()))
}

/// The address to listen on, and the proxy.
fn options(mut arguments: impl Iterator<Item = String>) -> Result<(String, Proxy), String> {
    let (mut listen, mut upstream, mut chosen) = (None, None, path::STRICT);
    while let Some(option) = arguments.next() {
        let value = arguments
            .next()
            .ok_or_else(|| format!("{option}: no such option, or its value is missing"))?;
        match option.as_str() {
            "--listen" => listen = Some(value),
            "--upstream" => {
                upstream = Some(value.parse().map_err(|error| format!("{value}: {error}"))?)
            }
            "--policy" => chosen = policy(&value)?,
            _ => return Err(format!("{option}: no such option")),
        }
    }
    match (listen, upstream) {
        (Some(listen), Some(upstream)) => {
            Ok((listen, Proxy { policy: chosen, upstream, limits: Limits::default() }))
        }
        _ => Err("--listen and --upstream are needed".to_owned()),
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    if std::env::args().skip(1).any(|argument| argument == "--help" || argument == "-h") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let (listen, proxy) = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let bound = TcpListener::bind(&listen)
        .await
        .and_then(|listener| Ok((listener.local_addr()?, listener)));
    let (address, listener) = match bound {
        Ok(bound) => bound,
        Err(error) => {
            eprintln!("{}: {error}", listen);
            return ExitCode::from(2);
        }
    };
    eprintln!("listening on {address}, forwarding to {}", proxy.upstream);
    match proxy.serve(listener).await {}
}
