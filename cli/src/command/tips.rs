//! Tips for command lines with errors.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Error, FromArgMatches};

use super::Cli;

/// Parses the arguments. Prints an error and exits if they are wrong.
pub(crate) fn parse(args: impl IntoIterator<Item = OsString>) -> Cli {
    let args: Vec<OsString> = with_suffixes(args).collect();
    let parse = |command: Command| {
        let matches = command.try_get_matches_from(&args)?;
        Cli::from_arg_matches(&matches)
    };
    // Only help and errors need the texts of `super::command`, which take long to make.
    let parsed = parse(Cli::command()).or_else(|_| parse(super::command()));
    parsed.unwrap_or_else(|mut error| {
        if let Some(tip) = tip(&error, &args) {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        }
        std::process::exit(print(&error))
    })
}

/// Prints help, the version or an error. Returns the exit status, 2 also if help cannot be written.
fn print(error: &Error) -> i32 {
    match error.print().and_then(|()| io::stdout().flush()) {
        Err(problem) if !error.use_stderr() && problem.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("pct: (standard output): {problem}");
            2
        }
        _ => error.exit_code(),
    }
}

/// Options of other programs, and the equivalent ones.
const MEANT: [(&[&str], &str); 4] = [
    (&["--top", "--limit", "--head"], "'query --count=N' prints the N most frequent rows"),
    (&["--day", "--hour", "--daily", "--hourly"], "'query --count --by day' or '--by hour'"),
    (&["--csv", "--tsv"], "'-o FILE.csv' or '-o FILE.tsv' selects the form of rows"),
    (&["--fail-on"], "'inspect --only FLAG --fail'"),
];

fn tip(error: &Error, args: &[OsString]) -> Option<String> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match error.kind() {
        // clap may suggest a similar option as well.
        ErrorKind::UnknownArgument => {
            let option = context(ContextKind::InvalidArg)?;
            let suffixes = args.iter().filter_map(|arg| arg.to_str()?.strip_prefix("-i"));
            if let Some(suffix) = suffixes
                .filter(|_| option.len() == 2)
                .find(|suffix| suffix.starts_with(&option[1..]))
            {
                return Some(format!(
                    "write a suffix that begins with a letter as '--in-place={suffix}'"
                ));
            }
            if let Some((_, meant)) = MEANT.iter().find(|(words, _)| words.contains(&option)) {
                return Some((*meant).into());
            }
            let verbs = verbs_with(option).join(", ");
            (!verbs.is_empty()).then(|| format!("'{option}' is an option of: {verbs}"))
        }
        ErrorKind::InvalidSubcommand => {
            let word = context(ContextKind::InvalidSubcommand)?;
            Path::new(word)
                .exists()
                .then(|| format!("put a verb before the files: 'pct decode {word}'"))
        }
        _ => None,
    }
}

/// The verbs that have this option, which is given with its hyphens.
fn verbs_with(option: &str) -> Vec<String> {
    let is_option = |arg: &clap::Arg| {
        arg.get_short().is_some_and(|short| option == format!("-{short}"))
            || arg.get_long().is_some_and(|long| option == format!("--{long}"))
    };
    let command = Cli::command();
    command
        .get_subcommands()
        .filter(|verb| verb.get_arguments().any(is_option))
        .map(|verb| verb.get_name().into())
        .collect()
}

/// Rewrites `-i.bak` as `-i=.bak`: clap requires `=` between a short option and an optional value.
fn with_suffixes(args: impl IntoIterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut are_options = true;
    args.into_iter().map(move |arg| {
        are_options &= arg != "--";
        let option = arg.to_str().and_then(|arg| arg.strip_prefix('-')).filter(|_| are_options);
        let Some((flags, suffix)) = option.and_then(|option| option.split_once('i')) else {
            return arg;
        };
        let is_suffix = suffix.starts_with(|first: char| first != '=' && !first.is_alphanumeric());
        // The other options without a value, which may precede -i in one word.
        let is_in_place = is_suffix && flags.chars().all(|flag| "r0qvn".contains(flag));
        if is_in_place { format!("-{flags}i={suffix}").into() } else { arg }
    })
}
