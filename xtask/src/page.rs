//! All that a machine has measured, as a page of its own.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::criterion::figures;
use crate::machine::Run;
use crate::results::Results;
use crate::sweep::Sweep;
use crate::{lines, losses, tables, targets};

/// How many losses are listed.
const LOSSES: usize = 60;

pub(crate) fn markdown(results: &Results) -> String {
    let machine = &results.machine;
    let figures = figures(results);
    let sweep = Sweep::of(&results.sweep);
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
    if !results.criterion.is_empty() {
        let note = "Medians; ± beside a figure is the median absolute deviation of its samples, or the difference between passes, where it is above 5%.";
        section("Tables", note, tables::all(&figures));
        section("Schemes", "", tables::schemes(&figures));
        section("Policies and columns", "", tables::policies(&figures));
        section("Others", "", tables::others(&figures));
    }
    if !sweep.panels.is_empty() {
        let picture = |direction: &str| {
            format!(
                "![{direction}: time per byte for each content]({}-{direction}.svg)",
                machine.file_name()
            )
        };
        let body = format!(
            "{}\n\n{}\n\n{}",
            picture("decode"),
            picture("encode"),
            sweep.summary(&machine.active)
        );
        section("The sweep", SWEEP, body);
    }
    if !results.criterion.is_empty() {
        let pairs = losses::pairs(results, &figures);
        section(
            "What we lose",
            "",
            format!("On the active backend {}", losses::lost(&pairs, LOSSES)),
        );
        section("Geometric mean", "", losses::means(&figures));
        section("Spread", "", losses::spread(&figures));
    }
    if !results.targets.is_empty() {
        section("Targets of lines", TARGETS, lines::targets(results));
    }
    if !results.criterion.is_empty() {
        section(
            "Other targets",
            "The middle one of memcpy's figures stands beside.",
            targets::table(&figures, &sweep, &machine.active),
        );
    }
    text.trim_end().to_owned() + "\n"
}

const SWEEP: &str = "Sizes from 0 to 4096 bytes times contents: escapes and malformed `%` at densities up to 100%, clean and dense blocks in turn, a `%` at \
    the end of every 64 bytes, nothing but stray `%`. A panel is a content, a line is a backend into a buffer; *Cow* is that of the active backend, and that of \
    `percent-encoding` is compared with all. A point is the median of a few milliseconds: ratios between 0.95 and 1.05 say nothing.";

const TARGETS: &str = "What this project set out to reach; a figure in bold misses its target. Why some are missed is in \
     [kernels.md](../kernels.md#targets-that-are-not-met-and-why).";

/// A row for each run that differs from the others in more than its benchmark.
fn runs(runs: &BTreeMap<String, Vec<Run>>, text: &mut String) {
    let mut rows: Vec<(String, String)> = Vec::new();
    for (bench, passes) in runs {
        let Some(Run { commit, date, compiler, command, .. }) = passes.first() else { continue };
        let rest = format!("| {commit} | {date} | {compiler} | {command} |");
        let name = match passes.len() {
            1 => bench.clone(),
            len => format!("{bench} ({len} passes)"),
        };
        match rows.iter_mut().find(|(_, other)| *other == rest) {
            Some((names, _)) => {
                *names += ", ";
                *names += &name;
            }
            None => rows.push((name, rest)),
        }
    }
    *text +=
        "| benchmarks | commit | date | compiler | command |\n| --- | --- | --- | --- | --- |\n";
    for (names, rest) in rows {
        let _ = writeln!(text, "| {names} {rest}");
    }
    let peers = runs.values().flatten().next_back().map_or("", |run| &run.peers);
    let _ = writeln!(text, "\nPeers: {peers}.\n");
}
