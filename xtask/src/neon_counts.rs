//! What the NEON kernels execute, and beside it SSSE3's, which share their algorithms.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::{machine, report};

#[derive(Args)]
pub(crate) struct Options {
    /// Only print the tables
    #[arg(long)]
    print: bool,
    /// Lines, beside those of samples/access.log; of an access log, the request targets
    files: Vec<PathBuf>,
}

const TARGETS: [&str; 2] = ["aarch64-unknown-linux-gnu", "x86_64-unknown-linux-gnu"];

/// What the calls of an operation on an input executed.
struct Row {
    /// The operation, and after a colon the input.
    name: String,
    backend: String,
    calls: f64,
    bytes: f64,
    instructions: f64,
}

pub(crate) fn run(options: &Options, root: &Path) -> Result<(), Box<dyn Error>> {
    const SETUP: &str =
        "there is no toolchain for aarch64: run ci/cross-setup FOLDER and . FOLDER/env.sh first";
    let runner =
        std::env::var("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER").map_err(|_| SETUP)?;
    let (_, sysroot) = runner.split_once(" -L ").ok_or(SETUP)?;
    let folder = machine::target(root).join("costs");
    std::fs::create_dir_all(&folder)?;
    let mut cc = Command::new("cc");
    cc.args(["-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-o"]).arg(folder.join("count.so"));
    machine::status(cc.arg(root.join("ci/costs/count.c")))?;
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--release", "--bins", "--manifest-path"]);
    cargo.arg(root.join("ci/costs/Cargo.toml"));
    cargo.args(TARGETS.iter().flat_map(|target| ["--target", target]));
    machine::status(cargo.env("CARGO_TARGET_DIR", &folder))?;
    let mut files = vec![root.join("samples/access.log")];
    files.extend(options.files.iter().cloned());
    let neon = count(TARGETS[0], &["qemu-aarch64", "-L", sysroot], &folder, &files)?;
    let ssse3 = count(TARGETS[1], &["qemu-x86_64", "-cpu", "Nehalem"], &folder, &files)?;

    // The emulators ran the same calls in the same order: on each input the scalar kernel, then another.
    let mut tables = [("a call", String::new()), ("a byte of 64 KiB", String::new())];
    let mut worst = (0.0, "");
    for (neon, ssse3) in neon.chunks_exact(2).zip(ssse3.chunks_exact(2)) {
        let ([scalar, neon], [_, ssse3]) = (neon, ssse3) else { continue };
        if (&*neon.backend, &*ssse3.backend, &neon.name) != ("neon", "ssse3", &ssse3.name) {
            return Err(format!("{} has run on {}", neon.name, neon.backend).into());
        }
        let is_long = neon.name.ends_with("65536 bytes");
        // A refusal at the beginning is no loop: less than an instruction in ten bytes.
        if is_long && neon.instructions < neon.bytes / 10.0 {
            continue;
        }
        let ratio = neon.instructions / ssse3.instructions;
        worst = if ratio > worst.0 { (ratio, &*neon.name) } else { worst };
        let each = |row: &Row| row.instructions / if is_long { row.bytes } else { row.calls };
        let [neon_each, ssse3, scalar] = [neon, ssse3, scalar].map(each);
        let decimals = if is_long { 2 } else { 0 };
        writeln!(
            tables[usize::from(is_long)].1,
            "| {} | {neon_each:.decimals$} | {ssse3:.decimals$} | {ratio:.2} | {scalar:.decimals$} |",
            neon.name
        )?;
    }
    let qemu = machine::stdout(Command::new("qemu-aarch64").arg("--version"))?;
    let qemu = qemu.lines().next().unwrap_or_default();
    let (built, (ratio, name)) = (machine::built(root), worst);
    let mut text = format!("{built}; {qemu}. The greatest ratio of all: {ratio:.2} ({name}).\n");
    for (unit, rows) in tables {
        write!(
            text,
            "\n| instructions {unit} | NEON | SSSE3 | NEON / SSSE3 | scalar, AArch64 |\n\
             | --- | ---: | ---: | ---: | ---: |\n{rows}"
        )?;
    }
    let page = (!options.print).then_some("docs/benchmarks/neon.md");
    report::print_or_write(&text, page, "figures", root)
}

/// Runs the program in the emulator: it prints two lines for each row, and the plugin counts up to
/// each of them.
fn count(
    target: &str,
    emulator: &[&str],
    folder: &Path,
    files: &[PathBuf],
) -> Result<Vec<Row>, Box<dyn Error>> {
    let counts = folder.join(format!("{target}.counts"));
    let mut command = Command::new(emulator[0]);
    command.args(&emulator[1..]).arg("-plugin");
    command.arg(format!("{},to={}", folder.join("count.so").display(), counts.display()));
    command.arg(folder.join(target).join("release/percent-simd-costs")).args(files);
    let marks = machine::stdout(&mut command)
        .map_err(|error| format!("{error} (apt install qemu-user, which takes plugins)"))?;
    let counts = std::fs::read_to_string(counts)?;
    let counts = counts.lines().map(str::parse).collect::<Result<Vec<f64>, _>>()?;
    let marks: Vec<&str> = marks.lines().collect();
    if marks.len() != counts.len() {
        return Err(format!("{} rows, but {} counts", marks.len(), counts.len()).into());
    }
    let mut rows = Vec::new();
    let mut nothing = None;
    for (mark, count) in marks.chunks_exact(2).zip(counts.chunks_exact(2)) {
        let [name, backend, calls, bytes] = mark[0].split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("{:?} is no row", mark[0]).into());
        };
        let all = count[1] - count[0];
        // The first row calls nothing.
        let instructions = all - *nothing.get_or_insert(all);
        let (calls, bytes) = (calls.parse()?, bytes.parse()?);
        rows.push(Row {
            name: name.to_owned(),
            backend: backend.to_owned(),
            calls,
            bytes,
            instructions,
        });
    }
    rows.remove(0);
    Ok(rows)
}
