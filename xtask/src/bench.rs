//! Runs the benchmark `lines`, pinned to a core, and writes its figures to this machine's file.

use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use clap::Args;

use crate::machine::{self, Machine};
use crate::report;
use crate::results::{LinesRun, Results};

/// Passes of a full run.
const PASSES: usize = 3;
/// Rounds of one pass.
const ROUNDS: &str = "9";

#[derive(Args)]
pub(crate) struct Options {
    /// The core to run on
    #[arg(long, default_value_t = 1)]
    core: usize,
    /// The machine's name, instead of its CPU's
    #[arg(long)]
    machine: Option<String>,
    /// Add a pass to the existing ones of the same commit; the figures then show their variation
    #[arg(long)]
    again: bool,
    /// The number of passes; by default three, or one with `--again`
    #[arg(long)]
    passes: Option<usize>,
}

pub(crate) fn run(options: &Options, root: &Path) -> Result<(), Box<dyn Error>> {
    let target = machine::target(root);
    let run = machine::run(root);
    let mut results = Results::of(root, Machine::here(options.machine.as_deref()))?;
    let passes = options.passes.unwrap_or(if options.again { 1 } else { PASSES });
    machine::status(
        Command::new("cargo").current_dir(root).args(["bench", "--no-run", "--bench", "lines"]),
    )?;
    let begin = Instant::now();
    for pass in 0..passes {
        println!(
            "==== pass {} of {passes}, {} s after the start",
            pass + 1,
            begin.elapsed().as_secs()
        );
        let measured = measure(root, &target, options.core)?;
        results.merge(run.clone(), measured, options.again || pass > 0)?;
        // Each pass is saved at once, in case a later one fails.
        results.write(root)?;
    }
    println!("==== measured in {} s", begin.elapsed().as_secs());
    report::write(root)
}

/// One pass.
fn measure(root: &Path, target: &Path, core: usize) -> Result<LinesRun, Box<dyn Error>> {
    let folder = target.join("xtask");
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("lines.json");
    let mut command = pinned(core);
    command
        .current_dir(root)
        .args(["cargo", "bench", "--bench", "lines", "--"])
        .args(["--rounds", ROUNDS, "--json"])
        .arg(&file)
        .stdout(Stdio::null());
    machine::status(&mut command)?;
    Ok(serde_json::from_slice(&std::fs::read(file)?)?)
}

/// A command on one core, if `taskset` exists.
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
