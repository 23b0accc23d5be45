//! `--count`.

use std::collections::HashMap;

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
    gives("--count", "b&a&c&a&b&=\n", "2\ta\n2\tb\n1\t\n1\tc\n");
    gives("--count -k nope", input, "");
    gives("--count", "", "");
    let log = combined("-", "GET /?a=1&b HTTP/1.1", "/?c", "-");
    gives("--format combined --count", &log, "1\ta\n1\tb\n");
    gives("--format combined --count -f referer", &log, "1\t/?c\n");
    gives("--format combined --count -f referer --url", &log, "1\tc\n");
}

/// Rows of any columns, and rows of each day or hour.
#[test]
fn rows_of_days() {
    let line = |host: &str, time: &str, target: &str| {
        format!("{host} - - [{time} +0000] \"GET {target} HTTP/1.1\" 200 5 \"-\" \"x\"\n")
    };
    let log = [
        line("::1", "12/Nov/2026:06:00:07", "/%41?q=1"),
        line("::2", "12/Nov/2026:07:00:07", "/A?q=1&q=2"),
        line("::1", "12/Nov/2026:06:59:59", "/b%09%2541?q="),
        line("::1", "01/Dec/2026:00:00:00", "/c"),
        line("::1", "13/Nov/2026:06:00:00", "/A"),
    ];
    let log = log.concat();
    let counts = |args: &str, expected: &str| {
        gives(&format!("--format combined --count{args}"), &log, expected)
    };
    counts(" -f path", "3\t/A\n1\t/b%09%2541\n1\t/c\n");
    counts("=1 -f path", "3\t/A\n");
    counts(" -f host", "4\t::1\n1\t::2\n");
    counts("=2 -f host,path", "2\t::1\t/A\n1\t::1\t/b%09%2541\n");
    counts(" -f host -k q", "1\t::1\t\n1\t::1\t1\n1\t::2\t1\n1\t::2\t2\n");
    counts(" --by day", "3\t2026-11-12\n1\t2026-11-13\n1\t2026-12-01\n");
    counts(
        " --by hour",
        "2\t2026-11-12T06\n1\t2026-11-12T07\n1\t2026-11-13T06\n1\t2026-12-01T00\n",
    );
    counts("=1 --by day -f path", "2\t2026-11-12\t/A\n1\t2026-11-13\t/A\n1\t2026-12-01\t/c\n");
    counts(" --by day -k q", "2\t2026-11-12\t1\n1\t2026-11-12\t\n1\t2026-11-12\t2\n");
    counts(" --by day --url", "4\t2026-11-12\tq\n");
    counts(" --part path", "3\t/A\n1\t/b%09%2541\n1\t/c\n");
    counts(
        "=1 --by day -f path --json",
        "{\"count\":2,\"day\":\"2026-11-12\",\"path\":\"/A\"}\n{\"count\":1,\"day\":\"2026-11-13\",\"path\":\"/A\"}\n{\"count\":1,\"day\":\"2026-12-01\",\"path\":\"/c\"}\n",
    );
    let other = |format: &str, log: &str, expected: &str| {
        gives(&format!("--format {format}"), log, expected);
    };
    let iis = "#Fields: date time c-ip cs-uri-stem\n2026-11-12 06:00:07 ::1 /%41\n2026-11-12 07:00:07 ::1 /A\n";
    other("iis --count --by day -f cs-uri-stem", iis, "2\t2026-11-12\t/A\n");
    other("iis --count --by hour -f c-ip", iis, "1\t2026-11-12T06\t::1\n1\t2026-11-12T07\t::1\n");
    let json = "{\"time\":\"2026-11-12T06:00:07Z\",\"ts\":1794549607.5,\"uri\":\"/?q=%41\"}\n{\"uri\":\"/?q=A\"}\n";
    other("jsonl --count --by day -k q", json, "1\t\tA\n1\t2026-11-12\tA\n");
    other(
        "jsonl --count --by hour:ts -f uri",
        "{\"ts\":1794549607.5,\"uri\":\"/%41\"}\n",
        "1\t2026-11-13T06\t/A\n",
    );
    other(
        "squid --count --by day -f host",
        "1794463207.777     11 ::1 TCP_MISS/200 1390 GET http://e.org/ - DIRECT/- text/xml\n",
        "1\t2026-11-12\t::1\n",
    );
    run(&["query", "--by", "day"], "").failed(&["--count"]);
}

