//! The first screen: ratios of equivalent calls, a column for each machine and backend.

use std::fmt::Write;

use crate::rates;
use crate::results::Results;
use percent_simd_benches::figures::{self, ACTIVE, Row, Table, times};
use percent_simd_benches::peers::{SAMPLE, TRAFFIC, peers};

/// Tasks: their names, and the tables and rows of our calls.
const TASKS: [(&str, &str, &str); 6] = [
    ("decode to a Cow", "decode", "decode (Cow)"),
    ("decode into a buffer", "decode", "decode_into"),
    (
        "decode into a buffer: strict, keep, reject",
        "decode",
        "decode_into, strict, keep and reject",
    ),
    ("decode to text that is not ASCII", "text", "decode_utf8"),
    ("encode to a Cow", "encode", "encode (Cow)"),
    ("encode into a buffer", "encode", "encode_into"),
];

/// A backend of a machine.
struct Column<'a> {
    results: &'a Results,
    backend: &'static str,
}

impl Column<'_> {
    fn name(&self) -> &str {
        if self.backend == ACTIVE { &self.results.machine.active } else { self.backend }
    }

    /// A row of ours and its peer's.
    fn rows(&self, (_, kind, row): (&str, &str, &str), file: &str) -> Option<(&Row, &Row)> {
        let is_wanted = |table: &&Table| table.file == file && table.kind == kind;
        let table = self.results.figures.lines.iter().find(is_wanted)?;
        Some((table.row(row, self.backend)?, table.row(peers(row).first()?, "")?))
    }
}

/// The backend that each machine selects, and AVX2 beside AVX-512, because most servers select it.
fn columns(machines: &[Results]) -> Vec<Column<'_>> {
    let backends = |results: &Results| {
        let avx2 = (results.machine.active == "avx512").then_some("avx2");
        [ACTIVE].into_iter().chain(avx2)
    };
    let of = |results| backends(results).map(move |backend| Column { results, backend });
    machines.iter().flat_map(of).collect()
}

/// Inputs that belong together, with their short names: lines that anyone has, the inputs of each size
/// (`64 KiB, cyrillic`), and files that are not in the repository.
fn blocks(machines: &[Results]) -> Vec<(&str, Vec<(&str, &str)>)> {
    let mut blocks: Vec<(&str, Vec<(&str, &str)>)> =
        vec![("lines", Vec::new()), ("1 KiB", Vec::new()), ("64 KiB", Vec::new())];
    // Inputs that are not decoded have tables of their own for a few calls.
    let tables = machines.iter().flat_map(|results| &results.figures.lines);
    for table in tables.filter(|table| table.kind == "decode") {
        let (title, name) =
            table.file.split_once(", ").unwrap_or((group(&table.file), &*table.file));
        let at = blocks.iter().position(|block| block.0 == title).unwrap_or_else(|| {
            blocks.push((title, Vec::new()));
            blocks.len() - 1
        });
        if !blocks[at].1.contains(&(name, &*table.file)) {
            blocks[at].1.push((name, &*table.file));
        }
    }
    blocks.retain(|(_, inputs)| !inputs.is_empty());
    blocks
}

fn group(file: &str) -> &'static str {
    if file == SAMPLE || TRAFFIC.contains(&file) { "lines" } else { "files" }
}

