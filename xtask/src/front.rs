//! The first screen: ratios of equivalent calls, a column for each machine and backend.

use std::fmt::Write;

use crate::rates;
use crate::results::Results;
use percent_simd_benches::figures::{self, ACTIVE, Row, Table, ratio, times};
use percent_simd_benches::peers::{ORIGINAL, PORTED, PORTS, SAMPLE, TRAFFIC, peers};

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

    /// `AMD Zen 5, avx512`: the list of machines has the rest of the machine's title.
    fn title(&self) -> String {
        let title = self.results.machine.title();
        format!("{}, {}", title.split(" (").next().unwrap_or_default(), self.name())
    }

    /// Our row, and its peer's.
    fn rows(&self, (_, kind, row): (&str, &str, &str), file: &str) -> Option<(&Row, &Row)> {
        let is_wanted = |table: &&Table| table.file == file && table.kind == kind;
        let table = self.results.figures.lines.iter().find(is_wanted)?;
        Some((table.row(row, self.backend)?, table.row(peers(row).first()?, "")?))
    }
}

/// The backend that each machine selects, and AVX2 next to AVX-512, because most servers select AVX2.
fn columns(machines: &[Results]) -> Vec<Column<'_>> {
    let backends = |results: &Results| {
        let avx2 = (results.machine.active == "avx512").then_some("avx2");
        [ACTIVE].into_iter().chain(avx2)
    };
    let of = |results| backends(results).map(move |backend| Column { results, backend });
    machines.iter().flat_map(of).collect()
}

