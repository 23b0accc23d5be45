//! Sends request targets to servers, and compares their readings with the presets named after them.

mod client;
mod compare;
mod envoy;
mod known;
mod preset;
mod servers;

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Instant;

use percent_simd::path;

use client::{Answer, Client};
use compare::{Verdict, of_forwarded, of_target};
use preset::{Accepted, Ours, Refusal, ours};
use servers::{Kind, Running, Server};
use support::targets;

const USAGE: &str = "\
Starts nginx, Apache's httpd, HAProxy, Tomcat and Envoy on 127.0.0.1, sends them request targets, and compares the paths that they see with the presets
of percent_simd::path. Then it sends them what every preset forwards. Known differences are counted by reason; any other is an error.
The servers are Debian's, and PyPI's Envoy, in $PERCENT_SIMD_SERVERS (default: ~/.cache/percent-simd-servers).

usage: cargo run --manifest-path ci/servers/Cargo.toml
       cargo run --manifest-path ci/servers/Cargo.toml -- TARGET...          what each server and its preset make of these
       cargo run --manifest-path ci/servers/Cargo.toml -- --targets FILE     write the targets, a line each, and send nothing";

/// Fewer targets would prove little.
const MIN_TARGETS: usize = 30_000;
const MIN_SAME_PATHS: usize = 10_000;
/// Tomcat accepts few of the targets: it refuses every escaped slash, backslash and unusual byte.
const MIN_SAME_PATHS_OF_TOMCAT: usize = 5_000;

/// The number of differences printed in full.
const SHOWN: usize = 20;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["-h" | "--help"] => {
            println!("{USAGE}");
            Ok(true)
        }
        ["--targets", file] => write_targets(file),
        [option, ..] if option.starts_with('-') => {
            Err(io::Error::other(format!("{option}: no such option; --help says which there are")))
        }
        [] => compare_all(),
        _ => show(&arguments),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("servers: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write_targets(file: &str) -> io::Result<bool> {
    let mut lines = Vec::new();
    for target in targets::all() {
        lines.extend(target);
        lines.push(b'\n');
    }
    std::fs::write(file, lines)?;
    Ok(true)
}

/// The folder of the servers. Missing servers are unpacked first.
fn packages() -> io::Result<PathBuf> {
    let folder = match (std::env::var_os("PERCENT_SIMD_SERVERS"), std::env::home_dir()) {
        (Some(folder), _) => PathBuf::from(folder),
        (None, Some(home)) => home.join(".cache/percent-simd-servers"),
        (None, None) => return Err(io::Error::other("set PERCENT_SIMD_SERVERS to a folder")),
    };
    let unpack = Path::new(env!("CARGO_MANIFEST_DIR")).join("../unpack");
    if Command::new(&unpack)
        .arg(&folder)
        .args(["nginx", "apache2-bin", "haproxy", "libtomcat10-java"])
        .status()?
        .success()
    {
        let folder = std::path::absolute(folder)?;
        envoy::install(&folder)?;
        Ok(folder)
    } else {
        Err(io::Error::other(format!("{} failed", unpack.display())))
    }
}

fn show(targets: &[&str]) -> io::Result<bool> {
    let running = Running::start(&packages()?)?;
    for target in targets {
        println!("{target}");
        for server in &running.servers {
            let theirs = server.ask(&mut Client::new(server.address), target.as_bytes())?;
            let ours = shown(&ours(server.policy, target.as_bytes()));
            println!(
                "  {:<14} {:<32} {:<15} {ours}",
                server.name(),
                shown_answer(&theirs),
                server.preset
            );
        }
    }
    Ok(true)
}

