//! The first screen: ratios of equivalent calls, a column for each machine, and the losses.

use std::fmt::Write;

use crate::lines::{self, ACTIVE, ratios, times};
use crate::losses;
use crate::peers::{ITERATOR, PEER, PEER_UTF8};
use crate::results::{Lines, Results, middle};

/// A task on an input: its name, the table and row of our call, and the peer's call.
pub(crate) struct Task {
    pub(crate) name: &'static str,
    kind: &'static str,
    row: &'static str,
    peer: &'static str,
}

const fn task(
    name: &'static str,
    kind: &'static str,
    row: &'static str,
    peer: &'static str,
) -> Task {
    Task { name, kind, row, peer }
}

pub(crate) const TASKS: [Task; 7] = [
    task("decode to a Cow", "decode", "decode (Cow)", PEER),
    task("decode into a buffer", "decode", "decode_into", ITERATOR),
    task(
        "decode into a buffer: strict, keep, reject",
        "decode",
        "decode_into, strict, keep and reject",
        ITERATOR,
    ),
    task("decode to text that is not ASCII", "text", "decode_utf8", PEER_UTF8),
    task("check a path (`path::STRICT`)", "paths", "path::STRICT.check", PEER),
    task("encode to a Cow", "encode", "encode (Cow)", PEER),
    task("encode into a buffer", "encode", "encode_into", ITERATOR),
];

/// The prefixes of the names of inputs that are not files of lines.
const BULK: [&str; 2] = ["1 KiB", "64 KiB"];

/// A backend of a machine.
pub(crate) struct Column<'a> {
    pub(crate) results: &'a Results,
    backend: &'static str,
}

impl Column<'_> {
    pub(crate) fn title(&self) -> String {
        let Self { results, backend } = self;
        let name = if *backend == ACTIVE { &results.machine.active } else { *backend };
        format!("{}: {name}", results.machine.cpu)
    }

    /// The speed relative to the peer, by pass.
    pub(crate) fn ratios(&self, task: &Task, file: &str) -> Option<Vec<f64>> {
        let is_wanted = |table: &&Lines| table.file == file && table.kind == task.kind;
        let table = self.results.lines.iter().find(is_wanted)?;
        Some(ratios(table.row(task.row, self.backend)?, table.row(task.peer, "")?))
    }
}

/// The backend that each machine selects, and AVX2 beside AVX-512, because most servers select it.
pub(crate) fn columns(machines: &[Results]) -> Vec<Column<'_>> {
    let mut columns = Vec::new();
    for results in machines.iter().filter(|results| !results.lines.is_empty()) {
        columns.push(Column { results, backend: ACTIVE });
        if results.machine.active == "avx512" {
            columns.push(Column { results, backend: "avx2" });
        }
    }
    columns
}

/// Inputs that belong together: a title, and the files with their short names.
pub(crate) struct Block {
    pub(crate) title: &'static str,
    pub(crate) inputs: Vec<(String, String)>,
}

/// Lines of files, and inputs of each size. Files are in the order in which machines have them.
pub(crate) fn blocks(machines: &[Results]) -> Vec<Block> {
    let mut files: Vec<&str> = Vec::new();
    for table in machines.iter().flat_map(|results| &results.lines) {
        // Inputs that are not decoded have tables of their own for a few calls.
        if table.kind == "decode" && !files.contains(&&*table.file) {
            files.push(&table.file);
        }
    }
    let of_size = |size: &str| {
        let named = |file: &&str| {
            Some((file.strip_prefix(size)?.strip_prefix(", ")?.to_owned(), (*file).to_owned()))
        };
        files.iter().filter_map(named).collect::<Vec<_>>()
    };
    let is_bulk = |file: &str| {
        BULK.iter().any(|size| file.strip_prefix(size).is_some_and(|rest| rest.starts_with(", ")))
    };
    let lines = files.iter().filter(|file| !is_bulk(file));
    let lines = lines.map(|file| ((*file).to_owned(), (*file).to_owned())).collect();
    let mut blocks = vec![Block { title: "lines", inputs: lines }];
    blocks.extend(BULK.map(|size| Block { title: size, inputs: of_size(size) }));
    blocks.retain(|block| !block.inputs.is_empty());
    blocks
}

