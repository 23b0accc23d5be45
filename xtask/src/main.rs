//! Chores of this repository: `cargo run -p xtask -- help`.

mod arrows;
mod bench;
mod chart;
mod compat;
mod front;
mod generate;
mod languages;
mod links;
mod losses;
mod machine;
mod msrv;
mod narrower;
mod packages;
mod page;
mod peers;
mod program;
mod rates;
mod report;
mod results;
mod store;

use std::path::Path;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "xtask", about = "Chores of this repository")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Check that the files of a package have no dependency cycle, and that modules depend on one
    /// another only as drawn in docs/modules.md
    ///
    /// A module may use only modules on the lines below its own. A module that is missing from a
    /// drawing, or exists only there, fails too. Comments, strings and code under `#[cfg(test)]` do
    /// not count.
    Arrows {
        /// Print every dependency between modules
        #[arg(long)]
        all: bool,
    },
    /// Run the benchmarks, write their figures to benches/results/, and write the report
    ///
    /// Use `taskset -c 1`. Nothing else should run meanwhile, because cores of one machine often
    /// share resources. `PERCENT_CORPUS=FILE,FILE` adds real lines.
    Bench {
        #[command(subcommand)]
        of: Option<Bench>,
    },
    /// Test and measure the drop-in packages of compat/ against the originals
    #[command(subcommand)]
    Compat(compat::Task),
    /// Write the tables that follow from the lists of schemes and flags: the C library's names and
    /// headers, Python's flags, docs/api.txt
    Generate {
        /// Write nothing, and fail if a table or a list of names is out of date
        #[arg(long)]
        check: bool,
    },
    /// Check the links and anchors of the Markdown pages and of the documentation in target/doc
    Links,
    /// Check that no crate that users compile needs a newer Rust than `rust-version`
    Msrv,
    /// Write BENCHMARKS.md, docs/benchmarks/, and the figures of README.md and cli/README.md from
    /// benches/results/ and the tables of ci/pct-speed
    Report,
}

#[derive(Subcommand)]
enum Bench {
    /// Compare and measure the libraries of other languages (benches/languages), and write the
    /// report
    ///
    /// On Debian this installs missing packages, mostly to target/peers. Use `taskset -c 1`.
    Peers,
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let root = root.unwrap_or_else(|| Path::new("."));
    let result = match Cli::parse().task {
        Task::Arrows { all } => arrows::check(root, all),
        Task::Bench { of: None } => bench::run(root),
        Task::Bench { of: Some(Bench::Peers) } => peers::run(root),
        Task::Compat(task) => compat::run(&task, root),
        Task::Generate { check } => generate::run(root, check),
        Task::Links => links::check(root),
        Task::Msrv => msrv::check(root),
        Task::Report => report::write(root),
    };
    if let Err(error) = result {
        eprintln!("xtask: {error}");
        std::process::exit(1);
    }
}