fn compare_all() -> io::Result<bool> {
    let started = Instant::now();
    let packages = packages()?;
    let targets = targets::all();
    let running = Running::start(&packages)?;
    servers::versions(&packages)?.iter().for_each(|version| println!("{version}"));

    println!("\n{} targets, each under a preset and at its server", targets.len());
    let mut is_right = targets.len() >= MIN_TARGETS;
    let answers = ask_all(&running.servers, &targets)?;
    for (server, answers) in running.servers.iter().zip(&answers) {
        let mut tally = Tally::default();
        for (target, theirs) in targets.iter().zip(answers) {
            let ours = ours(server.policy, target);
            tally.add(of_target(server, target, &ours, theirs), || {
                format!(
                    "{}: {}, {} {}",
                    target.escape_ascii(),
                    shown_answer(theirs),
                    server.preset,
                    shown(&ours)
                )
            });
        }
        let least =
            if server.kind == Kind::Tomcat { MIN_SAME_PATHS_OF_TOMCAT } else { MIN_SAME_PATHS };
        is_right &= tally.report(server, true) && tally.same_paths >= least;
    }

    let mut seen = HashSet::new();
    // `OBJECTS` is for stores alone: it forwards slashes that these servers merge.
    let forwarded: Vec<Accepted> = path::PRESETS
        .iter()
        .filter(|(name, _)| *name != "objects")
        .flat_map(|&(_, policy)| targets.iter().filter_map(move |target| ours(policy, target).ok()))
        .filter(|accepted| seen.insert(accepted.target.clone()))
        .collect();
    // Any server reads the path that `UNKNOWN` has judged, or refuses it.
    let of_unknown: HashSet<Vec<u8>> = targets
        .iter()
        .filter_map(|target| Some(ours(path::UNKNOWN, target).ok()?.target))
        .collect();
    let written: Vec<Vec<u8>> = forwarded.iter().map(|accepted| accepted.target.clone()).collect();
    println!(
        "\n{} targets that presets forward, {} of them UNKNOWN, each at every server",
        written.len(),
        of_unknown.len()
    );
    let answers = ask_all(&running.servers, &written)?;
    for (server, answers) in running.servers.iter().zip(&answers) {
        let mut tally = Tally::default();
        for (accepted, theirs) in forwarded.iter().zip(answers) {
            let verdict = match of_forwarded(server.kind, accepted, theirs) {
                Verdict::Known(_)
                    if of_unknown.contains(&accepted.target)
                        && !matches!(theirs, Answer::Refused(_) | Answer::Closed) =>
                {
                    Verdict::Different
                }
                verdict => verdict,
            };
            tally.add(verdict, || {
                format!("{}: {}", accepted.target.escape_ascii(), shown_answer(theirs))
            });
        }
        is_right &= tally.report(server, false);
    }
    println!(
        "\n{} in {:.0} s",
        if is_right { "no other difference" } else { "FAILED" },
        started.elapsed().as_secs_f32()
    );
    Ok(is_right)
}

/// The answers of each server to each target.
fn ask_all(servers: &[Server], targets: &[Vec<u8>]) -> io::Result<Vec<Vec<Answer>>> {
    let ask = |server: &Server| {
        let mut client = Client::new(server.address);
        let mut ask = |target: &Vec<u8>| {
            server.ask(&mut client, target).map_err(|error| {
                io::Error::other(format!("{}, {}: {error}", server.name(), target.escape_ascii()))
            })
        };
        targets.iter().map(&mut ask).collect::<io::Result<Vec<_>>>()
    };
    thread::scope(|scope| {
        let threads: Vec<_> =
            servers.iter().map(|server| scope.spawn(move || ask(server))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    })
}

#[derive(Default)]
struct Tally {
    same_paths: usize,
    both_refuse: usize,
    known: BTreeMap<&'static str, (usize, String)>,
    different: Vec<String>,
}

impl Tally {
    fn add(&mut self, verdict: Verdict, describe: impl Fn() -> String) {
        match verdict {
            Verdict::SamePath => self.same_paths += 1,
            Verdict::BothRefuse => self.both_refuse += 1,
            Verdict::Known(reason) => {
                self.known.entry(reason).or_insert_with(|| (0, describe())).0 += 1;
            }
            Verdict::Different => self.different.push(describe()),
        }
    }

    /// Prints the tally, and returns whether all differences are known.
    fn report(&self, server: &Server, refusals: bool) -> bool {
        let name = server.name();
        let refuse =
            if refusals { format!(", both refuse {}", self.both_refuse) } else { String::new() };
        println!("{name}: same path {}{refuse}", self.same_paths);
        for (reason, (count, example)) in &self.known {
            println!("    known: {count:>5} {reason}; {example}");
        }
        for different in self.different.iter().take(SHOWN) {
            println!("    DIFFERENT: {different}");
        }
        if self.different.len() > SHOWN {
            println!("    and {} more", self.different.len() - SHOWN);
        }
        self.different.is_empty()
    }
}

fn shown(ours: &Ours) -> String {
    match ours {
        Ok(accepted) => {
            let to = if accepted.redirect { "to " } else { "" };
            format!(
                "{to}{} forwarded as {}",
                accepted.output.escape_ascii(),
                accepted.target.escape_ascii()
            )
        }
        Err(Refusal::Line(error)) => format!("{:?}", error.kind()),
        Err(Refusal::Path(error)) => format!("{:?}", error.kind()),
        Err(Refusal::NoPath) => "no path".to_owned(),
    }
}

fn shown_answer(answer: &Answer) -> String {
    match answer {
        Answer::Path(path) => path.escape_ascii().to_string(),
        Answer::Redirected(path) => format!("to {}", path.escape_ascii()),
        Answer::Refused(status) => status.to_string(),
        Answer::Closed => "closed".to_owned(),
    }
}
