//! The command line: what its arguments mean.

mod short;
mod tips;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::{Command, CommandFactory, Parser};
use percent_simd::Backend;

use crate::verbs::Verb;
use crate::verbs::info::backend;

/// Percent-decode, encode and check logs and URLs.
#[derive(Parser)]
#[command(name = "pct", version, after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,

    /// Force this backend (`pct info` lists them): the speed changes, the result does not
    #[arg(long, global = true, hide_short_help = true, value_name = "NAME", value_parser = backend)]
    pub(crate) backend: Option<Backend>,
}

const EXAMPLES: &str = "\
Examples:
  pct decode access.log                      a log with its %XX decoded; a record stays one record
  tail -f access.log | pct decode            the same, live
  pct decode --plus --utf8 keep queries.txt  form values as text; what is not UTF-8 stays %XX
  echo 'a b&c' | pct encode --scheme form    a+b%26c
  pct decode -o all.log access.log.*.gz      compressed logs into one file, which appears when it is whole
  pct decode -i.bak urls.txt                 urls.txt replaced; the old one is urls.txt.bak
  pct decode --format combined access.log    the target and the referer only; the same words and quotes
  pct decode --format csv -f url visits.csv         the column url only
  pct normalize urls.txt                     equivalent URLs written alike
  pct check access.log                       FILE:LINE:COLUMN of every malformed %
  pct query -k q,lang --url urls.txt         columns: these parameters of each URL, decoded
  pct inspect --summary access.log           what escapes hide: NUL, line ends, dot segments, double escapes ...

Exit status:
  0  done; malformed triplets that were passed on are counted on standard error (-q: not)
  1  a record was refused (FILE:LINE:COLUMN: what), a selected field is in no record, an input is no text, or a result was
     not written; `check` found something, or `inspect` what --fail-on names
  2  the command line is wrong, or an input or the output failed
If the reader of a pipe closes it (`pct decode big.log | head`), pct ends quietly with status 0 (2 if an input failed before).";

/// The command line. Help is as wide as the terminal; elsewhere no line is broken.
fn command() -> Command {
    let program = short::shortened(Cli::command());
    if std::io::stdout().is_terminal() { program } else { program.term_width(0) }
}

/// The program.
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
