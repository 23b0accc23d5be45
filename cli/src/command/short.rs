//! `-h`: what fits on a screen. `--help` has the rest.

use clap::Command;

/// The options that `-h` names.
const COMMON: [&str; 26] = [
    "all",
    "count",
    "fail_on",
    "field",
    "files",
    "format",
    "in_place",
    "json",
    "keep",
    "keep_escapes",
    "key",
    "only",
    "output",
    "part",
    "plus",
    "raw",
    "recursive",
    "records",
    "scheme",
    "set",
    "strict",
    "summary",
    "times",
    "top",
    "url",
    "utf8",
];
/// As many lines of a verb's examples are in `-h`.
const EXAMPLES: usize = 5;

/// The program with a short help for each verb.
pub(super) fn shortened(program: Command) -> Command {
    program.mut_subcommands(|verb| {
        let text = verb.get_after_help().map(ToString::to_string).unwrap_or_default();
        let verb = verb.mut_args(|arg| {
            let is_common = COMMON.contains(&arg.get_id().as_str());
            arg.hide_short_help(!is_common)
        });
        if verb.get_arguments().all(|arg| !arg.is_hide_short_help_set()) {
            return verb;
        }
        let examples: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
        let first = &examples[..examples.len().min(1 + EXAMPLES)];
        let short = format!(
            "{}\n\nAll options and examples: pct {} --help",
            first.join("\n"),
            verb.get_name()
        );
        verb.after_help(short).after_long_help(text)
    })
}
