//! The page of one machine, with all its figures.

use std::fmt::Write;

use crate::machine::{Machine, Run};
use crate::narrower;
use crate::results::Results;
use percent_simd_benches::figures::Table;
use percent_simd_benches::targets;

pub(crate) fn markdown(results: &Results) -> String {
    let Results { machine, run, passes, figures } = results;
    let (title, Machine { cpu, cores, hypervisor, backends, active }) = (machine.title(), machine);
    let unit = hypervisor.as_ref().map_or("cores".to_owned(), |name| format!("vCPUs of {name}"));
    let Run { commit, date, compiler, peers } = run;
    let mut text = format!(
        "# {title}\n\nAll figures of this machine. `cargo run -p xtask -- report` writes this page from `benches/results/{}.json`: do not edit it. \
         [BENCHMARKS.md](../../BENCHMARKS.md) describes the method and lists the losses.\n\n\
         {cpu}: {cores} {unit}; backends {}; active: {active}.\n\n\
         Commit {commit}, {date}, {compiler}: {passes} passes. Peers: {peers}.\n\n",
        machine.file_name(),
        backends.join(", "),
    );
    let mut section = |title: &str, note: &str, body: &str| {
        let _ = write!(text, "## {title}\n\n{note}\n\n{}\n\n", body.trim());
    };
    section(
        "Lines, and inputs of 1 KiB and 64 KiB",
        "Nanoseconds per call: the shortest time of a pass, and the median of several passes. Above a table: limits and peers. In brackets: the speed \
         relative to the equivalent call of a peer, and as ± the deviation that three quarters of the passes keep, if above 15%. (Passes are repeated \
         while there is one, up to eight times.) A backend is selected by name; *active* is the call's own selection, whose time is included.",
        &figures.lines.iter().map(Table::markdown).collect::<Vec<_>>().join("\n"),
    );
    section(
        "Lengths from 0 to 300 bytes",
        "A point is lost if the best call of `percent-encoding` is faster by more than 5% and more than 1 ns. The target is to lose none.",
        &figures.lengths(),
    );
    section(
        "Backends",
        "Each backend beside the next narrower one, over all calls of the tables above.",
        &narrower::table(results),
    );
    section("Targets", "The project's targets.", &targets::table(figures));
    text.trim_end().to_owned() + "\n"
}
