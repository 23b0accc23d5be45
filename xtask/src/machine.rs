//! The machine and the tools of a measurement.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use percent_simd::Backend;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct Machine {
    /// The CPU's own name.
    pub(crate) cpu: String,
    pub(crate) cores: usize,
    /// The hypervisor, if the machine is virtual.
    #[serde(default)]
    pub(crate) hypervisor: Option<String>,
    pub(crate) backends: Vec<String>,
    pub(crate) active: String,
}

impl Machine {
    pub(crate) fn here() -> Self {
        Self {
            cpu: cpu(),
            // The number of all cores: `taskset` allows a benchmark only one.
            cores: cpuinfo().lines().filter(|line| line.starts_with("processor")).count(),
            hypervisor: hypervisor(),
            backends: Backend::available().map(|backend| backend.name().to_owned()).collect(),
            active: Backend::active().name().to_owned(),
        }
    }

    /// The common name of the CPU, and its year; in virtual machines the CPU's own name hides both.
    pub(crate) fn title(&self) -> String {
        const CORES: [(&str, &str); 8] = [
            ("AMD EPYC, family 25, model 1", "AMD Zen 3 (EPYC, 2021)"),
            ("AMD EPYC, family 25, model 17", "AMD Zen 4 (EPYC, 2022)"),
            ("AMD EPYC, family 26, model 2", "AMD Zen 5 (EPYC, 2024)"),
            ("family 6, model 106", "Intel Ice Lake (Xeon, 2021)"),
            ("family 6, model 143", "Intel Sapphire Rapids (Xeon, 2023)"),
            ("family 6, model 167", "Intel Rocket Lake (Xeon E, 2021)"),
            // A hypervisor may hide the model: no Rocket Lake has AMX.
            ("family 6, model 167, AMX", "Intel Sapphire Rapids (or later; Xeon, 2023)"),
            ("family 6, model 207", "Intel Emerald Rapids (Xeon, 2023)"),
        ];
        let known = CORES.iter().find(|(end, _)| self.cpu.ends_with(end));
        known.map_or_else(|| self.cpu.clone(), |(_, title)| (*title).to_owned())
    }

    /// `amd-epyc-family-25-model-17` for `AMD EPYC, family 25, model 17`.
    pub(crate) fn file_name(&self) -> String {
        let words =
            self.cpu.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("-").to_lowercase()
    }
}

/// The CPU's name, with family and model, because the name hides the model in virtual machines; and
/// with AMX, because the model may be another CPU's.
fn cpu() -> String {
    let cpuinfo = cpuinfo();
    let field = |name: &str| {
        let line = cpuinfo.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let name = field("model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    match (field("cpu family"), field("model\t")) {
        (Some(family), Some(model)) => {
            let has_amx = field("flags").is_some_and(|flags| flags.contains("amx_tile"));
            let amx = if has_amx { ", AMX" } else { "" };
            format!("{name}, family {family}, model {model}{amx}")
        }
        _ => name,
    }
}

fn hypervisor() -> Option<String> {
    let machine = stdout(Command::new("lscpu").env("LC_ALL", "C")).ok()?;
    let name = machine.lines().find_map(|line| line.strip_prefix("Hypervisor vendor:"))?;
    Some(name.trim().to_owned())
}

fn cpuinfo() -> String {
    std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default()
}

/// The date, commit and tools of a benchmark run.
#[derive(Serialize, Deserialize)]
pub(crate) struct Run {
    pub(crate) commit: String,
    pub(crate) date: String,
    pub(crate) compiler: String,
    pub(crate) peers: String,
}

pub(crate) fn run(root: &Path) -> Run {
    Run {
        commit: commit(root),
        date: output(root, "date", &["--utc", "+%Y-%m-%d"]),
        compiler: compiler(root),
        peers: peers(root),
    }
}

/// The CPU, the compiler and the commit, for the head of a table.
pub(crate) fn line(root: &Path) -> String {
    format!("{}, {}, commit {}", cpu(), compiler(root), commit(root))
}

fn compiler(root: &Path) -> String {
    output(root, &std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned()), &["--version"])
}

/// cargo's target folder.
pub(crate) fn target(root: &Path) -> PathBuf {
    root.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// The commit, and whether any measured file differs from it.
fn commit(root: &Path) -> String {
    const MEASURED: &str =
        "status --porcelain src benches compat Cargo.toml Cargo.lock :!benches/results :!*.md";
    let measured: Vec<&str> = MEASURED.split(' ').collect();
    let dirty = if output(root, "git", &measured).is_empty() { "" } else { "-dirty" };
    output(root, "git", &["rev-parse", "--short=7", "HEAD"]) + dirty
}

/// Runs a command; its failure is an error.
pub(crate) fn status(command: &mut Command) -> Result<(), Box<dyn Error>> {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}").into()) }
}

/// Returns the output of a command; its failure is an error.
pub(crate) fn stdout(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", output.status).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Returns the output of a command, or a question mark.
fn output(root: &Path, program: &str, arguments: &[&str]) -> String {
    let text = stdout(Command::new(program).args(arguments).current_dir(root));
    text.map_or_else(|_| "?".to_owned(), |text| text.trim().to_owned())
}

/// Names and versions of the measured peers, from the lock file.
fn peers(root: &Path) -> String {
    const PEERS: [&str; 5] =
        ["percent-encoding", "urlencoding", "form_urlencoded", "serde_urlencoded", "httparse"];
    let lock = std::fs::read_to_string(root.join("Cargo.lock")).unwrap_or_default();
    let version = |name| {
        let (_, after) = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?;
        Some(format!("{name} {}", after.split_once('"')?.0))
    };
    PEERS.into_iter().filter_map(version).collect::<Vec<_>>().join(", ")
}
