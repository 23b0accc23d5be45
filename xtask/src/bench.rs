//! Runs the benchmarks `lines` and `without-simd`, and writes their figures to this machine's file.

use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::machine::{self, Machine};
use crate::report;
use crate::results::Results;
use percent_simd_benches::figures::Figures;

/// Each pass is a separate process. Further passes follow while a ratio deviates by more than 15%
/// in more than a quarter of them.
const PASSES: std::ops::RangeInclusive<usize> = 3..=8;

pub(crate) fn run(root: &Path) -> Result<(), Box<dyn Error>> {
    let (machine, run) = (Machine::here(), machine::run(root));
    let mut results = Results { machine, run, passes: 0, figures: Figures::default() };
    let file = machine::target(root).join("lines.json");
    for pass in 1..=*PASSES.end() {
        println!("==== pass {pass}, of {} to {}", PASSES.start(), PASSES.end());
        measure(root, "percent-simd-benches", "lines", &file)?;
        results.figures.merge(serde_json::from_slice(&std::fs::read(&file)?)?);
        results.passes += 1;
        let deviating = results.figures.deviating();
        println!("{deviating} ratios deviate by more than 15%");
        if deviating == 0 && PASSES.contains(&pass) {
            break;
        }
    }
    measure(root, "percent-simd-benches-without-simd", "without-simd", &file)?;
    results.figures.without_simd = serde_json::from_slice(&std::fs::read(&file)?)?;
    results.write(root)?;
    report::write(root)
}

/// Runs a benchmark, which writes its figures to the file.
fn measure(root: &Path, package: &str, name: &str, file: &Path) -> Result<(), Box<dyn Error>> {
    let mut command = Command::new("cargo");
    command.args(["bench", "-p", package, "--bench", name, "--", "--json"]).arg(file);
    machine::status(command.current_dir(root).stdout(Stdio::null()))
}
