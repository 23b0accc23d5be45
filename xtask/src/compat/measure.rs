//! Measures a program that depends on the originals, with and without the drop-in packages:
//! compat/measure.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::machine;
use crate::report::replace_between;
use percent_simd_benches::figures::middle;

const ROUNDS: usize = 15;
/// The page of the tables.
const PAGE: &str = "compat/README.md";
/// A smaller ratio is a loss.
const LOSS: f64 = 0.99;

/// The name, the dependencies, and the packages whose speed counts. Other packages, such as parsers
/// and planners, are not optimised, to shorten the build: a call runs little of their code, equally
/// on both sides.
pub(super) const PROGRAMS: [(&str, &str, &[&str]); 2] = [
    (
        "calls",
        "percent-encoding = '2.3.2'\nform_urlencoded = '1.2.2'\nurl = '=2.5.8'",
        &["idna", "url"],
    ),
    (
        "vrl",
        "vrl = { version = '=0.38.0', default-features = false, features = ['stdlib-base'] }",
        &["bytes", "bytestring", "url", "vrl"],
    ),
];
const OPTIMISED: [&str; 5] =
    ["form_urlencoded", "memchr", "percent-encoding", "percent-simd", "simdutf8"];

/// A program's result for an input.
#[derive(Deserialize)]
struct Figure {
    call: String,
    input: String,
    ns: f64,
    answer: String,
}

/// The median ratio of the originals' time to the drop-ins' for an input.
struct Ratio {
    call: String,
    input: String,
    ratio: f64,
}

impl Ratio {
    /// `8` of the generated input `clean, 8 bytes`.
    fn size(&self) -> Option<&str> {
        Some(self.input.strip_suffix(" bytes")?.split_once(", ")?.1)
    }
}

pub(super) fn run(name: &str, root: &Path) -> Result<(), Box<dyn Error>> {
    let programs = [build(name, root, false)?, build(name, root, true)?];
    let round = |_| Ok([measure(&programs[0], root)?, measure(&programs[1], root)?]);
    let rounds = (0..ROUNDS).map(round).collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    let (backend, first) = &rounds[0][1];
    let mut ratios = Vec::new();
    for (index, Figure { call, input, answer, .. }) in first.iter().enumerate() {
        let figures = |side: usize| rounds.iter().map(move |round| &round[side].1[index]);
        if figures(0).chain(figures(1)).any(|figure| figure.answer != *answer) {
            return Err(format!("{call}, {input}: the answers differ").into());
        }
        let each = figures(0).zip(figures(1)).map(|(without, with)| without.ns / with.ns);
        let ratio = middle(&each.collect::<Vec<_>>());
        let [without, with] =
            [0, 1].map(|side| middle(&figures(side).map(|figure| figure.ns).collect::<Vec<f64>>()));
        println!("{call}, {input}: {without:.0} ns, with the drop-ins {with:.0} ns");
        ratios.push(Ratio { call: call.clone(), input: input.clone(), ratio });
    }
    let date = machine::run(root).date;
    let head = format!(
        "{}, {date}; {backend}; medians of {ROUNDS} rounds. Losses above 1% are bold.",
        machine::line(root)
    );
    let page = root.join(PAGE);
    let text = replace_between(
        &std::fs::read_to_string(&page)?,
        PAGE,
        name,
        &format!("{head}\n\n{}", tables(&ratios)),
    )?;
    std::fs::write(page, text)?;
    println!("wrote {PAGE}");
    Ok(())
}

/// The table of generated inputs by length, with a ratio for each kind in a cell, and the table of
/// files.
fn tables(ratios: &[Ratio]) -> String {
    let (generated, files): (Vec<_>, Vec<_>) =
        ratios.iter().partition(|each| each.size().is_some());
    let mut text = String::new();
    for (title, ratios) in [("call, by bytes", generated), ("call", files)] {
        let column = |ratio: &&Ratio| ratio.size().unwrap_or(&ratio.input).to_owned();
        let columns = distinct(ratios.iter().map(column));
        if columns.is_empty() {
            continue;
        }
        let rule = " ---: |".repeat(columns.len());
        let _ = writeln!(text, "| {title} | {} |\n| --- |{rule}", columns.join(" | "));
        for call in distinct(ratios.iter().map(|ratio| ratio.call.clone())) {
            let cell = |name: &String| {
                let of_cell =
                    ratios.iter().filter(|each| each.call == call && column(each) == *name);
                let shown = of_cell.map(|each| shown(each.ratio));
                shown.collect::<Vec<_>>().join("\u{a0}·\u{a0}")
            };
            let cells: Vec<_> = columns.iter().map(cell).collect();
            let _ = writeln!(text, "| `{call}` | {} |", cells.join(" | "));
        }
        text.push('\n');
    }
    text
}

