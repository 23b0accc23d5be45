//! Measures the programs of benches/languages, in turns.

use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};

use oracle::random::Random;
use percent_simd_benches::percent_encoding_decode;
use support::corpus::{lines, to_decode};
use support::traffic;

use crate::languages::{Cell, Input, Languages, Peer};
use crate::machine::{self, Machine};
use crate::report;

/// The peer with the expected answers.
const REFERENCE: &str = "percent-encoding";
/// Each round starts every program once for each input.
const ROUNDS: usize = 3;

struct Program {
    name: String,
    version: String,
    operations: String,
    command: Vec<String>,
}

impl Program {
    fn run(&self, input: &Input, file: &Path, task: &str) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).arg(&input.operation).arg(file).arg(task);
        let output = command.stderr(Stdio::piped()).output();
        let output = output.map_err(|error| format!("{command:?}: {error}"))?;
        if !output.status.success() {
            let messages = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{command:?}: {}: {messages}", output.status).into());
        }
        Ok(output.stdout)
    }
}

/// Builds and measures the peers available on this machine, writes its file, and writes the report.
pub(crate) fn run(root: &Path) -> Result<(), Box<dyn Error>> {
    let folder = machine::target(root).join("peers");
    println!("==== installs and builds the peers in {}", folder.display());
    let setup = root.join("benches/languages/setup");
    machine::status(Command::new(setup).arg(&folder))?;
    let read = |name: &str| std::fs::read_to_string(folder.join(name));
    let missing: Vec<String> = read("missing")?.lines().map(str::to_owned).collect();
    for name in &missing {
        println!("==== missing: {name} ({})", folder.join("log").display());
    }
    let parse = |line: &str| {
        let [name, version, operations, command] =
            line.split('\t').map(str::to_owned).collect::<Vec<_>>().try_into().ok()?;
        let command = command.split(' ').map(str::to_owned).collect();
        Some(Program { name, version, operations, command })
    };
    let peers = read("peers")?;
    let programs: Option<Vec<Program>> = peers.lines().map(parse).collect();
    let programs = programs.ok_or("setup writes four fields a line")?;

    let reference = programs.iter().find(|program| program.name == REFERENCE);
    let reference = reference.ok_or(format!("{REFERENCE} is missing"))?;
    let new = |program: &Program| {
        let (name, version) = (program.name.clone(), program.version.clone());
        Peer { name, version, cells: Vec::new() }
    };
    let mut measured: Vec<Peer> = programs.iter().map(new).collect();
    let mut inputs = Vec::new();
    for (operation, name, mut lines) in made(root)? {
        let file = folder.join(format!("{}.txt", inputs.len()));
        let (operation, name) = (operation.to_owned(), name.to_owned());
        let mut input = Input { operation, name, lines: lines.len(), timed: 0, bytes: 0 };
        std::fs::write(&file, text(&lines))?;
        let expected = answers(&reference.run(&input, &file, "answers")?)?;
        let mut is_accepted = vec![true; lines.len()];
        for (program, peer) in programs.iter().zip(&mut measured) {
            if !program.operations.split(',').any(|one| one == input.operation) {
                peer.cells.push(None);
                continue;
            }
            let given = answers(&program.run(&input, &file, "answers")?)?;
            if given.len() != lines.len() {
                let (given, name) = (given.len(), &program.name);
                return Err(format!("{name}: {given} answers to {} lines", input.lines).into());
            }
            let refused = given.iter().filter(|answer| answer.is_none()).count();
            let differ = given.iter().zip(&expected).filter(|(given, is)| given != is).count();
            peer.cells.push(Some(Cell { times: Vec::new(), differ: differ - refused, refused }));
            for (is_accepted, answer) in is_accepted.iter_mut().zip(&given) {
                *is_accepted &= answer.is_some();
            }
        }
        let mut accepted = is_accepted.iter();
        lines.retain(|_| *accepted.next().unwrap_or(&true));
        std::fs::write(&file, text(&lines))?;
        (input.timed, input.bytes) = (lines.len(), lines.iter().map(Vec::len).sum());
        inputs.push((input, file));
    }
    for round in 1..=ROUNDS {
        println!("==== round {round} of {ROUNDS}");
        for (number, (input, file)) in inputs.iter().enumerate() {
            for (program, peer) in programs.iter().zip(&mut measured) {
                if let Some(cell) = &mut peer.cells[number] {
                    let time = String::from_utf8(program.run(input, file, "time")?)?;
                    cell.times.push(time.trim().parse()?);
                }
            }
        }
    }
    let (machine, run) = (Machine::here(), machine::run(root));
    let inputs = inputs.into_iter().map(|(input, _)| input).collect();
    Languages { machine, run, inputs, peers: measured, missing }.write(root)?;
    report::write(root)
}

