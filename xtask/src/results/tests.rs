use super::{
    Curve, Figure, Length, Lines, LinesRun, Measured, Results, Row, Run, Verdict, middle,
    one_figure_a_line, variation,
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

fn figure(bench: &str, group: &str, ns: f64) -> Figure {
    Figure {
        bench: bench.to_owned(),
        group: group.to_owned(),
        subject: "Cow".to_owned(),
        calls: 64.0,
        bytes: 65536.0,
        ns: vec![ns],
        spread: 0.01,
    }
}

fn row(row: &str, backend: &str, least: f64) -> Row {
    Row {
        row: row.to_owned(),
        backend: backend.to_owned(),
        least: vec![least],
        median: vec![least + 1.0],
    }
}

/// A table in which a Cow takes this long, and the peer's 30 ns.
pub(crate) fn lines(file: &str, cow: f64) -> Measured {
    Measured::Lines(LinesRun {
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
            worst: "0.9x".to_owned(),
        }],
    })
}

fn sweep() -> Measured {
    Measured::Sweep(vec![Curve {
        direction: "decode".to_owned(),
        content: "clean".to_owned(),
        subject: "Cow".to_owned(),
        sizes: vec![0, 1],
        ns: vec![1.0, 2.0],
    }])
}

fn names(results: &Results) -> Vec<(&str, &[f64])> {
    results.criterion.iter().map(|figure| (&*figure.group, &*figure.ns)).collect()
}

/// Everything measured once.
fn measured() -> Results {
    let mut results = Results::new(machine("A", "avx2"));
    let figures = |bench| Measured::Criterion(vec![figure(bench, bench, 10.0)]);
    results.merge("decode", run("1"), figures("decode"), false).unwrap();
    results.merge("encode", run("1"), figures("encode"), false).unwrap();
    results.merge("lines", run("1"), lines("a.log", 10.0), false).unwrap();
    results.merge("sweep", run("1"), sweep(), false).unwrap();
    results
}

#[test]
fn a_run_of_one_benchmark_leaves_the_others() {
    let mut results = measured();
    let new = vec![figure("decode", "new", 20.0)];
    results.merge("decode", run("2"), Measured::Criterion(new), false).unwrap();
    assert_eq!(names(&results), [("encode", &[10.0][..]), ("new", &[20.0])]);
    assert_eq!((results.lines.len(), results.targets.len(), results.lengths.len()), (1, 1, 1));
    assert_eq!(results.sweep.len(), 1);
    let commits: Vec<(&str, &str)> =
        results.runs.iter().map(|(bench, runs)| (&**bench, &*runs[0].commit)).collect();
    assert_eq!(commits, [("decode", "2"), ("encode", "1"), ("lines", "1"), ("sweep", "1")]);
}

#[test]
fn a_run_of_lines_replaces_lines_alone() {
    let mut results = measured();
    results.merge("lines", run("2"), lines("b.log", 5.0), false).unwrap();
    assert_eq!(results.lines.len(), 1);
    assert_eq!(results.lines[0].file, "b.log");
    assert_eq!(names(&results), [("decode", &[10.0][..]), ("encode", &[10.0])]);
}

#[test]
fn a_further_pass_stands_beside_the_first() {
    let mut results = measured();
    let new = vec![figure("decode", "decode", 12.0), figure("decode", "more", 7.0)];
    results.merge("decode", run("1"), Measured::Criterion(new), true).unwrap();
    assert_eq!(
        names(&results),
        [("decode", &[10.0, 12.0][..]), ("encode", &[10.0]), ("more", &[7.0])]
    );
    results.merge("lines", run("1"), lines("a.log", 15.0), true).unwrap();
    assert_eq!(results.lines.len(), 1);
    assert_eq!(results.lines[0].row("decode (Cow)", "active").unwrap().least, [10.0, 15.0]);
    assert_eq!(results.runs["lines"].len(), 2);
}

#[test]
fn passes_of_two_commits_are_not_mixed() {
    let mut results = measured();
    let error = results.merge("lines", run("2"), lines("a.log", 15.0), true).unwrap_err();
    assert!(error.contains("lines") && error.contains("commit 1"), "{error}");
}

#[test]
fn benchmarks_that_no_longer_exist_are_dropped() {
    let mut results = measured();
    results.retain(&["encode", "lines", "sweep"]);
    assert_eq!(names(&results), [("encode", &[10.0][..])]);
    assert!(!results.runs.contains_key("decode"));
    assert_eq!((results.lines.len(), results.sweep.len()), (1, 1));
}

#[test]
fn what_is_written_is_read_again() {
    let results = measured();
    let text = one_figure_a_line(&serde_json::to_string(&results).unwrap());
    assert!(text.lines().any(|line| line.starts_with("{\"bench\":\"encode\"")), "{text}");
    let again: Results = serde_json::from_str(&text).unwrap();
    assert_eq!(one_figure_a_line(&serde_json::to_string(&again).unwrap()), text);
}

#[test]
fn the_benchmark_writes_one_time_and_the_file_many() {
    let text = r#"{"row":"memcpy","backend":"","least":1.5,"median":[2,3]}"#;
    let row: Row = serde_json::from_str(text).unwrap();
    assert_eq!((row.least, row.median), (vec![1.5], vec![2.0, 3.0]));
}

#[test]
fn the_middle_and_how_far_the_others_lie_from_it() {
    assert_eq!(middle(&[3.0, 1.0, 2.0]), 2.0);
    assert_eq!(middle(&[1.0, 2.0]), 1.5);
    assert_eq!(variation(&[2.0, 2.5, 1.0]), 0.5);
    assert_eq!(variation(&[7.0]), 0.0);
}
