//! The figures of the programs of benches/languages: one file per machine; their table and their chart.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;

use percent_simd_benches::figures::middle;
use serde::{Deserialize, Serialize};

use crate::chart::{Bar, Chart};
use crate::machine::{Machine, Run};
use crate::store;

const FOLDER: &str = "benches/languages/results";
/// The inputs of the chart.
const CHARTED: [&str; 3] = ["links of Wikipedia", "titles of Wikipedia", "24 pairs"];

/// All figures of one machine.
#[derive(Serialize, Deserialize)]
pub(crate) struct Languages {
    pub(crate) machine: Machine,
    pub(crate) run: Run,
    pub(crate) inputs: Vec<Input>,
    pub(crate) peers: Vec<Peer>,
    /// The peers missing on the machine.
    pub(crate) missing: Vec<String>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Input {
    pub(crate) operation: String,
    pub(crate) name: String,
    /// The number of lines; all answers are compared.
    pub(crate) lines: usize,
    /// The number of lines that no peer refuses, and their bytes without terminators: only these
    /// are timed.
    pub(crate) timed: usize,
    pub(crate) bytes: usize,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Peer {
    pub(crate) name: String,
    pub(crate) version: String,
    /// One for each input; `None` if the peer lacks the operation.
    pub(crate) cells: Vec<Option<Cell>>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Cell {
    /// Nanoseconds for all lines, one figure for each round.
    pub(crate) times: Vec<f64>,
    /// The number of lines with another answer than the reference's, and of refused lines.
    pub(crate) differ: usize,
    pub(crate) refused: usize,
}

impl Languages {
    /// All machines, in order of their files' names.
    pub(crate) fn all(root: &Path) -> Result<Vec<Self>, Box<dyn Error>> {
        store::all(root, FOLDER)
    }

    pub(crate) fn write(&self, root: &Path) -> Result<(), Box<dyn Error>> {
        store::write(root, FOLDER, &self.machine, self)
    }
}

/// The chart of the last measured machine.
const PICTURE: &str = "<picture>
<source media=\"(prefers-color-scheme: dark)\" srcset=\"docs/benchmarks/languages-dark.svg\">
<img src=\"docs/benchmarks/languages-light.svg\" alt=\"GB/s of other languages and libraries: the figures of a table below\">
</picture>

";

pub(crate) fn latest(machines: &[Languages]) -> Option<&Languages> {
    machines.iter().max_by_key(|results| &results.run.date)
}

/// The chart: one input for each operation, the peers from the fastest to the slowest.
pub(crate) fn chart(results: &Languages) -> Chart {
    let bars = |number: usize, input: &Input| {
        let bar = |Peer { name, cells, .. }: &Peer| {
            let rate = input.bytes as f64 / middle(&cells[number].as_ref()?.times);
            let backend = name.strip_prefix("percent-simd, ");
            let ours = backend.map(|backend| usize::from(backend != "avx2"));
            Some(Bar { name: name.clone(), rate, shown: shown(rate), ours })
        };
        let mut bars: Vec<Bar> = results.peers.iter().filter_map(bar).collect();
        bars.sort_by(|one, other| other.rate.total_cmp(&one.rate));
        bars
    };
    let inputs = results.inputs.iter().enumerate();
    let groups = inputs.filter(|(_, input)| CHARTED.contains(&&*input.name));
    let groups = groups.map(|(number, input)| {
        (format!("{}: {}", input.operation, input.name), bars(number, input))
    });
    Chart {
        title: "Other languages and libraries, GB/s of input".to_owned(),
        groups: groups.collect(),
        notes: vec![
            "GB/s of input, as a user of the language calls it, on one core.".to_owned(),
            "Each group has a scale of its own.".to_owned(),
            results.machine.title(),
        ],
    }
}

/// The section of BENCHMARKS.md: a table for each machine.
pub(crate) fn tables(machines: &[Languages]) -> String {
    if machines.is_empty() {
        return "No machine has been measured yet.".to_owned();
    }
    let mut text = String::from(PICTURE);
    for Languages { machine, run, inputs, peers, missing } in machines {
        let _ = writeln!(
            text,
            "{}, commit {}, {}: GB/s of input.\n",
            machine.title(),
            run.commit,
            run.date
        );
        let mut rule = String::from("| --- |");
        text.push_str("| peer |");
        for Input { operation, name, timed, bytes, .. } in inputs {
            let mean = *bytes as f64 / *timed as f64;
            let _ = write!(text, " {operation}: {name}, {mean:.0} bytes |");
            rule += " ---: |";
        }
        let _ = writeln!(text, "\n{rule}");
        let mut notes = String::new();
        for Peer { name, version, cells } in peers {
            let mut differences = Vec::new();
            let cells = cells.iter().zip(inputs).map(|(cell, input)| {
                let Some(Cell { times, differ, refused }) = cell else { return "–".to_owned() };
                let rate = shown(input.bytes as f64 / middle(times));
                let counts = [(*differ, "differ"), (*refused, "refused")];
                let counts = counts.iter().filter(|(count, _)| *count > 0);
                let counts: Vec<_> =
                    counts.map(|(count, what)| format!("{count} {what}")).collect();
                if counts.is_empty() {
                    return rate;
                }
                let Input { operation, name, lines, .. } = input;
                differences.push(format!("{operation}, {name}: {} of {lines}", counts.join(", ")));
                rate + " ≠"
            });
            let cells: Vec<_> = cells.collect();
            let _ = writeln!(
                text,
                "| {} | {} |",
                format!("{name} {version}").trim_end(),
                cells.join(" | ")
            );
            if !differences.is_empty() {
                let _ = writeln!(notes, "* {name}: {}", differences.join("; "));
            }
        }
        if !notes.is_empty() {
            let _ =
                writeln!(text, "\n≠: other answers than those of `percent-encoding`:\n\n{notes}");
        }
        let lines: usize = inputs.iter().map(|input| input.lines).sum();
        let refused = lines - inputs.iter().map(|input| input.timed).sum::<usize>();
        let _ = writeln!(
            text,
            "A line that any peer refuses is not timed, since an exception costs more than a call: {refused} of {lines}.\n"
        );
        let missing = if missing.is_empty() { "none".to_owned() } else { missing.join(", ") };
        let _ = writeln!(text, "Missing on this machine: {missing}.\n");
    }
    text
}

/// Two significant digits: runs agree in them.
fn shown(rate: f64) -> String {
    match rate {
        0.0..0.0095 => format!("{rate:.4}"),
        0.0095..0.095 => format!("{rate:.3}"),
        0.095..0.95 => format!("{rate:.2}"),
        0.95..9.5 => format!("{rate:.1}"),
        _ => format!("{rate:.0}"),
    }
}
