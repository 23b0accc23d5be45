//! Measures a program that depends on the originals, with and without the drop-in packages:
//! compat/measure.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::machine;
use percent_simd_benches::figures::middle;

const ROUNDS: usize = 15;

/// The name, the dependencies, and the packages whose speed counts. The others, such as parsers and
/// planners, are not optimised, to shorten the build; a call runs little of them, and both sides
/// equally.
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

pub(super) fn run(name: &str, root: &Path) -> Result<(), Box<dyn Error>> {
    let programs = [build(name, root, false)?, build(name, root, true)?];
    let round = |_| Ok([measure(&programs[0], root)?, measure(&programs[1], root)?]);
    let rounds = (0..ROUNDS).map(round).collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    let (backend, first) = &rounds[0][1];
    let mut table = format!(
        "{}; {backend}; medians of {ROUNDS} rounds; losses above 1% are bold.\n\n| call | input | originals, ns | drop-ins, ns | ratio |\n\
         | --- | --- | ---: | ---: | ---: |\n",
        machine::line(root)
    );
    for (index, Figure { call, input, answer, .. }) in first.iter().enumerate() {
        let figures = |side: usize| rounds.iter().map(move |round| &round[side].1[index]);
        if figures(0).chain(figures(1)).any(|figure| figure.answer != *answer) {
            return Err(format!("{call}, {input}: the answers differ").into());
        }
        let ratios = figures(0).zip(figures(1)).map(|(without, with)| without.ns / with.ns);
        let ratio = middle(&ratios.collect::<Vec<_>>());
        let [without, with] =
            [0, 1].map(|side| middle(&figures(side).map(|figure| figure.ns).collect::<Vec<f64>>()));
        let bold = if ratio < 0.99 { "**" } else { "" };
        writeln!(
            table,
            "| `{call}` | {input} | {without:.0} | {with:.0} | {bold}{ratio:.2}{bold} |"
        )?;
    }
    println!("{table}");
    Ok(())
}

/// Builds a program in a workspace of its own, with or without the patch.
fn build(name: &str, root: &Path, patched: bool) -> Result<PathBuf, Box<dyn Error>> {
    let (patch, side) =
        if patched { (super::patch(root), "with") } else { (String::new(), "without") };
    let workspace = machine::target(root).join("programs").join(name).join(side);
    std::fs::create_dir_all(&workspace)?;
    // Both sides take the versions of today.
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
