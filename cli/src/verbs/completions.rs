//! `pct completions`.

use std::process::ExitCode;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::output;

const EXAMPLES: &str = "\
Examples:
  pct completions bash > ~/.local/share/bash-completion/completions/pct
  pct completions fish > ~/.config/fish/completions/pct.fish
  pct completions zsh > ~/.zfunc/_pct              if fpath contains ~/.zfunc";

/// Print a shell completion script
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// Which shell
    pub(crate) shell: Shell,
}

impl CompletionsArgs {
    /// Prints the completion script of a shell.
    ///
    /// # Errors
    /// The script could not be written.
    pub(crate) fn run(&self, mut program: Command) -> Result<ExitCode, String> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "pct", &mut script);
        output::print(script)
    }
}
