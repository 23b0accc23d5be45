//! Runs the benchmarks, pinned, and puts what they say into BENCHMARKS.md.

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use clap::Args;
use percent_simd::Backend;

use crate::sweep::Sweep;
use crate::{lines, losses, machine, plot, results, tables, targets};

const BENCHES: [&str; 12] = [
    "find", "decode", "encode", "form", "scheme", "inspect", "path", "batch", "short", "corpus",
    "lines", "sweep",
];
/// What `scheme` measures needs it; the others do not change with it.
const FEATURES: [&str; 2] = ["--features", "serde"];
const FILE: &str = "BENCHMARKS.md";

#[derive(Args)]
pub(crate) struct Options {
    /// The core to run on
    #[arg(long, default_value_t = 1)]
    core: usize,
    /// Only write the tables, from what the last run has left in the target folder
    #[arg(long)]
    no_run: bool,
    /// The benchmarks to run; the others keep their last figures
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(BENCHES))]
    benches: Vec<String>,
}

pub(crate) fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .ok_or("xtask is in a folder of the repository")?;
    let target = root.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()));
    let machine = machine::describe(root);
    if !options.no_run {
        measure(root, &target, options)?;
    }
    let results = results::read(&target.join("criterion"))?;
    let sweep = Sweep::read(&target.join("sweep.csv"))?;
    let lines = lines::markdown(&target)?;
    if results.is_empty() && sweep.panels.is_empty() && lines.is_empty() {
        return Err(format!("{} holds no results: run without --no-run", target.display()).into());
    }
    let file = root.join(FILE);
    let active = Backend::active().name();
    let mut text =
        std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let is_whole = options.benches.is_empty();
    if !options.no_run && is_whole {
        // Else the machine and the commit are still those of the run before.
        text = replace_between(&text, "machine", &machine)?;
    }
    let is_chosen = |bench: &&str| is_whole || options.benches.iter().any(|chosen| chosen == bench);
    for (name, benches, new) in [
        (
            "tables",
            &["find", "decode", "encode", "form", "short", "corpus"][..],
            tables::all(&results),
        ),
        ("schemes", &["scheme"], tables::schemes(&results)),
        ("policies", &["inspect", "path", "batch"], tables::policies(&results)),
        ("lines", &["lines"], lines),
    ] {
        // What was not measured stays.
        if benches.iter().any(is_chosen) && !new.is_empty() {
            text = replace_between(&text, name, &new)?;
        }
    }
    if is_whole {
        for (name, new) in [
            ("targets", targets::table(&results, &sweep, active)),
            ("sweep", sweep.summary(active)),
            ("losses", losses::lost(&results)),
            ("spread", losses::spread(&results)),
            ("means", losses::means(&results)),
        ] {
            text = replace_between(&text, name, &new)?;
        }
    }
    std::fs::write(&file, text)?;
    if is_whole && !sweep.panels.is_empty() {
        for direction in ["decode", "encode"] {
            std::fs::write(
                root.join(format!("docs/sweep-{direction}.svg")),
                plot::svg(&sweep, direction)?,
            )?;
        }
    }
    println!(
        "wrote {FILE}: {} figures and {} panels of the sweep",
        results.len(),
        sweep.panels.len()
    );
    Ok(())
}

fn measure(root: &Path, target: &Path, options: &Options) -> Result<(), Box<dyn Error>> {
    let all: Vec<String> = BENCHES.map(str::to_owned).into();
    let benches = if options.benches.is_empty() { &all } else { &options.benches };
    let arguments = || benches.iter().flat_map(|bench| ["--bench", bench]);
    status(
        Command::new("cargo")
            .current_dir(root)
            .args(["bench", "--no-run"])
            .args(FEATURES)
            .args(arguments()),
    )?;
    // A full run starts afresh: rows that no longer exist shall not stay in the tables.
    let old = target.join("criterion");
    if options.benches.is_empty() && old.exists() {
        std::fs::remove_dir_all(old)?;
    }
    let begin = Instant::now();
    for (index, bench) in benches.iter().enumerate() {
        println!(
            "==== {bench} ({} of {}), {} s after the start",
            index + 1,
            benches.len(),
            begin.elapsed().as_secs()
        );
        let mut command = pinned(options.core);
        command
            .current_dir(root)
            .args(["cargo", "bench"])
            .args(FEATURES)
            .args(["--bench", bench, "--"]);
        if bench == "lines" {
            lines::measure(root, target, &mut command)?;
        } else {
            status(command.arg("--noplot"))?;
        }
    }
    println!("==== measured in {} s", begin.elapsed().as_secs());
    Ok(())
}

/// A command on one core, where there is a `taskset`.
fn pinned(core: usize) -> Command {
    let mut command = Command::new("taskset");
    if command.arg("--version").output().is_ok() {
        command = Command::new("taskset");
        command.args(["-c", &core.to_string()]);
        return command;
    }
    println!("there is no taskset: running on any core");
    Command::new("env")
}

pub(crate) fn status(command: &mut Command) -> Result<(), Box<dyn Error>> {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}").into()) }
}

/// Replaces what stands between `<!-- NAME -->` and `<!-- /NAME -->`.
fn replace_between(text: &str, name: &str, new: &str) -> Result<String, String> {
    let (open, close) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    let missing = || format!("{FILE}: there is no pair {open} and {close}");
    let (before, rest) = text.split_once(&open).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&close).ok_or_else(missing)?;
    Ok(format!("{before}{open}\n{}\n{close}{after}", new.trim()))
}
