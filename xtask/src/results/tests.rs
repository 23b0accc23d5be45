use super::{
    Length, Lines, LinesRun, Results, Row, Run, Verdict, middle, one_figure_a_line, variation,
};
use crate::machine::Machine;

pub(crate) fn machine(cpu: &str, active: &str) -> Machine {
    Machine {
        cpu: cpu.to_owned(),
        cores: 2,
        backends: vec!["scalar".to_owned(), active.to_owned()],
        active: active.to_owned(),
    }
}

pub(crate) fn run(commit: &str) -> Run {
    Run {
        commit: commit.to_owned(),
        date: "2026-11-22".to_owned(),
        compiler: "rustc 1.95.0".to_owned(),
        peers: "percent-encoding 2.3.2".to_owned(),
        command: "`cargo run -p xtask -- bench`".to_owned(),
    }
}

fn row(row: &str, backend: &str, least: f64) -> Row {
    Row { row: row.to_owned(), backend: backend.to_owned(), least: vec![least] }
}

/// A table in which our Cow takes this long, and the peer's takes 30 ns.
pub(crate) fn lines(file: &str, cow: f64) -> LinesRun {
    LinesRun {
        tables: vec![Lines {
            file: file.to_owned(),
            kind: "decode".to_owned(),
            lines: 9,
            mean: 44.0,
            dirty: 0.5,
            non_ascii: 0.0,
            note: String::new(),
            figures: vec![
                row("percent-encoding, Cow", "", 30.0),
                row("decode (Cow)", "active", cow),
            ],
        }],
        targets: vec![Verdict {
            what: "decode".to_owned(),
            wanted: "≥ 4x".to_owned(),
            backend: "active".to_owned(),
            measured: "3".to_owned(),
            met: false,
        }],
        lengths: vec![Length {
            row: "decode (Cow)".to_owned(),
            backend: "active".to_owned(),
            points: 301,
            lost: 1,
            worst: "0.90x: decode, clean, 1 bytes (2.0 to 1.8 ns)".to_owned(),
        }],
    }
}

/// Results with one figure for everything.
fn measured() -> Results {
    let mut results = Results::new(machine("A", "avx2"));
    results.merge(run("1"), lines("a.log", 10.0), false).unwrap();
    results
}

#[test]
fn a_run_replaces_the_last_one() {
    let mut results = measured();
    results.merge(run("2"), lines("b.log", 5.0), false).unwrap();
    assert_eq!((results.lines.len(), results.targets.len(), results.lengths.len()), (1, 1, 1));
    assert_eq!(results.lines[0].file, "b.log");
    assert_eq!((results.runs.len(), &*results.runs[0].commit), (1, "2"));
}

#[test]
fn a_further_pass_stands_beside_the_first() {
    let mut results = measured();
    results.merge(run("1"), lines("a.log", 15.0), true).unwrap();
    assert_eq!(results.lines.len(), 1);
    assert_eq!(results.lines[0].row("decode (Cow)", "active").unwrap().least, [10.0, 15.0]);
    assert_eq!(results.runs.len(), 2);
}

#[test]
fn passes_of_two_commits_are_not_mixed() {
    let mut results = measured();
    let error = results.merge(run("2"), lines("a.log", 15.0), true).unwrap_err();
    assert!(error.contains("commit 1") && error.contains("--again"), "{error}");
}

#[test]
fn what_is_written_is_read_again() {
    let results = measured();
    let text = one_figure_a_line(&serde_json::to_string(&results).unwrap());
    assert!(text.lines().any(|line| line.starts_with("{\"row\":\"decode (Cow)\"")), "{text}");
    let again: Results = serde_json::from_str(&text).unwrap();
    assert_eq!(one_figure_a_line(&serde_json::to_string(&again).unwrap()), text);
}

#[test]
fn the_middle_and_how_far_the_others_lie_from_it() {
    assert_eq!(middle(&[3.0, 1.0, 2.0]), 2.0);
    assert_eq!(middle(&[1.0, 2.0]), 1.5);
    assert_eq!(variation(&[2.0, 2.5, 1.0]), 0.5);
    assert_eq!(variation(&[7.0]), 0.0);
}
