//! `pct man` and `pct completions`, generated from `--help`.

use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, Resettable};
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use roff::{Roff, bold, roman};

use crate::output;

const EXAMPLES: &str = "\
Examples:
  pct man | man -l -                               the main page
  pct man decode | man -l -                        the page of a verb
  pct man decode > ~/.local/share/man/man1/pct-decode.1    so `man pct-decode` finds it";

/// Each has a page.
const VERBS: &str = "decode encode normalize check inspect query schemes info completions man";

/// Print a manual page for man(1)
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ManArgs {
    /// The verb; without it, the main page
    #[arg(value_parser = PossibleValuesParser::new(VERBS.split(' ')), hide_possible_values = true)]
    pub(crate) verb: Option<String>,
}

impl ManArgs {
    pub(crate) fn run(&self, program: Command) -> Result<ExitCode, String> {
        // The verb `help` repeats the pages.
        let mut main = program.disable_help_subcommand(true);
        main.build();
        let verb = self.verb.as_ref().and_then(|verb| main.find_subcommand(verb));
        output::print(render(verb.unwrap_or(&main)))
    }
}

/// Renders a page. The text after the options keeps its layout from `--help`.
fn render(command: &Command) -> String {
    let mut page = Vec::new();
    // Writing to a Vec cannot fail.
    let bare = command.clone().after_help(Resettable::Reset).after_long_help(Resettable::Reset);
    let _ = Man::new(bare)
        .manual("pct manual")
        .source(concat!("pct ", env!("CARGO_PKG_VERSION")))
        .render(&mut page);
    let mut behind = Roff::new();
    let text = command.get_after_long_help().or(command.get_after_help());
    let text = text.map(ToString::to_string).unwrap_or_default();
    for paragraph in text.split("\n\n") {
        let (heading, lines) = match paragraph.split_once('\n') {
            Some((first, lines)) if first.ends_with(':') => {
                (Some(first.trim_end_matches(':').to_uppercase()), lines)
            }
            _ => (None, paragraph),
        };
        match &heading {
            Some(heading) => behind.control("SH", [&**heading]),
            None => behind.control("PP", []),
        };
        behind.control("nf", []);
        behind.text([roman(lines)]);
        behind.control("fi", []);
    }
    if command.has_subcommands() {
        behind.control("SH", ["SEE ALSO"]);
        for verb in command.get_subcommands() {
            let name = verb.get_display_name().unwrap_or(verb.get_name());
            behind.text([bold(name), roman("(1)")]);
        }
    }
    let _ = behind.to_writer(&mut page);
    String::from_utf8_lossy(&page).into_owned()
}

const COMPLETIONS: &str = "\
Examples:
  pct completions bash > ~/.local/share/bash-completion/completions/pct
  pct completions fish > ~/.config/fish/completions/pct.fish
  pct completions zsh > ~/.zfunc/_pct              if fpath contains ~/.zfunc";

/// Print a shell completion script
#[derive(Args)]
#[command(after_help = COMPLETIONS)]
pub(crate) struct CompletionsArgs {
    /// Which shell
    pub(crate) shell: Shell,
}

impl CompletionsArgs {
    pub(crate) fn run(&self, mut program: Command) -> Result<ExitCode, String> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "pct", &mut script);
        output::print(script)
    }
}
