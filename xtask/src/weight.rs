//! The costs of a dependency: CPU time of a cold build, and growth of a program in kilobytes.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::machine::{self, Machine, Run};
use crate::results::{WEIGHT, one_figure_a_line};

/// The crates to build, their lines in a dependant's `Cargo.toml`, and the greatest share of the
/// yardstick's time that they may take.
const BUILDS: [(&str, &str, Option<f64>); 6] = [
    (YARDSTICK, "regex-automata = '0.4'", None),
    ("percent-encoding", PEER, None),
    ("percent-simd", OURS, Some(0.2)),
    ("percent-simd, `full`", "percent-simd = { path = ROOT, features = ['full'] }", Some(0.4)),
    (
        "percent-simd, `std` alone",
        "percent-simd = { path = ROOT, default-features = false, features = ['std'] }",
        None,
    ),
    ("an empty crate", "", None),
];
const YARDSTICK: &str = "regex-automata";
const PEER: &str = "percent-encoding = '2'";
const OURS: &str = "percent-simd = { path = ROOT }";

/// Programs that write their input, in pairs of ours and the peer's: the call, and what is written.
/// The first one calls nothing: the others are compared with it.
const PROGRAMS: [(&str, &str); 7] = [
    ("nothing", "input.as_bytes()"),
    ("decode", "&percent_simd::decode(&input)"),
    ("percent_decode", "&Cow::from(percent_encoding::percent_decode(input.as_bytes()))"),
    ("encode", "percent_simd::encode(&input, percent_simd::sets::URI_COMPONENT).as_bytes()"),
    (
        "percent_encode",
        "Cow::<str>::from(percent_encoding::percent_encode(input.as_bytes(), percent_encoding::NON_ALPHANUMERIC)).as_bytes()",
    ),
    ("decode_str", "percent_simd::decode_str(&input).unwrap_or_default().as_bytes()"),
    (
        "percent_decode_str",
        "percent_encoding::percent_decode_str(&input).decode_utf8().unwrap_or_default().as_bytes()",
    ),
];

/// How programs are built: a title, the profile, RUSTFLAGS, and the KB that `decode` may add.
const PROFILES: [(&str, &str, &str, Option<f64>); 4] = [
    ("plain", "release", "", Some(90.0)),
    ("small", "small", "", Some(25.0)),
    ("plain, scalar alone", "release", SCALAR, None),
    ("small, scalar alone", "small", SCALAR, None),
];
const SCALAR: &str = "--cfg percent_simd_backend=\"scalar\"";
const PROFILE_TABLES: &str = "[profile.release]\nstrip = true\n\
    [profile.small]\ninherits = 'release'\nopt-level = 'z'\nlto = true\ncodegen-units = 1\npanic = 'abort'\n";

#[derive(Args)]
pub(crate) struct Options {
    /// The number of builds of each crate, in turn with the others; the shortest time counts
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
}

/// The figures of one run. Sizes do not depend on the machine, and ratios hardly, so the last run
/// counts, on whatever machine.
#[derive(Serialize, Deserialize)]
pub(crate) struct Weight {
    cpu: String,
    run: Run,
    /// The yardstick's version.
    yardstick: String,
    /// Seconds of CPU time by crate.
    builds: BTreeMap<String, f64>,
    /// KB by how a program is built, by its call.
    growth: BTreeMap<String, BTreeMap<String, f64>>,
}

pub(crate) fn run(options: &Options, root: &Path) -> Result<(), Box<dyn Error>> {
    let mut weight = Weight {
        cpu: Machine::here().cpu,
        run: machine::run(root),
        yardstick: String::new(),
        builds: BTreeMap::new(),
        growth: BTreeMap::new(),
    };
    let mut packages = Vec::new();
    for (name, needs, _) in BUILDS {
        packages.push((name, package(root, &packages.len().to_string(), needs)?));
    }
    for _ in 0..options.runs {
        for (name, package) in &packages {
            let before = cpu_seconds()?;
            cargo(package, &["build", "--release"], "")?;
            let seconds = ((cpu_seconds()? - before) * 100.0).round() / 100.0;
            println!("{name}: {seconds:.2} s");
            let known = weight.builds.entry((*name).to_owned()).or_insert(seconds);
            *known = seconds.min(*known);
            std::fs::remove_dir_all(package.join("target"))?;
        }
    }
    let lock = std::fs::read_to_string(packages[0].1.join("Cargo.lock"))?;
    weight.yardstick = machine::locked(&lock, YARDSTICK).unwrap_or_default();

    let package = package(root, "programs", &[PEER, OURS].join("\n"))?;
    for (call, written) in PROGRAMS {
        let program = format!(
            "#![allow(unused_imports)]\nuse std::{{borrow::Cow, io::{{Write, read_to_string, stdin, stdout}}}};\n\
             fn main() {{\n    let input = read_to_string(stdin()).unwrap();\n    stdout().write_all({written}).unwrap();\n}}\n"
        );
        std::fs::write(package.join(format!("src/bin/{call}.rs")), program)?;
    }
    for (title, profile, flags, _) in PROFILES {
        cargo(&package, &["build", "--bins", "--profile", profile], flags)?;
        let folder = package.join("target").join(profile);
        let size = |call: &str| folder.join(call).metadata().map(|file| file.len() as f64);
        for (call, _) in &PROGRAMS[1..] {
            let more = (size(call)? - size(PROGRAMS[0].0)?) / 1024.0;
            weight.growth.entry(title.to_owned()).or_default().insert((*call).to_owned(), more);
        }
    }
    Ok(std::fs::write(root.join(WEIGHT), one_figure_a_line(&serde_json::to_string(&weight)?))?)
}

