//! Runs the benchmarks, pinned, and puts what they say into BENCHMARKS.md.

use std::error::Error;
use std::path::Path;
use std::process::Command;

use clap::Args;

use crate::{machine, results, tables};

const BENCHES: [&str; 5] = ["find", "decode", "encode", "form", "short"];
const FILE: &str = "BENCHMARKS.md";

#[derive(Args)]
pub(crate) struct Options {
    /// The core to run on
    #[arg(long, default_value_t = 1)]
    core: usize,
    /// Only write the tables, from what the last run has left in target/criterion
    #[arg(long)]
    no_run: bool,
    /// The benchmarks to run; the others keep their last figures
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(BENCHES))]
    benches: Vec<String>,
}

pub(crate) fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask stands in a folder of the repository")?;
    if !options.no_run {
        measure(root, options)?;
    }
    let results = results::read(&root.join("target/criterion"))?;
    if results.is_empty() {
        return Err("target/criterion holds no results: run without --no-run".into());
    }
    let file = root.join(FILE);
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let text = replace_between(&text, "machine", &machine::describe(root))?;
    let text = replace_between(&text, "tables", &tables::all(&results))?;
    std::fs::write(&file, text)?;
    println!("wrote {FILE}: {} figures", results.len());
    Ok(())
}

fn measure(root: &Path, options: &Options) -> Result<(), Box<dyn Error>> {
    let all: Vec<String> = BENCHES.map(str::to_owned).into();
    let benches = if options.benches.is_empty() { &all } else { &options.benches };
    let arguments = || benches.iter().flat_map(|bench| ["--bench", bench]);
    status(Command::new("cargo").current_dir(root).args(["bench", "--no-run"]).args(arguments()))?;
    for (index, bench) in benches.iter().enumerate() {
        println!("{bench} ({} of {})", index + 1, benches.len());
        let mut command = pinned(options.core);
        status(command.current_dir(root).args(["cargo", "bench", "--bench", bench, "--", "--noplot"]))?;
    }
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

fn status(command: &mut Command) -> Result<(), Box<dyn Error>> {
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
