//! What the NEON kernels execute, and beside it SSSE3's, which share their algorithms.

use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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

struct Machine {
    target: &'static str,
    emulator: Vec<String>,
    backend: &'static str,
    march: &'static str,
    cores: [&'static str; 2],
}

/// What the calls of an operation on an input executed.
struct Row {
    /// The operation, and after a colon the input.
    call: String,
    is_scalar: bool,
    calls: f64,
    bytes: f64,
    instructions: f64,
    /// Stretches of straight code: the address, the instructions, and how often they ran.
    blocks: Vec<(u64, u64, f64)>,
}

impl Row {
    fn per(&self, each: fn(&Self) -> f64) -> f64 {
        self.instructions / each(self)
    }

    fn is_long(&self) -> bool {
        self.call.contains("65536 bytes")
    }

    fn is_short(&self) -> bool {
        !self.is_long() && self.call.ends_with(" bytes")
    }

    /// A refusal at the beginning is no loop: less than an instruction in ten bytes.
    fn is_whole(&self) -> bool {
        self.is_long() && self.instructions > self.bytes / 10.0
    }
}

pub(crate) fn run(options: &Options, root: &Path) -> Result<(), Box<dyn Error>> {
    const SETUP: &str =
        "there is no toolchain for aarch64: run ci/cross-setup FOLDER and . FOLDER/env.sh first";
    let runner =
        std::env::var("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER").map_err(|_| SETUP)?;
    let (_, sysroot) = runner.split_once(" -L ").ok_or(SETUP)?;
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let machines = [
        Machine {
            target: "aarch64-unknown-linux-gnu",
            emulator: words(&["qemu-aarch64", "-L", sysroot]),
            backend: "neon",
            march: "aarch64",
            cores: ["neoverse-n1", "neoverse-v2"],
        },
        Machine {
            target: "x86_64-unknown-linux-gnu",
            emulator: words(&["qemu-x86_64", "-cpu", "Nehalem"]),
            backend: "ssse3",
            march: "x86-64",
            cores: ["skylake", "znver4"],
        },
    ];
    let folder = machine::target(root).join("costs");
    std::fs::create_dir_all(&folder)?;
    let mut cc = Command::new("cc");
    cc.args(["-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-o"]).arg(folder.join("count.so"));
    machine::status(cc.arg(root.join("ci/costs/count.c")))?;
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--release", "--bin", "instructions", "--manifest-path"]);
    cargo.arg(root.join("ci/costs/Cargo.toml"));
    cargo.args(machines.iter().flat_map(|machine| ["--target", machine.target]));
    // Addresses in the emulator are those in the file.
    cargo.env("CARGO_TARGET_DIR", &folder).env("RUSTFLAGS", "-C relocation-model=static");
    machine::status(&mut cargo)?;
    let mut files = vec![root.join("samples/access.log")];
    files.extend(options.files.iter().cloned());
    let [neon, ssse3] =
        [count(&machines[0], &folder, &files)?, count(&machines[1], &folder, &files)?];

    // The emulators ran the same calls in the same order: on each input the scalar kernel and another.
    let scalar =
        |row: &Row| neon.iter().position(|other| other.is_scalar && other.call == row.call);
    let mut found = Vec::new();
    for (row, other) in neon.iter().zip(&ssse3).filter(|(row, _)| !row.is_scalar) {
        let scalar = scalar(row).filter(|_| (&other.call, other.is_scalar) == (&row.call, false));
        found.push((
            row,
            other,
            &neon[scalar.ok_or_else(|| format!("{}: a row is missing", row.call))?],
        ));
    }
    let mut text = String::new();
    let ratio = |(row, other, _): &(&Row, &Row, &Row)| row.instructions / other.instructions;
    let worst = found
        .iter()
        .rev()
        .max_by(|one, other| ratio(one).total_cmp(&ratio(other)))
        .ok_or("nothing was counted")?;
    let qemu = machine::stdout(Command::new("qemu-aarch64").arg("--version"))?;
    writeln!(
        text,
        "{}; {}. The greatest ratio of all: {:.2} ({}).\n",
        machine::built(root),
        qemu.lines().next().unwrap_or_default(),
        ratio(worst),
        worst.0.call
    )?;
    type Part = (&'static str, fn(&Row) -> bool, fn(&Row) -> f64, usize);
    let parts: [Part; 3] = [
        (
            "Real lines: instructions a call",
            |row| !row.is_long() && !row.is_short(),
            |row| row.calls,
            0,
        ),
        ("Short input: instructions a call", Row::is_short, |row| row.calls, 0),
        ("64 KiB: instructions a byte", Row::is_whole, |row| row.bytes, 2),
    ];
    for (title, wanted, each, decimals) in parts {
        writeln!(
            text,
            "### {title}\n\n| | NEON | SSSE3 | NEON / SSSE3 | scalar, AArch64 |\n| --- | ---: | ---: | ---: | ---: |"
        )?;
        for found @ &(row, other, scalar) in found.iter().filter(|(row, ..)| wanted(row)) {
            let [ours, theirs, scalar] = [row, other, scalar].map(|row| row.per(each));
            let (call, ratio) = (&row.call, ratio(found));
            writeln!(
                text,
                "| {call} | {ours:.decimals$} | {theirs:.decimals$} | {ratio:.2} | {scalar:.decimals$} |"
            )?;
        }
        text.push('\n');
    }
    writeln!(text, "### 64 KiB: cycles for 16 bytes, by llvm-mca\n")?;
    let heads = machines
        .iter()
        .flat_map(|machine| machine.cores.map(|core| format!(" {}, {core} |", machine.backend)));
    writeln!(text, "| |{}\n| --- |{}", heads.collect::<String>(), " ---: |".repeat(4))?;
    for (row, other, _) in found.iter().filter(|(row, ..)| row.is_whole()) {
        write!(text, "| {} |", row.call)?;
        for (row, machine) in [row, other].into_iter().zip(&machines) {
            let stretches = stretches(row, &program(&folder, machine))?;
            for core in machine.cores {
                write!(text, " {:.1} |", cycles(&stretches, machine, core)? / row.bytes * 16.0)?;
            }
        }
        text.push('\n');
    }
    let page = (!options.print).then_some("docs/benchmarks/neon.md");
    report::print_or_write(&text, page, "figures", root)
}

fn program(folder: &Path, machine: &Machine) -> PathBuf {
    folder.join(machine.target).join("release/instructions")
}

/// Runs the program in the emulator: it prints two lines for each row, and the plugin counts up to
/// each of them.
fn count(machine: &Machine, folder: &Path, files: &[PathBuf]) -> Result<Vec<Row>, Box<dyn Error>> {
    let counts = folder.join(format!("{}.counts", machine.target));
    let mut emulator = Command::new(&machine.emulator[0]);
    emulator.args(&machine.emulator[1..]).arg("-plugin");
    emulator.arg(format!("{},to={}", folder.join("count.so").display(), counts.display()));
    let marks = machine::stdout(emulator.arg(program(folder, machine)).args(files));
    let marks =
        marks.map_err(|error| format!("{error} (apt install qemu-user, which takes plugins)"))?;
    let counts = std::fs::read_to_string(counts)?;
    let (marks, counts): (Vec<&str>, Vec<&str>) =
        (marks.lines().collect(), counts.lines().collect());
    if marks.len() != counts.len() {
        return Err(format!("{} rows, but {} counts", marks.len(), counts.len()).into());
    }
    let total = |count: &str| count.split(' ').next().unwrap_or_default().parse::<f64>();
    let mut rows = Vec::new();
    let mut nothing = None;
    for (mark, count) in marks.chunks_exact(2).zip(counts.chunks_exact(2)) {
        let [operation, input, kernel, calls, bytes] = mark[0].split('\t').collect::<Vec<_>>()[..]
        else {
            return Err(format!("{:?} is no row", mark[0]).into());
        };
        let all = total(count[1])? - total(count[0])?;
        let instructions = all - *nothing.get_or_insert(all); // the first row calls nothing
        if calls == "0" {
            continue;
        }
        let is_scalar = kernel == "scalar";
        if !is_scalar && kernel != machine.backend {
            return Err(format!("{kernel} has run, not {}", machine.backend).into());
        }
        let block = |block: &str| {
            let mut parts = block.split(':');
            let address = u64::from_str_radix(parts.next()?.trim_start_matches("0x"), 16).ok()?;
            Some((address, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
        };
        let blocks = count[1]
            .split(' ')
            .skip(1)
            .map(|text| block(text).ok_or_else(|| format!("{text} is no block")));
        rows.push(Row {
            call: format!("{operation}: {input}"),
            is_scalar,
            calls: calls.parse()?,
            bytes: bytes.parse()?,
            instructions,
            blocks: blocks.collect::<Result<_, _>>()?,
        });
    }
    Ok(rows)
}

/// The stretches of straight code that were executed, each with its text and how often; those that
/// matter.
fn stretches(row: &Row, program: &Path) -> Result<Vec<(String, f64)>, Box<dyn Error>> {
    let weight = |&(_, instructions, times): &(u64, u64, f64)| instructions as f64 * times;
    let least = row.blocks.iter().map(weight).sum::<f64>() / 100.0;
    let mut some: Vec<_> =
        row.blocks.iter().copied().filter(|block| weight(block) > least).collect();
    some.sort_by_key(|(address, ..)| *address);
    let mut joined: Vec<(u64, u64, f64)> = Vec::new();
    for block in some {
        match joined.last_mut() {
            // Blocks end at branches that are hardly ever taken, too.
            Some(last)
                if block.0 - last.0 <= 15 * last.1 && (block.2 - last.2).abs() < last.2 / 10.0 =>
            {
                last.1 += block.1
            }
            _ => joined.push(block),
        }
    }
    let text = |(address, instructions, times): (u64, u64, f64)| {
        let mut objdump = Command::new("llvm-objdump-19");
        objdump.args(["-d", "--no-show-raw-insn", "--no-leading-addr"]);
        objdump.args([
            format!("--start-address={address}"),
            format!("--stop-address={}", address + 15 * instructions),
        ]);
        let shown = objdump
            .arg(program)
            .stderr(Stdio::null())
            .output()
            .map_err(|error| format!("llvm-objdump-19: {error} (apt install llvm-19)"))?;
        let shown = String::from_utf8(shown.stdout)?;
        // What is not in the program, such as memcpy, has no text.
        let lines = shown.lines().filter(|line| {
            line.starts_with([' ', '\t'])
                && line.trim_start().starts_with(|first: char| first.is_ascii_lowercase())
        });
        Ok((lines.take(instructions as usize).map(|line| anywhere(line) + "\n").collect(), times))
    };
    joined.into_iter().map(text).collect()
}

/// Jumps go anywhere: an instruction without its address and the name of that.
fn anywhere(line: &str) -> String {
    let line = line.split('<').next().unwrap_or(line);
    let name = line.split_whitespace().next().unwrap_or_default();
    let is_jump = matches!(name, "b" | "cbz" | "cbnz" | "tbz" | "tbnz")
        || name.starts_with('j')
        || name.starts_with("b.");
    match line.rsplit_once("0x") {
        Some((before, _)) if is_jump => format!("{before}0"),
        _ => line.to_owned(),
    }
}

/// The cycles of each stretch, as if it were repeated, as often as it was executed.
fn cycles(
    stretches: &[(String, f64)],
    machine: &Machine,
    core: &str,
) -> Result<f64, Box<dyn Error>> {
    const ITERATIONS: f64 = 200.0;
    let mut sum = 0.0;
    for (text, times) in stretches.iter().filter(|(text, _)| !text.is_empty()) {
        let mut mca = Command::new("llvm-mca-19");
        mca.args([
            format!("-march={}", machine.march),
            format!("-mcpu={core}"),
            format!("-iterations={ITERATIONS}"),
        ]);
        let mut mca = mca
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("llvm-mca-19: {error} (apt install llvm-19)"))?;
        mca.stdin.take().ok_or("llvm-mca has no input")?.write_all(text.as_bytes())?;
        let said = String::from_utf8(mca.wait_with_output()?.stdout)?;
        let total = said
            .lines()
            .find_map(|line| line.strip_prefix("Total Cycles:")?.trim().parse::<f64>().ok());
        sum += total.ok_or_else(|| format!("llvm-mca says no cycles of:\n{text}"))? / ITERATIONS
            * times;
    }
    Ok(sum)
}
