//! `pct man`: manual pages, made of what `--help` says.

use std::fmt::Display;
use std::path::Path;

use clap::builder::Resettable;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use roff::{Roff, bold, roman};

use crate::args::{Cli, ManArgs};
use crate::name::Name;

/// What is to be printed: a page, or nothing if all are written into a folder.
///
/// # Errors
/// There is no such verb, or something could not be written.
pub(crate) fn text(args: &ManArgs) -> Result<String, String> {
    match &args.out {
        Some(folder) => write_all(folder).map(|()| String::new()),
        None => page(args.verb.as_deref()),
    }
}

/// The page of a verb, or the main page.
fn page(verb: Option<&str>) -> Result<String, String> {
    let main = command();
    let command = match verb {
        None => &main,
        Some(verb) => main
            .find_subcommand(verb)
            .ok_or_else(|| format!("man: there is no verb `{verb}`; `pct --help` lists them"))?,
    };
    Ok(render(command))
}

/// Writes all pages into a folder, which is made if there is none: `pct.1`, `pct-decode.1` and so
/// on.
fn write_all(folder: &Path) -> Result<(), String> {
    let told = |path: &Path, error: &dyn Display| format!("{}: {error}", Name::from(path));
    std::fs::create_dir_all(folder).map_err(|error| told(folder, &error))?;
    let main = command();
    for command in std::iter::once(&main).chain(main.get_subcommands()) {
        let path = folder.join(format!("{}.1", name(command)));
        std::fs::write(&path, render(command)).map_err(|error| told(&path, &error))?;
    }
    Ok(())
}

/// The program with all its verbs, and no page for the help that says what the pages say.
fn command() -> Command {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    command
}

fn name(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

/// The page. What follows the options in `--help` is laid out there, and so it is here.
fn render(command: &Command) -> String {
    let mut page = Vec::new();
    // Writing to a Vec cannot fail.
    let _ = Man::new(command.clone().after_help(Resettable::Reset))
        .manual("pct manual")
        .source(concat!("pct ", env!("CARGO_PKG_VERSION")))
        .render(&mut page);
    let mut behind = Roff::new();
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
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
            behind.text([bold(name(verb)), roman("(1)")]);
        }
    }
    let _ = behind.to_writer(&mut page);
    String::from_utf8_lossy(&page).into_owned()
}
