//! `-h`: help that fits on one screen. `--help` has the rest.

use std::collections::HashMap;

use clap::builder::Resettable;
use clap::{Arg, Command};

/// The number of examples in `-h`.
const EXAMPLES: usize = 5;
const MORE: &str = "\n\nDetails of shared options: pct decode --help";

/// The program with a short help for each verb. Only `decode` explains the options that verbs share.
pub(super) fn shortened(program: Command) -> Command {
    let explained: HashMap<String, String> = program
        .find_subcommand("decode")
        .into_iter()
        .flat_map(Command::get_arguments)
        .filter_map(|arg| Some((arg.get_id().to_string(), arg.get_long_help()?.to_string())))
        .collect();
    let text = program.get_after_help().map(ToString::to_string).unwrap_or_default();
    let examples = text.split("\n\n").next().unwrap_or_default();
    let short = format!("{examples}\n\nOptions of a verb: pct VERB -h. Exit status: pct --help");
    program.after_help(short).after_long_help(text).mut_subcommands(|verb| {
        let (name, text) = (verb.get_name().to_owned(), verb.get_after_help());
        let text = text.map(ToString::to_string).unwrap_or_default();
        let is_again = |arg: &Arg| {
            let (text, known) = (arg.get_long_help(), explained.get(arg.get_id().as_str()));
            text.zip(known).is_some_and(|(text, known)| known.starts_with(&text.to_string()))
        };
        let (mut is_whole, mut is_short) = (true, false);
        let verb = verb.mut_args(|arg| {
            is_short |= arg.is_hide_short_help_set();
            if name == "decode" || !is_again(&arg) {
                return arg;
            }
            is_whole = false;
            let takes_values = arg.get_action().takes_values();
            arg.long_help(Resettable::Reset).hide_possible_values(takes_values)
        });
        if !is_short {
            return verb;
        }
        let examples: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
        let first = examples[..examples.len().min(1 + EXAMPLES)].join("\n");
        let short = format!("{first}\n\nAll options and examples: pct {name} --help");
        let more = if is_whole { "" } else { MORE };
        verb.after_help(short).after_long_help(text + more)
    })
}
