//! Compares the drop-in packages of compat/ with the originals: tests of published packages, and
//! speed.

mod measure;
mod tested;

use std::error::Error;
use std::path::Path;
use std::process::Command;

use clap::Subcommand;

use crate::packages::Package;
use crate::{machine, packages};

#[derive(Subcommand)]
pub(crate) enum Task {
    /// Run the tests of published packages with the originals and with the drop-in packages
    ///
    /// cargo downloads the packages from the registry. They are copied to a separate workspace,
    /// target/compat, and their tests run there: first with the published originals, then with the
    /// two lines of compat/README.md in that workspace's Cargo.toml. A test that passes the first
    /// time must pass the second time. The logs are in target/compat, too. A package that cannot
    /// run prints SKIPPED and the reason.
    Test {
        /// The packages; by default all except the large ones
        packages: Vec<String>,
    },
    /// Measure a program that depends on the originals, with and without the drop-in packages, and write
    /// its table in compat/README.md
    ///
    /// The program is built twice, in target/programs: without the two lines of `[patch]`, and with
    /// them. Both take turns, and their results must agree. Use `taskset -c 1` on an otherwise idle
    /// machine. `PERCENT_CORPUS=FILE[,FILE]` adds real lines to those of samples/access.log: URLs,
    /// paths or access logs.
    Measure {
        #[arg(value_parser = measure::PROGRAMS.map(|(name, ..)| name))]
        name: String,
    },
}

pub(crate) fn run(task: &Task, root: &Path) -> Result<(), Box<dyn Error>> {
    match task {
        Task::Test { packages } => tested::run(packages, root),
        Task::Measure { name } => measure::run(name, root),
    }
}

/// The drop-in packages, and the versions of the originals that programs require.
const DROP_INS: [(&str, &str); 2] = [("percent-encoding", "2.3.2"), ("form_urlencoded", "1.2.2")];

/// The lines of a workspace's Cargo.toml.
fn patch(root: &Path) -> String {
    let line = |(name, _)| format!("{name} = {{ path = {:?} }}\n", root.join("compat").join(name));
    format!("\n[patch.crates-io]\n{}", DROP_INS.map(line).concat())
}

/// Checks that a workspace has one package of each name, of the required version, and the drop-in
/// package if and only if `patched`.
fn check_drop_ins(root: &Path, workspace: &Path, patched: bool) -> Result<(), Box<dyn Error>> {
    let found = of_host(workspace)?;
    let (with, wanted) = if patched { ("with", "ours") } else { ("without", "the original") };
    for (name, version) in DROP_INS {
        let ones: Vec<&Package> = found.iter().filter(|each| each.name == name).collect();
        let is_ours = |one: &Package| one.folder() == root.join("compat").join(name);
        for one in &ones {
            let folder = one.folder().strip_prefix(root).unwrap_or(one.folder()).display();
            println!("{with} the patch, {name} is {} of {folder}", one.version);
        }
        if !matches!(ones[..], [one] if one.version == version && is_ours(one) == patched) {
            return Err(format!(
                "{}: expected one {name} {version}, {wanted}",
                workspace.display()
            )
            .into());
        }
    }
    Ok(())
}

/// The packages in the folder that this machine builds.
fn of_host(folder: &Path) -> Result<Vec<Package>, Box<dyn Error>> {
    let host = machine::stdout(Command::new("rustc").args(["--print", "host-tuple"]))?;
    packages::of(folder, &["--filter-platform", host.trim()])
}