/// The table: in a cell one ratio for each input of the block, in its order.
pub(crate) fn table(machines: &[Results]) -> String {
    let columns = columns(machines);
    // `AMD Zen 5, avx512`: the list of machines has the rest of the title.
    let title = |column: &Column| {
        let title = column.results.machine.title();
        format!("{}, {}", title.split(" (").next().unwrap_or_default(), column.name())
    };
    let titles = columns.iter().map(title).collect::<Vec<_>>().join(" | ");
    let mut text = String::new();
    for (title, inputs) in blocks(machines) {
        let names: Vec<&str> = inputs.iter().map(|(name, _)| *name).collect();
        let rule = " ---: |".repeat(columns.len());
        let _ = writeln!(text, "| **{title}**: {} | {titles} |\n| --- |{rule}", names.join(" · "));
        for task in TASKS {
            let cell = |column: &Column| {
                let ratio = |(_, file): &(&str, &str)| {
                    let rows = column.rows(task, file);
                    let missing = || "–\u{2060}".to_owned(); // a word joiner: no line ends after it
                    rows.map_or_else(missing, |(our, peer)| times(our, peer, short))
                };
                // No-break spaces keep the figures of a cell on one line.
                inputs.iter().map(ratio).collect::<Vec<_>>().join("\u{a0}·\u{a0}")
            };
            let cells = columns.iter().map(cell).collect::<Vec<_>>().join(" | ");
            if cells.contains(|c: char| c.is_ascii_digit()) {
                let _ = writeln!(text, "| {} | {cells} |", task.0);
            }
        }
        text.push('\n');
        if title == "lines" {
            text.push_str(&older(machines, &inputs));
        }
    }
    text
}

/// Why machines have no figures for inputs of the repository, which every run of today measures.
fn older(machines: &[Results], inputs: &[(&str, &str)]) -> String {
    let mut text = String::new();
    for Results { machine, run, figures, .. } in machines {
        let is_measured = |file| figures.lines.iter().any(|table| table.file == file);
        let missing = inputs.iter().filter(|(_, file)| !is_measured(*file));
        let names: Vec<&str> = missing.map(|(name, _)| *name).collect();
        if !names.is_empty() {
            let title = machine.title();
            let title = title.split(" (").next().unwrap_or_default();
            let (names, commit) = (names.join(", "), &run.commit);
            let _ = writeln!(
                text,
                "{title} has no figures for {names}: its run (commit {commit}) is older than these inputs.\n"
            );
        }
    }
    text
}

/// The build without `simd`, on each machine that has measured it.
pub(crate) fn without_simd(machines: &[Results]) -> String {
    let measured = |results: &&Results| !results.figures.without_simd.is_empty();
    let table = |results: &Results| {
        let table = figures::without_simd(&results.figures.without_simd);
        format!("**{}**:\n\n{table}", results.machine.title())
    };
    let tables: Vec<String> = machines.iter().filter(measured).map(table).collect();
    match tables.is_empty() {
        true => "No machine has measured it yet.".to_owned(),
        false => tables.join("\n"),
    }
}

/// The README's figures in GB/s, and the worst point of all lengths, on the machine that [`latest`]
/// gives.
pub(crate) fn summary(machines: &[Results]) -> String {
    let Some(results) = latest(machines) else { return String::new() };
    let mut text = format!("{}, GB/s of input", results.machine.title());
    let mut rule = String::new();
    for name in rates::NAMES {
        let _ = write!(text, " | {name}");
        rule += " ---: |";
    }
    text = format!("| {text} |\n| --- |{rule}\n");
    for input in rates::inputs(results) {
        let cells = input.rates.map(|rate| rate.map_or("–".to_owned(), rates::shown)).join(" | ");
        let _ = writeln!(text, "| {} | {cells} |", input.title);
    }
    if let Some((lost, points, worst)) = results.figures.worst_length() {
        let _ = write!(
            text,
            "\nOf {points} points up to 300 bytes, {lost} are slower than the best call of `percent-encoding`; the worst is `{}`, {}.",
            worst.row, worst.worst
        );
    }
    text
}

/// The machine that was measured last, of those with AVX-512 if there are any: the page has a column for
/// it.
pub(crate) fn latest(machines: &[Results]) -> Option<&Results> {
    machines.iter().max_by_key(|results| (results.machine.active == "avx512", &results.run.date))
}

/// Rounded to the precision in which two runs agree.
fn short(ratio: f64) -> String {
    if ratio < 9.95 { format!("{ratio:.1}") } else { format!("{ratio:.0}") }
}
