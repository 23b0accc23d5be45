//! Compares the drop-in packages with the originals in one program, compat/measure.
//!
//! The program contains `url` twice: as published, and as a copy (in target/measure) whose
//! Cargo.toml depends on the drop-in packages by path and is otherwise unchanged. `[patch]` cannot
//! do that, because it replaces a package for the whole program.

use std::error::Error;
use std::path::Path;
use std::process::Command;

use clap::Args;

use super::DROP_INS;
use crate::{machine, report};

const URL: &str = "2.5.8";

#[derive(Args)]
pub(crate) struct Options {
    /// Write the tables to compat/README.md instead of printing them
    #[arg(long)]
    write: bool,
    /// Only compare the results
    #[arg(long)]
    check: bool,
    /// Measure only these calls
    calls: Vec<String>,
}

pub(crate) fn run(options: &Options, root: &Path) -> Result<(), Box<dyn Error>> {
    let (compat, folder) = (root.join("compat"), machine::target(root).join("measure"));
    super::copy_published(&[("url", URL)], &folder.join("packages"))?;
    let manifest = folder.join("packages/url/Cargo.toml");
    let mut text = std::fs::read_to_string(&manifest)?;
    let mut dependencies = format!(
        "percent-simd = {{ path = {root:?}, default-features = false, features = ['simd'] }}\n\
         original-url = {{ package = 'url', version = '={URL}' }}\n\
         drop-in-url = {{ package = 'url', path = 'packages/url' }}\n"
    );
    for (name, version) in DROP_INS {
        let (section, path) = (format!("[dependencies.{name}]\n"), compat.join(name));
        if !text.contains(&section) {
            return Err(format!("{}: there is no {section}", manifest.display()).into());
        }
        text = text.replace(&section, &format!("{section}path = {path:?}\n"));
        dependencies += &format!(
            "original-{name} = {{ package = '{name}', version = '={version}' }}\n\
             drop-in-{name} = {{ package = '{name}', path = {path:?} }}\n"
        );
    }
    std::fs::write(manifest, text)?;
    std::fs::write(
        folder.join("Cargo.toml"),
        format!(
            "[workspace]\nexclude = ['packages']\n[package]\nname = 'measure'\nedition = '2024'\nrust-version = '1.89'\n\
             [[bin]]\nname = 'measure'\npath = {:?}\n[dependencies]\n{dependencies}",
            compat.join("measure/main.rs")
        ),
    )?;
    let target = folder.join("target");
    let mut build = Command::new("cargo");
    build.args(["build", "--quiet", "--release"]).current_dir(&folder);
    machine::status(build.env("CARGO_TARGET_DIR", &target))?;
    let mut program = Command::new(target.join("release/measure"));
    program.args(&options.calls).args(options.check.then_some("--check"));
    let measured = machine::stdout(program.env("PERCENT_SAMPLE", root.join("samples/access.log")))?;
    if options.check {
        return Ok(());
    }
    let text = format!("{}; {measured}", machine::line(root));
    report::print_or_write(&text, options.write.then_some("compat/README.md"), "measured", root)
}