fn text(lines: &[Vec<u8>]) -> Vec<u8> {
    lines.iter().flat_map(|line| [line, &b"\n"[..]].concat()).collect()
}

/// The lines of each operation, with the operation's and the lines' names.
#[allow(clippy::type_complexity, reason = "it is a table")]
fn made(root: &Path) -> Result<Vec<(&'static str, &'static str, Vec<Vec<u8>>)>, Box<dyn Error>> {
    let own = |lines: Vec<&[u8]>| lines.into_iter().map(<[u8]>::to_vec).collect::<Vec<_>>();
    let log = own(lines(&std::fs::read(root.join("samples/access.log"))?));
    let links = own(lines(&traffic::lines("links", 16_384)));
    let mut random = Random::new(61);
    let long: Vec<_> = (0..256).map(|_| to_decode("query-like", 1024, &mut random)).collect();
    let pair = |random: &mut Random| {
        let name = to_decode("clean", 2 + random.below(8), random);
        let kind = ["clean", "cyrillic"][random.below(2)];
        [name, to_decode(kind, 1 + random.below(60), random)].join(&b'=')
    };
    let queries = (0..256)
        .map(|_| (0..24).map(|_| pair(&mut random)).collect::<Vec<_>>().join(&b'&'))
        .collect();
    // The reference decodes the inputs of encoders, so they are independent of percent-simd.
    let decoded = |lines: &[Vec<u8>]| {
        let lines = lines.iter().map(|line| percent_encoding_decode(line).into_owned());
        let is_line = |line: &Vec<u8>| !line.contains(&b'\n') && std::str::from_utf8(line).is_ok();
        lines.filter(is_line).collect::<Vec<_>>()
    };
    let query = |line: &Vec<u8>| {
        let at = line.iter().position(|&byte| byte == b'?')?;
        Some(line[at + 1..].to_vec()).filter(|query| !query.is_empty())
    };
    Ok(vec![
        ("decode", "targets of a log", log.clone()),
        ("decode", "links of Wikipedia", links.clone()),
        ("decode", "1 KiB", long),
        ("encode", "targets of a log", decoded(&log)),
        ("encode", "titles of Wikipedia", decoded(&links)),
        ("query", "targets of a log", log.iter().filter_map(query).collect()),
        ("query", "24 pairs", queries),
    ])
}

/// The answers in a program's output; `None` for a refused line. The pairs of a query are sorted,
/// since some peers return a map.
fn answers(mut output: &[u8]) -> Result<Vec<Option<Vec<u8>>>, Box<dyn Error>> {
    let mut answers = Vec::new();
    while let Some((head, rest)) = output.split_first_chunk::<4>() {
        output = rest;
        let len = u32::from_be_bytes(*head);
        if len == u32::MAX {
            answers.push(None);
            continue;
        }
        let (answer, rest) = output.split_at_checked(len as usize).ok_or("an answer is cut")?;
        let mut pairs: Vec<&[u8]> = answer.split_inclusive(|&byte| byte == 0x1E).collect();
        pairs.sort_unstable();
        answers.push(Some(pairs.concat()));
        output = rest;
    }
    Ok(answers)
}
