//! Renders the pages from the measurements.

use std::error::Error;
use std::path::Path;

use crate::languages::{self, Languages};
use crate::results::Results;
use crate::{chart, front, losses, page, program};

const FRONT: &str = "BENCHMARKS.md";
const README: &str = "README.md";
const PROGRAM: &str = "cli/README.md";
const FOLDER: &str = "docs/benchmarks";

/// Renders all machines.
pub(crate) fn write(root: &Path) -> Result<(), Box<dyn Error>> {
    for (file, text) in render(root, &Results::all(root)?, &Languages::all(root)?)? {
        let file = root.join(file);
        std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        println!("wrote {}", file.strip_prefix(root).unwrap_or(&file).display());
    }
    Ok(())
}

/// Files, relative to the root, and their new contents.
fn render(
    root: &Path,
    machines: &[Results],
    languages: &[Languages],
) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let read = |file: &str| {
        std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))
    };
    let page = |results: &Results| {
        let (cpu, run) = (results.machine.title(), &results.run);
        let name = results.machine.file_name();
        format!(
            "* [{cpu}]({FOLDER}/{name}.md), commit {}, {}, {}",
            run.commit, run.date, run.compiler
        )
    };
    let pages = machines.iter().map(page).collect::<Vec<_>>().join("\n");
    let mut files = Vec::new();
    for (file, parts) in [
        (
            FRONT,
            vec![
                ("ratios", front::table(machines)),
                ("losses", losses::losses(machines)),
                ("ports", front::ports(machines)),
                ("without-simd", front::without_simd(machines)),
                ("languages", languages::tables(languages)),
                ("machines", pages),
            ],
        ),
        (
            README,
            vec![("headline", front::headline(machines)), ("speed", front::summary(machines))],
        ),
    ] {
        let mut text = read(file)?;
        for (name, new) in parts {
            text = replace_between(&text, file, name, &new)?;
        }
        files.push((file.to_owned(), text));
    }
    let speed = program::speed(&read(FRONT)?)?;
    let text = replace_between(&read(PROGRAM)?, PROGRAM, "speed", &speed)?;
    files.push((PROGRAM.to_owned(), text));
    for results in machines {
        let name = results.machine.file_name();
        files.push((format!("{FOLDER}/{name}.md"), page::markdown(results)));
    }
    if let Some(results) = front::latest(machines) {
        for theme in &chart::THEMES {
            files.push((
                format!("{FOLDER}/decode-{}.svg", theme.name),
                chart::decoding(results).svg(theme),
            ));
        }
    }
    if let Some(results) = languages::latest(languages) {
        for theme in &chart::THEMES {
            let file = format!("{FOLDER}/languages-{}.svg", theme.name);
            files.push((file, languages::chart(results).svg(theme)));
        }
    }
    Ok(files)
}

/// Replaces the text between `<!-- NAME -->` and `<!-- /NAME -->`.
pub(crate) fn replace_between(
    text: &str,
    file: &str,
    name: &str,
    new: &str,
) -> Result<String, String> {
    let (open, close) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    let missing = || format!("{file}: there is no pair {open} and {close}");
    let (before, rest) = text.split_once(&open).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&close).ok_or_else(missing)?;
    Ok(format!("{before}{open}\n{}\n{close}{after}", new.trim()))
}

#[cfg(test)]
mod tests;
