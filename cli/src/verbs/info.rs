//! `pct info`.

use std::process::ExitCode;

use clap::Args;
use percent_simd::Backend;

use crate::output;
use crate::shown::Shown;

const EXAMPLES: &str = "\
Examples:
  pct info                       version and backends
  PCT_BACKEND=scalar pct info    active    scalar";

/// Print the version, the backends of this CPU, and the active one
///
/// The environment variable PCT_BACKEND forces a backend for every verb. It affects only speed.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct InfoArgs {}

impl InfoArgs {
    /// Prints the version, the available backends and the active one.
    ///
    /// # Errors
    /// The output failed.
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        output::print(format!(
            "version   {}\nbackends  {}\nactive    {}\n",
            env!("CARGO_PKG_VERSION"),
            available(),
            Backend::active()
        ))
    }
}

/// Activates the backend that the environment names, if any.
///
/// # Errors
/// This CPU or this build lacks it: the available ones.
pub(crate) fn set_backend() -> Result<(), String> {
    let Some(name) = std::env::var_os("PCT_BACKEND").filter(|name| !name.is_empty()) else {
        return Ok(());
    };
    let name = name.to_string_lossy();
    let Some(backend) = Backend::from_name(&name) else {
        let known = Backend::ALL_NAMES.contains(&&*name);
        let reason =
            if known { "this CPU or this build lacks it" } else { "no backend has this name" };
        return Err(format!("PCT_BACKEND={}: {reason}; available: {}", Shown(&name), available()));
    };
    backend.set_active();
    Ok(())
}

/// The names of the backends that this CPU and this build support.
fn available() -> String {
    Backend::available().map(Backend::name).collect::<Vec<_>>().join(" ")
}
