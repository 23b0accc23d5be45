//! The command line.

mod tips;

use std::collections::HashMap;
use std::io::IsTerminal;
use std::process::ExitCode;

use clap::builder::Resettable;
use clap::{Arg, Command, CommandFactory, Parser};
use percent_simd::Backend;

use crate::verbs::Verb;
use crate::verbs::info::backend;

/// Percent-decode, encode and check logs and URLs.
#[derive(Parser)]
#[command(name = "pct", version, after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,

    /// Force a backend of `pct info`
    #[arg(long, global = true, hide_short_help = true, value_name = "NAME", value_parser = backend)]
    pub(crate) backend: Option<Backend>,
}

const EXAMPLES: &str = "\
Examples:
  pct decode 'a%20b'                         a b
  pct decode access.log                      decode the %XX of a log; a line stays one line
  tail -f access.log | pct decode            the same, live
  echo 'a b&c' | pct encode --scheme form    a+b%26c
  pct decode -o all.log access.log.*.gz      compressed logs into one file, written whole or not at all
  pct decode -i.bak urls.txt                 replace urls.txt, keep the old one as urls.txt.bak
  pct decode --format @nginx.conf:main x.log  target and referer, in nginx's log_format main
  pct normalize urls.txt                     one spelling for equivalent URLs
  pct check access.log                       FILE:LINE:COLUMN of every malformed %
  pct query -k q,lang --url urls.txt         columns: these parameters of each URL, decoded
  pct inspect --count access.log             hidden NUL, line ends, dot segments, double escapes ...

Exit status:
  0  success; malformed triplets that were passed on are counted
  1  a record was refused or does not fit, no record has a selected field, an input is not text, a result was not written, or
     `check` found a problem
  2  wrong usage, or an input or the output failed
  3  `inspect --fail` lists a record";

/// The command line. Help wraps at the width of the terminal; elsewhere lines are not wrapped.
fn command() -> Command {
    let program = shortened(Cli::command());
    if std::io::stdout().is_terminal() { program } else { program.term_width(0) }
}

pub(crate) fn main() -> ExitCode {
    #[cfg(unix)]
    crate::output::outlive_large_files();
    let cli = tips::parse(std::env::args_os());
    if let Some(backend) = cli.backend {
        backend.set_active();
    }
    cli.verb.run(command).unwrap_or_else(|problem| {
        eprintln!("pct: {problem}");
        ExitCode::from(2)
    })
}

const SHOWN: usize = 5;
const MORE: &str = "\n\nDetails of shared options: pct decode --help";

/// The program with a `-h` for each verb that fits on one screen. Only `decode` explains the options that verbs share.
fn shortened(program: Command) -> Command {
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
        let first = examples[..examples.len().min(1 + SHOWN)].join("\n");
        let short = format!("{first}\n\nAll options and examples: pct {name} --help");
        let more = if is_whole { "" } else { MORE };
        verb.after_help(short).after_long_help(text + more)
    })
}