/// A package of its own workspace, with the sources of what it depends on.
fn package(root: &Path, name: &str, needs: &str) -> Result<PathBuf, Box<dyn Error>> {
    let package = machine::target(root).join("weight").join(name);
    let _ = std::fs::remove_dir_all(&package);
    std::fs::create_dir_all(package.join("src/bin"))?;
    let needs = needs.replace("ROOT", &format!("{root:?}"));
    let head = "[package]\nname = 'dependant'\nedition = '2024'\n[workspace]\n[dependencies]";
    std::fs::write(package.join("Cargo.toml"), format!("{head}\n{needs}\n{PROFILE_TABLES}"))?;
    std::fs::write(package.join("src/lib.rs"), "")?;
    cargo(&package, &["fetch"], "")?;
    Ok(package)
}

/// Runs cargo in a package, without environment variables that would change the build.
fn cargo(package: &Path, arguments: &[&str], flags: &str) -> Result<(), Box<dyn Error>> {
    const KEPT: [&str; 5] = ["HOME", "PATH", "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"];
    let kept = KEPT.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
    let mut command = Command::new("cargo");
    command.args(arguments).arg("--quiet").current_dir(package).env_clear().envs(kept);
    machine::status(command.env("RUSTFLAGS", flags))
}

/// The CPU time of all finished child processes so far. Linux counts hundredths of a second.
fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    let stat = std::fs::read_to_string("/proc/self/stat")
        .map_err(|error| format!("/proc/self/stat, which this needs: {error}"))?;
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    // The 16th and the 17th of all; the second ends with the parenthesis.
    let ticks: Vec<f64> = fields.skip(13).take(2).map(str::parse).collect::<Result<_, _>>()?;
    Ok(ticks.iter().sum::<f64>() / 100.0)
}

impl Weight {
    pub(crate) fn read(root: &Path) -> Result<Self, Box<dyn Error>> {
        let bytes =
            std::fs::read(root.join(WEIGHT)).map_err(|error| format!("{WEIGHT}: {error}"))?;
        Ok(serde_json::from_slice(&bytes)?)
    }

    fn kilobytes(&self, profile: &str, call: &str) -> f64 {
        self.growth.get(profile).and_then(|calls| calls.get(call)).copied().unwrap_or(f64::NAN)
    }

    fn seconds(&self, build: &str) -> f64 {
        self.builds.get(build).copied().unwrap_or(f64::NAN)
    }

    fn part(&self, build: &str) -> f64 {
        self.seconds(build) / self.seconds(YARDSTICK)
    }

    /// For `BENCHMARKS.md`.
    pub(crate) fn tables(&self) -> String {
        let Self { cpu, run: Run { commit, date, compiler, .. }, yardstick, .. } = self;
        let mut text = format!(
            "{cpu}, commit {commit}, {date}, {compiler}.\n\n\
             | a cold release build | CPU seconds | of {YARDSTICK} {yardstick}'s | target |\n\
             | --- | ---: | ---: | ---: |\n"
        );
        for (name, _, target) in BUILDS {
            let (seconds, part) = (shown(self.seconds(name)), judged(self.part(name), target));
            let target = target.map_or_else(String::new, |target| format!("≤ {target}"));
            let _ = writeln!(text, "| {name} | {seconds} | {part} | {target} |");
        }
        let titles = PROFILES.map(|(title, ..)| title).join(" | ");
        let rule = " ---: |".repeat(PROFILES.len());
        let _ = writeln!(text, "\n| KB that a call adds | {titles} |\n| --- |{rule}");
        for (call, _) in &PROGRAMS[1..] {
            let cells = PROFILES.map(|(title, .., target)| {
                judged(self.kilobytes(title, call), target.filter(|_| *call == "decode"))
            });
            let _ = writeln!(text, "| `{call}` | {} |", cells.join(" | "));
        }
        let lost = |title| {
            shown(self.kilobytes(title, "decode") - self.kilobytes(title, "percent_decode"))
        };
        let targets =
            PROFILES.iter().filter_map(|(title, .., kb)| Some(format!("{} {title}", (*kb)?)));
        let _ = writeln!(
            text,
            "\nTargets for `decode`, in KB: {}.\n\n**We lose**: `percent-encoding` builds in {} CPU seconds less. \
             Its `percent_decode` adds {} KB less than our `decode`, and {} KB less in the small profile.",
            targets.collect::<Vec<_>>().join(", "),
            shown(self.seconds("percent-simd") - self.seconds("percent-encoding")),
            lost("plain"),
            lost("small"),
        );
        text
    }

    /// For the README.
    pub(crate) fn line(&self) -> String {
        let [ours, peers] = ["percent-simd", "percent-encoding"].map(|name| shown(self.part(name)));
        let kilobytes = |call| ["plain", "small"].map(|title| shown(self.kilobytes(title, call)));
        let ([plain, small], [peers_plain, peers_small]) =
            (kilobytes("decode"), kilobytes("percent_decode"));
        format!(
            "[Weight](BENCHMARKS.md#weight): a cold release build takes {ours} of the CPU time of `{YARDSTICK}`'s. A program that calls `decode` grows by \
             {plain} KB, or {small} KB if it is built for size. The figures of `percent-encoding` are {peers}, {peers_plain} KB and {peers_small} KB."
        )
    }
}

/// Two significant figures, or a whole number.
fn shown(value: f64) -> String {
    match value {
        9.95.. => format!("{value:.0}"),
        0.995.. => format!("{value:.1}"),
        0.0995.. => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// In bold if it misses its target.
fn judged(value: f64, target: Option<f64>) -> String {
    let shown = shown(value);
    if target.is_some_and(|target| value > target) { format!("**{shown}**") } else { shown }
}
