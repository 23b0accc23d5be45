//! Runs the benchmark `lines`, and writes its figures to this machine's file.

use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::machine::{self, Machine};
use crate::report;
use crate::results::Results;
use percent_simd_benches::figures::Figures;

/// Each pass is a process of its own.
const PASSES: usize = 3;

pub(crate) fn run(root: &Path) -> Result<(), Box<dyn Error>> {
    let (machine, run) = (Machine::here(), machine::run(root));
    let mut results = Results { machine, run, passes: 0, figures: Figures::default() };
    let file = machine::target(root).join("lines.json");
    for pass in 1..=PASSES {
        println!("==== pass {pass} of {PASSES}");
        let mut command = Command::new("cargo");
        command.args(["bench", "-p", "percent-simd-benches", "--bench", "lines", "--", "--json"]);
        command.arg(&file);
        machine::status(command.current_dir(root).stdout(Stdio::null()))?;
        results.figures.merge(serde_json::from_slice(&std::fs::read(&file)?)?);
        results.passes += 1;
    }
    results.write(root)?;
    report::write(root)
}
