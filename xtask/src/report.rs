//! Renders the pages from the measurements.

use std::error::Error;
use std::path::Path;

use crate::results::Results;
use crate::weight::Weight;
use crate::{front, page};

const FRONT: &str = "BENCHMARKS.md";
const README: &str = "README.md";
/// The folder of pages.
const FOLDER: &str = "docs/benchmarks";

/// Renders all machines.
pub(crate) fn write(root: &Path) -> Result<(), Box<dyn Error>> {
    for (file, text) in render(root, &Results::all(root)?)? {
        let file = root.join(file);
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        println!("wrote {}", file.strip_prefix(root).unwrap_or(&file).display());
    }
    Ok(())
}

/// Files, relative to the root, and their new contents.
fn render(root: &Path, machines: &[Results]) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let read = |file: &str| {
        std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))
    };
    let mut front = front_page(&read(FRONT)?, machines)?;
    let mut readme = replace_between(&read(README)?, README, "speed", &front::summary(machines))?;
    if let Some(weight) = Weight::read(root)? {
        front = replace_between(&front, FRONT, "weight", &weight.tables())?;
        readme = replace_between(&readme, README, "weight", &weight.line())?;
    }
    let mut files = vec![(FRONT.to_owned(), front), (README.to_owned(), readme)];
    for results in machines {
        let name = results.machine.file_name();
        files.push((format!("{FOLDER}/{name}.md"), page::markdown(results)));
    }
    Ok(files)
}

/// The first screen, between text that is written by hand.
fn front_page(text: &str, machines: &[Results]) -> Result<String, String> {
    let pages: Vec<String> = machines
        .iter()
        .map(|results| {
            let machine = &results.machine;
            let commit = results.runs.last();
            let commit = commit.map_or_else(String::new, |run| {
                format!(", commit {}, {}, {}", run.commit, run.date, run.compiler)
            });
            format!("* [{}]({FOLDER}/{}.md){commit}", machine.cpu, machine.file_name())
        })
        .collect();
    let mut text = text.to_owned();
    for (name, new) in [
        ("files", front::files(machines)),
        ("ratios", front::table(machines)),
        ("losses", front::losses(machines)),
        ("machines", pages.join("\n")),
    ] {
        text = replace_between(&text, FRONT, name, &new)?;
    }
    Ok(text)
}

/// Prints a text that was measured, and puts it between its marks in a file, if one is named.
pub(crate) fn print_or_write(
    text: &str,
    file: Option<&str>,
    name: &str,
    root: &Path,
) -> Result<(), Box<dyn Error>> {
    println!("{text}");
    let Some(file) = file else { return Ok(()) };
    let old = std::fs::read_to_string(root.join(file))?;
    Ok(std::fs::write(root.join(file), replace_between(&old, file, name, text)?)?)
}

/// Replaces the text between `<!-- NAME -->` and `<!-- /NAME -->`.
fn replace_between(text: &str, file: &str, name: &str, new: &str) -> Result<String, String> {
    let (open, close) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    let missing = || format!("{file}: there is no pair {open} and {close}");
    let (before, rest) = text.split_once(&open).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&close).ok_or_else(missing)?;
    Ok(format!("{before}{open}\n{}\n{close}{after}", new.trim()))
}

#[cfg(test)]
mod tests;
