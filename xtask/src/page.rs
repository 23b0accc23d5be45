//! The page of one machine, with all of its figures.

use std::fmt::Write;

use crate::machine::Run;
use crate::results::Results;
use crate::{lines, losses};

/// The greatest number of losses in the list.
const LOSSES: usize = 60;

pub(crate) fn markdown(results: &Results) -> String {
    let machine = &results.machine;
    let mut text = format!(
        "# {}\n\nAll figures of this machine. `cargo run -p xtask -- report` writes this page from `benches/results/{}.json`: do not edit it. \
         [BENCHMARKS.md](../../BENCHMARKS.md) describes the method.\n\n\
         {} cores; backends {}; active: {}.\n\n",
        machine.cpu,
        machine.file_name(),
        machine.cores,
        machine.backends.join(", "),
        machine.active
    );
    if let Some(Run { commit, date, compiler, peers, command }) = results.runs.last() {
        let passes = results.runs.len();
        let _ = write!(
            text,
            "Commit {commit}, {date}, {compiler}: {passes} passes of {command}. Peers: {peers}.\n\n"
        );
    }
    let mut section = |title: &str, note: &str, body: String| {
        if !body.is_empty() {
            let _ = write!(text, "## {title}\n\n{note}\n\n{}\n\n", body.trim());
        }
    };
    if !results.lines.is_empty() {
        section(
            "Lines, and inputs of 1 KiB and 64 KiB",
            "Nanoseconds per call: the shortest time of a pass, and the median of several passes. Above a table: limits and peers. In brackets: the speed \
             relative to the equivalent call of a peer, and as ± the largest deviation of a pass, if above 15%. A backend is selected by name; *active* is \
             the call's own selection, whose time is included.",
            lines::tables(results),
        );
        section(
            "Lengths from 0 to 300 bytes",
            "A point is lost if the best call of `percent-encoding` is faster by more than 5% and more than 1 ns.",
            lines::lengths(results),
        );
    }
    if !results.lines.is_empty() {
        let lost = losses::lost(&losses::pairs(results), LOSSES);
        section("Losses", "", format!("On the active backend, {lost}"));
    }
    if !results.targets.is_empty() {
        section("Targets", TARGETS, lines::targets(results));
    }
    text.trim_end().to_owned() + "\n"
}

const TARGETS: &str =
    "The project's targets. [kernels.md](../kernels.md#missed-targets) explains the missed ones.";