/// The table: in a cell one ratio for each input of the block, in its order.
pub(crate) fn table(machines: &[Results]) -> String {
    let columns = columns(machines);
    let titles: Vec<String> = columns.iter().map(Column::title).collect();
    let mut text = String::new();
    for Block { title, inputs } in blocks(machines) {
        let names: Vec<&str> = inputs.iter().map(|(name, _)| &**name).collect();
        let _ = writeln!(
            text,
            "| **{title}**: {} | {} |\n| --- |{}",
            names.join(" · "),
            titles.join(" | "),
            " ---: |".repeat(titles.len())
        );
        let is_measured = |task: &&Task| {
            let mut files = inputs.iter().map(|(_, file)| file);
            files.any(|file| columns.iter().any(|column| column.ratios(task, file).is_some()))
        };
        for task in TASKS.iter().filter(is_measured) {
            let cell = |column: &Column| {
                let ratio = |(_, file): &(String, String)| {
                    column
                        .ratios(task, file)
                        .map_or_else(|| "–".to_owned(), |all| times(&all, short))
                };
                inputs.iter().map(ratio).collect::<Vec<_>>().join(" · ")
            };
            let cells: Vec<String> = columns.iter().map(cell).collect();
            let _ = writeln!(text, "| {} | {} |", task.name, cells.join(" | "));
        }
        text.push('\n');
    }
    text
}

/// The worst losses of each machine.
pub(crate) fn losses(machines: &[Results]) -> String {
    const LISTED: usize = 5;
    let mut text = String::new();
    for results in machines {
        let pairs = losses::pairs(results);
        if pairs.is_empty() {
            continue;
        }
        let machine = &results.machine;
        let _ = writeln!(
            text,
            "**{}: {}**: {}",
            machine.cpu,
            machine.active,
            losses::lost(&pairs, LISTED)
        );
        if let Some((lost, points, worst)) = losses::of_lengths(results) {
            let _ = writeln!(
                text,
                "At every length up to 300 bytes: {lost} of {points} points are slower than the best call of `percent-encoding`; the worst is `{}`, {}.\n",
                worst.row, worst.worst
            );
        }
    }
    text
}

/// The README's figures: the range of each task over real lines, and the worst point of all sizes,
/// on the machine with the most measurements.
pub(crate) fn summary(machines: &[Results]) -> String {
    let most = |column: &&Column| column.results.lines.len();
    let columns = columns(machines);
    let Some(best) = columns.iter().rev().max_by_key(most) else { return String::new() };
    let name = &best.results.machine.cpu;
    let columns: Vec<&Column> =
        columns.iter().filter(|column| column.results.machine.cpu == *name).collect();
    let blocks = blocks(machines);
    let Some(lines) = blocks.first() else { return String::new() };
    let backends: Vec<String> = columns
        .iter()
        .map(|column| column.title().rsplit(": ").next().unwrap_or_default().to_owned())
        .collect();
    let mut text = format!("| {name} | {} |\n", backends.join(" | "));
    let _ = writeln!(text, "| --- |{}", " ---: |".repeat(columns.len()));
    for task in &TASKS {
        let cell = |column: &&Column| {
            let ratios = lines.inputs.iter().filter_map(|(_, file)| column.ratios(task, file));
            range(&ratios.map(|ratios| middle(&ratios)).collect::<Vec<_>>())
        };
        let cells: Vec<String> = columns.iter().map(cell).collect();
        let _ = writeln!(text, "| {} | {} |", task.name, cells.join(" | "));
    }
    if let Some((_, _, worst)) = losses::of_lengths(best.results) {
        // "0.26x: decode, cyrillic, 1 bytes (7.9 to 2.1 ns)"
        let (ratio, place) = worst.worst.split_once(": ").unwrap_or((&worst.worst, ""));
        // The row says what is done.
        let place = place.split_once(", ").map_or(place, |(_, place)| place);
        let place = place.replace(" 1 bytes ", " 1 byte ").replace(" to ", " against ");
        let _ = writeln!(
            text,
            "| slowest of all lengths up to 300 bytes: `{}`, {place} | {ratio} |{}",
            worst.row,
            " |".repeat(columns.len() - 1)
        );
    }
    text
}

/// Rounded to the precision in which two runs agree.
pub(crate) fn short(ratio: f64) -> String {
    if ratio < 9.95 { format!("{ratio:.1}") } else { format!("{ratio:.0}") }
}

fn range(ratios: &[f64]) -> String {
    let least = ratios.iter().copied().fold(f64::MAX, f64::min);
    let most = ratios.iter().copied().fold(0.0, f64::max);
    match (short(least), short(most)) {
        _ if ratios.is_empty() => "–".to_owned(),
        (least, most) if least == most => format!("{least}x"),
        (least, most) => format!("{least} to {most}x"),
    }
}

/// The files of lines in the table, with their sizes, for its caption.
pub(crate) fn files(machines: &[Results]) -> String {
    let mut seen: Vec<&str> = Vec::new();
    let mut text = Vec::new();
    for table in machines.iter().flat_map(|results| &results.lines) {
        let is_line = table.mean < lines::LONGEST_LINE;
        if is_line && table.kind == "decode" && !seen.contains(&&*table.file) {
            seen.push(&table.file);
            text.push(format!(
                "{} ({} lines of {:.0} bytes, {:.0}% with a `%`)",
                table.file,
                table.lines,
                table.mean,
                100.0 * table.dirty
            ));
        }
    }
    text.join(", ")
}
