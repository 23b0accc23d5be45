//! Runs the benchmarks, pinned, and merges what they say into the file of this machine.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use clap::Args;

use crate::machine::{self, Machine};
use crate::results::{Measured, Results};
use crate::{criterion, report, sweep};

const BENCHES: [&str; 11] = [
    "lines", "find", "decode", "encode", "form", "scheme", "inspect", "path", "batch", "short",
    "sweep",
];
/// A full run. The first screen is of `lines` alone: three passes, as far apart as they can be.
const WHOLE: [&str; 13] = [
    "lines", "find", "decode", "encode", "form", "lines", "scheme", "inspect", "path", "batch",
    "short", "sweep", "lines",
];
/// What `scheme` measures needs it; the others do not change with it.
const FEATURES: [&str; 2] = ["--features", "full,serde"];
/// Rounds of one pass of `lines`.
const ROUNDS: &str = "9";

#[derive(Args)]
pub(crate) struct Options {
    /// The core to run on
    #[arg(long, default_value_t = 1)]
    core: usize,
    /// The machine's name, instead of its CPU's
    #[arg(long)]
    machine: Option<String>,
    /// A further pass of what was measured already, on the same commit: the figures show how much
    /// they vary
    #[arg(long)]
    again: bool,
    /// The benchmarks to run; the others keep their figures
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(BENCHES))]
    benches: Vec<String>,
}

/// Where things are.
struct Place {
    root: PathBuf,
    target: PathBuf,
}

pub(crate) fn run(options: &Options, root: &Path) -> Result<(), Box<dyn Error>> {
    let target = root.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()));
    let place = Place { root: root.to_owned(), target };
    let run = machine::run(root);
    let mut results = Results::of(root, Machine::here(options.machine.as_deref()))?;
    let is_whole = options.benches.is_empty();
    let steps: Vec<&str> = if is_whole {
        WHOLE.to_vec()
    } else {
        options.benches.iter().map(|bench| &**bench).collect()
    };
    place.build(&steps)?;
    if is_whole {
        results.retain(&BENCHES);
    }
    let begin = Instant::now();
    for (index, bench) in steps.iter().enumerate() {
        let (number, seconds) = (index + 1, begin.elapsed().as_secs());
        println!("==== {bench} ({number} of {}), {seconds} s after the start", steps.len());
        let again = options.again || steps[..index].contains(bench);
        let measured = place.measure(bench, options.core)?;
        results.merge(bench, run.clone(), measured, again)?;
        // What is measured is kept, whatever becomes of the rest.
        results.write(root)?;
    }
    println!("==== measured in {} s", begin.elapsed().as_secs());
    report::write(root)
}

impl Place {
    fn build(&self, benches: &[&str]) -> Result<(), Box<dyn Error>> {
        let arguments = benches.iter().flat_map(|bench| ["--bench", bench]);
        let mut command = Command::new("cargo");
        command.current_dir(&self.root).args(["bench", "--no-run"]).args(FEATURES).args(arguments);
        machine::status(&mut command)
    }

    /// One pass of one benchmark.
    fn measure(&self, bench: &str, core: usize) -> Result<Measured, Box<dyn Error>> {
        let folder = self.target.join("xtask").join(bench);
        // Rows that no longer exist shall not be found there.
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
        let mut command = pinned(core);
        command.current_dir(&self.root).env("CRITERION_HOME", &folder);
        command.args(["cargo", "bench"]).args(FEATURES).args(["--bench", bench, "--"]);
        match bench {
            "lines" => {
                let file = folder.join("lines.json");
                command.args(["--rounds", ROUNDS, "--json"]).arg(&file);
                machine::status(command.stdout(Stdio::null()))?;
                Ok(Measured::Lines(serde_json::from_slice(&std::fs::read(file)?)?))
            }
            "sweep" => {
                machine::status(&mut command)?;
                Ok(Measured::Sweep(sweep::read(&self.target.join("sweep.csv"))?))
            }
            _ => {
                machine::status(command.arg("--noplot"))?;
                Ok(Measured::Criterion(criterion::read(&folder, bench)?))
            }
        }
    }
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