/// Each text once, in the order of the first occurrences.
fn distinct(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut once = Vec::new();
    for text in texts {
        if !once.contains(&text) {
            once.push(text);
        }
    }
    once
}

/// A ratio, bold if it is a loss.
fn shown(ratio: f64) -> String {
    match ratio {
        ..LOSS => format!("**{ratio:.2}**"),
        ..1.045 => format!("{ratio:.2}"),
        ..9.95 => format!("{ratio:.1}"),
        _ => format!("{ratio:.0}"),
    }
}

/// Builds a program in a separate workspace, with or without the patch.
fn build(name: &str, root: &Path, patched: bool) -> Result<PathBuf, Box<dyn Error>> {
    let (patch, side) =
        if patched { (super::patch(root), "with") } else { (String::new(), "without") };
    let workspace = machine::target(root).join("programs").join(name).join(side);
    std::fs::create_dir_all(&workspace)?;
    // Both sides take the newest versions.
    let lock = workspace.join("Cargo.lock");
    if lock.exists() {
        std::fs::remove_file(lock)?;
    }
    let known = PROGRAMS.into_iter().find(|(known, ..)| *known == name);
    let (_, dependencies, optimised) = known.ok_or("no such program")?;
    let program = root.join(format!("compat/measure/{name}.rs"));
    let support = root.join("tests/support");
    let optimised = OPTIMISED.iter().chain(optimised);
    let profile: String = optimised.map(|each| format!("{each}.opt-level = 3\n")).collect();
    std::fs::write(
        workspace.join("Cargo.toml"),
        format!(
            "[workspace]\n[package]\nname = 'measure-{name}'\nedition = '2024'\n\
             [[bin]]\nname = 'measure-{name}'\npath = {program:?}\n[dependencies]\n\
             percent-simd = {{ path = {root:?}, default-features = false, features = ['avx512', 'ssse3'] }}\n\
             support = {{ package = 'percent-simd-support', path = {support:?} }}\n\
             {dependencies}\n[profile.release.package]\n'*'.opt-level = 0\n{profile}{patch}"
        ),
    )?;
    super::check_drop_ins(root, &workspace, patched)?;
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release"]).current_dir(&workspace);
    cargo.env("CARGO_TARGET_DIR", workspace.join("target")).env("CARGO_PROFILE_RELEASE_DEBUG", "0");
    machine::status(&mut cargo)?;
    Ok(workspace.join(format!("target/release/measure-{name}")))
}

/// The output of a program: the backend, then a line for each input.
fn measure(program: &Path, root: &Path) -> Result<(String, Vec<Figure>), Box<dyn Error>> {
    let mut lines = root.join("samples/access.log").display().to_string();
    if let Ok(corpus) = std::env::var("PERCENT_CORPUS") {
        lines += &format!(",{corpus}");
    }
    let said = machine::stdout(Command::new(program).env("PERCENT_LINES", lines))?;
    let (active, figures) = said.split_once('\n').ok_or("the program says nothing")?;
    let active: serde_json::Value = serde_json::from_str(active)?;
    let figures = figures.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    Ok((active["backend"].to_string().replace('"', "`"), figures))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_a_length_share_a_cell() {
        let ratio = |call: &str, input: &str, ratio| {
            let (call, input) = (call.to_owned(), input.to_owned());
            Ratio { call, input, ratio }
        };
        let text = tables(&[
            ratio("a(..)", "clean, 8 bytes", 2.55),
            ratio("a(..)", "clean, 64 bytes", 12.4),
            ratio("a(..)", "cyrillic, 8 bytes", 0.9),
            ratio("a(..)", "cyrillic, 64 bytes", 1.02),
            ratio("a(..)", "access.log", 1.3),
            ratio("b(..)", "access.log", 0.995),
        ]);
        let generated = "| call, by bytes | 8 | 64 |\n| --- | ---: | ---: |\n\
             | `a(..)` | 2.5\u{a0}·\u{a0}**0.90** | 12\u{a0}·\u{a0}1.02 |\n\n";
        let files =
            "| call | access.log |\n| --- | ---: |\n| `a(..)` | 1.3 |\n| `b(..)` | 0.99 |\n\n";
        assert_eq!(text, format!("{generated}{files}"));
    }
}
