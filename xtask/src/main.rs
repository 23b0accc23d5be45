//! Chores of this repository: `cargo run -p xtask -- help`.

mod bench;
mod lines;
mod losses;
mod machine;
mod plot;
mod results;
mod sweep;
mod tables;
mod targets;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "xtask", about = "Chores of this repository")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run the benchmarks pinned to one core and write their tables into BENCHMARKS.md
    ///
    /// Nothing else should run meanwhile: two cores of one machine often share more than they say.
    /// `PERCENT_CORPUS=FILE,FILE` adds real lines.
    Bench(bench::Options),
}

fn main() {
    let result = match Cli::parse().task {
        Task::Bench(options) => bench::run(&options),
    };
    if let Err(error) = result {
        eprintln!("xtask: {error}");
        std::process::exit(1);
    }
}