/// Groups of inputs with their short names: lines that anyone has, the inputs of each size (`64
/// KiB, cyrillic`), and files outside of the repository.
fn blocks(machines: &[Results]) -> Vec<(&str, Vec<(&str, &str)>)> {
    let mut blocks: Vec<(&str, Vec<(&str, &str)>)> =
        vec![("lines", Vec::new()), ("1 KiB", Vec::new()), ("64 KiB", Vec::new())];
    // Inputs without decoding are in separate tables, for a few calls.
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

/// The README's first sentence of figures: the smallest and the largest ratio of decoding to a Cow,
/// on all machines.
pub(crate) fn headline(machines: &[Results]) -> String {
    let blocks = blocks(machines);
    let range = |backend: &str, of_lines: bool| {
        let files = blocks.iter().filter(|(title, _)| *title != "files");
        let files = files.filter(|(title, _)| (*title == "lines") == of_lines);
        let mut ratios = Vec::new();
        for (_, file) in files.flat_map(|(_, inputs)| inputs) {
            let columns = columns(machines).into_iter();
            let rows = columns.filter(|column| column.name() == backend);
            ratios.extend(rows.filter_map(|column| {
                column.rows(TASKS[0], file).map(|(our, peer)| ratio(our, peer))
            }));
        }
        ratios.sort_by(f64::total_cmp);
        // Rounded down: every reader gets at least this.
        Some(format!("{:.0} to {:.0}", ratios.first()?.floor(), ratios.last()?.floor()))
    };
    let text = |backend: &str| Some((range(backend, true)?, range(backend, false)?));
    let (Some(avx2), Some(avx512)) = (text("avx2"), text("avx512")) else { return String::new() };
    format!(
        "With AVX2, which most servers have, it decodes lines of URLs and logs {} times as fast as `percent-encoding`, and long \
         input (1 and 64 KiB) {} times; with the feature `avx512`, {} and {} times.",
        avx2.0, avx2.1, avx512.0, avx512.1
    )
}

/// The table: each cell has one ratio for each input of the group, in order.
pub(crate) fn table(machines: &[Results]) -> String {
    let columns = columns(machines);
    let run = |results: &Results| {
        let title = results.machine.title();
        let title = title.split(" (").next().unwrap_or_default();
        format!("{title}: commit {}, {}", results.run.commit, results.run.date)
    };
    let runs = machines.iter().map(run).collect::<Vec<_>>().join("; ");
    let mut text = format!("{runs}.\n\n");
    for (title, inputs) in blocks(machines) {
        // Anyone has these inputs, so a machine without one was measured before that input existed.
        let is_there = |column: &&Column| {
            title == "files" || inputs.iter().all(|(_, file)| has(column.results, file))
        };
        let columns: Vec<&Column> = columns.iter().filter(is_there).collect();
        let titles = columns.iter().map(|column| column.title()).collect::<Vec<_>>().join(" | ");
        let names: Vec<&str> = inputs.iter().map(|(name, _)| *name).collect();
        let rule = " ---: |".repeat(columns.len());
        let _ = writeln!(text, "| **{title}**: {} | {titles} |\n| --- |{rule}", names.join(" · "));
        for task in TASKS {
            let cell = |column: &&Column| {
                let ratio = |(_, file): &(&str, &str)| {
                    let rows = column.rows(task, file);
                    let missing = || "–\u{2060}".to_owned(); // a word joiner: no line ends after it
                    rows.map_or_else(missing, |(our, peer)| times(our, peer, short))
                };
                let figures: Vec<String> = inputs.iter().map(ratio).collect();
                // No-break spaces keep the figures of a cell on one line. Four figures, or one with
                // its deviation, are too wide for that, and break after every second one.
                let is_wide = figures.len() > 3 || figures.iter().any(|text| text.contains('±'));
                let lines = figures.chunks(if is_wide { 2 } else { figures.len() });
                lines.map(|line| line.join("\u{a0}·\u{a0}")).collect::<Vec<_>>().join("\u{a0}· ")
            };
            let cells = columns.iter().map(cell).collect::<Vec<_>>().join(" | ");
            if cells.contains(|c: char| c.is_ascii_digit()) {
                let _ = writeln!(text, "| {} | {cells} |", task.0);
            }
        }
        text.push('\n');
        if title != "files" {
            text.push_str(&older(machines, &inputs));
        }
    }
    text
}

/// Returns whether the machine has figures for this input.
fn has(results: &Results, file: &str) -> bool {
    results.figures.lines.iter().any(|table| table.file == file)
}

/// The reason why machines have no column for the repository's inputs, which every current run
/// measures.
fn older(machines: &[Results], inputs: &[(&str, &str)]) -> String {
    let mut text = String::new();
    for results in machines {
        let missing = inputs.iter().filter(|(_, file)| !has(results, file));
        let names: Vec<&str> = missing.map(|(name, _)| *name).collect();
        if !names.is_empty() {
            let title = results.machine.title();
            let title = title.split(" (").next().unwrap_or_default();
            let (names, commit) = (names.join(", "), &results.run.commit);
            let _ = writeln!(
                text,
                "{title} has no column here: its run (commit {commit}) is older than {names}.\n"
            );
        }
    }
    text
}

/// Calls of published crates with percent-simd, relative to the crates' own, on each machine with
/// these figures.
pub(crate) fn ports(machines: &[Results]) -> String {
    let is_port = |table: &&Table| table.kind == PORTS;
    let of = |column: &Column| column.results.figures.lines.iter().any(|table| is_port(&table));
    let columns: Vec<Column> = columns(machines).into_iter().filter(of).collect();
    let Some(first) = columns.first() else {
        return "No machine has measured them yet.".to_owned();
    };
    let head: String = columns.iter().map(|column| format!(" {} |", column.title())).collect();
    let mut text = format!("| call |{head}\n| --- |{}\n", " ---: |".repeat(columns.len()));
    for table in first.results.figures.lines.iter().filter(is_port) {
        let cell = |column: &Column| {
            let mut tables = column.results.figures.lines.iter();
            let table = tables.find(|each| each.kind == PORTS && each.file == table.file)?;
            Some(times(table.row(PORTED, column.backend)?, table.row(ORIGINAL, "")?, short))
        };
        let cells = columns.iter().map(|column| cell(column).unwrap_or("–".to_owned()));
        let _ = writeln!(text, "| {} | {} |", table.file, cells.collect::<Vec<_>>().join(" | "));
    }
    text
}

/// The build without `simd`, on each machine with these figures.
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

/// The README's figures in GB/s, and the worst ratio of all lengths, on the machine of [`latest`].
pub(crate) fn summary(machines: &[Results]) -> String {
    let Some(results) = latest(machines) else { return String::new() };
    let [first, second, ..] = rates::NAMES;
    // The peers share a column, so that a telephone shows all columns without scrolling.
    let mut text = format!(
        "GB/s of input on an {}, commit {}; the peers are `{first}` · `{second}`:\n\n\
         | call | peers | AVX2 | AVX-512 |\n| --- | ---: | ---: | ---: |\n",
        results.machine.title(),
        results.run.commit
    );
    for input in rates::inputs(results) {
        let [first, second, avx2, avx512] =
            input.rates.map(|rate| rate.map_or("–".to_owned(), rates::shown));
        let peers = format!("{first}\u{a0}·\u{a0}{second}");
        let _ = writeln!(text, "| {} | {peers} | {avx2} | {avx512} |", input.title);
    }
    if let Some((lost, points, worst)) = results.figures.worst_length(false) {
        let _ = write!(
            text,
            "\nOf {points} points up to 300 bytes, {lost} are slower than the best call of `percent-encoding`; the worst is `{}`, {}.",
            worst.row, worst.worst
        );
    }
    text
}

/// The README's machine: the newest one with all inputs, and with AVX-512 if possible, because the
/// page has a column for it.
pub(crate) fn latest(machines: &[Results]) -> Option<&Results> {
    machines.iter().max_by_key(|results| {
        let inputs = rates::inputs(results).len();
        (inputs, results.machine.active == "avx512", &results.run.date)
    })
}

/// Rounded to the precision in which two runs agree.
fn short(ratio: f64) -> String {
    if ratio < 9.95 { format!("{ratio:.1}") } else { format!("{ratio:.0}") }
}
