//! All that a machine has measured, as a page of its own.

use std::fmt::Write;

use crate::machine::Run;
use crate::results::Results;
use crate::{lines, losses};

/// How many losses are listed.
const LOSSES: usize = 60;

pub(crate) fn markdown(results: &Results) -> String {
    let machine = &results.machine;
    let mut text = format!(
        "# {}\n\nAll figures of this machine. `cargo run -p xtask -- report` writes this page from `benches/results/{}.json`: do not edit it. What is \
         compared, and how, is in [BENCHMARKS.md](../../BENCHMARKS.md).\n\n\
         {} cores; backends {}; active: {}.\n\n",
        machine.cpu,
        machine.file_name(),
        machine.cores,
        machine.backends.join(", "),
        machine.active
    );
    runs(&results.runs, &mut text);
    let mut section = |title: &str, note: &str, body: String| {
        if !body.is_empty() {
            let _ = write!(text, "## {title}\n\n{note}\n\n{}\n\n", body.trim());
        }
    };
    if !results.lines.is_empty() {
        section(
            "Lines, and inputs of 1 KiB and 64 KiB",
            "Nanoseconds a call: the least of a pass, and of several passes the middle one. In brackets how many times as fast as the peer's call in the \
             second column; ±, how far a pass lies from that, where it is more than 15%. A backend runs by its name; *active* is what a call chooses itself, \
             with the choice in its time.",
            lines::tables(results),
        );
        section(
            "Lengths from 0 to 300 bytes",
            "Against the best call of `percent-encoding`: slower by more than 5% and more than 1 ns.",
            lines::lengths(results),
        );
    }
    if !results.lines.is_empty() {
        let lost = losses::lost(&losses::pairs(results), LOSSES);
        section("What we lose", "", format!("On the active backend {lost}"));
    }
    if !results.targets.is_empty() {
        section("Targets", TARGETS, lines::targets(results));
    }
    text.trim_end().to_owned() + "\n"
}

const TARGETS: &str = "What this project set out to reach; a figure in bold misses its target. Why some are missed is in \
     [kernels.md](../kernels.md#targets-that-are-not-met-and-why).";

/// A row for each pass that differs from the others.
fn runs(runs: &[Run], text: &mut String) {
    let mut rows: Vec<String> = Vec::new();
    for Run { commit, date, compiler, command, .. } in runs {
        let row = format!("| {commit} | {date} | {compiler} | {command} |\n");
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    let _ = write!(
        text,
        "| commit | date | compiler | command |\n| --- | --- | --- | --- |\n{}\nPasses: {}. Peers: {}.\n\n",
        rows.concat(),
        runs.len(),
        runs.last().map_or("", |run| &run.peers)
    );
}
