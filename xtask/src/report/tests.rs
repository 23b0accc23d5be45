use std::path::Path;

use super::{FRONT, front_page, render};
use crate::front::table;
use crate::results::Results;
use crate::results::tests::{lines, machine, run};

const PAGE: &str = "# Benchmarks\n<!-- files -->\n<!-- /files -->\n<!-- ratios -->\nold\n<!-- /ratios -->\n\
    <!-- losses --><!-- /losses -->\n<!-- machines --><!-- /machines -->\nby hand\n";

fn results(cpu: &str, active: &str, passes: &[f64]) -> Results {
    let mut results = Results::new(machine(cpu, active));
    for (index, cow) in passes.iter().enumerate() {
        results.merge(run("1"), lines("a.log", *cow), index > 0).unwrap();
    }
    results
}

#[test]
fn a_second_machine_is_a_second_column() {
    let first = results("First", "avx2", &[10.0]);
    let one = table(std::slice::from_ref(&first));
    assert!(one.contains("| **lines**: a.log | First: avx2 |"), "{one}");
    assert!(one.contains("| decode to a Cow | 3.0 |"), "{one}");
    let mut second = results("Second", "neon", &[15.0]);
    // A file that only one machine has measured is a dash for the other.
    second.merge(run("1"), lines("b.log", 5.0), true).unwrap();
    let two = table(&[first, second]);
    assert!(two.contains("| **lines**: a.log · b.log | First: avx2 | Second: neon |"), "{two}");
    assert!(two.contains("| decode to a Cow | 3.0 · – | 2.0 · 6.0 |"), "{two}");
}

#[test]
fn what_is_written_by_hand_stays() {
    let page = front_page(PAGE, &[results("First", "avx2", &[10.0])]).unwrap();
    assert!(page.starts_with("# Benchmarks\n") && page.ends_with("\nby hand\n"), "{page}");
    assert!(!page.contains("old"), "{page}");
    assert!(page.contains("[First](docs/benchmarks/first.md), commit 1, 2026-11-22"), "{page}");
    assert_eq!(front_page(&page, &[results("First", "avx2", &[10.0])]).unwrap(), page);
}

#[test]
fn a_page_without_a_place_for_figures_is_named() {
    let error = front_page("# Benchmarks\n", &[]).unwrap_err();
    assert!(error.contains(FRONT) && error.contains("<!-- files -->"), "{error}");
}

/// Fails if a rendered page was edited by hand, or not rendered after a measurement.
#[test]
fn what_is_committed_is_what_the_results_give() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let machines = Results::all(root).unwrap();
    assert!(!machines.is_empty());
    for (file, text) in render(root, &machines).unwrap() {
        let committed = std::fs::read_to_string(root.join(&file)).unwrap_or_default();
        assert!(
            committed.replace("\r\n", "\n") == text,
            "{file} is not what the results give: cargo run -p xtask -- report"
        );
    }
}
