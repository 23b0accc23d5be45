//! `pct completions`.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;

/// What a shell reads to complete verbs and options.
pub(crate) fn script(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "pct", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}
