//! `pct completions`.

use std::process::ExitCode;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::output;

const EXAMPLES: &str = "\
Examples:
  pct completions bash > ~/.local/share/bash-completion/completions/pct
  pct completions fish > ~/.config/fish/completions/pct.fish
  pct completions zsh > ~/.zfunc/_pct              where fpath holds ~/.zfunc";

/// Print a script that completes verbs and options in a shell
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// Which shell
    pub(crate) shell: Shell,
}

impl CompletionsArgs {
    /// Prints what a shell reads to complete verbs and options of this program.
    ///
    /// # Errors
    /// Those of usage.
    pub(crate) fn run(&self, mut program: Command) -> Result<ExitCode, String> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "pct", &mut script);
        output::print(script)
    }
}
