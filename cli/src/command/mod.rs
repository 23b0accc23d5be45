//! The command line.

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

    /// Force a SIMD backend of `pct info`; affects only speed
    #[arg(long, global = true, hide_short_help = true, value_name = "NAME", value_parser = backend)]
    pub(crate) backend: Option<Backend>,
}

const EXAMPLES: &str = "\
Examples:
  pct decode 'a%20b'                         a b
  pct decode access.log                      decode the %XX of a log; a line stays one line
  tail -f access.log | pct decode            the same, live
  pct decode --plus --utf8 keep queries.txt  form values as text; bytes that are not UTF-8 stay %XX
  echo 'a b&c' | pct encode --scheme form    a+b%26c
  pct decode -o all.log access.log.*.gz      compressed logs into one file, written whole or not at all
  pct decode -i.bak urls.txt                 replace urls.txt, keep the old one as urls.txt.bak
  pct decode --format combined access.log    only the target and the referer; columns and quotes stay
  pct decode --format @nginx.conf:main x.log  the same, in the log_format main of nginx
  pct normalize urls.txt                     one spelling for equivalent URLs
  pct check access.log                       FILE:LINE:COLUMN of every malformed %
  pct query -k q,lang --url urls.txt         columns: these parameters of each URL, decoded
  pct inspect --count access.log             hidden NUL, line ends, dot segments, double escapes ...

Exit status:
  0  success; standard error counts the malformed triplets that were passed on (not with -q)
  1  a record was refused (FILE:LINE:COLUMN: reason), no record has a selected field, an input is not text, or a result was
     not written; `check` found a problem, or `inspect` a flag of --fail-on
  2  wrong usage, or an input or the output failed";

/// The command line. Help wraps at the width of the terminal; elsewhere lines are not wrapped.
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
