//! `pct info`.

use std::process::ExitCode;

use clap::Args;
use percent_simd::Backend;

use crate::output;

const EXAMPLES: &str = "\
Examples:
  pct info                     version and backends
  pct info --backend scalar    active    scalar";

/// Print the version, the backends of this CPU, and the active one
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct InfoArgs {}

impl InfoArgs {
    /// Prints the version, the available backends and the active one.
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        output::print(format!(
            "version   {}\nbackends  {}\nactive    {}\n",
            env!("CARGO_PKG_VERSION"),
            available(),
            Backend::active()
        ))
    }
}

/// The backend of a name. The error lists the available ones.
pub(crate) fn backend(name: &str) -> Result<Backend, String> {
    Backend::from_name(name).ok_or_else(|| {
        let known = Backend::ALL_NAMES.contains(&name);
        let reason =
            if known { "this CPU or this build lacks it" } else { "no backend has this name" };
        format!("{reason}; available: {}", available())
    })
}

/// The names of the backends that this CPU and this build support.
fn available() -> String {
    Backend::available().map(Backend::name).collect::<Vec<_>>().join(" ")
}
