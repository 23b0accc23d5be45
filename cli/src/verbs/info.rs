//! `pct info`.

use std::process::ExitCode;

use clap::Args;
use percent_simd::Backend;

use crate::output;

const EXAMPLES: &str = "\
Examples:
  pct info                     what there is
  pct info --backend scalar    active    scalar";

/// Print the version, the backends of this CPU, and the active one
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct InfoArgs {}

impl InfoArgs {
    /// Prints the version, the backends that there are, and the one that is used.
    ///
    /// # Errors
    /// Those of usage.
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        output::print(format!(
            "version   {}\nbackends  {}\nactive    {}\n",
            env!("CARGO_PKG_VERSION"),
            available(),
            Backend::active()
        ))
    }
}

/// A backend by its name, or which ones there are.
pub(crate) fn backend(name: &str) -> Result<Backend, String> {
    Backend::from_name(name).ok_or_else(|| {
        let known = Backend::ALL_NAMES.contains(&name);
        let reason =
            if known { "this CPU, or this build, lacks it" } else { "there is none of that name" };
        format!("{reason}; it has: {}", available())
    })
}

/// The names of the backends that this CPU and this build have.
fn available() -> String {
    Backend::available().map(Backend::name).collect::<Vec<_>>().join(" ")
}
