//! `--count`.

use super::gives;
use crate::fields::combined;
use crate::support::{Folder, run};

#[test]
fn most_frequent_first() {
    let input = "b=1&a=1\na&b=\n%61&c+%09&&\n";
    gives("--count", input, "3\ta\n2\tb\n1\tc %09\n");
    gives(
        "--count --json",
        input,
        "{\"count\":3,\"name\":\"a\"}\n{\"count\":2,\"name\":\"b\"}\n{\"count\":1,\"name\":\"c \\t\"}\n",
    );
    gives("--count -k q", "q=x&q=y&r=z\nq=%79&q=\n", "2\ty\n1\t\n1\tx\n");
    gives("--count -k q%5B%5D --json", "q[]=%22\n", "{\"count\":1,\"value\":\"\\\"\"}\n");
    gives("--count -k nope", input, "");
    gives("--count", "", "");
    let log = combined("-", "GET /?a=1&b HTTP/1.1", "/?c", "-");
    gives("--format combined --count", &log, "1\ta\n1\tb\n");
    gives("--format combined --count -f referer", &log, "1\tc\n");
}

#[test]
fn the_same_on_any_number_of_threads() {
    let folder = Folder::new();
    // Some blocks.
    let lines: String =
        (0..40_000).map(|at| format!("n{}=v{}&m=%4{}\n", at % 700, at % 13, at % 9)).collect();
    let file = folder.file("queries.txt", lines);
    for args in [&["--count"][..], &["--count", "-k", "m"]] {
        let ran = |threads| run(&[&["query", "-j", threads, &file][..], args].concat(), "");
        let one = ran("1");
        assert!(one.status == Some(0) && !one.stdout.is_empty());
        assert_eq!(ran("4"), one);
    }
}

/// Names that are all different: what the program takes is bounded, and it says what that costs.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded() {
    use std::process::Command;

    if std::env::var_os("PCT_TEST_RUNNER").is_some() {
        return crate::support::skipped("an emulator has memory of its own");
    }
    let folder = Folder::new();
    // More than there is room for; a release is fast enough for a table of 250 MiB.
    let names = if cfg!(debug_assertions) { 155_000 } else { 550_000 };
    let mut lines = String::new();
    for at in 0..names {
        lines += &format!("{at:0400}{}", if at % 50 == 49 { "&often\n" } else { "&" });
    }
    let file = folder.file("hostile.txt", lines);
    let limited = |mib: u32, args: &str| {
        let pct = env!("CARGO_BIN_EXE_pct");
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -v {} && exec '{pct}' {args} '{file}'", mib * 1024)]);
        crate::support::feed(&mut shell, "")
    };
    let ran = limited(192, "query --count -j 1");
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.stdout.starts_with(format!("{}\toften\n", names / 50).as_bytes()), "{ran:?}");
    let told = "pct: the names take more than 64 MiB: names that occurred at most ";
    assert!(ran.stderr.starts_with(told) && ran.stderr.lines().count() == 1, "{ran:?}");
}