#[test]
fn the_same_on_any_number_of_threads() {
    let folder = Folder::new();
    // Several blocks.
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

/// Names that all differ: the memory is bounded, and a message gives the error of the counts.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded() {
    use std::process::Command;

    if std::env::var_os("PCT_TEST_RUNNER").is_some() {
        return crate::support::skipped("an emulator has memory of its own");
    }
    let folder = Folder::new();
    // More names than fit; a release build is fast enough for a table of 250 MiB.
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

/// The reported bound holds for any names. The names of a column have 16 MiB, and each takes 80
/// bytes besides its text: long ones fill that quickly.
#[test]
fn the_error_is_bounded() {
    const LEN: u64 = 500;
    const ROOM: u64 = 16 * 1024 * 1024 / (LEN + 80);
    let hostile: [&dyn Fn(u64) -> u64; 5] = [
        &|at| at,
        &|at| at % (ROOM - 1),
        &|at| at % (ROOM + 1),
        &|at| if at.is_multiple_of(3) { 7 } else { at },
        &|at| at * at % (3 * ROOM + 1),
    ];
    let rest = "x".repeat(LEN as usize - 6);
    for (which, name) in hostile.iter().enumerate() {
        let (mut exact, mut line) = (HashMap::new(), String::new());
        for at in 0..3 * ROOM / 2 {
            let name = format!("{:06}{rest}", name(at));
            line.extend([&*name, "&"]);
            *exact.entry(name).or_insert(0) += 1;
        }
        let ran = run(&["query", "--count", "-j", "1"], line);
        let error = ran.stderr.split_once("occurred at most ").map_or("0", |(_, told)| told);
        let error: Option<u64> = error.split(' ').next().and_then(|error| error.parse().ok());
        let error = error.expect("a number");
        let text = String::from_utf8(ran.stdout).expect("text");
        let rows = text.lines().map(|row| row.split_once('\t').expect("two columns"));
        let found: HashMap<&str, u64> =
            rows.map(|(count, name)| (name, count.parse().expect("a number"))).collect();
        for (name, &count) in &exact {
            let found = found.get(&**name).copied().unwrap_or(0);
            assert!(found <= count && count <= found + error, "{which}: {name} {count} {found}");
        }
        assert!(found.keys().all(|name| exact.contains_key(*name)), "{which}");
        assert_eq!(error == 0, exact.len() as u64 <= ROOM, "{which}: {}", ran.stderr);
    }
    let long = "x".repeat(17 * 1024 * 1024);
    let ran = run(&["query", "--count"], long);
    assert!(ran.stdout.is_empty() && ran.stderr.contains(" at most 1 times "), "{}", ran.stderr);
}

#[test]
fn times_of_any_clock() {
    let counts = |by: &str, time: &str| {
        let ran = run(
            &["query", "--format", "tsv", "--count", "--by", &format!("{by}:1"), "-f", "2"],
            format!("{time}\tx\n"),
        );
        let row = String::from_utf8(ran.stdout).expect("text");
        row.strip_prefix("1\t").and_then(|row| row.strip_suffix("\tx\n")).expect("a row").to_owned()
    };
    for (time, expected) in [
        ("12/Nov/2026:06:00:07 +0000", "2026-11-12T06"),
        ("29/Feb/2024:23:59:59.999", "2024-02-29T23"),
        ("2026-11-12T06:00:07.123456Z", "2026-11-12T06"),
        ("2026-11-12 06:00:07", "2026-11-12T06"),
        ("2026/11/12 06:00:07", "2026-11-12T06"),
        ("12-Nov-2026 06:00:07", "2026-11-12T06"), // Tomcat's, BIND's
        // From `date -u -d @1794463207`, and @951782400, @951868799, @4107542399.
        ("1794463207", "2026-11-12T06"),
        ("1794463207.123", "2026-11-12T06"),
        ("1794463207123", "2026-11-12T06"),
        ("1794463207123456789", "2026-11-12T06"),
        ("951782400", "2000-02-29T00"),
        ("951868799", "2000-02-29T23"),
        ("4107542399", "2100-02-28T23"),
        ("0", "1970-01-01T00"),
    ] {
        assert_eq!(counts("hour", time), expected, "{time}");
        assert_eq!(counts("day", time), expected[..10], "{time}");
    }
    for time in ["", "-", "06:00:07", "Nov 12 06:00:07", "12/Xxx/2026:06:00:07", "-1", "é", "1e9"]
    {
        assert_eq!(counts("day", time), "", "{time}");
    }
    assert_eq!(counts("day", "2026-11-12"), "2026-11-12");
    assert_eq!(counts("hour", "2026-11-12"), "");
}
