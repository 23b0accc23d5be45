//! Tables of real lines, one call per line.

use std::fmt::Write;

use crate::peers::peers;
use crate::results::{Length, Lines, Results, Row, Verdict, middle, round, variation};

/// The column of the backend that a call selects itself.
pub(crate) const ACTIVE: &str = "active";

/// Inputs above this length are not lines.
pub(crate) const LONGEST_LINE: f64 = 256.0;

/// A larger deviation between passes is printed.
pub(crate) const NOTABLE: f64 = 0.15;

/// The speed of a row relative to a peer, by pass.
pub(crate) fn ratios(our: &Row, peer: &Row) -> Vec<f64> {
    peer.least.iter().zip(&our.least).map(|(peer, our)| peer / our).collect()
}

/// A ratio, and its deviation between passes if notable.
pub(crate) fn times(ratios: &[f64], round: fn(f64) -> String) -> String {
    let varies = variation(ratios);
    let note = if varies > NOTABLE { format!(" ±{:.0}%", 100.0 * varies) } else { String::new() };
    format!("{}{note}", round(middle(ratios)))
}

pub(crate) fn tables(results: &Results) -> String {
    let mut text = String::new();
    results.lines.iter().for_each(|table| write(table, &mut text));
    text
}

fn write(table: &Lines, text: &mut String) {
    let others: Vec<String> = table
        .figures
        .iter()
        .filter(|row| row.backend.is_empty())
        .map(|row| format!("{} {:.1}", row.row, middle(&row.least)))
        .collect();
    let backends = table.backends();
    let _ = writeln!(
        text,
        "### {}\n\n{} inputs, {:.0} bytes on average; {:.1}% {}. {}\n\n{}.\n\n| ours | {} |\n| --- |{}",
        table.title(),
        table.lines,
        table.mean,
        100.0 * table.dirty,
        if table.kind == "encode" { "hold a byte to be escaped" } else { "hold a `%`" },
        table.note,
        others.join("; "),
        backends.join(" | "),
        " ---: |".repeat(backends.len())
    );
    let first = backends.first().copied().unwrap_or_default();
    for row in table.figures.iter().filter(|row| row.backend == first) {
        let peer = peers(&row.row).iter().find_map(|peer| table.row(peer, ""));
        let cell = |backend: &&str| {
            let Some(our) = table.row(&row.row, backend) else { return String::new() };
            let ratio = peer.filter(|_| *backend == ACTIVE);
            let ratio = ratio.map(|peer| format!(" ({}x)", times(&ratios(our, peer), round)));
            format!("{:.1}{}", middle(&our.least), ratio.unwrap_or_default())
        };
        let cells: Vec<String> = backends.iter().map(cell).collect();
        let _ = writeln!(text, "| {} | {} |", row.row, cells.join(" | "));
    }
    text.push('\n');
}

/// The targets of real lines, and of every length up to 300 bytes.
pub(crate) fn targets(results: &Results) -> String {
    let mut text =
        "| what | target | backend | measured | |\n| --- | --- | --- | --- | --- |\n".to_owned();
    for Verdict { what, wanted, backend, measured, met } in &results.targets {
        let met = if *met { "met" } else { "**not met**" };
        let _ = writeln!(text, "| {what} | {wanted} | {backend} | {measured} | {met} |");
    }
    text
}

/// Every backend at every length from 0 to 300 bytes.
pub(crate) fn lengths(results: &Results) -> String {
    let mut text =
        "| row | backend | slower at | the worst point |\n| --- | --- | ---: | --- |\n".to_owned();
    for Length { row, backend, points, lost, worst } in &results.lengths {
        let _ = writeln!(text, "| {row} | {backend} | {lost} of {points} | {worst} |");
    }
    text
}
